#!/usr/bin/env python3
"""Render the film, preview a chapter, print the plan: `python render.py --help`."""

import sys
from pathlib import Path

from film.cli import main

if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent))
