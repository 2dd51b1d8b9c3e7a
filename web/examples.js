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
    id: "mag-pag", title: "Hidden causes: MAG and PAG", about: "A MAG over measured variables, and a PAG of the kind that FCI returns, with one edge too few. Both are made up.",
    truth: { name: "mag", class: "mag", text: "income --> parks\nparks <-> health\nhealth --> survival\nincome --> survival\nage --> health\n" },
    guess: { name: "pag", class: "pag", text: "income\nparks\nhealth\nsurvival\nage\nincome o-> parks\nhealth o-> parks\nage o-o health\nincome o-o survival\n" },
  },
];
