"""Holm's own bots, as opponents and as teachers: holm.bots.hard(nodes=200).

A bot is written as a word, as for `holm match`: 'greedy', 'hard:200', 'hard:50ms'. Everything that takes a
bot takes such a word, too.
"""
from __future__ import annotations

from typing import Dict, Optional

from . import _native


def names() -> Dict[str, str]:
    """Every bot, and how it plays."""
    lines = _native.text(_native.lib.native_bot_names()).splitlines()
    return dict(line.split('\t', 1) for line in lines)


def random() -> str:
    return 'random'


def random_trader() -> str:
    return 'random-trader'


def greedy() -> str:
    return 'greedy'


def alphabeta() -> str:
    return 'alphabeta'


def beginner() -> str:
    return 'beginner'


def easy() -> str:
    return 'easy'


def medium() -> str:
    return 'medium'


def _searching(name: str, nodes: Optional[int], milliseconds: Optional[int]) -> str:
    if nodes is not None and milliseconds is not None:
        raise ValueError('a budget is either of nodes or of milliseconds')
    if nodes is not None:
        return f'{name}:{nodes}'
    return f'{name}:{milliseconds}ms' if milliseconds is not None else name


def hard(nodes: Optional[int] = None, milliseconds: Optional[int] = None) -> str:
    """A search with a budget for each move; with nodes and a seed it always plays the same."""
    return _searching('hard', nodes, milliseconds)


def expert(nodes: Optional[int] = None, milliseconds: Optional[int] = None) -> str:
    """The same, which judges by what it has learnt."""
    return _searching('expert', nodes, milliseconds)
