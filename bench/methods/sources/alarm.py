"""The network alarm of pgmpy."""

import networks

DATA = "categorical"
network, draw = networks.load("alarm")
