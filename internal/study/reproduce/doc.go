// Package reproduce runs the experiments of Wahl and Runge, "Separation-based distance
// measures for causal graphs" (AISTATS 2025), and says of each statement that the paper makes
// about its figures whether it is seen here, too.
//
// Every [Figure] has rows, panels to draw and statements. All is drawn from a seed.
package reproduce
