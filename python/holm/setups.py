"""What is played: rules and a map, by the names that `holm sim` knows."""
from __future__ import annotations

import json
import operator
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union

import numpy as np

from . import _native

Value = Union[str, int, bool]


def _setting(name: str, value: Value) -> str:
    if isinstance(value, (bool, np.bool_)):
        value = 'true' if value else 'false'
    setting = f'{name}={value}'
    if not setting.isprintable():
        raise ValueError(f'an option is one line, not {setting!r}')
    return setting


class Setup(_native.Owner):
    """Rules and a map. `holm rules` lists games, editions, scenarios and options.

    >>> Setup('knights', players=3, target=13)
    """

    def __init__(self, game: Optional[str] = None, players: int = 4, edition: Optional[str] = None, map: Optional[str] = None,
                 scenario: Optional[str] = None, options: Optional[Mapping[str, Value]] = None, **more: Value) -> None:
        options = {**(options or {}), **more}
        self._made: Tuple[Callable[..., 'Setup'], Tuple[Any, ...]] = (Setup, (game, players, edition, map, scenario, options))
        settings = '\n'.join(_setting(name, value) for name, value in options.items())
        words = [word.encode() if word is not None else None for word in (game, edition, map, scenario)]
        self._handle = _native.lib.native_setup_make(words[0], words[1], operator.index(players), words[2], words[3], settings.encode())
        if not self._handle:
            raise _native.trouble()

    @classmethod
    def read(cls, text: str) -> 'Setup':
        """Of a log (its first line) or a position: nothing is left to deal."""
        setup = cls.__new__(cls)
        setup._made = Setup.read, (text.split('\n', 1)[0],)
        setup._handle = _native.lib.native_setup_read(text.split('\n', 1)[0].encode())
        if not setup._handle:
            raise _native.trouble()
        return setup

    def __del__(self) -> None:
        if getattr(self, '_handle', None):
            _native.lib.native_free(self._handle)
            self._handle = None

    def __reduce_ex__(self, protocol: Any) -> Any:  # a copy is made anew
        return self._made

    def __repr__(self) -> str:
        rules = self.rules
        return f"<holm.Setup {rules['game']} for {rules['players']} on {self.map}>"

    @property
    def _said(self) -> Dict[str, Any]:
        return json.loads(_native.text(_native.lib.native_setup_text(self._handle)))

    @property
    def rules(self) -> Dict[str, Any]:
        """All rules, as in docs/protocol.md."""
        return self._said['rules']

    @property
    def map(self) -> str:
        return self._said['map']

    @property
    def players(self) -> int:
        return self.rules['players']


def as_setup(game: Union[str, 'Setup', None], **more: Any) -> Setup:
    """A setup, or what makes one."""
    if isinstance(game, Setup):
        if more:
            raise TypeError('a Setup has its options already: ' + ', '.join(more))
        return game
    return Setup(game, **more)
