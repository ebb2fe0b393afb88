#!/usr/bin/env python3
"""Plays the game of tests/logs/v2-people.jsonl, with a line of every kind: undone, given up, taken over, ended by consent, sealed.

make_people_log.py FILE; needs HOLM, like the tests. The log is kept: make it anew only for a new version of logs.
"""
import pathlib
import random
import sys

import fixture
import players


def settled(one):
    one.other.clear()
    one.say(type='ping')
    one.until(lambda: any(m['type'] == 'pong' for m in one.other))


def main():
    server = fixture.Server()
    try:
        rules = {'game': 'base', 'players': 4, 'target': 8}
        code, people = players.seat_people(server, 3, random.Random(3), rules=rules, seats=['me', 'open', 'open', 'easy'], pace=0)
        ada, bob, cleo = people
        mover = None
        while not mover:
            players.play(people, limit=1)
            players.settle(people)
            mover = next((one for one in people if any(a['kind'] == 'undo' for a in one.mirror.list['actions'])), None)
        mover.act_and_wait(next(a for a in mover.mirror.list['actions'] if a['kind'] == 'undo'), others=people)
        players.settle(people)
        players.play(people, limit=30)
        players.settle(people)
        bob.resign()
        players.pump(people, lambda: bob.chair is None)
        players.play([ada, cleo], limit=8)
        players.settle([ada, cleo])
        ada.say(type='chair', chair=1, set='open')
        ada.until(lambda: ada.table['chairs'][1]['free'])
        dora = players.Player(server, code, server.post(f'/api/tables/{code}/join', {'name': 'Dora'}).json['token'], random.Random(4), pledges=False)
        people = [ada, dora, cleo]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        players.play(people, limit=20)
        players.settle(people)
        ada.propose('end')
        players.pump(people, lambda: all(one.table['proposal'] for one in people))
        for one in (dora, cleo):
            one.vote(True)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        for one in (ada, cleo):
            one.seal()
            settled(one)
        pathlib.Path(sys.argv[1]).write_bytes(server.get(f'/api/tables/{code}/log').body)
    finally:
        server.end()


if __name__ == '__main__':
    main()
