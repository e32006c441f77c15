"""``./run shots``"""

from tests.shots.sheets import main

if __name__ == "__main__":
    main()
