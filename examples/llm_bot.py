#!/usr/bin/env python3
"""A bot that lets a language model choose; docs/bots.md explains the messages.

    holm match --bots 'cmd:examples/llm_bot.py --model "ollama run llama3.2",random,random,random' --games 2 --limit 60000

The model is any command that reads a question on its standard input and prints its answer: a local one, or a script that asks a service. It is
told what its seat sees in a few plain lines, and a numbered list of what it may do; the first number in its answer counts. What takes no thought
(a single choice) is not asked, and where the model fails, answers too late or says no number of the list, the first listed action is played.
"""
import argparse
import json
import re
import subprocess
import sys

from bot import touched, split  # the example beside this one

MOST = 40  # actions a question names

RULES = '''You play an island-settling game. Roads, settlements (1 point) and cities (2 points) are bought with wood, brick, wool, grain and ore.
Whoever first has the points that win, wins. Good places touch numbers near 6 and 8 and different terrains.
Answer with the number of one action and nothing else.'''


def cards(counts):
    return ', '.join(f'{number} {kind}' for kind, number in (counts or {}).items() if number) or 'nothing'


def around(hexes, place):
    """What a corner touches, or the terrain of a hex: 'forest 8, hills 5'."""
    at, direction = split(place)
    near = [hexes[each] for each in sorted(touched(place) if direction in ('N', 'NE', 'SE', 'S', 'SW', 'NW') else [at]) if each in hexes]
    return ', '.join(f"{each['terrain']} {each.get('disc') or ''}".strip() for each in near)


def action_words(hexes, action):
    """An action in a few words: its kind, and what it names."""
    parts = [action['kind']]
    for key, value in action.items():
        if key not in ('kind', 'seat'):
            parts.append(f'{key} {cards(value)}' if isinstance(value, dict) else f'{key} {value}')
    if action['kind'] in ('settlement', 'city', 'robber'):
        place = next(value for key, value in action.items() if isinstance(value, str) and ',' in value)
        parts.append(f'({around(hexes, place)})')
    return ' '.join(parts)


def question(seat, hexes, view, actions):
    """All that the model is told: it has no memory of its own."""
    lines = [RULES, '']
    for player in view['players']:
        who = 'You' if player['seat'] == seat else player['seat'].capitalize()
        hand = f"you hold {cards(player['hand'])}" if player['seat'] == seat else f"{player.get('cards', '?')} cards"
        lines.append(f"{who}: {player.get('points', '?')} points, {hand}")
    lines += ['', f'You are {seat}. You may:']
    lines += [f'{number}. {action_words(hexes, action)}' for number, action in enumerate(actions[:MOST], 1)]
    return '\n'.join(lines) + '\n'


def ask(model, text, seconds):
    """The model's answer; '' where it fails."""
    try:
        done = subprocess.run(model, shell=True, input=text, capture_output=True, text=True, timeout=seconds)
        return done.stdout
    except subprocess.TimeoutExpired:
        return ''


def choose(model, seat, hexes, message, seconds):
    actions = message['list']['actions']
    if len(actions) == 1:
        return 0
    number = re.search(r'\d+', ask(model, question(seat, hexes, message['view'], actions), seconds))
    index = int(number[0]) - 1 if number else 0
    return index if 0 <= index < min(len(actions), MOST) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--model', required=True, help='a command: the question on its input, the answer on its output')
    asked = parser.parse_args()

    print(json.dumps({'type': 'hello', 'protocol': 1, 'name': 'language model'}), flush=True)
    seat, hexes, seconds = None, {}, 5
    for line in sys.stdin:
        message = json.loads(line)
        if message['type'] == 'position':
            seat, seconds = message['seat'], message['limit'] / 1000 * 0.9
            hexes = {split(each['at'])[0]: each for each in message['map']['hexes']}
        elif message['type'] == 'choose':
            index = choose(asked.model, seat, hexes, message, seconds)
            print(json.dumps({'type': 'act', 'seq': message['seq'], 'index': index}), flush=True)


if __name__ == '__main__':
    main()
