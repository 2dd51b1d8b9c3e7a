"""A kernel of Jupyter: it can be interrupted while the engine works, goes on, and shows results."""

import os
import queue
import time

import jupyter_client
import pytest

SLOW = """
import sepdist
slow = sepdist.simulate("dag", 22, 60, seed=1), sepdist.simulate("dag", 22, 60, seed=2)
"""
# The cell itself prints when the exception arrives, since the time that Jupyter takes to show it is not ours. It does not flush what it
# prints at first, since an interrupt in Jupyter's flush may become a RuntimeError.
LOOP = """
import time
try:
    print("begun")  # inside: the interrupt may come at once
    while True:
        sepdist.compare(*slow, "sc-metric", exact_limit=30)
except KeyboardInterrupt:
    print(time.time())
    raise
"""
LONG = """
big = sepdist.simulate("dag", 40, 120, seed=1), sepdist.simulate("dag", 40, 120, seed=2)
try:
    print("begun")
    sepdist.compare(*big, "sc-metric", exact_limit=64)
except KeyboardInterrupt:
    print(time.time())
    raise
"""
AFTER = """
truth = sepdist.Graph(list("abc"), [("a", "-->", "b"), ("c", "-->", "b")])
guess = sepdist.Graph(list("abc"), [("a", "-->", "b"), ("b", "-->", "c")])
r = sepdist.compare(truth, guess)
print(r["parent-sd"].wrong, r["parent-sd"].of)
r
"""


class Kernel:
    def __init__(self, engine):
        self.manager = jupyter_client.KernelManager(kernel_name="python3")
        self.manager.start_kernel(env={**os.environ, "SEPDIST_ENGINE": engine})
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=600)

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, code, interrupt=None):
        """Run a cell, and interrupt it some seconds after it printed something. Return what it printed, shows and raised, and when it was interrupted."""
        cell = self.client.execute(code)
        printed, shown, raised, sent = "", {}, None, None
        while True:
            try:
                m = self.client.get_iopub_msg(timeout=600)
            except queue.Empty:
                raise AssertionError("the kernel is silent") from None
            if m["parent_header"].get("msg_id") != cell:
                continue
            kind, content = m["msg_type"], m["content"]
            if kind == "stream":
                printed += content["text"]
                if interrupt is not None and sent is None:
                    time.sleep(interrupt)
                    sent = time.time()
                    self.manager.interrupt_kernel()
            elif kind == "execute_result":
                shown = content["data"]
            elif kind == "error":
                raised = content["ename"]
            elif kind == "status" and content["execution_state"] == "idle":
                return printed, shown, raised, sent


@pytest.mark.parametrize("engine", ["library", "worker"])
def test_interrupt(engine):
    kernel = Kernel(engine)
    try:
        assert kernel.run(SLOW)[2] is None
        for code, wait in ((LOOP, 0.3), (LONG, 0.5), (LONG, 0.1), (LOOP, 0.0)):
            printed, _, raised, sent = kernel.run(code, wait)
            assert raised == "KeyboardInterrupt" and float(printed.split()[-1]) - sent < 1, (raised, printed, sent)
            printed, shown, raised, _ = kernel.run(AFTER)
            assert (printed.split(), raised) == (["2", "6"], None)
            assert "<table" in shown["text/html"] and "<svg" in shown["text/html"] and "parent-sd" in shown["text/plain"]
    finally:
        kernel.end()
