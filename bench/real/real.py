"""Real graphs with ambiguous triples, read by sepdist.

Simulates linear Gaussian data from random DAGs, lets tigramite's PC learn a graph with the
conservative and with the majority rule, and compares what comes out with the truth. Where
the skeleton is right and every triple that is not ambiguous is right, the CPDAG of the truth
must be among the readings: the least shd over them must be 0.

    python3 bench/real/real.py [RUNS]

Makes its own environment in build/real; needs Go and Python 3.11 or later.
"""

import json
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "real"
PINNED = ["tigramite==5.2.10.1", "numpy==2.4.6", "scipy==1.17.1", "joblib==1.6.0", "numba==0.68.1", "six==1.17.0"]


def main() -> None:
    python = BUILD / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(BUILD / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
    if pathlib.Path(sys.prefix) != BUILD / "venv":
        sys.exit(subprocess.run([python, __file__, *sys.argv[1:]]).returncode)
    subprocess.run(["go", "build", "-o", BUILD / "sepdist", "./cmd/sepdist"], cwd=ROOT, check=True)
    study(int(sys.argv[1]) if len(sys.argv) > 1 else 40)


def study(runs: int) -> None:
    tally = {"runs": 0, "ambiguous": 0, "conflict": 0, "right": 0, "found": 0}
    for seed in range(runs):
        truth = BUILD / "truth.txt"
        truth.write_text(sepdist("simulate", "--class", "dag", "--nodes", "7", "--edges", "7", "--seed", str(seed + 1)))
        names, arrows = read(truth)
        for rule in ("conservative", "majority"):
            guess = BUILD / f"guess-{rule}.txt"
            learned = learn(names, arrows, seed, rule)
            write(guess, names, *learned)
            answer = json.loads(sepdist("compare", "--metrics", "shd,zl-sd", "--as", "cpdag", "--invalid", "undirected", "--json", truth, guess))
            shd = answer["results"][0]
            tally["runs"] += 1
            tally["ambiguous"] += bool(learned[1])
            tally["conflict"] += any("x" in arrow for _, arrow, _ in learned[0])
            if right(names, arrows, *learned):
                tally["right"] += 1
                least = shd.get("min", shd["value"])
                if least == 0:
                    tally["found"] += 1
                else:
                    print(f"seed {seed}, {rule}: the truth is not among {shd.get('readings', 1)} readings", file=sys.stderr)
    print(json.dumps(tally))
    if tally["found"] < tally["right"] or tally["right"] == 0 or tally["ambiguous"] == 0:
        sys.exit("the true CPDAG was missed, or nothing was tested")


def sepdist(*args) -> str:
    done = subprocess.run([BUILD / "sepdist", *args], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"sepdist {args}: {done.stderr}")
    return done.stdout


def read(path: pathlib.Path) -> tuple[list[str], set[tuple[str, str]]]:
    """The nodes and arrows of a DAG in the text format."""
    names, arrows = [], set()
    for line in path.read_text().splitlines():
        words = line.split()
        if len(words) == 1:
            names.append(words[0])
        elif len(words) == 3 and words[1] in ("-->", "<--"):
            arrows.add((words[0], words[2]) if words[1] == "-->" else (words[2], words[0]))
    return names, arrows


def learn(names, arrows, seed, rule):
    """Edges (x, arrow, y) and ambiguous triples (x, middle, y) that PC finds in simulated data."""
    import numpy
    from tigramite import data_processing
    from tigramite.independence_tests.parcorr import ParCorr
    from tigramite.pcmci import PCMCI

    rng = numpy.random.default_rng(seed)
    place = {name: i for i, name in enumerate(names)}
    weights = numpy.zeros((len(names), len(names)))
    for x, y in sorted(arrows):
        weights[place[x], place[y]] = rng.uniform(0.5, 1.5) * rng.choice([-1, 1])
    noise = rng.normal(size=(2000, len(names)))
    data = noise @ numpy.linalg.inv(numpy.eye(len(names)) - weights)
    pcmci = PCMCI(dataframe=data_processing.DataFrame(data, var_names=names), cond_ind_test=ParCorr(), verbosity=0)
    result = pcmci.run_pcalg_non_timeseries_data(pc_alpha=0.001, contemp_collider_rule=rule, conflict_resolution=True)
    graph = result["graph"][:, :, 0]
    edges = [
        (names[i], graph[i, j].replace("o-o", "---"), names[j])
        for i in range(len(names)) for j in range(i + 1, len(names)) if graph[i, j]
    ]
    triples = sorted({tuple(sorted((i, j))) + (k,) for i, k, j in result["ambiguous_triples"]})
    return edges, [(names[i], names[k], names[j]) for i, j, k in triples]


def write(path, names, edges, triples) -> None:
    lines = names + [" ".join(e) for e in edges] + [f"ambiguous {a} {b} {c}" for a, b, c in triples]
    path.write_text("\n".join(lines) + "\n")


def right(names, arrows, edges, triples) -> bool:
    """Whether the skeleton and every unshielded triple that is not ambiguous are right."""
    skeleton = {frozenset(e) for e in arrows}
    if {frozenset((x, y)) for x, _, y in edges} != skeleton:
        return False
    marks = {}
    for x, arrow, y in edges:
        marks[y, x], marks[x, y] = arrow[0], arrow[2]  # at x seen from y, at y seen from x
    doubtful = {(frozenset((a, c)), b) for a, b, c in triples}
    for b in names:
        around = sorted(v for v in names if frozenset((v, b)) in skeleton)
        for i, a in enumerate(around):
            for c in around[i + 1:]:
                if frozenset((a, c)) in skeleton or (frozenset((a, c)), b) in doubtful:
                    continue
                at = {marks[a, b], marks[c, b]}
                if "x" in at:
                    continue  # of unknown direction: any status may be read
                if (at == {">"}) != ((a, b) in arrows and (c, b) in arrows):
                    return False
    return True


if __name__ == "__main__":
    main()
