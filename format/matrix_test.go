package format_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sepdist/sepdist/format"
)

// drawn returns the graph that a text means with these flags, or the error.
func drawn(t *testing.T, file, text, flags string) string {
	t.Helper()
	o := flagged(t, flags)
	d, err := format.Parse([]byte(text), file, o)
	if err != nil {
		return err.Error()
	}
	return d.Graph.String()
}

// flagged sets options as they are typed: codes=gadjid orientation=row-to-col.
func flagged(t *testing.T, flags string) (o format.Options) {
	t.Helper()
	for _, flag := range strings.Fields(flags) {
		name, value, _ := strings.Cut(flag, "=")
		if err := o.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// The same four edges in the code of each tool, after their manuals.
func TestCodes(t *testing.T) {
	for _, tt := range []struct{ flags, text, want string }{
		{"codes=causal-learn", "0 -1 0 2; 1 0 1 0; 0 1 0 -1; 1 0 -1 0", "X1 --> X2; X1 o-> X4; X2 <-> X3; X3 --- X4"},
		{"codes=causal-learn mark-at=column", "0 1 0 1; -1 0 1 0; 0 1 0 -1; 2 0 -1 0", "X1 --> X2; X1 o-> X4; X2 <-> X3; X3 --- X4"},
		{"codes=pcalg-pag", "0 2 0 2; 3 0 2 0; 0 2 0 3; 1 0 3 0", "0 --> 1; 0 o-> 3; 1 <-> 2; 2 --- 3"},
		{"codes=pcalg-pag mark-at=row", "0 3 0 1; 2 0 2 0; 0 2 0 3; 2 0 3 0", "0 --> 1; 0 o-> 3; 1 <-> 2; 2 --- 3"},
		{"codes=pywhy", "0 1 0 1; 0 0 20 0; 0 20 0 10; 2 0 10 0", "0 --> 1; 0 o-> 3; 1 <-> 2; 2 --- 3"},
		{"codes=ggm", "0 1 0 0; 0 0 100 0; 0 100 0 10; 0 0 10 0", "0 --> 1; 1 <-> 2; 2 --- 3"},
		{"codes=pcalg-cpdag", "0 0 1 0; 1 0 0 1; 1 0 0 0; 0 0 0 0", "0 --> 1; 0 --- 2; 1 <-- 3"},
		{"codes=pcalg-cpdag", "0 2 0 0; 2 0 0 0; 0 0 0 1; 0 0 0 0", "0 x-x 1; 2 <-- 3"},
		{"codes=gadjid orientation=row-to-col", "0 1 2 0; 0 0 0 0; 0 0 0 0; 0 1 0 0", "0 --> 1; 0 --- 2; 1 <-- 3"},
		{"codes=gadjid orientation=col-to-row", "0 1 2 0; 0 0 0 0; 2 0 0 0; 0 1 0 0", "0 <-- 1; 0 --- 2; 1 --> 3"},
		{"orientation=row-to-col", "0 1 1 0; 0 0 0 0; 1 0 0 0; 0 1 0 0", "0 --> 1; 0 --- 2; 1 <-- 3"},
		{"orientation=row-to-col class=cyclic", "0 1 1 0; 0 0 0 0; 1 0 0 0; 0 1 0 0", "0 <-- 2; 0 --> 1; 0 --> 2; 1 <-- 3"},
		{"orientation=row-to-col opposite-arcs=cycle", "0 1 1; 0 0 0; 1 0 0", "0 <-- 2; 0 --> 1; 0 --> 2"},
		{"orientation=col-to-row", "TRUE FALSE; TRUE FALSE", "row 1, column 1 is 1, which is a self-loop: --drop-self-loops drops it"},
		{"orientation=col-to-row", "FALSE FALSE; TRUE FALSE", "0 --> 1"},
		// Two edges between two nodes: 4, 5 and 21, 20 and 101, 100.
		{"codes=causal-learn", "0 4; 5 0", "X1 --> X2; X1 <-> X2"},
		{"codes=pywhy", "0 21; 20 0", "0 --> 1; 0 <-> 1"},
		{"codes=ggm", "0 101; 100 0", "0 --> 1; 0 <-> 1"},
		{"codes=causal-learn", "0 4; 4 0", "X1 and X2 hold --- and <->, and an undirected edge must be the only edge of its pair"},
		{"codes=causal-learn", "0 -1; 2 0", "X1 --o X2"},
		{"codes=pcalg-pag", "0 1; 3 0", "0 --o 1"},
		{"codes=pywhy", "0 2; 0 0", "0 --o 1"},
		// tigramite before it had strings.
		{"codes=tigramite class=cpdag", "0 1 1 2; 1 0 0 0; 0 0 0 0; 2 0 0 0", "0 --> 2; 0 --- 1; 0 x-x 3"},
		{"codes=tigramite class=pag", "0 1; 1 0", "0 o-o 1"},
		// Weights.
		{"orientation=col-to-row", "0 0; 0.8 0", "0 --> 1"},
		{"orientation=row-to-col threshold=0.3", "0 0.31 0; -0.3 0 0.29; -4e-1 0 0", "0 <-- 2; 0 --> 1"},
		{"orientation=row-to-col threshold=0", "0 -1 0; 0 0 3; 0 0 0", "0 --> 1; 1 --> 2"},
		{"orientation=col-to-row nan=bidirected", "0 0 0 0; 0.8 0 nan 0; 0 nan 0 0; -0.5 0 0 0", "0 --> 1; 0 --> 3; 1 <-> 2"},
		{"orientation=col-to-row nan=undirected", "0 0 0; 0.8 0 NA; 0 NA 0", "0 --> 1; 1 --- 2"},
		{"drop-self-loops=true orientation=row-to-col", "1 1; 0 0", "0 --> 1"},
	} {
		if got := drawn(t, "", strings.ReplaceAll(tt.text, "; ", "\n"), tt.flags+" format=matrix"); got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.flags, tt.text, got, tt.want)
		}
	}
}

