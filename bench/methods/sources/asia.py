"""The network asia of pgmpy."""

import networks

DATA = "categorical"
network, draw = networks.load("asia")
