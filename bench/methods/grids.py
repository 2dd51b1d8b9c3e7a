"""What is run: cells of a source, nodes, degree (mean number of neighbours), samples and seeds.

One factor changes at a time, around 10 nodes, degree 3 and 1000 samples. Sources with hidden variables have
two nodes more, which are those hidden. Networks have their own nodes and edges.
"""

BASE = ["gauss", "gauss-weak", "gauss-std", "gauss-internal", "uniform-std", "nonlinear"]


def cell(source, seeds, nodes=10, degree=3, samples=1000):
    return {"source": source, "nodes": nodes, "degree": degree, "samples": samples, "seeds": seeds}


def base(seeds):
    return [cell(source, seeds) for source in BASE] + [cell("latent", seeds, nodes=12)]


def sizes(seeds):
    """Return cells with more nodes, fewer seeds each: methods reach their time limit there."""
    return [cell("gauss-std", seeds // {20: 2, 50: 5, 100: 10}[nodes], nodes=nodes) for nodes in (20, 50, 100) if seeds >= 50 or nodes < 100]


# On two cores: minutes, half an hour, a few hours.
GRIDS = {
    "tiny": [cell("gauss", 2, nodes=5, degree=2, samples=200), cell("latent", 2, nodes=6, degree=2, samples=200)],
    "small": base(5) + [cell("asia", 5)],
    "medium": base(12)
    + [cell(source, 12, samples=samples) for samples in (100, 10000) for source in ("gauss-std", "uniform-std")]
    + [cell("latent", 12, nodes=12, samples=10000), cell("gauss-std", 12, degree=5), *sizes(12)]
    + [cell("asia", 12), cell("sachs", 10), cell("child", 3), cell("alarm", 3)],
    "full": base(50)
    + [cell(source, 50, samples=samples) for samples in (100, 10000) for source in BASE]
    + [cell("latent", 50, nodes=12, samples=10000), *(cell("gauss-std", 50, degree=degree) for degree in (2, 5)), *sizes(50)]
    + [cell("asia", 50), cell("sachs", 20), *(cell(source, 10) for source in ("child", "insurance", "alarm"))],
}
