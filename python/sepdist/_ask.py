"""Requests to the engine about one graph or two, and what all answers share."""

from __future__ import annotations

import abc
import copy
import dataclasses
import os
from dataclasses import dataclass
from typing import Any, ClassVar, Iterator, Mapping, Sequence, TypeVar

from . import _html
from ._convert import read_as, read_pair
from ._native import call
from ._reading import reading_of, split
from .graph import Graph

T = TypeVar("T", bound="Text")


def pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas, which is not installed: use to_dict") from None
    return pandas


@dataclass(frozen=True, repr=False)
class Text:
    """Data of the engine, and the same as text, which ``print`` shows."""

    data: dict[str, Any]
    text: str

    @classmethod
    def of_answer(cls: type[T], data: dict[str, Any], text: str, **own: Any) -> T:
        """Return the data as fields; those that are missing have their defaults."""
        found = {f.name: data[f.name] for f in dataclasses.fields(cls) if data.get(f.name) is not None}
        return cls(**{**found, "data": data, "text": text, **own})

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        return copy.deepcopy(self.data)

    def _repr_html_(self) -> str:
        return _html.text(self.text)


class Listing(Text):
    """The same with a list, which a loop goes through."""

    _list: ClassVar[str]

    def __len__(self) -> int:
        return len(getattr(self, self._list))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(getattr(self, self._list))


V = TypeVar("V")


class Named(Mapping[str, V]):
    """A mapping whose keys Tab completes."""

    @abc.abstractmethod
    def _items(self) -> Mapping[str, V]: ...

    def __getitem__(self, name: str) -> V:
        return self._items()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items())

    def __len__(self) -> int:
        return len(self._items())

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)


class Progress:
    """Shows a bar of tqdm if it is installed, or calls a function with the share of work done."""

    def __init__(self, wanted: Any):
        self.bar = None
        self.tell = wanted if callable(wanted) else None
        if wanted and self.tell is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}", leave=False)

    def __call__(self, share: float) -> None:
        if self.tell is not None:
            self.tell(share)
        elif self.bar is not None:
            self.bar.update(round(100 * share, 1) - self.bar.n)

    def __enter__(self) -> Any:
        return self if self.bar is not None or self.tell is not None else None

    def __exit__(self, *_: Any) -> None:
        if self.bar is not None:
            self.bar.close()


def ask(op: str, graph: Any, reading: Mapping[str, Any], first: Sequence[Any] = (), **header: Any) -> tuple[Any, list[memoryview]]:
    """Send a request about one graph, after these parts."""
    parts = list(first)
    return call({"op": op, "graph": read_as(graph, reading_of(reading))._encode(parts), **header}, parts)


def ask_pair(op: str, truth: Any, guess: Any, options: Mapping[str, Any], progress: Any = False, **header: Any) -> tuple[Any, list[memoryview]]:
    """Send a request about two graphs."""
    readings, sent = split(options)
    return ask_graphs(op, *read_pair(truth, guess, readings, "by-position" in sent or "rename" in sent), sent, progress, **header)


def ask_graphs(op: str, truth: Graph, guess: Graph, sent: Mapping[str, Any], progress: Any = False, **header: Any) -> tuple[Any, list[memoryview]]:
    """Send a request about two graphs, with the options as the engine spells them."""
    parts: list[Any] = []
    with Progress(progress) as tell:
        return call({"op": op, "truth": truth._encode(parts), "guess": guess._encode(parts), "options": sent, **header}, parts, tell)


def write_file(path: Any, data: Any) -> None:
    """Write a file, which appears when it is complete."""
    target = os.path.realpath(os.fspath(path))
    temp = f"{target}.{os.getpid()}.temp"
    if os.path.exists(target) and not os.path.isfile(target):
        temp = target  # such as a pipe
    try:
        with open(temp, "wb") as f:
            f.write(data)
        if temp != target:
            os.replace(temp, target)
    except BaseException as e:
        if temp != target and os.path.exists(temp):
            os.remove(temp)
        if isinstance(e, OSError):
            e.filename = os.fspath(path)
        raise
