#!/usr/bin/env python3
"""The guards of the house fail when what they watch is broken: test_guards.py HOLM [Class.test]

Each is asked about a copy of what it looks at, in which one thing is wrong.
"""
import importlib.machinery
import json
import pathlib
import shutil
import sys
import tempfile
import types
import unittest

HOLM = str(pathlib.Path(sys.argv[1]).resolve())
HERE = pathlib.Path(__file__).resolve().parents[2]
COPIED = ('docs', 'engine', 'envs', 'text', 'runner', 'bots', 'talk', 'local', 'python', 'store', 'server', 'cli', 'lib', 'learn', 'maps', 'man', 'scripts', 'etc', 'examples', 'tests', 'web/src')


def script(name):
    module = types.ModuleType(name)
    path = HERE / 'scripts' / name
    module.__file__ = str(path)
    importlib.machinery.SourceFileLoader(name, str(path)).exec_module(module)
    return module


# Of each guard about words: a file, what is taken away there, what stands in its place, and the gap that is found.
MISSING = (
    ('steps_and_events', 'cli/sentences.c', '{ HOLM_EV_BONUS, ', '{ HOLM_EV_BONE, ', 'event bonus: no sentence'),
    ('steps_and_events', 'cli/sentences.c', 'bonus points {n}.', 'bonus points {number}.', 'nothing fills {number}'),
    ('steps_and_events', 'docs/scripts.md', ' `bonus`(', ' `bones`(', 'event bonus: not in docs/scripts.md'),
    ('steps_and_events', 'docs/scripts.md', ' aqueduct city-yield', ' city-yield', 'step aqueduct: not in docs/scripts.md'),
    ('steps_of_bots', 'docs/bots.md', '| `gold` | each |', '| `gold` | one |', 'step gold'),
    ('requests_of_play', 'cli/play_request.c', '[HOLM_STEP_GOLD] =', '[HOLM_STEP_GOLDEN] =', 'step GOLD: no row'),
    ('kinds', 'cli/play_menu.c', '{ HOLM_DO_SHIP, ', '{ HOLM_DO_SHAPE, ', 'kind ship: no line in the menu'),
    ('progress_cards', 'docs/logs.md', ' spy warlord ', ' warlord spy ', 'not those of the schema'),
    ('progress_cards', 'docs/rules/0-vocabulary.md', '| spy |', '| spies |', 'progress card spy: no row'),
    ('positions', 'docs/protocol.md', '`kept_port`', '`kept`', 'player member kept_port'),
    ('map_keywords', 'docs/maps.md', '| `lairs N` |', '| `lair N` |', 'map keyword lairs'),
    ('rules_behind', 'docs/rules/1-base.md', '- `BASE-TRADE-12` ', '- ', 'bank_trade_only: docs/rules have no BASE-TRADE-12'),
    ('refusals', 'docs/protocol.md', '| `memory` | 503 |', '| `memory` | 500 |', 'refusal memory'),
    ('scenarios_in_vocabulary', 'docs/rules/0-vocabulary.md', '| cloth-trade |', '| cloth-trading |', 'scenario cloth-trad'),
    ('own_of_whom', 'web/src/i18n/en.ts', 'bank_trade_only: "No trade', 'bank_trade_only: "No trade with the ' 'own', 'whose own?'),
    ('ids_named', 'engine/turn.c', '(BASE-SETUP-10)', '(BASE-SETUP-11)', 'engine/turn.c: docs/rules have no BASE-SETUP-11'),
    ('ids_named', 'engine/turn.c', 'BASE-SETUP-2, 3', 'BASE-SETUP-2, 33', 'docs/rules have no BASE-SETUP-33'),
    ('ids_named', 'tests/rules/setup.holm', 'shows BASE-SETUP-1', 'shows CK-LR-1', 'docs/rules have no CK-LR-1'),
    ('ids_named', 'docs/rules/editions.md', '`CKSEA-11`', 'OQ-999', 'docs/rules have no OQ-999'),
    ('tables', 'docs/start.md', '| Without a server', '\n| Without a server', 'a row without its table: | Without a server'),
)


