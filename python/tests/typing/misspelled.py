"""Misspelled keywords: type checkers must report one error for each call below, except for the one without a keyword."""

import sepdist

sepdist.compare("a --> b", "a --> b", orientatoin="row-to-col")
sepdist.compare_guesses("a --> b", ["a --> b"], guess_treshold=0.3)
sepdist.compare_many(["a --> b"], ["a --> b"], wokers=1)
sepdist.explain("a --> b", "a --> b", "zl-sd", limt=3)
sepdist.falsify("a --> b", {"a": [1.0]}, permutation=10)
sepdist.draw("a --> b", titel="x")
sepdist.study("pairs.csv", max_ordre=2)
sepdist.simulate("dag", 5, 4, sed=1)
sepdist.as_graph("a --> b", graph_clas="dag")
sepdist.report("a --> b", "a --> b", "x.html", baselin=10)
r = sepdist.compare("a --> b", "a --> b")
r.explain("zl-sd", limt=3)
r.draw("x.svg", titel="x")
r.report("x.html", baselin=10)
