"""A misspelled keyword, which type checkers must refuse."""

import sepdist

sepdist.compare("a --> b", "a --> b", orientatoin="row-to-col")
