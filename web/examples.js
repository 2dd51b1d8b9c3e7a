// @ts-check
// Examples to start from.

const chain = (n) => Array.from({ length: n - 1 }, (_, i) => `X${i + 1} --> X${i + 2}`).join("\n") + "\n";

const asia = `asia --> tub
smoke --> lung
smoke --> bronc
lung --> either
tub --> either
either --> xray
bronc --> dysp
either --> dysp
`;

export const examples = [
  {
    id: "asia", title: "Chest clinic: what PC found", about: "The network asia (8 nodes) and the CPDAG that PC learned from 5000 samples.",
    truth: { name: "asia", text: asia },
    guess: { name: "asia-pc", text: "asia\ntub\nsmoke\nlung\nbronc\neither\nxray\ndysp\nasia --> tub\neither --> tub\nlung --- either\nsmoke --- lung\nsmoke --- bronc\nbronc --- dysp\n" },
  },
  {
    id: "paper-1", title: "One reversed edge in a chain", about: "Example 1 of Wahl and Runge: a chain, and the same with a collider in its middle. One edge differs; all pairs left and right of it are connected in the chain and separated, given nothing, in the other.",
    truth: { name: "chain", text: chain(6) },
    guess: { name: "collider", text: chain(6).replace("X3 --> X4", "X4 --> X3") },
  },
  {
    id: "paper-2", title: "Another order of the same length", about: "Example 2 of Wahl and Runge: two chains over the same nodes, the second with the odd nodes first. Their CPDAGs are at parent-AID 0.",
    truth: { name: "chain", text: chain(6) },
    guess: { name: "odd-even", text: "X1\nX2\nX3\nX4\nX5\nX6\nX1 --> X3\nX3 --> X5\nX5 --> X2\nX2 --> X4\nX4 --> X6\n" },
  },
  {
    id: "fci", title: "A hidden cause: what FCI found", about: "A DAG in which diet is not measured, and the PAG that FCI learned from 1000 samples of the others. It missed the edge that diet leaves between weight and lipids: chosen from eight runs because it errs.",
    // causal-learn 0.1.4.8: fci(data, "fisherz", 0.01) on 1000 rows of age, exercise, weight, pressure, lipids and stroke. In
    // the order diet, age, exercise, weight, pressure, lipids, stroke, with e() of numpy.random.default_rng(1).standard_normal:
    //   weight = 0.6 diet - 0.5 exercise + e()      lipids = 0.7 diet + e()
    //   pressure = 0.5 age + 0.5 weight + e()       stroke = 0.5 pressure + 0.5 lipids + e()
    truth: { name: "dag", text: "age\nexercise\nweight\npressure\nlipids\nstroke\ndiet\ndiet --> weight\ndiet --> lipids\nexercise --> weight\nage --> pressure\nweight --> pressure\npressure --> stroke\nlipids --> stroke\n" },
    guess: { name: "fci", class: "pag", text: "age\nexercise\nweight\npressure\nlipids\nstroke\nage o-> pressure\nexercise o-o weight\nweight o-> pressure\npressure --> stroke\nlipids o-> stroke\n" },
    options: { project: true },
  },
  {
    id: "climate", title: "A time series", about: "Four variables over time, and a guess with one link missed, one at the wrong lag. Made up. Time goes from left to right.",
    truth: { name: "climate", text: "Solar\nOcean\nRain\nFlow\nSolar(t-1) --> Solar(t)\nSolar(t-1) --> Ocean(t)\nOcean(t-1) --> Ocean(t)\nOcean(t-2) --> Rain(t)\nSolar(t) --> Rain(t)\nRain(t) --> Flow(t)\nFlow(t-1) --> Flow(t)\n" },
    guess: { name: "climate-guess", text: "Solar\nOcean\nRain\nFlow\nSolar(t-1) --> Solar(t)\nOcean(t-1) --> Ocean(t)\nSolar(t-1) --> Ocean(t)\nOcean(t-1) --> Rain(t)\nSolar(t) --> Rain(t)\nRain(t) --> Flow(t)\n" },
  },
];
