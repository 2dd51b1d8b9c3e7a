"""The network sachs of pgmpy."""

import networks

DATA = "categorical"
network, draw = networks.load("sachs")
