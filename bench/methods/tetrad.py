"""Tetrad's Java library: its searches, scores and tests for an array.

The Java machine starts in the process that runs the methods: it does not survive a fork.
"""

import os

import jpype


def start():
    if not jpype.isJVMStarted():
        jpype.startJVM("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ActiveProcessorCount=1", "-Djava.awt.headless=true",
                       "-Djava.util.prefs.userRoot=" + os.devnull, classpath=[os.environ["TETRAD_JAR"]])
        search("Fges")


def search(name):
    """Return a class of edu.cmu.tetrad.search."""
    return jpype.JClass("edu.cmu.tetrad.search." + name)


def data(X):
    """Return X as a data set of Tetrad, with the columns X1, X2, ..."""
    box = jpype.JPackage("edu").cmu.tetrad.data
    columns = jpype.java.util.ArrayList()
    for i, column in enumerate(X.T):
        name = f"X{i + 1}"
        columns.add(box.DiscreteVariable(name, int(column.max()) + 1) if X.dtype == int else box.ContinuousVariable(name))
    if X.dtype == int:
        return box.BoxDataSet(box.VerticalIntDataBox(jpype.JArray.of(X.T.astype("int32"))), columns)
    return box.BoxDataSet(box.VerticalDoubleDataBox(jpype.JArray.of(X.T.astype(float))), columns)


def score(X):
    if X.dtype == int:
        return search("score.BdeuScore")(data(X))
    bic = search("score.SemBicScore")(data(X), True)
    bic.setPenaltyDiscount(1)
    return bic


def test(X, level):
    return search("test.IndTestGSquare" if X.dtype == int else "test.IndTestFisherZ")(data(X), level)