// A matrix with one meaning needs no option, one with more is asked about, and what
// has none is refused.
func TestAsks(t *testing.T) {
	const orientation = "g.txt: does a 1 in row i, column j mean i → j or j → i? use --orientation row-to-col or col-to-row"
	const pcalg = "g.txt: does a 1 in row i, column j mean i → j or j → i? use --codes pcalg-cpdag if it is from pcalg, else --orientation row-to-col or col-to-row"
	for _, tt := range []struct{ flags, text, want string }{
		{"", "0 0 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 0", "0; 1; 2; 3"},
		{"", "0 1 0 0; 1 0 0 0; 0 0 0 1; 0 0 1 0", "0 --- 1; 2 --- 3"},
		{"", "0 -1 0 2; 1 0 1 0; 0 1 0 -1; 1 0 -1 0", "X1 --> X2; X1 o-> X4; X2 <-> X3; X3 --- X4"},
		{"", "0 2 0 2; 3 0 2 0; 0 2 0 3; 1 0 3 0", "0 --> 1; 0 o-> 3; 1 <-> 2; 2 --- 3"},
		{"", "0 1 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0", pcalg},
		{"", "0 .5 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0", orientation},
		{"codes=gadjid", "0 1 0 0; 0 0 2 0; 0 0 0 1; 0 0 0 0", orientation},
		{"codes=gadjid", "0 2 0 0; 0 0 2 0; 0 0 0 0; 0 0 0 0", "0 --- 1; 1 --- 2; 3"},
		{"class=pag", "0 1 0 0; 1 0 0 0; 0 0 0 1; 0 0 1 0",
			"g.txt: which tool's code are the entries 1 in (plain: 0 and 1, or weights)? use --codes causal-learn or pcalg-pag or pcalg-cpdag or plain"},
		{"", "0 0 0 1; 0 0 0 0; 0 0 0 2; 2 0 2 0",
			"g.txt: which tool's code are the entries 1, 2 in (plain: 0 and 1, or weights)? use --codes causal-learn or pcalg-pag or pywhy"},
		{"", "0 1 0 0; 0 0 2 0; 0 0 0 1; 0 0 0 0",
			"g.txt: which tool's code are the entries 1, 2 in (plain: 0 and 1, or weights)? use --codes gadjid or pywhy or plain; with --codes gadjid, does a 1 in row i, column j mean i → j or j → i? use --orientation row-to-col or col-to-row"},
		{"", "0 1 0 0; 0 0 2 0; 0 2 0 1; 0 0 1 0",
			"g.txt: which tool's code are the entries 1, 2 in (plain: 0 and 1, or weights)? use --codes pcalg-cpdag or plain"},
		{"", "0 -1 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: the entries -1, 1 are not a code of any tool: use --codes, or --codes plain if they are weights"},
		{"", "0 -1 0 0; 3 0 1 0; 0 1 0 1; 0 0 1 0",
			"g.txt: the entries -1, 1, 3 are not a code of any tool: use --codes, or --codes plain if they are weights"},
		{"codes=causal-learn", "0 -1 0 0; 1 0 1 0; 0 0 0 0; 0 0 0 0",
			"g.txt: row 2, column 3 is 1 and row 3, column 2 is 0, which together are not an edge in the code causal-learn"},
		{"codes=pcalg-pag", "0 -1 0 0; 1 0 1 0; 0 0 0 0; 0 0 0 0",
			"g.txt: row 1, column 2 is -1 and row 2, column 1 is 1, which together are not an edge in the code pcalg-pag"},
		{"codes=causal-learn", "0 .5 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: the entry 0.5 is not in the code causal-learn: use --codes plain if it is a weight"},
		{"orientation=row-to-col", "0 .5 0 0; 1e-5 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: row 1, column 2 and its mirror image are both weights: up to which size is a weight not an edge? use --threshold NUMBER"},
		{"orientation=row-to-col threshold=0.3", "0 1 0 0; 1 0 1 0; 0 0 0 1; 0 0 0 0", "0 --- 1; 1 --> 2; 2 --> 3"}, // no weights
		{"orientation=row-to-col threshold=0.3", "0 .5 0 0; 1 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: row 1, column 2 and its mirror image are both weights: are edges both ways an undirected edge or a cycle? use --opposite-arcs undirected or cycle"},
		{"orientation=row-to-col", "0 nan 0 0; nan 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: row 1, column 2 and its mirror image are NaN: does that mean <-> or ---? use --nan bidirected or undirected"},
		{"orientation=row-to-col nan=bidirected", "0 0 0 0; nan 0 1 0; 0 0 0 1; 0 0 0 0",
			"g.txt: row 2, column 1 is NaN or empty, and row 1, column 2 is not"},
		{"", "0 inf 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0", `g.txt:1:3: unexpected "inf", expected a number or a link such as -->`},
		{"orientation=row-to-col", "0 1e999 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0", `g.txt:1:3: unexpected "1e999", expected a number or a link such as -->`},
		{"codes=tigramite", "0 1; 1 0", "g.txt: is o-o an undirected edge of a CPDAG or a circle edge of a PAG? use --class cpdag or pag"},
		// Two rows of two numbers: nodes of edges, or cells?
		{"", "0 1; 1 0", "g.txt: is it a matrix of 2 nodes or a list of 2 edges? use --format csv or edgelist"},
		{"orientation=row-to-col", "0 1; 1 0", "0 --- 1"},
		{"directed=true opposite-arcs=cycle", "0 1; 1 0", "0 <-- 1; 0 --> 1"},
		{"", "0 1 1; 0 0 0; 0 0 0", pcalg}, // an edge from 0 to 0 twice would be no list
	} {
		if got := drawn(t, "g.txt", strings.ReplaceAll(tt.text, "; ", "\n"), tt.flags); got != tt.want {
			t.Errorf("%s: %s:\ngot  %s\nwant %s", tt.flags, tt.text, got, tt.want)
		}
	}
}

