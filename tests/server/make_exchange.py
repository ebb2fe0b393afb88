#!/usr/bin/env python3
"""Writes docs/exchange.jsonl: everything that is said in one short game. HOLM=build/holm tests/server/make_exchange.py

It is made anew when the protocol changes; test_games.py compares it with the schema.
"""
import json
import pathlib
import random
import sys

import fixture
import players

OUTPUT = pathlib.Path(__file__).resolve().parents[2] / 'docs' / 'exchange.jsonl'
TABLE = {'name': 'Ada', 'rules': {'game': 'base', 'players': 2, 'edition': 'catan8', 'target': 3}, 'seats': ['me', 'greedy'],
         'order': 'fixed', 'pace': 0, 'counts': True}


def main():
    server = fixture.Server()
    lines = []
    try:
        made = server.post('/api/tables', TABLE)
        lines.append({'from': 'client', 'http': 'POST /api/tables', 'body': TABLE})
        lines.append({'from': 'server', 'status': made.status, 'body': made.json})
        ada = players.Player(server, made.json['code'], made.json['token'], random.Random(3), connect=False, seals=True)

        def record(message, send):
            lines.append({'from': 'client', 'message': message})
            send(message)
        take = ada.take

        def heard(message):
            lines.append({'from': 'server', 'message': message})
            take(message)
        ada.take = heard
        connect = players.wire.Wire

        class Recorded(connect):
            def send(self, message):
                record(message, super().send)
        players.wire.Wire = Recorded
        ada.connect()
        ada.until(lambda: ada.mirror.seq is not None)
        players.play([ada])
        ada.say(type='ping')
        ada.until(lambda: ada.other)
        last = next(i for i, line in enumerate(lines) if line.get('message', {}).get('type') == 'seal')
        text = ''.join(json.dumps(line, separators=(',', ':'), ensure_ascii=False) + '\n' for line in lines[:last + 1])
        OUTPUT.write_text(text.replace(made.json['token'], 'A' * 32))
    finally:
        server.end()


sys.exit(main())
