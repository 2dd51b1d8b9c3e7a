"""What is run: cells of a source, nodes, degree (mean number of neighbours), samples and seeds.

One factor changes at a time, around 10 nodes, degree 3 and 1000 samples. Sources with hidden variables have
two nodes more, which are those hidden. Networks have their own nodes and edges.
"""

BASE = ["gauss", "gauss-weak", "gauss-std", "gauss-internal", "uniform-std", "nonlinear"]


def cell(source, seeds, nodes=10, degree=3, samples=1000):
    return {"source": source, "nodes": nodes, "degree": degree, "samples": samples, "seeds": seeds}


def base(seeds):
    return [cell(source, seeds) for source in BASE] + [cell("latent", seeds, nodes=12)]


GRIDS = {
    "tiny": [cell("gauss", 2, nodes=5, degree=2, samples=200), cell("latent", 2, nodes=6, degree=2, samples=200)],
    "small": base(5) + [cell("asia", 5)],
    "medium": base(9)
    + [cell(source, 7, samples=samples) for samples in (100, 10000) for source in ("gauss-std", "uniform-std")]
    + [cell("latent", 9, nodes=12, samples=10000), cell("gauss-std", 7, degree=5), cell("gauss-std", 3, nodes=20)]
    + [cell("asia", 9), cell("sachs", 3)],
    "full": [
        cell(source, 50, nodes, degree, samples)
        for source in [*BASE, "latent"] for nodes in (10, 20, 50, 100) for degree in (2, 3, 5) for samples in (100, 1000, 10000)
    ] + [cell(source, 50, samples=samples) for source in ("asia", "sachs", "child", "insurance", "alarm") for samples in (100, 1000, 10000)],
}
