"""holm.catanatron: games in the JSON of Catanatron. They are written here from games of ours (catanatron_games.py)."""
import json
import subprocess
import tempfile
import os
import unittest

import holm
from catanatron_games import COLOURS, Writer
from holm.catanatron.board import CARDS


def game(**more):
    options = dict(players=3, start_player='fixed', bank_trade_only=True, trade_restrictions=False, undo=False, seed=4, **more)
    return holm.Game('base', **options)


class Games(unittest.TestCase):
    def test_a_whole_game_comes_over(self):
        for players, seed in ((3, 4), (4, 5)):
            played = holm.Game('base', players=players, seed=seed, start_player='fixed', bank_trade_only=True).play_bots('greedy')
            said = Writer(played.log()).said()
            taken = holm.catanatron.read(json.dumps(said))
            self.assertEqual(taken.account, [])
            self.assertEqual((taken.actions, taken.game.winner), (len(said['action_records']), played.winner))
            self.assertEqual([taken.game.points(seat) for seat in range(players)], [played.points(seat) for seat in range(players)])
            self.assertEqual(holm.Game.from_log(taken.log).position(), taken.game.position())

    @unittest.skipUnless(os.environ.get('HOLM'), 'HOLM names no program')
    def test_the_program_replays_it(self):
        taken = holm.catanatron.read(Writer(game().play_bots('greedy').log()).said())
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            file.write(taken.log)
            file.flush()
            said = subprocess.run([os.environ['HOLM'], 'replay', file.name], check=True, capture_output=True, text=True).stdout
        self.assertIn('wins', said)

    def test_offers(self):
        played = game().play_bots('greedy', actions=60)
        while f'{played.seat} end' not in played.legal():
            played.play(played.advice())
        players, active = played.view()['players'], played.seat
        swaps = [(mine, other['seat'], theirs) for other in players if other['seat'] != active
                 for mine in next(each['hand'] for each in players if each['seat'] == active) for theirs in other['hand'] if mine != theirs]
        mine, partner, theirs = swaps[0]
        said, names = Writer(played.log()).said(), list(CARDS.values())
        ten = [int(name == mine) for name in names] + [int(name == theirs) for name in names]
        others = [seat for seat in ('red', 'blue', 'white') if seat != active]
        said['action_records'] += [[[COLOURS[active], 'OFFER_TRADE', ten], None]]
        said['action_records'] += [[[COLOURS[seat], 'ACCEPT_TRADE' if seat == partner else 'REJECT_TRADE', ten], None] for seat in others]
        # there whoever offers is asked, too, and may even trade with itself
        said['action_records'] += [[[COLOURS[active], 'ACCEPT_TRADE', ten], None], [[COLOURS[active], 'CONFIRM_TRADE', ten + [COLOURS[partner]]], None]]
        said['action_records'] += [[[COLOURS[active], 'OFFER_TRADE', ten], None], [[COLOURS[active], 'CONFIRM_TRADE', ten + [COLOURS[active]]], None]]
        del said['player_state']
        taken = holm.catanatron.read(said)
        self.assertEqual(taken.actions, taken.all_actions, taken)
        self.assertRegex(taken.account[0], '1 answers to offers of the same player')
        self.assertRegex(taken.account[1], 'nothing could be compared')
        self.assertEqual(taken.game.view()['offers'], [])
        hands = {each['seat']: each['hand'] for each in taken.game.view()['players']}
        before = {each['seat']: each['hand'] for each in players}
        self.assertEqual(hands[active].get(theirs, 0), before[active].get(theirs, 0) + 1)
        self.assertEqual(hands[partner].get(mine, 0), before[partner].get(mine, 0) + 1)

    def test_the_account(self):
        said = Writer(game().play_bots('greedy', actions=80).log()).said()
        wrong = json.loads(json.dumps(said))
        wrong['action_records'][30][0] = ['WHITE', 'BUILD_CITY', 0]
        taken = holm.catanatron.read(wrong)
        self.assertEqual(taken.actions, 30)
        self.assertRegex(taken.account[0], r'action 31 \(WHITE BUILD_CITY 0\) was not taken over, and none after it: ')
        wrong = json.loads(json.dumps(said))
        wrong['player_state']['P0_ORE_IN_HAND'] += 1
        self.assertRegex(holm.catanatron.read(wrong).account[0], 'WHITE ends with .* there and .* here')
        for broken, words in [({}, 'no tiles, nodes'), ({**said, 'action_records': []}, 'no actions: read_position'),
                              ({**said, 'action_records': said['action_records'][3:]}, 'has 77 of 80 actions'),
                              ({**said, 'tiles': said['tiles'][:5]}, '19 hexes'), ({**said, 'colors': [[], {}], 'state_index': {}}, 'the game')]:
            with self.assertRaisesRegex(holm.HolmError, words):
                holm.catanatron.read(broken)


def at(played, actions):
    """A game of ours after so many actions, as it is written there; None: there is no such moment there."""
    lines = played.log().splitlines()[:actions + 1]
    writer = Writer('\n'.join(lines) + '\n')
    return None if writer.end.view()['agenda'][-1]['step'] == 'take' else writer


