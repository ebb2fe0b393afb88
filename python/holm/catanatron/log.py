"""A game with its actions, as a log of Holm. Each action, with the dice, the stolen card or the bought one that its record names, is
played by Holm's rules; where they refuse one, the log ends before it and `account` says why."""
from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from .._native import HolmError
from ..game import Game
from .board import CARDS, DEVELOPMENTS, Table, load, part, records, ten

NUMBER_OF_CARD = {name: number for number, name in enumerate(CARDS)}  # outcomes of a theft
NUMBER_OF_DEVELOPMENT = {name: number for number, name in enumerate(DEVELOPMENTS)}


class Taken(NamedTuple):
    """What became of a game."""
    log: str
    actions: int  # of those that were played there
    all_actions: int
    account: List[str]  # what is not as it was there; empty: everything is
    game: Game

    def __str__(self) -> str:
        return '\n'.join([f'{self.actions} of {self.all_actions} actions taken over', *self.account])


def _count(cards: List[Optional[str]]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for card in cards:
        if card is not None:
            counts[CARDS[card]] = counts.get(CARDS[card], 0) + 1
    return counts


class _Reader:
    def __init__(self, said: Dict[str, Any], options: Dict[str, Any]) -> None:
        table = Table(said, options)
        self.board, self.colours, self.seat, self.game = table.board, table.colours, table.seat, table.game
        self.own_answers = 0  # to offers of one's own, which are asked for there

    def play(self, colour: str, kind: str, value: Any, result: Any) -> None:
        for action, drew in self.actions(colour, kind, value, result):
            self.game.play(json.dumps({'n': 0, 'action': {'seat': self.seat[colour], **action}, 'drew': drew}))

    def actions(self, colour: str, kind: str, value: Any, result: Any) -> List[Tuple[Dict[str, Any], List[int]]]:
        """One action there, as one or two here."""
        def one(name: str, drew: Any = (), **more: Any) -> List[Tuple[Dict[str, Any], List[int]]]:
            return [({'kind': name, **more}, list(drew))]
        if kind == 'ROLL':
            return one('roll', [die - 1 for die in result])
        if kind == 'BUILD_ROAD':
            return one('road', at=self.board.edges[frozenset(value)])
        if kind in ('BUILD_SETTLEMENT', 'BUILD_CITY'):
            return one(kind[6:].lower(), at=self.board.nodes[value])
        if kind == 'BUY_DEVELOPMENT_CARD':
            return one('buy', [NUMBER_OF_DEVELOPMENT[result]])
        if kind == 'MOVE_ROBBER':
            return self.robber(value, result)
        if kind in ('DISCARD_RESOURCE', 'DISCARD'):
            return one('discard', give=_count(value if isinstance(value, list) else [value]))
        if kind == 'PLAY_YEAR_OF_PLENTY':
            return one('plenty') + one('take', take=_count(value))
        if kind == 'PLAY_MONOPOLY':
            return one('monopoly', card=CARDS[value])
        if kind == 'MARITIME_TRADE':
            return one('bank', give=_count(value[:-1]), take=_count(value[-1:]))
        if kind == 'OFFER_TRADE':
            give, take = ten(value)
            return one('offer', give=give, take=take, seats=[seat for name, seat in self.seat.items() if name != colour])
        if kind == 'CONFIRM_TRADE' and value[10] != colour:
            return one('conclude', target=self.seat[value[10]])
        if kind in ('CONFIRM_TRADE', 'CANCEL_TRADE'):  # there one may also trade with oneself, which changes nothing
            return one('withdraw') if any(offer['seat'] == self.seat[colour] for offer in self.game.view()['offers']) else []
        if kind in ('ACCEPT_TRADE', 'REJECT_TRADE') and self.game.view()['active'] == self.seat[colour]:
            self.own_answers += 1
            return []
        plain = {'END_TURN': 'end', 'PLAY_KNIGHT_CARD': 'knight', 'PLAY_ROAD_BUILDING': 'road-building', 'ACCEPT_TRADE': 'accept',
                 'REJECT_TRADE': 'decline'}
        if kind not in plain:
            raise HolmError(f'there is no such action here: {kind}')
        return one(plain[kind])

    def robber(self, value: Any, result: Any) -> List[Tuple[Dict[str, Any], List[int]]]:
        """Who has no cards is not named there; here somebody at the hex is, and nothing is taken."""
        q, r = self.board.hex(value[0])
        listed = [each for each in self.game.list()['actions'] if each['kind'] == 'robber' and each['at'] == f'{q},{r}']
        if value[1] is not None:
            return [({'kind': 'robber', 'at': f'{q},{r}', 'target': self.seat[value[1]]}, [NUMBER_OF_CARD[result]])]
        if not listed:
            return [({'kind': 'robber', 'at': f'{q},{r}', 'target': None}, [])]
        return [({key: part for key, part in listed[0].items() if key != 'seat'}, [])]

    def differences(self, said: Dict[str, Any]) -> List[str]:
        """Hands and points in the end, there and here."""
        found, state = [], said.get('player_state')
        if not state:
            return ['the file does not say what players hold in the end: nothing could be compared']
        for number, colour in enumerate(self.colours):
            here = self.game.view()['players'][number]
            hand = {card: state[f'P{number}_{name}_IN_HAND'] for name, card in CARDS.items() if state[f'P{number}_{name}_IN_HAND']}
            points = state[f'P{number}_ACTUAL_VICTORY_POINTS']
            if hand != here['hand']:
                found.append(f"{colour} ends with {hand} there and {here['hand']} here")
            if points != here['total']:
                found.append(f"{colour} ends with {points} points there and {here['total']} here")
        return found


def read(text: Union[str, Dict[str, Any]], **options: Any) -> Taken:
    """Takes a game over; options are rules of Holm, such as target=12, where it was not played by the usual ones."""
    said = load(text)
    played, account = records(said), []
    if not played and said.get('state_index') != 0:
        raise HolmError('the file has no actions: read_position takes the game over as it stands')
    index = said.get('state_index')
    if isinstance(index, int) and index > len(played):
        raise HolmError(f"the file has {len(played)} of {index} actions: read_position takes the game over as it stands")
    with part('the game'):
        reader, taken = _Reader(said, options), 0
    for number, record in enumerate(played, 1):
        if reader.game.over:
            account.append(f'{len(played) - taken} actions follow after the end of the game by our rules: {reader.game.winner} has won')
            break
        try:
            reader.play(*record)
        except (HolmError, KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            account.append(f'action {number} ({record[0]} {record[1]} {record[2]}) was not taken over, and none after it: {error}')
            break
        taken = number
    if reader.own_answers:
        account.append(f'{reader.own_answers} answers to offers of the same player are left out')
    if taken == len(played):
        with part('player_state'):
            account += reader.differences(said)
    return Taken(reader.game.log(), taken, len(played), account, reader.game)
