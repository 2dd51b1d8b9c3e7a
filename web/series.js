// @ts-check
// Time series: graphs whose nodes are moments such as X(t-1), and whose edges are links that end at
// t. A graph is one if it has variables: {…, variables, lags}. A link stands for the same edge at all
// times, so that whatever is drawn between two moments is moved to where its later end is at t.

export const isSeries = (g) => g.variables !== undefined;

export const moment = (variable, lag) => (lag ? `${variable}(t-${lag})` : `${variable}(t)`);

// partsOf takes X(t-1) apart into X and 1.
export function partsOf(name) {
  const m = /^([^]+)\(t(?:-([1-9]\d{0,5}))?\)$/.exec(name);
  return m ? [m[1], Number(m[2] ?? 0)] : [name, 0];
}

// moments lists those of some variables up to a lag, slice by slice.
export const moments = (variables, lags) => Array.from({ length: lags + 1 }, (_, lag) => variables.map((v) => moment(v, lag))).flat();

// atT moves an edge in time, so that its later end is at t.
export function atT(e) {
  const [x, i] = partsOf(e.x), [y, j] = partsOf(e.y), k = Math.min(i, j);
  return { ...e, x: moment(x, i - k), y: moment(y, j - k) };
}

// series makes a graph of variables and links; triples are of moments.
export function series({ name, class: kind, variables, edges, triples = [] }) {
  const lag = (n) => partsOf(n)[1];
  const lags = Math.max(0, ...edges.flatMap((e) => [lag(e.x), lag(e.y)]), ...triples.flatMap(([, ...t]) => t.map(lag)));
  return { name, class: kind, variables, lags, nodes: moments(variables, lags), edges, triples };
}

// windowed returns a series as it is drawn: the moments of these variables up to a lag, with what
// repeats its links at earlier times.
export function windowed(g, variables, lags) {
  const nodes = moments(variables, lags), known = new Set(variables), edges = [];
  for (const e of g.edges) {
    const [x, i] = partsOf(e.x), [y, j] = partsOf(e.y);
    for (let k = 0; known.has(x) && known.has(y) && k + Math.max(i, j) <= lags; k++) edges.push({ ...e, x: moment(x, i + k), y: moment(y, j + k) });
  }
  return { name: g.name, class: "", nodes, edges, triples: [] };
}

// repeats reports whether an edge of a window repeats one that ends at t.
export const repeats = (e) => Math.min(partsOf(e.x)[1], partsOf(e.y)[1]) > 0;

// grid places moments: variables in rows, time from left to right.
export function grid(variables, lags) {
  const wide = Math.max(84, ...variables.map((v) => Math.min(24, v.length) * 6.5 + 90)), at = new Map();
  variables.forEach((v, row) => {
    for (let lag = 0; lag <= lags; lag++) at.set(moment(v, lag), [-lag * wide, row * 62]);
  });
  return at;
}