def ours(writer):
    """What should come back: cards that were chosen for a discard lie in the bank there."""
    state = writer.end.position()['state']
    for player in state['players']:
        for card, n in player['pledge'].items():
            player['hand'][card] -= n
            player['cards'] -= n
            state['bank'][card] += n
        player['hand'] = {card: n for card, n in player['hand'].items() if n}
        player['pledge'] = {}
    state['pieces'].sort(key=lambda piece: (piece['at'], piece['piece']))
    return state


def theirs(taken):
    state = taken.game.position()['state']
    state['pieces'].sort(key=lambda piece: (piece['at'], piece['piece']))
    return state


def without_actions(said):
    return {**said, 'action_records': []}


class Positions(unittest.TestCase):
    maxDiff = None

    def moments(self, players, seed, bot, actions, every):
        played = holm.Game('base', players=players, seed=seed, start_player='fixed', bank_trade_only=True, neutrals=0).play_bots(bot, actions=actions)
        last = len(played.log().splitlines()) - 1
        return filter(None, (at(played, number) for number in [*range(0, last, every), last]))

    def test_every_moment_comes_over(self):
        seen = set()
        for players, seed, bot, actions, every in ((2, 3, 'greedy', 1000, 9), (3, 4, 'random', 700, 5), (4, 5, 'greedy', 1000, 13)):
            for writer in self.moments(players, seed, bot, actions, every):
                seen.add(writer.end.view()['agenda'][-1]['step'])
                taken = holm.catanatron.read_position(json.dumps(writer.said()))
                self.assertEqual(taken.account, [])
                self.assertEqual(theirs(taken), ours(writer))
        self.assertGreaterEqual(seen, {'setup-settlement', 'setup-road', 'roll', 'actions', 'robber', 'discard', 'free-roads', 'over'})

    def test_without_actions(self):
        """What only the actions tell is left out and accounted for; all else is the same."""
        for writer in self.moments(3, 4, 'random', 700, 19):
            taken, want = holm.catanatron.read_position(without_actions(writer.said())), ours(writer)
            got, account = theirs(taken), '\n'.join(taken.account)
            self.assertEqual('latest roll' in account, want['agenda'][0]['step'] == 'actions')
            self.assertEqual('how many turns' in account, want['active'] is not None)
            if want['agenda'][-1]['step'] == 'free-roads':
                self.assertIn('one or two roads', account)
                want['agenda'][-1]['n'] = 1
            if got['players'] != want['players']:
                self.assertIn('taken for older ones', account)
                for player in [*want['players'], *got['players']]:
                    player['fresh'], player['bought'] = {}, 0
            for key in ('dice', 'turns', 'building'):
                want[key] = got[key]
            self.assertEqual(got, want)

    def test_one_can_play_on(self):
        for writer in self.moments(4, 6, 'greedy', 120, 40):
            game = holm.catanatron.read_position(without_actions(writer.said())).game
            game.seat_bot(game.seat, holm.bots.hard(nodes=20))
            self.assertTrue(game.advice().startswith(game.seat))
            self.assertTrue(game.play_bots('greedy').over)

    def test_a_batch_takes_them_in(self):
        for writer in self.moments(3, 4, 'random', 300, 60):
            game = holm.catanatron.read_position(writer.said()).game
            with holm.Batch(holm.Setup.read(json.dumps(game.position())), games=2, offers=1) as batch:
                batch.put(1, game)
                batch.observe()
                self.assertEqual(batch.game(1).position(), game.position())
                batch.step(batch.legal[:, 0])

    @unittest.skipUnless(os.environ.get('HOLM'), 'HOLM names no program')
    def test_the_program_analyses_it(self):
        game = holm.catanatron.read_position(at(holm.Game('base', seed=2, start_player='fixed', bank_trade_only=True).play_bots('greedy', actions=60), 60).said()).game
        with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
            json.dump(game.position(), file)
            file.flush()
            said = subprocess.run([os.environ['HOLM'], 'analyse', file.name, '--playout', 'greedy', '--nodes', '50'], check=True, capture_output=True, text=True).stdout
        self.assertIn(game.legal()[0].split(' ', 1)[1], said)

    def test_offers(self):
        played, hands = holm.Game('base', players=3, start_player='fixed', trade_restrictions=False, undo=False, seed=4), {}
        for seat in range(3):
            played.seat_bot(seat, 'alphabeta')  # which never trades
        while f'{played.seat} end' not in played.legal() or not all(hands.values()):
            played.play(played.advice())
            hands = {each['seat']: each['hand'] for each in played.view()['players']}
        mine, partner, theirs_ = next((card, seat, other) for seat in hands if seat != played.seat for card in hands[played.seat] for other in hands[seat]
                                      if card != other)
        others = [seat for seat in holm.SEATS[:3] if seat != played.seat]
        played.play({'kind': 'offer', 'seat': played.seat, 'give': {mine: 1}, 'take': {theirs_: 1}, 'seats': others})
        for seat in [*others, None]:
            writer = Writer(played.log())
            taken = holm.catanatron.read_position(writer.said())
            self.assertEqual((taken.account, theirs(taken)), ([], ours(writer)))
            answered = others[:others.index(seat)] if seat else []
            account = '\n'.join(holm.catanatron.read_position(without_actions(writer.said())).account)
            self.assertEqual('accepted the offer is not known' in account, bool(answered))
            if seat:
                played.play({'kind': 'accept' if seat == partner else 'decline', 'seat': seat})

    def test_awards_that_our_rules_give_to_others(self):
        said = at(holm.Game('base', players=3, seed=4, start_player='fixed', bank_trade_only=True).play_bots('greedy'), 300).said()
        held = [number for number in range(3) if said['player_state'][f'P{number}_HAS_ROAD']]
        self.assertEqual(len(held), 1)
        said['player_state'][f'P{held[0]}_HAS_ROAD'] = False
        account = holm.catanatron.read_position(said).account
        self.assertEqual(account, [f"the longest road is held by nobody there and by {said['colors'][held[0]]} here"])

    def test_spoiled_ones_are_refused(self):
        said = at(holm.Game('base', players=3, seed=4, start_player='fixed', bank_trade_only=True).play_bots('greedy'), 150).said()
        state, place = said['player_state'], next(iter(said['nodes']))
        rolled = next(number for number in range(3) if said['colors'][number] == said['current_color'])
        spoiled = [
            ('{', 'the file'), ('[' * 100000, 'the file'), ('[]', 'no tiles'), ({**said, 'colors': [[], {}]}, 'the position'), ({**said, 'player_state': None}, 'no player_state'), ({**said, 'colors': ['RED']}, 'two to four'),
            ({**said, 'colors': ['RED', 'RED']}, 'one twice'), ({**said, 'tiles': [{}]}, '"tiles"'), ({**said, 'nodes': {'x': {}}}, '"nodes"'),
            ({**said, 'edges': [{'id': 3}]}, '"edges"'), ({**said, 'current_color': 'PINK'}, '"current_color" is PINK'),
            ({**said, 'current_prompt': 'SING'}, 'SING'), ({**said, 'current_prompt': 3}, '"the position"'),
            ({**said, 'robber_coordinate': [9, 9]}, '"robber_coordinate"'), ({**said, 'robber_coordinate': [9, 0, 9]}, 'robber'),
            ({**said, 'current_prompt': 'DISCARD'}, '"current_discard_count" is 0'), ({**said, 'current_prompt': 'DECIDE_TRADE'}, 'offer'),
            ({**said, 'current_prompt': 'BUILD_INITIAL_ROAD'}, '0 settlements without one'), ({**said, 'current_prompt': 'BUILD_INITIAL_SETTLEMENT'}, 'impossible'),
            ({**said, 'winning_color': 'WHITE'}, 'WHITE has won with'), ({**said, 'nodes': {**said['nodes'], place: {**said['nodes'][place], 'building': 'INN', 'color': 'WHITE'}}}, '"nodes"'),
            ({**said, 'edges': [{**edge, 'color': 'WHITE'} for edge in said['edges']]}, 'pieces|roads'),
            ({**said, 'player_state': {**state, 'P0_ORE_IN_HAND': -1}}, '"P0_ORE_IN_HAND" is -1'), ({**said, 'player_state': {**state, 'P0_ORE_IN_HAND': 20}}, 'more of ore than there are'),
            ({**said, 'player_state': {**state, 'P1_MONOPOLY_IN_HAND': 9}}, 'more of monopoly'), ({**said, 'player_state': {key: value for key, value in state.items() if key != 'P1_PLAYED_KNIGHT'}}, 'P1_PLAYED_KNIGHT'),
            ({**said, 'player_state': {**state, 'P2_ROADS_AVAILABLE': 0}}, 'BLUE has 0 roads left'), ({**said, 'player_state': {**state, 'P0_ACTUAL_VICTORY_POINTS': 10}}, 'nobody has won: say how many it takes'),
            ({**said, 'player_state': {**state, **{f'P{number}_HAS_ROLLED': True for number in range(3)}}}, 'in the same turn'),
            ({**said, 'player_state': {**state, f'P{rolled}_HAS_ROLLED': False, f'P{(rolled + 1) % 3}_HAS_ROLLED': True}}, 'it is the turn of'),
            ({**said, 'action_records': [3]}, '"action_records"'), ({**said, 'current_playable_actions': [[]]}, '"current_playable_actions"'),
        ]
        for broken, words in spoiled:
            with self.subTest(words), self.assertRaisesRegex(holm.HolmError, words):
                holm.catanatron.read_position(broken)
        self.assertTrue(holm.catanatron.read_position({**said, 'player_state': {**state, 'P0_ACTUAL_VICTORY_POINTS': 10}}, target=12).account)


if __name__ == '__main__':
    unittest.main()
