"""Twin games: logs that differ only in what one seat may not know.

`twin` changes outcomes that were drawn for others (stolen cards, bought cards, progress cards) as long as
the engine still replays the log and tells the viewer exactly the same, event by event and view by view: a spy has seen
cards that no event and no later view shows.
"""
import json
import subprocess
import tempfile

import fixture


def replay(lines, viewer, *options):
    """What the viewer may know of a log, or None when it cannot be."""
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as log:
        log.write('\n'.join(lines) + '\n')
        log.flush()
        run = subprocess.run([fixture.HOLM, 'replay', '--json', '--view', viewer, *options, log.name], capture_output=True)
    return run.stdout if run.returncode == 0 else None


def outcomes(action, drawn, head):
    """What else a draw of this action could have been: the likeliest, as cards of one deck stand beside each other."""
    return sorted(set(kinds(action, head)) - {drawn}, key=lambda other: abs(other - drawn))[:6]


def kinds(action, head):
    if action['kind'] == 'buy':
        return range(5)
    if head['rules']['game'] in ('knights', 'seafarers+knights') and action['kind'] not in ('robber', 'pirate', 'chase', 'bishop', 'rob', 'force'):
        return range(25)
    return range(8)


def hidden_draws(lines, viewer):
    """How many lines have draws that the viewer may not see, roughly."""
    count = 0
    for text in lines[1:]:
        line = json.loads(text)
        action = line['action']
        public = 3 if action['kind'] == 'roll' else 0
        count += len(line['drew']) > public and viewer not in (action['seat'], action.get('target'))
    return count


def twin(lines, viewer, enough=6, tries=250):
    """(changed lines, numbers of the lines that differ)."""
    lines = list(lines)
    told = replay(lines, viewer)
    assert told is not None, 'the log does not replay'
    seen = replay(lines, viewer, '--positions')
    head = json.loads(lines[0])
    changed = []
    for at in range(len(lines) - 1, 0, -1):  # late ones first: few later actions depend on them
        line = json.loads(lines[at])
        if not line['drew'] or (line['action']['kind'] == 'roll' and len(line['drew']) < 4):
            continue
        first = 3 if line['action']['kind'] == 'roll' else 0  # dice are public
        for place in range(first, len(line['drew'])):
            if line['action']['seat'] == viewer and line['action']['kind'] != 'roll':
                continue
            for outcome in outcomes(line['action'], line['drew'][place], head):
                if tries <= 0:
                    break
                tries -= 1
                drew = list(line['drew'])
                drew[place] = outcome
                other = list(lines)
                other[at] = json.dumps(dict(line, drew=drew), separators=(',', ':'))
                if replay(other, viewer) == told and replay(other, viewer, '--positions') == seen:
                    lines, line = other, json.loads(other[at])
                    changed.append(at)
                    break
        if len(changed) >= enough or tries <= 0:
            break
    return lines, changed
