"""Games of Catanatron (its JSON, as GameEncoder writes it) in Holm.

    taken = holm.catanatron.read(open('game.json').read())           # a game with its actions, as a log
    taken = holm.catanatron.read_position(open('game.json').read())  # a game as it stands, to play on
    print(taken)                                                     # what was taken over, and what was not

Its games are the base game for two to four on the board of 19 hexes.
"""
from .log import Taken, read
from .position import Standing, read_position

__all__ = ['Standing', 'Taken', 'read', 'read_position']
