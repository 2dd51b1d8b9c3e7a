"""What we learned: sentences of docs/methods-study.md whose numbers are inserted here, from the tables."""

import collections

import numpy as np

import tables


def learned(found, known, outcomes):
    """Return the findings. A method is first by a metric if its mean rank is lowest."""
    metrics, methods, ranks = tables.RANKED, found.methods_ranked, found.ranks[0]
    low, high = np.nanpercentile(found.taus[1:], [2.5, 97.5], axis=0)

    def tau(a, b):
        i, j = metrics.index(a), metrics.index(b)
        return f"{found.taus[0][i, j]:.2f} ({low[i, j]:.2f} to {high[i, j]:.2f})"

    def opposite(a, b):
        mean, least, most, wrong, of = found.opposite(a, b, found.base)
        return f"{wrong:.0f} of {of:.0f} pairs, {mean:.0%} ({least:.0%} to {most:.0%})"

    def rank(metric, method):
        if method not in methods:
            return "no rank"
        return f"{ranks[metrics.index(metric), methods.index(method)]:.1f}"

    first = collections.defaultdict(list)
    for k, metric in enumerate(metrics):
        first[methods[int(np.nanargmin(ranks[k]))]].append(metric)
    winners = "; ".join(f"`{method}` by {', '.join(by)}" for method, by in sorted(first.items(), key=lambda item: -len(item[1])))
    invalid = [f"{row[0]} {row[4]} of {row[1]}" for row in sorted(outcomes, key=lambda row: -row[4] / row[1]) if row[4]]
    stopped = [f"{row[0]} {row[2]}" for row in outcomes if row[2]]
    failed = [f"{row[0]} {row[3]}" for row in outcomes if row[3]]
    slow = sorted((row for row in outcomes), key=lambda row: -float(row[7]))[:3]
    lines = [
        f"**Who wins depends on the metric.** First are {winners} (table *ranks*; rule: the lowest mean rank over the sources of {found.size[0]} variables, "
        f"degree {found.size[1]} and {found.size[2]} samples, {len(methods)} methods).",
        f"**SHD, adjustment and separation agree in part.** Kendall's τ between the orders of methods is {tau('shd', 'mean-zl-sd')} for shd and mean-zl-sd, "
        f"{tau('shd', 'parent-aid')} for shd and parent-aid, {tau('parent-aid', 'mean-zl-sd')} for parent-aid and mean-zl-sd (table *tau*). On one data set "
        f"two methods are in opposite orders by shd and by mean-zl-sd in {opposite('shd', 'mean-zl-sd')}, and by parent-aid and by mean-zl-sd in "
        f"{opposite('parent-aid', 'mean-zl-sd')} (table *orders*; rule: both metrics differ).",
        f"**One direction alone ranks sparsity.** By reverse-zl-sd the empty graph has mean rank {rank('reverse-zl-sd', 'empty')}, by zl-sd "
        f"{rank('zl-sd', 'empty')} of {len(methods)}; τ between the two directions is {tau('zl-sd', 'reverse-zl-sd')} (tables *ranks* and *tau*). "
        "A method that returns few edges is good at the one, a method that returns many at the other. Report both, or their mean.",
        f"**Held-out data order methods as zl-sd does, without a truth.** τ between `sepdist falsify` on held-out rows and zl-sd is {tau('held-out', 'zl-sd')}, "
        f"and with shd {tau('held-out', 'shd')} (table *tau*); opposite orders: {opposite('held-out', 'zl-sd')} (table *orders*). It inherits the blind spot of zl-sd: extra edges.",
        *results(known),
        f"**Invalid outputs.** Graphs that violate their class: {', '.join(invalid) or 'none'} (table *outcomes*; rule: `sepdist batch` without `--invalid` rejects them). "
        "What they would have scored is in table *repairs*.",
        f"**Failures and time.** Time-outs: {', '.join(stopped) or 'none'}. Failures: {', '.join(failed) or 'none'}. The slowest by the median of their runs are "
        f"{', '.join(f'{row[0]} ({row[7]} s)' for row in slow)} (table *outcomes*).",
    ]
    return "".join(f"- {line}\n" for line in lines)


def results(known):
    """Return sentences about known results, if the data for them ran."""
    of = {(row[0], row[1]): f"{row[2]}{'' if row[3] == 'yes' else ', ' + row[3]}" for row in known}

    def said(begin, metric):
        return "; ".join(f"{what} {value}" for (what, by), value in of.items() if what.startswith(begin) and by == metric)

    rule = "(table *known*; rule: a difference on the same seeds is shown if its 95 % interval is above 0)"
    lines = [
        ("Variances give the order away", "by shd-dag, " + "; ".join(filter(None, map(
            lambda begin: said(begin, "shd-dag"), ("standardizing", "`dagma`", "`var-sort`", "`r2-sort`"))))),
        ("Non-Gaussian noise", f"by parent-aid-dag, {said('`direct-lingam`', 'parent-aid-dag')}; by shd-dag, {said('`direct-lingam`', 'shd-dag')}"),
        ("Latent variables", f"by canonical-aid-mag, {said('`fci`', 'canonical-aid-mag')}; by mean-zl-sd, {said('`fci`', 'mean-zl-sd')}; "
                             f"by shd, {said('`fci`', 'shd')}"),
    ]
    return [f"**{title}.** Differences of means: {text} {rule}." for title, text in lines] if known else []
