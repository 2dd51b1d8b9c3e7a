"""What can go wrong, as exceptions. All are an :class:`Error`, which is a ``ValueError``."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

__all__ = ["ChangedError", "Error", "ClassError", "ConversionError", "EngineError", "MetricError", "MissingFileError", "NodesError", "OptionError", "ParseError", "StudyError"]


def option(name: str, value: Any = None) -> str:
    """Return a keyword as the user types it, with the value to set it to if there is one."""
    return f"{name}={'' if value is None else value if value == '...' else repr(value)}"


class Error(ValueError):
    """Base of all exceptions of this package.

    Attributes
    ----------
    role : str or None
        ``"truth"`` or ``"guess"``, where one of the two graphs is at fault.
    option : str or None
        The keyword that is at fault or would help.
    values : tuple of str
        What that keyword may be.
    witness : tuple of str
        The nodes that show what is wrong.
    """

    def __init__(self, message: str, *, role: str | None = None, option: str | None = None,
                 values: Sequence[str] = (), witness: Sequence[str] = ()):
        super().__init__(message)
        self.role = role
        self.option = option
        self.values = tuple(values)
        self.witness = tuple(witness)


class ConversionError(Error):
    """An object is not a graph, or does not say which graph it is."""


class OptionError(Error):
    """A keyword is missing, or has a value that it cannot have."""

    _known = False  # the object itself states what the keyword is for


class ParseError(Error):
    """A file or text is not a graph."""


class MissingFileError(ParseError, FileNotFoundError):
    """There is no such file."""

    def __str__(self) -> str:
        return str(self.args[0])


class ClassError(Error):
    """A graph is not of its class: ``witness`` has the nodes that show it."""


class NodesError(Error):
    """The two graphs have different nodes, or a node is not in a graph: see ``missing`` and ``extra``."""

    def __init__(self, message: str, *, missing: Sequence[str] = (), extra: Sequence[str] = (), **more: Any):
        super().__init__(message, **more)
        self.missing = tuple(missing)
        self.extra = tuple(extra)


class MetricError(Error, KeyError):
    """There is no such metric, a result does not have it, or it is not defined for these graphs."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put it in quotes


class EngineError(Error):
    """The engine cannot be loaded, or has a bug."""


class StudyError(Error):
    """Blocks of a study failed as often as they were tried: ``blocks`` has each by name with the reason. The journal has all others."""

    def __init__(self, message: str, blocks: Mapping[str, str] | None = None, *, partial: bool = False, **more: Any):
        super().__init__(message, **more)
        self.blocks = dict(blocks or {})
        self.partial = partial  # the other blocks are done


class ChangedError(StudyError):
    """A file of a study is no longer what it was when the study began."""
