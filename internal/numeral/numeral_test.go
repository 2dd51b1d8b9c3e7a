package numeral_test

import (
	"testing"

	"github.com/sepdist/sepdist/internal/numeral"
)

func TestDecimals(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0000", 1: "1.0000", 0.5: "0.5000", 0.00005: "0.00005", 0.0004: "0.0004",
		2000.0 / 49995000: "0.00004", 1 - 2e-6: "0.999998", 0.99994: "0.99994", -0.99999: "-0.99999", 1e-12: "0.000000000001",
		5e-7: "0.0000005", 5.01e-7: "0.0000005", 9.6e-7: "0.000001", 1 - 5e-7: "0.9999995", 0.00006: "0.00006", 0.000099: "0.0001", 0.99996: "0.99996", 1.00004: "1.00004",
		5e-324: "0.0000000000000000", -3e-6: "-0.000003", -1: "-1.0000", 17: "17.0000",
	} {
		if got := numeral.Decimals(x); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0 %", 1: "100 %", 0.5: "50 %", 0.989: "99 %", 0.998: "99.8 %", 0.99999: "> 99.9 %", 0.288: "29 %", 0.0004: "< 0.1 %", 0.005: "0.5 %",
	} {
		if got := numeral.Percent(share); got != want {
			t.Errorf("%v is written as %q, want %q", share, got, want)
		}
	}
}
