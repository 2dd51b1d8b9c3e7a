"""The network insurance of pgmpy."""

import networks

DATA = "categorical"
network, draw = networks.load("insurance")
