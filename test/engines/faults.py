"""Studies whose blocks fail, in a module that workers can import."""

import os
import pathlib
import signal
import threading
import time

from sepdist.studies import Study


class Faulty(Study):
    """A study with a fault at some blocks, by number: "once", "always", "kill" or "change"."""

    def __init__(self, study, folder, faults):
        super().__init__(study.request, study.lines)
        self.folder, self.faults = str(folder), faults

    def first(self, what):
        try:
            os.close(os.open(os.path.join(self.folder, what), os.O_CREAT | os.O_EXCL))
            return True
        except FileExistsError:
            return False

    def block(self, block):
        number = block["number"]
        fault = self.faults.get(number)
        if fault == "always" or fault == "once" and self.first(f"once-{number}"):
            raise RuntimeError(f"block {number} fails as it should")
        if fault == "kill" and self.first(f"kill-{number}"):
            threading.Timer(0.2, os.kill, [worker(), signal.SIGKILL]).start()
            time.sleep(0.1)
            answer = super().block(block)
            time.sleep(30)
            return answer
        if fault == "change" and self.first(f"change-{number}"):
            manifest = pathlib.Path(self.request["study"]["paths"][0])
            head, *rows = manifest.read_text().splitlines(keepends=True)
            manifest.write_text(head + "".join(reversed(rows)))
        return super().block(block)


def worker():
    """Return the process to kill: with Spark the whole executor, which is the Java process above this one."""
    pid = os.getpid()
    if os.environ.get("SPARK_HOME") or "pyspark" in " ".join(pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")):
        while pid > 1:
            if pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "java":
                return pid
            pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return os.getpid()
