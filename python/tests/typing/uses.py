"""Every public function, as strict type checkers accept it."""

import numpy as np
import sepdist

t = np.zeros((3, 3), np.int8)
r = sepdist.compare(t, t, ["zl-sd", "shd"], orientation="row-to-col", guess_threshold=0.3, symmetric="mean", truth_class="dag")
x: float = r["zl-sd"].value
print(r["zl-sd"].lower, r["zl-sd"].notes, r.notes, r.truth, r.skipped, r.markov_equivalent, r.to_dict(), f"{r['shd']:.3f}")
w = sepdist.compare_guesses(t, {"pc": t, "ges": t}, "shd", orientation="row-to-col")
print(w["pc"]["shd"].value, w.best, w.to_markdown(), w.to_latex(), r.to_latex())
e = sepdist.explain(t, t, "zl-sd", limit=3, orientation="row-to-col")
print(e.wrong, e.claims, len(e), str(e))
p = sepdist.repairs(t, t, ["zl-sd"], orientation="row-to-col")
print(p.repairs, p.now)
m = sepdist.compare_many([t], [t], "shd", orientation="row-to-col", errors="raise")
print(m["shd"], m.errors, m.lower)
g = sepdist.as_graph(t, orientation="from row to column", names=["a", "b", "c"])
print(g.nodes, g.edges, sepdist.check(g).valid, sepdist.members(g, 3), sepdist.separated(g, "a", "b"), sepdist.separators(g).pairs)
h = sepdist.simulate("dag", 5, 4, seed=2)
print(sepdist.draw(h, to="dot").text, sepdist.convert(h, "text"), sepdist.metrics(), sepdist.read("x.txt", format="text"))
path: str = sepdist.report(h, h, "x.html", "shd")
f = sepdist.falsify(h, {"a": [1.0]}, alpha=0.1, test="fisher-z", permutations=5, suggest=True)
print(f.verdict, f.contradicted, f.claims, f.combined_p)
drawn = sepdist.draw(h, h, title="x", view="matrix", truth_class="dag", project=True)
changed = sepdist.simulate(graph=h, remove=1, seed=3)
s = sepdist.study([(h, h)], metrics="shd", orientation="row-to-col")
rows = s.run()
v: float = sepdist.zl_sd(h, h) + sepdist.parent_aid(h, h)
d: tuple[float, int] = sepdist.gadjid.parent_aid(t, t, edge_direction="from row to column")
k = h.nodes
values: list[float] = [
    sepdist.shd(h, h), sepdist.sid(h, h), sepdist.skeleton_shd(h, h), sepdist.parent_sd(h, h), sepdist.ancestor_sd(h, h), sepdist.pparent_sd(h, h),
    sepdist.pancestor_sd(h, h), sepdist.mb_parent_sd(h, h), sepdist.mb_ancestor_sd(h, h), sepdist.mb_pparent_sd(h, h), sepdist.mb_pancestor_sd(h, h),
    sepdist.mb_zl_sd(h, h), sepdist.sc_metric(h, h), sepdist.c_metric(h, h), sepdist.s_metric(h, h), sepdist.ancestor_aid(h, h), sepdist.oset_aid(h, h),
    sepdist.canonical_aid(h, h, truth_class="dag"),
]
