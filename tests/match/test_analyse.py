#!/usr/bin/env python3
"""`holm analyse` on games that bots have played: test_analyse.py HOLM"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HOLM = str(pathlib.Path(sys.argv[1]).resolve())


def holm(*words, status=0):
    done = subprocess.run([HOLM, *words], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != status:
        raise AssertionError(f'{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stderr if status else done.stdout


class Analyse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def log(self, *words):
        path = pathlib.Path(self.folder.name) / f'{len(list(pathlib.Path(self.folder.name).iterdir()))}.jsonl'
        holm('sim', '--games', '1', '--bots', 'greedy', '--log', str(path), *words)
        return str(path), [json.loads(line) for line in path.read_text('utf-8').splitlines()[1:]]

    def test_winning_moves_of_whole_games(self):
        """Before the last action of a game that action wins at once, and only such actions stand first."""
        for words in (['--seed', '3'], ['--seed', '4', '--game', 'knights'], ['--seed', '5', '--scenario', 'new-shores']):
            with self.subTest(words):
                path, actions = self.log(*words)
                last = actions[-1]['action']
                words = ['analyse', '--json', '--nodes', '60', '--at', str(len(actions) - 1), path]
                report = json.loads(holm(*words))
                self.assertEqual((report['seat'], report['loss'], report['grade']), (last['seat'], 0, 'sound'))
                self.assertEqual(report['choices'][0]['chance'], 1)
                self.assertEqual(report['choices'][report['made']], {'action': last, 'chance': 1})
                report = json.loads(holm(*words, '--playout', 'greedy'))
                self.assertEqual(report['seat'], last['seat'])
                best = report['actions'][0]
                self.assertEqual((best['chance'], best['turns']), (1, 0))
                played = next(each for each in report['actions'] if each['action'] == last)
                self.assertEqual((played['chance'], played['turns']), (1, 0))

    def test_numbers_are_those_of_a_review(self):
        """The same seed and nodes say the same of every decision, to the last digit."""
        for words in (['--seed', '9', '--option', 'target=6'], ['--seed', '9', '--scenario', 'cloth-trade', '--option', 'target=7']):
            with self.subTest(words):
                path, _ = self.log(*words, '--players', '3')
                order = ['--json', '--nodes', '18', '--seed', '5']
                judged = json.loads(holm('review', *order, '--threads', '2', path))['judged']
                for one in judged[::max(1, len(judged) // 6)]:
                    said = json.loads(holm('analyse', *order, '--at', str(one['at'] - 1), path))
                    self.assertEqual({key: one[key] for key in said if key in one}, {key: said[key] for key in said if key in one})
                    self.assertEqual(set(said) - set(one), {'turn', 'nodes'})
        said = json.loads(holm('analyse', '--json', '--at', str(one['at'] - 1), path))
        self.assertIn(said['nodes'], range(150, 601))  # as many as a review of this game takes

    def test_all_that_is_asked_is_ranked(self):
        path, actions = self.log('--seed', '6', '--game', 'knights', '--players', '3')
        for at in range(0, len(actions) - 1, len(actions) // 12):
            with self.subTest(at):
                words = ['analyse', '--json', '--nodes', '40', '--at', str(at), path]
                report = json.loads(holm(*words, '--playout', 'greedy'))
                self.assertEqual(report['games'], 40)
                asked = {each['action']['seat'] for each in report['actions']}
                self.assertEqual(asked, {report['seat']})
                for each in report['actions']:
                    self.assertTrue(0 <= each['low'] <= each['chance'] <= each['high'] <= 1)
                judged = json.loads(holm(*words))
                self.assertEqual({each['action']['seat'] for each in judged['choices']}, {actions[at]['action']['seat']})

    def test_explanations(self):
        """The action that wins is explained by its point, in both languages."""
        path, actions = self.log('--seed', '3')
        last = actions[-1]['action']
        for language, said in (('en', 'victory points'), ('es', 'puntos de victoria')):
            words = ['--explain', '--language', language, '--nodes', '20', '--at', str(len(actions) - 1), path]
            report = json.loads(holm('analyse', '--json', *words))
            played = next(each for each in report['choices'] if each['action'] == last)
            self.assertIn(said, [term['text'] for term in played['terms'] if term['weight'] > 0])
            weights = [abs(term['weight']) for term in played['terms']]
            self.assertEqual(weights, sorted(weights, reverse=True))
            self.assertIn(f'+ {said}', holm('analyse', *words))
        self.assertIn('en or es', holm('analyse', '--language', 'fr', path, status=2))

    def test_views(self):
        """What a seat sees is enough, and hidden cards change nothing; the bot protocol's own message will do."""
        path, actions = self.log('--seed', '8')
        at = next(i for i in range(40, len(actions)) if actions[i]['action']['kind'] == 'roll')
        cut = pathlib.Path(path).with_name('views.jsonl')
        cut.write_text(''.join(pathlib.Path(path).read_text('utf-8').splitlines(keepends=True)[:at + 1]), 'utf-8')
        position = json.loads(holm('show', '--json', str(cut)))
        state, seat = position['state'], actions[at]['action']['seat']
        state['viewer'], state['deck_kind'] = seat, None
        for player in state['players']:
            if player['seat'] != seat:
                player.update(hand=None, pledge=None, development=None, fresh=None, total=player['points'])
        file = cut.with_name('view.json')
        view = {'type': 'position', 'seq': 1, 'seat': seat, 'rules': position['rules'], 'map': position['map'], 'view': state}
        file.write_text(json.dumps(view), 'utf-8')
        report = json.loads(holm('analyse', '--json', '--nodes', '40', str(file)))
        self.assertEqual((report['seat'], report['nodes']), (seat, 40))
        other = next(player['seat'] for player in state['players'] if player['seat'] != seat)
        self.assertIn(f'the view of {seat}', holm('analyse', '--seat', other, str(file), status=2))
        state['bank']['ore'] = 19 - state['bank'].get('ore', 0)
        file.write_text(json.dumps(view), 'utf-8')
        self.assertTrue(holm('analyse', str(file), status=1))

    def test_known_hands(self):
        """What a position says is known is looked at, and nothing else of what is hidden."""
        path, actions = self.log('--seed', '8')
        file = pathlib.Path(path).with_name('known.json')
        position, seat, pair = self.alike(path, actions)
        hands = {player['seat']: player['hand'] for player in position['state']['players'] if player['seat'] != seat}

        def analysed(known, swap=False, json_too=True):
            said = json.loads(json.dumps(position)) | ({'known': known} if known else {})
            if swap:
                one, two = (player for player in said['state']['players'] if player['seat'] in pair)
                one['hand'], two['hand'] = two['hand'], one['hand']
            file.write_text(json.dumps(said), 'utf-8')
            out = holm('analyse', *(['--json'] if json_too else []), '--nodes', '40', '--seat', seat, str(file))
            return json.loads(out) if json_too else out

        nothing, everything = {'viewer': seat, 'hands': {}}, {'viewer': seat, 'hands': hands}
        self.assertEqual(analysed(nothing), analysed(nothing, swap=True))
        self.assertNotEqual(analysed(nothing)['chances'], analysed(everything)['chances'])
        self.assertNotEqual(analysed(None)['chances'], analysed(None, swap=True)['chances'])
        self.assertAlmostEqual(sum(analysed(nothing)['chances']), 1, 3)
        self.assertIn(f'chances as seen by {seat}: red ', analysed(nothing, json_too=False))
        self.assertIn('chances by what each sees: red ', analysed(None, json_too=False))

    def alike(self, path, actions):
        """A position before an end of turn, its seat, and two others who hold as many cards, but not the same."""
        lines = pathlib.Path(path).read_text('utf-8').splitlines(keepends=True)
        cut = pathlib.Path(path).with_name('alike.jsonl')
        for at in range(len(actions) // 3, len(actions)):
            if actions[at]['action']['kind'] != 'end':
                continue
            cut.write_text(''.join(lines[:at + 1]), 'utf-8')
            position = json.loads(holm('show', '--json', str(cut)))
            seat = actions[at]['action']['seat']
            others = [player for player in position['state']['players'] if player['seat'] != seat]
            for one, two in ((a, b) for a in others for b in others):
                if one['cards'] == two['cards'] and one['hand'] != two['hand'] and len(position['state']['agenda']) == 1:
                    return position, seat, (one['seat'], two['seat'])
        raise AssertionError('no two hands are alike')

    def test_position_files(self):
        path, actions = self.log('--seed', '7')
        lines = pathlib.Path(path).read_text('utf-8').splitlines(keepends=True)
        cut = pathlib.Path(path).with_name('cut.jsonl')
        roll = next(i for i in range(60, len(actions)) if actions[i]['action']['kind'] == 'roll')
        cut.write_text(''.join(lines[:roll + 1]), 'utf-8')
        position = cut.with_name('position.json')
        position.write_text(holm('show', '--json', str(cut)), 'utf-8')
        first = json.loads(holm('analyse', '--json', '--nodes', '50', str(position)))
        self.assertEqual(first, json.loads(holm('analyse', '--json', '--nodes', '50', str(position))))
        self.assertIn(first['seat'], holm('analyse', '--nodes', '50', '--top', '2', str(position)))
        self.assertIn('--at is for logs', holm('analyse', '--at', '3', str(position), status=2))
        self.assertIn('has nothing to choose', holm('analyse', '--seat', self.idle(first['seat']), str(position), status=2))
        self.assertIn('the game is over', holm('analyse', path, status=2))
        other = cut.rename(cut.with_name('cut.log'))  # a log by what is in it
        words = ['analyse', '--json', '--nodes', '50', '--at', '9']
        self.assertEqual(holm(*words, str(other)), holm(*words, path))
        self.assertIn(f'the log has {len(actions)} actions', holm('analyse', '--at', '99999', path, status=2))
        # names that may come over a network are read by the same function: they never start programs
        self.assertIn('no bot', holm('analyse', '--playout', 'cmd:true', path, status=2))
        self.assertIn('--time goes with --playout', holm('analyse', '--time', '9', path, status=2))

    @staticmethod
    def idle(seat):
        return 'blue' if seat != 'blue' else 'white'


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
