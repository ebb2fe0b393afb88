"""The library beside this file, by ctypes: its structs, its functions, and errors made of its sentences."""
from __future__ import annotations

import ctypes
import operator
import pathlib
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_float, c_int, c_long, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Optional, Tuple

NONE = 0xFF  # no seat
EVERYBODY = 0xFE
SPECTATOR = 0xFD
OUTCOMES = 32


class HolmError(ValueError):
    """What Holm refuses, in its own words."""


class Config(Structure):
    _fields_ = [('seed', c_uint64), ('games', c_uint32), ('boards', c_uint32), ('step_limit', c_uint32), ('offers', c_uint32),
                ('point_reward', c_float), ('auto_reset', c_uint32), ('beliefs', c_uint32)]


class Info(Structure):
    _fields_ = [(name, c_uint32) for name in (
        'version', 'games', 'players', 'seats', 'actions', 'legal_most', 'action_most', 'observation', 'hidden',
        'blocks', 'hidden_blocks', 'action_blocks', 'boards', 'hexes', 'corners', 'edges', 'save_bytes')]


class Block(Structure):
    _fields_ = [('name', c_char * 32), ('offset', c_uint32), ('count', c_uint32), ('maximum', c_uint32), ('of', c_uint32)]


class ActionBlock(Structure):
    _fields_ = [('name', c_char * 32)] + [(name, c_uint32) for name in (
        'kind', 'offset', 'count', 'places', 'tos', 'targets', 'cards', 'of', 'first_target')]


class Out(Structure):
    _fields_ = [(name, c_void_p) for name in (
        'observation', 'hidden', 'mask', 'legal', 'legal_count', 'action', 'action_count', 'seat', 'reward',
        'terminated', 'truncated', 'refused', 'events')]


class Task(Structure):
    _fields_ = [(name, c_void_p) for name in ('envs', 'players', 'data', 'out', 'range')] + [('ranges', c_uint32), ('work', c_uint32)]


STEP, ACT, OBSERVE, STEP_ON, CHOOSE, FOLLOW, FINISH = range(7)  # what a task does


class Graph(Structure):
    _fields_ = [(name, c_void_p) for name in (
        'hex_corners', 'hex_edges', 'hex_neighbours', 'corner_hexes', 'corner_edges', 'corner_neighbours',
        'edge_corners', 'edge_hexes', 'hex_axial')]


class Rows(Structure):
    _fields_ = [(name, c_void_p) for name in ('observation', 'mask', 'action', 'seat', 'line')] + [
        ('room', c_uint64), ('count', c_uint64), ('left_out', c_uint64), ('winners', c_uint8), ('over', c_uint8)]


def _load() -> ctypes.CDLL:
    found = sorted(pathlib.Path(__file__).parent.glob('_library*.so'))
    if not found:
        raise ImportError('the library of the package holm is missing beside ' + __file__ + '; install it with pip (docs/learning.md)')
    return ctypes.CDLL(str(found[0]))


