"""Studies of many pairs, cut into blocks that run on one machine or on a cluster."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence

from ._convert import for_role, needed
from ._journal import Journal
from ._native import call
from ._reading import Reading, keywords, metric_names, split
from ._tables import CompareOptions
from .engines import open_engine
from .errors import ChangedError, Error, MissingFileError, OptionError, StudyError, option
from .graphs import convert, simulation
from .version import __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack

FORMS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".parquet": "raw-csv"}


@keywords(CompareOptions)
def study(*source: Any, metrics: Any = "default", simulate: Mapping[str, Any] | None = None, base: Any = None, stacked: bool = False,
          pair_timeout: float | str | None = None, yes: bool = False, **options: Unpack[CompareOptions]) -> Study:
    """Name the pairs of a study, to be compared in blocks by :meth:`Study.run`.

    Parameters
    ----------
    *source
        The path of a manifest (a CSV file with the columns id, truth, guess, or JSON lines); two
        folders or two stacks of matrices (.npy); a truth and its guesses; or a list of pairs
        ``(truth, guess)`` or ``(id, truth, guess)`` of anything that :func:`as_graph` takes. A list of
        dicts, or a pandas frame, with ``truth`` and ``guess`` may have other columns, such as method and size. Files
        must have the same names on all machines; pairs in a list travel with the blocks.
    metrics : str or list of str
        Names of metrics and groups, see :func:`metrics`.
    simulate : mapping, optional
        Draw the pairs in place of reading them: ``count``, ``seed`` and what :func:`sepdist.simulate`
        takes, with ``remove``, ``reverse``, ``add`` or ``any`` for the changes that make a guess.
        They are the pairs of ``sepdist simulate --count``.
    base : path, optional
        Folder that paths in a manifest are relative to; by default that of the manifest.
    stacked : bool
        Treat a .npy file of shape n × n × n as n graphs, not as a time series.
    pair_timeout : float or str, optional
        Time that a pair may take, in seconds or as "90s", "10m" or "1h30m". A pair that takes longer fails: its rows
        say so. The limit holds for each block of a pair that is cut into several.
    yes : bool
        Compare pairs that take more than an hour, too. Without it and without pair_timeout they fail.
    **options
        As in :func:`compare`.

    Examples
    --------
    >>> s = sepdist.study("manifest.csv", metrics=["zl-sd", "shd"])   # doctest: +SKIP
    >>> s.run(out="rows.csv")                                         # doctest: +SKIP
    >>> s.run("ray", address="head:6379", out="rows.parquet")         # doctest: +SKIP
    """
    readings, sent = split(options)
    request: dict[str, Any] = {"metrics": metric_names(metrics), "options": sent}
    about: dict[str, Any] = {"reading": {"truth": readings[0].engine, "guess": readings[1].engine}, "form": "csv"}
    if pair_timeout is not None:
        about["pair_timeout"] = pair_timeout
    if yes:
        about["yes"] = True
    lines = None
    columns: list[str] = []
    if simulate is not None:
        if source:
            raise OptionError("simulate draws the pairs: name no files beside it", option="simulate")
        about["count"] = _random(dict(simulate), request)
    elif len(source) == 1 and not isinstance(source[0], (str, os.PathLike)):
        lines, columns = _lines(source[0], readings)
        about["reading"] = {}
    elif source:
        about["paths"] = [os.path.abspath(os.fspath(p)) for p in source]
        about["stacked"] = bool(stacked)
        if base is not None:
            about["base"] = os.path.abspath(os.fspath(base))
    else:
        raise OptionError("the study has no pairs: name a manifest, two folders, or a list of pairs", option="source")
    request["study"] = about
    return Study(request, lines, columns)


def _random(given: dict[str, Any], request: dict[str, Any]) -> int:
    count = int(given.pop("count", 0))
    request["class"] = str(given.pop("graph_class", "dag"))
    try:
        request.update(simulation(given))
    except TypeError as e:
        raise OptionError(f"simulate: {e}", option="simulate") from None
    if count < 1:
        raise OptionError(f"simulate: count={count}: expected the number of pairs to draw", option="simulate")
    return count


def _lines(pairs: Any, readings: tuple[Reading, Reading]) -> tuple[bytes, list[str]]:
    """Return pairs of graphs as JSON lines, and their other columns."""
    if hasattr(pairs, "columns") and hasattr(pairs, "to_dict"):  # a frame of pandas
        pairs = pairs.to_dict("records")
    out = io.StringIO()
    known: dict[tuple[int, str], tuple[Any, Any]] = {}  # a truth is often that of many pairs
    spare: dict[str, list[OptionError]] = {}
    columns: list[str] = []
    graphs = 0
    for i, pair in enumerate(pairs):
        if isinstance(pair, (tuple, list)) and len(pair) in (2, 3):
            pair = dict(zip(("id", "truth", "guess")[-len(pair):], pair))
        if not isinstance(pair, Mapping) or "truth" not in pair or "guess" not in pair:
            raise OptionError(f"pair {i} is a {type(pair).__name__}: expected (truth, guess), (id, truth, guess), or a dict with truth, guess and other columns", option="source")
        line: dict[str, Any] = {"id": str(pair.get("id", i))}
        for role, how in zip(("truth", "guess"), readings):
            obj = pair[role]
            key = id(obj), role
            if key not in known:
                graphs += 1
                if len(known) > 4096:
                    known.clear()
                known[key] = obj, _as_json(obj, how, role, spare)
            line[role] = known[key][1]
        for k, v in pair.items():
            if k not in ("id", "truth", "guess"):
                line[str(k)] = v.item() if hasattr(v, "item") else v
                if str(k) not in columns:
                    columns.append(str(k))
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
    needed(spare, graphs)
    return out.getvalue().encode("utf-8", "surrogatepass"), columns


def _as_json(obj: Any, how: Reading, role: str, spare: dict[str, list[OptionError]]) -> Any:
    """Return a graph as JSON, or why there is none, which the row of its pair shows."""
    try:
        return json.loads(convert(for_role(obj, how, role, spare), "json"))
    except OptionError:  # a keyword is missing
        raise
    except Error as e:
        return {"unreadable": str(e), "missing": isinstance(e, MissingFileError)}


class Study:
    """Pairs, and how to compare them. It can be pickled; :meth:`block` is a pure function of it and of the files."""

    def __init__(self, request: dict[str, Any], lines: bytes | None = None, columns: Sequence[str] = ()):
        self.request = request
        self.columns = list(columns)  # of the lines, beside id, truth and guess
        self.version = __version__  # of the driver
        self.lines = lines

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "lines": None}  # a block has its own lines

    def _call(self, op: str, parts: list[Any], **more: Any) -> tuple[Any, list[memoryview]]:
        return call({**self.request, "op": op, "study": {**self.request["study"], **more}}, parts)

    def plan(self, block_seconds: float = 2.0, outputs: Sequence[str] = ()) -> dict[str, Any]:
        """Return the blocks, each of about block_seconds on one processor. Files that will be written must not be inputs."""
        more: dict[str, Any] = {"outputs": list(outputs)} if self.lines is None else {"lines": 0}
        answer, _ = self._call("plan", [] if self.lines is None else [self.lines], seconds=float(block_seconds), **more)
        return answer["plan"]

    def block(self, block: dict[str, Any]) -> dict[str, Any]:
        """Compare the pairs of a block, and return its rows with a digest of the files that were read."""
        if self.version != __version__:
            return {"error": f"the worker has sepdist {__version__}, and the driver has {self.version}: install the same version on all machines", "final": True}
        start = time.perf_counter()
        try:
            answer, parts = self._ask(block)
        except Error as e:
            return {"error": str(e), "final": isinstance(e, (ChangedError, OptionError))}
        if "rows" not in answer:
            return answer
        return {**answer, "rows": bytes(parts[answer["rows"]]), "took": round(time.perf_counter() - start, 3)}

    def answer(self, block: dict[str, Any]) -> dict[str, Any]:
        """Return what :meth:`block` returns, or what went wrong: engines word exceptions each in their own way."""
        try:
            return self.block(block)
        except Exception as e:
            return {"error": _one_line(e), "final": False}

    def _ask(self, block: dict[str, Any], **more: Any) -> tuple[Any, list[memoryview]]:
        block = {k: v for k, v in block.items() if k != "number"}
        text = block.pop("text", None)
        if text is None:
            return self._call("block", [], block=block, **more)
        return self._call("block", [text], block=block, lines=0, columns=self.columns, **more)

    def run(self, engine: Any = "local", *, address: str | None = None, workers: int | None = None, out: Any = None, journal: Any = None,
            block_seconds: float = 2.0, retries: int = 2, progress: Any = False, force: bool = False, timeout: float = 30.0) -> Rows:
        """Compare all pairs.

        Parameters
        ----------
        engine : str
            "local" (threads), "ray", "dask", "spark", or the name of an entry point of the group
            ``sepdist.engines``.
        address : str, optional
            Of the cluster: "head:6379" or "auto" for Ray, "tcp://head:8786" for Dask,
            "spark://head:7077" for Spark. Without it the engine is started on this machine.
        workers : int, optional
            Of an engine on this machine, by default one for each processor.
        out : path, optional
            File for the rows, .csv, .jsonl or .parquet (which needs pyarrow). It appears when it is
            whole.
        journal : path, optional
            File that a run that was stopped goes on from, by default ``out`` with ``.journal``, which
            is removed at the end.
        block_seconds : float
            What a block takes on one processor, about.
        retries : int
            How often a block that fails is tried again.
        progress : bool or callable
            Print how far it is, or call a function with (blocks done, blocks, seconds left).
        force : bool
            Overwrite ``out``, and a journal of another study.
        timeout : float
            Seconds to wait for a cluster.

        Raises
        ------
        StudyError
            Blocks failed as often as they were tried. A pair that cannot be compared is no error: it
            has rows that say why.
        """
        path = None if out is None else os.fspath(out)
        form = "csv" if path is None else FORMS.get(os.path.splitext(path)[1])
        if form is None:
            raise OptionError(f"{option('out', str(path))}: expected a file that ends with .csv, .jsonl or .parquet", option="out")
        if form == "raw-csv":
            _pyarrow()
        if path is not None and os.path.exists(path) and not force:
            raise OptionError(f"{path}: already exists: choose another file, or use {option('force', True)} to overwrite it", option="force")
        self.request["study"]["form"] = form
        before = self._source_digest()
        written = [] if path is None else [path, path + ".temp", path + ".journal"]
        plan = self.plan(block_seconds, written if journal is None else [*written, os.fspath(journal)])
        identity = {"version": self.version, "pairs": [plan["inputs"], plan["pairs"]],
                    "options": hashlib.sha256(json.dumps(self._identity(), sort_keys=True).encode()).hexdigest()}
        given = journal
        with tempfile.TemporaryDirectory() as folder:
            if journal is None:
                journal = os.path.join(folder, "journal") if path is None else path + ".journal"
            book = Journal(os.fspath(journal), identity, plan, force)
            try:
                try:
                    self._verify(book)
                except ChangedError:
                    if not force:
                        raise
                    book.close()
                    os.remove(journal)
                    book = Journal(os.fspath(journal), identity, plan)
                self._drive(book, engine, address, workers, timeout, retries, progress)
                if self._source_digest() != before:
                    raise ChangedError(f"{self.request['study']['paths'][0]}: the file changed during the run: run it again when nothing writes to it")
                rows = Rows(self, book, path, force)
            finally:
                book.close()
            if path is not None and given is None:
                os.remove(journal)
            return rows

    def _identity(self) -> dict[str, Any]:
        """Return what decides the rows: not how long a pair may take, so that a run can be resumed with another limit."""
        about = {k: v for k, v in self.request["study"].items() if k not in ("pair_timeout", "yes")}
        return {**self.request, "study": about}

    def _source_digest(self) -> str | None:
        """Return a digest of the manifest, where there is one."""
        paths = self.request["study"].get("paths", ())
        if len(paths) != 1 or not os.path.isfile(paths[0]):
            return None
        h = hashlib.sha256()
        with open(paths[0], "rb") as f:
            while data := f.read(1 << 20):
                h.update(data)
        return h.hexdigest()

    def _jobs(self, plan: dict[str, Any], chosen: Iterable[int]) -> Iterator[dict[str, Any]]:
        """Return blocks as they travel, each with its number."""
        blocks = plan["blocks"]
        for i in chosen:
            job = {**blocks[i], "number": i}
            if self.lines is not None:
                end = next((b["place"] for b in blocks[i + 1:] if b["lo"] >= job["hi"]), len(self.lines))
                job["text"], job["place"] = self.lines[job["place"]:end], 0
            yield job

    def _verify(self, book: Journal) -> None:
        """Read the files of finished blocks again: rows of files that have changed since are no use."""
        changed = []
        for job in self._jobs(book.plan, sorted(book.done)):
            try:
                if self._ask(job, look=True)[0]["files"] != book.done[job["number"]]["files"]:
                    changed.append(_name(job))
            except ChangedError:
                changed.append(_name(job))
        if changed:
            raise ChangedError(f"{book.path}: files of {len(changed)} finished blocks have changed since, the first of {changed[0]}: "
                               f"restore them, or use {option('force', True)} to start over", option="force")

    def _drive(self, book: Journal, engine: Any, address: str | None, workers: int | None, timeout: float, retries: int, progress: Any) -> None:
        blocks = book.plan["blocks"]
        todo = [i for i in range(len(blocks)) if i not in book.done]
        if not todo:
            return
        tell = _Progress(progress, blocks, todo)
        carrier = open_engine(engine, address, workers, timeout)
        try:
            reasons: dict[int, str] = {}
            for _ in range(retries + 1):
                reasons = {}
                for job, answer in carrier.map_unordered(self.answer, self._jobs(book.plan, todo)):
                    i = job["number"]
                    if isinstance(answer, BaseException):
                        reasons[i] = _one_line(answer)
                    elif "error" in answer:
                        if answer["final"]:
                            raise StudyError(answer["error"], {_name(job): answer["error"]})
                        reasons[i] = answer["error"]
                    else:
                        rows = answer.pop("rows")
                        book.add(i, answer, rows)
                        tell(i)
                todo = sorted(reasons)
                if not todo:
                    break
            if reasons:
                named = {_name(blocks[i]): reasons[i] for i in todo}
                first = next(iter(named))
                raise StudyError(f"{len(named)} of {len(blocks)} blocks failed, each {retries + 1} times: {', '.join(list(named)[:20])}; the first: {named[first]}", named, partial=True)
        finally:
            tell.end()
            if carrier is not engine:
                carrier.close()


def _name(block: Mapping[str, Any]) -> str:
    if block.get("part"):
        return f"pair {block['lo']}, sources {block['part']['lo']} to {block['part']['hi']}"
    return f"pairs {block['lo']} to {block['hi'] - 1}"


def _one_line(e: BaseException) -> str:
    """Return what an engine says, which may be pages, in a line: the last that says something."""
    lines = [line.strip() for line in str(e).splitlines() if line.strip()]
    chosen = next((line for line in reversed(lines) if "Error" in line or "Exception" in line), lines[0] if lines else "")
    return f"{type(e).__name__}: {chosen}"[:500]


class _Progress:
    """Tells how far a run is, by the blocks that are done and what the plan says of the others."""

    def __init__(self, wanted: Any, blocks: list[Any], todo: list[int]):
        self.blocks, self.total, self.done = blocks, len(blocks), len(blocks) - len(todo)
        self.left = self.all = sum(blocks[i]["seconds"] for i in todo)
        self.start = self.told = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.tell: Callable[[int, int, float], Any] | None = wanted if callable(wanted) else self._print if wanted else None

    def __call__(self, i: int) -> None:
        self.done += 1
        self.left = 0.0 if self.done == self.total else max(0.0, self.left - self.blocks[i]["seconds"])
        now = time.monotonic()
        if self.tell == self._print and now - self.told < (1 if self.terminal else 10) and self.done < self.total:
            return
        self.told = now
        if self.tell is not None:
            self.tell(self.done, self.total, (now - self.start) * self.left / max(self.all - self.left, 1e-9))

    def _print(self, done: int, total: int, left: float) -> None:
        print(f"\r{done} of {total} blocks, about {left:.0f} s left " if self.terminal else f"{done} of {total} blocks, about {left:.0f} s left",
              end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.tell is not None and self.terminal and self.tell == self._print:
            print(file=sys.stderr)


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet  # noqa: F401
    except ImportError as e:
        raise OptionError("Parquet needs the package pyarrow, which is not installed here: pip install pyarrow, or write .csv or .jsonl", option="out") from e
    return pyarrow


class Rows:
    """What a study found.

    Attributes
    ----------
    pairs, failed : int
        How many pairs there are, and how many could not be compared.
    first : str
        Why the first of these could not.
    path : str or None
        The file of the rows.
    """

    def __init__(self, study: Study, book: Journal, path: str | None, force: bool):
        self.pairs = self.failed = 0
        self.first = ""
        self.path = path
        self._data = b""
        self._form = study.request["study"]["form"]
        if path is None:
            self._data = b"".join(self._texts(study, book))
            return
        temp = path + ".temp"
        if self._form == "raw-csv":
            _write_parquet(temp, book.plan["columns"] or [], lambda: self._texts(study, book))
        else:
            with open(temp, "wb") as f:
                f.writelines(self._texts(study, book))
        if os.path.exists(path) and not force:
            os.remove(temp)
            raise OptionError(f"{path}: already exists: choose another file, or use {option('force', True)} to overwrite it", option="force")
        os.replace(temp, path)

    def _texts(self, study: Study, book: Journal) -> Iterator[bytes]:
        """Return the rows in the order of the pairs, those of a pair that was cut put together."""
        yield book.plan["head"].encode()
        self.pairs, self.failed, self.first = 0, 0, ""
        blocks = book.plan["blocks"]
        i = 0
        while i < len(blocks):
            if not blocks[i].get("part"):
                done = book.done[i]
                self._count(done["pairs"], done["failed"], done["first"])
                yield book.rows(i)
                i += 1
                continue
            end = i
            while end < len(blocks) and blocks[end]["lo"] == blocks[i]["lo"]:
                end += 1
            parts = [book.rows(k) for k in range(i, end)]
            more: dict[str, Any] = {}
            if study.lines is not None:
                more, parts = {"lines": len(parts), "columns": study.columns}, [*parts, b"\n"]
            answer, got = study._call("join", parts, rows=list(range(end - i)), metrics=blocks[i]["metrics"], **more)
            self._count(1, int(bool(answer["reason"])), answer["reason"])
            yield bytes(got[answer["rows"]])
            i = end

    def _count(self, pairs: int, failed: int, first: str) -> None:
        self.pairs += pairs
        self.failed += failed
        self.first = self.first or first

    @property
    def text(self) -> str:
        """The rows as they are written."""
        if self.path is not None and self._form != "raw-csv":
            with open(self.path, encoding="utf-8", newline="") as f:
                return f.read()
        return self._data.decode()

    def to_frame(self) -> Any:
        """Return the rows as a frame of pandas."""
        import pandas as pd

        if self._form == "raw-csv":
            return pd.read_parquet(self.path)
        return pd.read_json(io.StringIO(self.text), lines=True) if self._form == "jsonl" else pd.read_csv(io.StringIO(self.text))

    def __repr__(self) -> str:
        return f"<rows of {self.pairs} pairs, {self.failed} failed{'' if self.path is None else ', in ' + self.path}>"


_NUMBERS = ("wrong", "of", "value", "lower", "upper", "seconds")
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}|")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)?(\.[0-9]*)?([eE]-?[0-9]+)?|")


def _write_parquet(path: str, more: list[str], texts: Callable[[], Iterator[bytes]]) -> None:
    """Write rows as Parquet, some blocks at a time, with the columns and types that sepdist batch writes.

    A column of the manifest has whole numbers, numbers or texts, whichever is the first that fits.
    """
    pa = _pyarrow()

    def tables(blocks: Iterator[bytes]) -> Iterator[list[list[str]]]:
        next(blocks)
        for text in blocks:
            yield list(csv.reader(io.StringIO(text.decode(), newline="")))

    head = next(csv.reader([next(texts()).decode()])) + ["seconds"]
    kinds = {name: pa.int64() for name in more}
    for table in tables(texts()) if more else ():
        for name in more:
            k = head.index(name)
            for row in table:
                if kinds[name] == pa.int64() and not (_INTEGER.fullmatch(row[k]) and -(2**63) <= int(row[k] or 0) < 2**63):
                    kinds[name] = pa.float64()
                if kinds[name] == pa.float64() and not (_NUMBER.fullmatch(row[k]) and _finite(row[k])):
                    kinds[name] = pa.string()
    schema = pa.schema([(name, kinds.get(name) or (pa.float64() if name in _NUMBERS else pa.string())) for name in head])
    into = {pa.int64(): int, pa.float64(): float}
    with pa.parquet.ParquetWriter(path, schema, compression="snappy") as out:
        for table in tables(texts()):
            columns = []
            for k, field in enumerate(schema):
                make = into.get(field.type)
                columns.append([None] * len(table) if k == len(head) - 1 else [row[k] if make is None else None if row[k] == "" else make(row[k]) for row in table])
            out.write_table(pa.table(columns, schema=schema))


def _finite(text: str) -> bool:
    try:
        return text == "" or abs(float(text)) < float("inf")
    except ValueError:
        return False
