"""Sends a signal to every thread of a process but the first, sixty times, and then interrupts the process."""

import ctypes
import os
import signal
import sys
import time

pid, number = int(sys.argv[1]), int(sys.argv[2])
tgkill = {"x86_64": 234, "aarch64": 131}[os.uname().machine]
libc = ctypes.CDLL(None)
for _ in range(60):
    for thread in os.listdir(f"/proc/{pid}/task"):
        if int(thread) != pid:
            libc.syscall(tgkill, pid, int(thread), number)
    time.sleep(0.01)
time.sleep(0.2)
os.kill(pid, signal.SIGINT)