class Guards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sys.dont_write_bytecode = True
        cls.words, cls.rooms, cls.shown = script('check-words'), script('check-rooms'), script('rules-shown')
        cls.options = cls.words.command_options(HOLM)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        for name in COPIED:
            shutil.copytree(HERE / name, cls.root / name, ignore=shutil.ignore_patterns('__pycache__'))
        for path in [*HERE.glob('*.md'), HERE / 'Makefile', HERE / 'meson.build', HERE / 'LICENSE', HERE / 'web/README.md']:
            shutil.copy(path, cls.root / path.relative_to(HERE))
        cls.words.ROOT = cls.shown.ROOT = cls.root
        cls.schema = json.loads((cls.root / 'text/protocol.schema.json').read_text('utf-8'))['$defs']

    def broken(self, name, old, new):
        """Until the test ends, a file says something else."""
        path = self.root / name
        text = path.read_text('utf-8')
        self.assertIn(old, text, name)
        path.write_text(text.replace(old, new, 1), 'utf-8')
        self.addCleanup(path.write_text, text, 'utf-8')

    def adding(self, name, text):
        """Until the test ends, a page has a line more."""
        path = self.root / name
        self.broken(name, path.read_text('utf-8'), path.read_text('utf-8') + '\n' + text + '\n')

    def assert_found(self, gaps, *wanted):
        gaps = list(gaps)
        self.assertEqual(len(gaps), len(wanted), gaps)
        for gap, part in zip(gaps, wanted):
            self.assertIn(part, gap)

    def test_everything_has_words(self):
        for guard, name, old, new, gap in MISSING:
            with self.subTest(guard=guard, without=old):
                text = (self.root / name).read_text('utf-8')
                self.assertEqual(list(getattr(self.words, guard)(self.schema)), [])
                self.broken(name, old, new)
                self.assertIn(gap, '\n'.join(getattr(self.words, guard)(self.schema)))
                (self.root / name).write_text(text, 'utf-8')

    def test_nothing_is_refused_in_other_words(self):
        self.assert_found(self.words.sentences_twice())
        self.adding('server/looks.c', 'static const char *const twice = "No chair is open at this table.";')
        self.assert_found(self.words.sentences_twice(), 'No chair is open')

    def test_manuals_have_every_option(self):
        self.assert_found(self.words.man_options(self.options))
        self.broken('man/holm-sim.1', '.BI \\-\\-first " N"', '.BI \\-\\-fist " N"')
        self.assert_found(self.words.man_options(self.options), 'there is no --fist', 'nothing about --first')

    def test_manuals_have_every_command(self):
        self.assert_found(self.words.man_commands(self.options))
        self.broken('man/holm.1', 'holm\\-tune (1)', 'holm\\-tunes (1)')
        self.assert_found(self.words.man_commands(dict(self.options, zzz=set())),
                          'nothing about holm tune', 'no command tunes', 'nothing about holm zzz', 'man/holm-zzz.1')

    def test_points_of_editions_are_options(self):
        self.broken('docs/rules/editions.md', '`robber_start`', '`robber_begin`')
        self.assert_found(self.words.points_of_editions(self.schema), 'robber_begin')

    def test_options_with_values_are_there(self):
        self.adding('docs/start.md', 'Pairs: `turn_modus=paired`, `turn_mode=paired`.')
        self.adding('CONTRIBUTING.md', '    game base players=3 zzz=true')
        self.assert_found(self.words.keys_in_rules(self.schema), 'no option zzz', 'no option turn_modus')

    def test_options_in_rules_are_there(self):
        self.adding('docs/rules/13-undo.md', 'Here `{undone}`, `{undo}`, `{profiles=one}`, `profile=catan8` and `target=0`.')
        self.assert_found(self.words.keys_in_rules(self.schema), 'no option profiles', 'no option undone', 'no option profile')

    def test_words_of_prose_are_there(self):
        wrong = 'friendly_robber' + 's'  # in two parts, for this file is code too
        self.adding('docs/rules/README.md', f'See `{wrong}`, or `friendly_robber`.')
        self.assert_found(self.words.words_of_code(self.schema), wrong)

    def test_all_pages_are_looked_at(self):
        self.adding('web/README.md', '    holm sim --zzz')
        self.adding('tests/server/README.md', '`build/holm sim --zzz`')
        self.assert_found(self.words.docs_options(self.options), 'web/README.md', 'tests/server/README.md')

    def test_what_is_told_to_run_is_there(self):
        self.adding('docs/start.md', '    build/holm nonsense\n\n`holm play` is there.')
        self.adding('CONTRIBUTING.md', '    make zzz     # no\n    make test\n    scripts/yyy build\n    scripts/test build')
        self.assert_found(self.words.docs_commands(self.options), 'no target zzz', 'no scripts/yyy', 'no command nonsense')

    def test_links_lead_somewhere(self):
        self.assert_found(self.words.links(self.schema))
        self.adding('docs/start.md', 'See [a page](nowhere.md), [a part](maps.md#nothing), [here](#nothing), [there](https://example.org/#a), [maps](maps.md).')
        self.assert_found(self.words.links(self.schema), 'nowhere.md', 'maps.md#nothing', '#nothing')

    def test_files_of_pages_are_there(self):
        elsewhere = list(self.words.files_named(self.schema))  # what this copy leaves out
        self.adding('ARCHITECTURE.md', 'See `steps.c`, `engine/steps.c`, `text/steps.c` and `stairs.c`.')
        self.assert_found(sorted(set(self.words.files_named(self.schema)) - set(elsewhere)), 'no file stairs.c', 'no file text/steps.c')

    def test_tables_have_the_files(self):
        self.assert_found(self.rooms.unlisted(self.root))
        self.broken('ARCHITECTURE.md', '`server.h` `table.h`', '`server.h` `tables.h`')
        self.broken('ARCHITECTURE.md', '`nodes.c` ', '')
        self.broken('ARCHITECTURE.md', '`shapes.def`', '')
        self.assert_found(self.rooms.unlisted(self.root), 'engine/shapes.def is in no table', 'server/nodes.c is in no table', 'no server/tables.h')

    def test_no_bytes_are_read_by_hand(self):
        for code in ('seat = byte >> 4;', 'kind = byte & 15;', 'byte = kind | seat << 4;', 'if (set >> i & 1)'):
            self.assert_found((reason for _, reason in self.rooms.breaches('bots', 'bots/new.c', code)), 'engine/holm.h')
            self.assert_found(self.rooms.breaches('text', 'text/fair.c', code))
        self.assert_found((reason for _, reason in self.rooms.breaches('engine', 'engine/new.c', 'kind = byte & 15;')), 'engine/holm.h')
        self.assert_found(self.rooms.breaches('engine', 'engine/new.c', 'if (set >> i & 1)'))

    def test_no_range_of_an_enum_is_a_group(self):
        for code in ('mode < HOLM_TURN_PAIRED', 'kind <= HOLM_MARK_BRIDGE', 'piece >= HOLM_BASIC'):
            self.assert_found((reason for _, reason in self.rooms.breaches('bots', 'bots/new.c', code)), 'range of an enum')
        for code in ('kind < HOLM_MARK_KINDS', 'kind > HOLM_EV_NONE', 'mode == HOLM_TURN_PAIRED', '/* mode < HOLM_TURN_PAIRED */'):
            self.assert_found(self.rooms.breaches('bots', 'bots/new.c', code))

    def test_rules_that_forbid_are_listed(self):
        self.assert_found(self.shown.check_refusals(*self.rules()))
        for rule in ('CK-DISP-2', 'CK-BARB-4', 'CKDUO-PROMO-2', 'CKSEA-16', 'CK-TRADE-4', 'BASE-TRADE-6'):
            self.assertIn(rule, self.rules()[1])
        self.broken('docs/rules/refusals.md', '- `CK-BARB-4` ', '- `CK-TURN-9` ')
        self.assert_found(self.shown.check_refusals(*self.rules()), 'CK-BARB-4 forbids something')

    def rules(self):
        rules, _, forbidding = self.shown.read_rules()
        return rules, forbidding


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
