"""The network child of pgmpy."""

import networks

DATA = "categorical"
network, draw = networks.load("child")
