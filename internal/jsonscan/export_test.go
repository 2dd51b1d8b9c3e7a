package jsonscan

// ValueInFull is Value without a leap.
func (s *Scanner) ValueInFull() ([]byte, bool) { return s.value() }

// Leap is what Value tries first.
func (s *Scanner) Leap() bool {
	s.Skip()
	return s.leap()
}
