"""Holm, the island-settling game, for programs that learn. docs/learning.md is the guide.

    batch = holm.Batch('base', games=1024)      # many games at once, as numpy arrays
    game = holm.Game('knights', players=3)      # one game: notation, views, positions, logs, pictures
    holm.match(['hard:100', 'greedy', 'greedy', 'greedy'], games=400)
    holm.dataset.self_play('data', 'medium', rows=100_000)
"""
from . import bots, catanatron, dataset, gym, puffer, zoo
from ._native import HolmError
from .batch import ACTION, ActionBlock, Batch, Block
from .game import CARDS, PIECES, PORTS, SEATS, TERRAINS, Game, read_log, replay
from .matches import Match, Score, match, wilson
from .setups import Setup

__all__ = ['ACTION', 'ActionBlock', 'Batch', 'Block', 'CARDS', 'Game', 'HolmError', 'Match', 'PIECES', 'PORTS', 'SEATS', 'Score', 'Setup', 'TERRAINS',
           'bots', 'catanatron', 'dataset', 'gym', 'match', 'puffer', 'read_log', 'replay', 'wilson', 'zoo']
