"""``python -m sepdist``: see :mod:`sepdist.commandline`."""

import sys

from .commandline import main

if __name__ == "__main__":
    sys.exit(main())
