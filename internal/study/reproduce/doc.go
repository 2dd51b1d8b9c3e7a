// Package reproduce runs the experiments of Wahl and Runge, "Separation-based distance
// measures for causal graphs" (AISTATS 2025), and checks the statements that the paper makes
// about its figures, as far as they can be counted.
//
// Every [Figure] has rows, panels to draw and statements. All random numbers come from one seed.
package reproduce
