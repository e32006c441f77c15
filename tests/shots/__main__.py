"""``./run shots``"""

import sys

from tests.shots.sheets import main

if __name__ == "__main__":
    main(*sys.argv[1:])