lib = _load()
_TEXT = c_void_p  # a text that is ours to free
_SEAT = c_int
_PROTOTYPES = {
    # name: (result, arguments)
    'holm_envs_info': (None, [c_void_p, POINTER(Info)]),
    'holm_envs_blocks': (POINTER(Block), [c_void_p]),
    'holm_envs_hidden_blocks': (POINTER(Block), [c_void_p]),
    'holm_envs_action_blocks': (POINTER(ActionBlock), [c_void_p]),
    'holm_envs_reset': (c_int, [c_void_p, c_uint32, c_uint32, POINTER(Out)]),
    'holm_envs_observe_seat': (c_int, [c_void_p, c_uint32, _SEAT, c_void_p]),
    'holm_envs_floats': (None, [c_void_p, c_void_p, c_uint32, c_void_p]),
    'holm_envs_asked': (c_int, [c_void_p, c_uint32]),
    'holm_envs_action': (c_int, [c_void_p, c_uint32, c_uint32, c_void_p]),
    'holm_envs_number': (c_int, [c_void_p, c_uint32, c_void_p, POINTER(c_uint32)]),
    'holm_envs_graph': (None, [c_void_p, POINTER(Graph)]),
    'holm_envs_clone': (c_int, [c_void_p, c_uint32, c_uint32]),
    'holm_envs_determinize': (c_int, [c_void_p, c_uint32, c_uint32, _SEAT, c_uint64]),
    'holm_envs_step_dictated': (c_int, [c_void_p, c_uint32, ctypes.c_uint16, c_char_p, c_uint32, c_void_p, POINTER(Out)]),
    'holm_envs_save': (c_int, [c_void_p, c_uint32, c_void_p]),
    'holm_envs_load': (c_int, [c_void_p, c_uint32, c_char_p, ctypes.c_size_t]),
    'holm_envs_put': (c_int, [c_void_p, c_uint32, c_void_p, _SEAT]),
    'native_reason': (c_char_p, [c_int]),
    'native_trouble': (c_char_p, []),
    'native_free': (None, [c_void_p]),
    'native_setup_make': (c_void_p, [c_char_p, c_char_p, c_int, c_char_p, c_char_p, c_char_p]),
    'native_setup_read': (c_void_p, [c_char_p]),
    'native_setup_text': (_TEXT, [c_void_p]),
    'native_envs_make': (c_void_p, [c_void_p, POINTER(Config)]),
    'native_bot_names': (_TEXT, []),
    'native_table_make': (c_void_p, [c_void_p, c_uint64]),
    'native_table_read': (c_void_p, [c_char_p]),
    'native_table_replay': (c_void_p, [c_char_p, c_long]),
    'native_table_of': (c_void_p, [c_void_p, c_uint32]),
    'native_table_free': (None, [c_void_p]),
    'native_table_state': (c_void_p, [c_void_p]),
    'native_table_next': (c_int, [c_void_p]),
    'native_table_asked': (ctypes.c_uint, [c_void_p]),
    'native_table_over': (c_bool, [c_void_p]),
    'native_table_winner': (c_int, [c_void_p]),
    'native_table_players': (c_int, [c_void_p]),
    'native_table_turns': (c_int, [c_void_p]),
    'native_table_points': (c_int, [c_void_p, _SEAT]),
    'native_table_play': (c_bool, [c_void_p, c_char_p, _SEAT]),
    'native_table_view': (_TEXT, [c_void_p, c_int]),
    'native_table_position': (_TEXT, [c_void_p]),
    'native_table_list': (_TEXT, [c_void_p, _SEAT]),
    'native_table_legal': (_TEXT, [c_void_p, _SEAT]),
    'native_table_events': (_TEXT, [c_void_p, c_int]),
    'native_table_log_head': (_TEXT, [c_void_p]),
    'native_table_log_line': (_TEXT, [c_void_p]),
    'native_table_svg': (_TEXT, [c_void_p, c_bool]),
    'native_table_seat': (c_bool, [c_void_p, _SEAT, c_char_p, c_uint64]),
    'native_table_choose': (_TEXT, [c_void_p, _SEAT]),
    'native_players_make': (c_void_p, [c_void_p, c_char_p, c_void_p, c_uint64]),
    'native_players_free': (None, [c_void_p]),
    'native_players_events': (c_void_p, [c_void_p]),
    'native_players_follow': (None, [c_void_p, c_uint32, c_uint32, c_void_p, c_void_p]),
    'native_players_step': (c_int, [c_void_p, c_uint32, c_uint32, c_void_p, POINTER(Out)]),
    'native_crew_make': (c_void_p, [c_uint32]),
    'native_crew_free': (None, [c_void_p]),
    'native_crew_do': (c_int, [c_void_p, POINTER(Task)]),
    'native_records_read': (c_bool, [c_void_p, c_char_p, POINTER(Rows)]),
}
for _name, (_result, _arguments) in _PROTOTYPES.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def names(table: str, count: int) -> Tuple[str, ...]:
    """A table of names of the library."""
    return tuple((name or b'').decode() for name in (c_char_p * count).in_dll(lib, table))


def trouble() -> HolmError:
    """The error for the latest failure."""
    return HolmError(lib.native_trouble().decode())


def text(pointer: Optional[int]) -> str:
    """A text of the library, which is freed."""
    if not pointer:
        raise trouble()
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lib.native_free(pointer)


def check(error: int) -> None:
    """Raises what a function of holm_envs_ returned."""
    if error:
        raise HolmError(lib.native_reason(error).decode())


def seed_of(number: Any) -> int:
    """Any whole number, numpy's included, as the 64 bits of a seed."""
    return operator.index(number) & (1 << 64) - 1


class Owner:
    """What holds memory of the library, which is freed once: a copy would free it again."""
    _instead = ''

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f'a {type(self).__name__} can be neither copied nor pickled: {self._instead}')