// The ways in which tools and people lay out a table.
func TestTableLayouts(t *testing.T) {
	const want = "a --> b; c"
	for _, tt := range []struct{ name, text string }{
		{"pandas", ",a,b,c\na,0,1,0\nb,0,0,0\nc,0,0,0\n"},
		{"pandas with an index name", "node,a,b,c\na,0,1,0\nb,0,0,0\nc,0,0,0\n"},
		{"pandas, running numbers for rows", ",a,b,c\n0,0,1,0\n1,0,0,0\n2,0,0,0\n"},
		{"pandas, running numbers for columns", ",0,1,2\na,0,1,0\nb,0,0,0\nc,0,0,0\n"},
		{"pandas, floats", ",a,b,c\na,0.0,1.0,0.0\nb,0.0,0.0,0.0\nc,0.0,0.0,0.0\n"},
		{"pandas, booleans", ",a,b,c\na,False,True,False\nb,False,False,False\nc,False,False,False\n"},
		{"benchpress", "a,b,c\n0,1,0\n0,0,0\n0,0,0\n"},
		{"benchpress, typed by hand", "a, b, c\n0, 1, 0\n0, 0, 0\n0, 0, 0"},
		{"R write.csv", "\"\",\"a\",\"b\",\"c\"\n\"a\",0,1,0\n\"b\",0,0,0\n\"c\",0,0,0\n"},
		{"R write.csv, logical", "\"\",\"a\",\"b\",\"c\"\n\"a\",FALSE,TRUE,FALSE\n\"b\",FALSE,FALSE,FALSE\n\"c\",FALSE,FALSE,FALSE\n"},
		{"R write.csv2", "\"\";\"a\";\"b\";\"c\"\n\"a\";0;1,5;0\n\"b\";0;0;0\n\"c\";0;0;0\n"},
		{"R write.table", "\"a\" \"b\" \"c\"\n\"a\" 0 1 0\n\"b\" 0 0 0\n\"c\" 0 0 0\n"},
		{"R write.table, tabs", "a\tb\tc\na\t0\t1\t0\nb\t0\t0\t0\nc\t0\t0\t0\n"},
		{"R print", "  a b c\na 0 1 0\nb 0 0 0\nc 0 0 0\n"},
		{"R print of a sparse matrix", "  a b c\na . 1 .\nb . . .\nc . . .\n"},
		{"Tetrad", "     a  b  c\n  1   0  1  0\n  2   0  0  0\n  3  0  0  0\n\n"},
		{"row names only", "a,0,1,0\nb,0,0,0\nc,0,0,0\n"},
		{"comments", "# made by hand\n#\na b c\n0 1 0\n0 0 0\n0 0 0\n"},
		{"carriage returns", ",a,b,c\r\na,0,1,0\r\nb,0,0,0\r\nc,0,0,0\r\n"},
		{"blank lines", "a b c\n\n0 1 0\n0 0 0\n\n0 0 0\n\n\n"},
	} {
		if got := drawn(t, "g.txt", tt.text, "orientation=row-to-col"); got != want {
			t.Errorf("%s: got %s", tt.name, got)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{",A,B,C\nC,0,0,0\nA,0,1,0\nB,0,0,1\n", "A --> B; B --> C"}, // rows in another order than the columns
		{"node,A,B,C\nC,0,0,0\nA,0,1,0\nB,0,0,1\n", "A --> B; B --> C"},
		{",A,B,C\nC,0,0,0\nA,0,1,0\nX,0,0,1\n", `g.csv: row 3 is called "X", and no column is: rows and columns must have the same names`},
		{",A,B,C\nC,0,0,0\nA,0,1,0\nA,0,0,1\n", `g.csv: two rows are called "A": rows and columns must have the same names`},
		{",A,B,B\nB,0,0,0\nA,0,1,0\nB,0,0,1\n", `g.csv: two columns are called "B": rows and columns must have the same names`},
		{"node,A,B,C\nA,0,0,0\nB,0,1,0\nX,0,0,1\n", `g.csv: row 3 is called "X", and no column is: rows and columns must have the same names`},
		{",A,B,C\nC,0,0,0\nA,1,1,0\nB,0,0,1\n", "g.csv: row A, column A is 1, which is a self-loop: --drop-self-loops drops it"},
		{"a,b,c,d\n5.1,3.5,1.4,x\n4.9,3.0,1.4,y\n4.7,3.2,1.3,x\n4.6,3.1,1.5,x\n5.0,3.6,1.4,y\n", "g.csv: the matrix has 5 rows and 4 columns and is not square: a table of data is the last file of falsify"},
		{",A,B\nA,0,1\n", "g.csv: the matrix has 1 row and 2 columns and is not square"},
		{",x --> y,b,c\nx --> y,0,1,0\nb,0,0,1\nc,0,0,0\n", "x --> y --> b; b --> c"}, // a name that looks like an edge
		{"a,b,a,c\n0,1,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n", `g.csv: node 1 and node 3 are both named "a"`},
		{"0,0,1,1\n1,0,1,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n", "g.csv: the matrix has 5 rows and 4 columns and is not square"},
		{"0,0,1,1,0\n1,0,1,0,0\n0,0,0,0,0\n0,0,0,0,0\n", "g.csv: the matrix has 4 rows and 5 columns and is not square"},
		{"0,0,1,1\n1,0,1,0\n0,0,0\n0,0,0,0\n", `g.csv:3:1: unexpected "0,0,0", expected a row of 4 cells: it has 3`},
		{"0,0,1,1\n1,0,1,0\n0,0,0,0,0\n0,0,0,0\n", `g.csv:3:1: unexpected "0,0,0,0,0", expected a row of 4 cells: it has 5`},
		{"0,0,1,1\n1,0,1,0\n0,0,zero,0\n0,0,0,0\n", `g.csv:3:5: unexpected "zero", expected a number or a link such as -->`},
		{"0,0,1,1\n1,0,-->,0\n0,0,0,0\n0,0,0,0\n", `g.csv:2:5: unexpected "-->", expected a number, as in the cells before`},
		{",-?>,,\n<?-,,,\n,,,\n,,,\n", `g.csv:1:2: unexpected "-?>", expected a link such as -->: this one is of a graph that is not finished, or of background knowledge`},
		{",-->,,\n-->,,,\n,,,\n,,,\n", `g.csv: row 1, column 2 is "-->" but row 2, column 1 is "-->", and that is not its mirror image`},
	} {
		if got := drawn(t, "g.csv", tt.text, "orientation=row-to-col"); got != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// Names survive in every layout that has a place for them.
func TestTableNames(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{",a;b,c\na;b,0,1\nc,0,0\n", "a;b --> c"},
		{",\"a\nb\",c\n\"a\nb\",0,1\nc,0,0\n", "a\nb --> c"},
		{"\"a\\\"b\" \"c d\"\n\"a\\\"b\" 0 1\n\"c d\" 0 0\n", `a"b --> c d`},
		{",\"a\\\",c\n\"a\\\",0,1\nc,0,0\n", `a\ --> c`},
		{",#a,c\n#a,0,1\nc,0,0\n", "#a --> c"},
		{"#a,c\n0,1\n0,0\n", "#a --> c"},
		{",0,1\n0,0,1\n1,0,0\n", "0 --> 1"},
		{"5,7\n0,1\n0,0\n", "5 --> 7"},
	} {
		if got := drawn(t, "g.csv", tt.text, "orientation=row-to-col"); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

// What a list of edges is, a matrix does not claim.
func TestTableSniff(t *testing.T) {
	for _, text := range []string{
		"source,target\n0,1\n0,2\n", "a,b\nb,c\n", "1,2\n2,3\n", "1 2 0.5\n2 3 0.1\n", "1 2 0.5\n2 3 0.1\n4 5 1\n",
		"from,to,weight,lag\n0,1,1,0\n0,2,1,0\n", "a b {}\nb c {}\n", "0 --> 1\n1 --> 2\n0 --> 2\n", "3,1\r\n5,1\r\n3,0\r\n",
	} {
		d, err := format.Parse([]byte(text), "g", format.Options{Orientation: "row-to-col"})
		if err == nil && d.Format != "text" && d.Format != "edgelist" {
			t.Errorf("%q is read as %s", text, d.Format)
		}
		var file *format.FileError
		if errors.As(err, &file) && strings.Contains(file.Why, "matrix") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"0,1,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n", "csv"}, {"0\t1\n0\t0\n", "tsv"}, {"0 1\n0 0\n", "matrix"},
		{"\"a\" \"b\"\n\"a\" 0 1\n\"b\" 0 0\n", "table"}, {",-->\n<--,\n", "csv"},
	} {
		if d, err := format.Parse([]byte(tt.text), "", format.Options{Orientation: "row-to-col"}); err != nil || d.Format != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// Rows may be longer than what is looked at to tell the format.
func TestTableLongRows(t *testing.T) {
	const n = 150
	zeros := strings.Repeat("0 ", n-1) + "0\n"
	for _, wide := range []int{300, 500} { // one row and a part of the next, or not even one
		long := strings.ReplaceAll(zeros, " ", strings.Repeat(" ", wide))
		text := strings.Replace(long, " 0", " 1", 1) + long + strings.Repeat(zeros, n-2)
		d, err := format.Parse([]byte(text), "g.txt", format.Options{Orientation: "row-to-col"})
		if err != nil {
			t.Fatal(err)
		}
		if d.Graph.N() != n || d.Graph.M() != 1 {
			t.Errorf("%d nodes and %d edges", d.Graph.N(), d.Graph.M())
		}
	}
}

// A weight or a line that is taken for granted is mentioned.
func TestMatrixNotes(t *testing.T) {
	for _, tt := range []struct{ flags, text, want string }{
		{"", "0 1 0 0; 1 0 0 0; 0 0 0 0; 0 0 0 0", "every 1 is on both sides of the diagonal and is read as an undirected edge: use --codes if it is something else"},
		{"orientation=row-to-col", "0 1 0 0; 1 0 0 0; 0 0 0 0; 0 0 0 0", ""},
		{"orientation=row-to-col", "0 .5 0 0; 0 0 -2e-5 0; 0 0 0 0; 0 0 0 0", "read without a threshold: every weight that is not 0 is an edge, the smallest is 2e-05"},
		{"orientation=row-to-col threshold=0.1", "0 .5 0 0; 0 0 -2e-5 0; 0 0 0 0; 0 0 0 0", ""},
		{"drop-self-loops=true", "1 0 0 0; 0 1 0 0; 0 0 0 0; 0 0 0 0", "2 self-loops dropped"},
	} {
		d, err := format.Parse([]byte(strings.ReplaceAll(tt.text, "; ", "\n")), "", flagged(t, tt.flags))
		if err != nil {
			t.Error(err)
		} else if got := strings.Join(d.Notes, "; "); got != tt.want {
			t.Errorf("%s: note %q, want %q", tt.text, got, tt.want)
		}
	}
}
