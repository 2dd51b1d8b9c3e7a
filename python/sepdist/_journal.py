"""The journal of a study: the plan and the rows of finished blocks, in a file that the engine keeps."""

from __future__ import annotations

from typing import Any

from ._native import call


class Journal:
    """An open journal. Nobody else can open it."""

    def __init__(self, path: str, identity: dict[str, Any], plan: dict[str, Any], force: bool = False):
        self.path = path
        answer, _ = self._call("open", path=path, identity=identity, plan=plan, force=force)
        self._number = answer["journal"]
        self.plan: dict[str, Any] = answer["plan"]
        self.done: dict[int, dict[str, Any]] = {int(block): head for block, head in answer["done"].items()}

    def _call(self, do: str, parts: Any = (), **more: Any) -> tuple[Any, Any]:
        return call({"op": "journal", "journal": {"do": do, **more}}, parts)

    def add(self, block: int, head: dict[str, Any], rows: bytes) -> None:
        """Keep the rows of a block, unless they are there."""
        head = {"block": block, **head}
        self._call("add", [rows], number=self._number, block=block, head=head, rows=0)
        self.done.setdefault(block, head)

    def rows(self, block: int) -> bytes:
        """Return the rows of a block."""
        answer, parts = self._call("rows", number=self._number, block=block)
        return bytes(parts[answer["rows"]])

    def close(self) -> None:
        number, self._number = self._number, 0
        if number:
            self._call("close", number=number)
