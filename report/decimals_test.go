package report

import "testing"

func TestDecimals(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0000", 1: "1.0000", 0.5: "0.5000", 0.00005: "0.0001", 0.0004: "0.0004",
		2000.0 / 49995000: "0.00004", 1 - 2e-6: "0.999998", 0.99994: "0.9999", 1e-12: "0.000000000001",
		5e-324: "0.0000000000000000", -3e-6: "-0.000003", -1: "-1.0000", 17: "17.0000",
	} {
		if got := Decimals(x); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
}
