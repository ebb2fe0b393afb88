#!/usr/bin/env python3
"""Installs into a temporary folder and builds the example of docs/library.md there, as a stranger would: test_install.py BUILD-FOLDER [FLAG...]

In C, in C++ and in Python, with the shared and with the static library, by pkg-config alone. FLAG: what BUILD-FOLDER was compiled with
and the example must be linked with, too (-fsanitize=address).
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD, FLAGS = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
VERSION = re.search(r'#define HOLM_VERSION "(.*)"', (ROOT / 'engine/holm.h').read_text('utf-8'))[1]
STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Werror']


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **more).stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-install-'))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', cls.folder)
        cls.pc = next(cls.folder.rglob('holm.pc'))
        cls.prefix = cls.folder / re.search(r'^prefix=/(.*)$', cls.pc.read_text('utf-8'), re.M)[1]
        cls.example = re.search(r'```c\n(#include.*?)```', (ROOT / 'docs' / 'library.md').read_text('utf-8'), re.S)[1]

    def flags(self, *options):
        environment = {**os.environ, 'PKG_CONFIG_PATH': str(self.pc.parent)}
        return run('pkg-config', f'--define-variable=prefix={self.prefix}', *options, 'holm', env=environment).split()

    def plays(self, compiler, suffix, *options, standard=(), text=None, static=False, options_of_asan='verify_asan_link_order=0'):
        source, program = self.folder / f'game.{suffix}', self.folder / f'game-{suffix}-{static}'
        source.write_text(text or self.example, 'utf-8')
        libraries = self.flags('--static', '--libs') if static else self.flags('--libs')
        if static:
            libraries = [str(next(self.prefix.rglob('libholm.a'))) if word == '-lholm' else word for word in libraries]
        run(compiler, *standard, *STRICT, *FLAGS, *self.flags('--cflags'), source, *libraries, '-o', program)
        where = str(next(self.prefix.rglob('libholm.so')).parent)
        return run(program, env={**os.environ, 'LD_LIBRARY_PATH': where, 'ASAN_OPTIONS': options_of_asan})

    def test_c(self):
        self.assertRegex(self.plays('cc', 'c', standard=['-std=c17']), r'^seat \d won after \d+ turns\n$')

    def test_c_static(self):
        shared = self.plays('cc', 'c', standard=['-std=c17'])
        self.assertEqual(self.plays('cc', 'c', standard=['-std=c17'], static=True), shared)

    def test_cpp(self):
        shared = self.plays('cc', 'c', standard=['-std=c17'])
        self.assertEqual(self.plays('c++', 'cpp', standard=['-std=c++17']), shared)

    def test_learning(self):
        """The first program of docs/learning.md, which leaves its arrays to the system at its end."""
        example = re.search(r'```c\n(#include.*?)```', (ROOT / 'docs' / 'learning.md').read_text('utf-8'), re.S)[1]
        won = self.plays('cc', 'c', standard=['-std=c17'], text=example, options_of_asan='verify_asan_link_order=0:detect_leaks=0')
        self.assertGreater(int(re.fullmatch(r'(\d+) games were won\n', won)[1]), 100)

    def test_python(self):
        example = re.search(r'```python\n(.*?)```', (ROOT / 'docs' / 'library.md').read_text('utf-8'), re.S)[1]
        library = next(self.prefix.rglob('libholm.so'))
        # A library with sanitizers wants their own libraries first; Python itself is not free of leaks.
        first = [run('cc', f'-print-file-name=lib{word}.so').strip() for flag in FLAGS if flag.startswith('-fsanitize=')
                 for word in ({'address': 'asan', 'undefined': 'ubsan'}[name] for name in flag.split('=')[1].split(','))]
        environment = {**os.environ, 'LD_LIBRARY_PATH': str(library.parent), 'LD_PRELOAD': ' '.join(first), 'ASAN_OPTIONS': 'detect_leaks=0'}
        points = re.fullmatch(r'points at the end:((?: \d+){4})\n', run(sys.executable, '-c', example, env=environment))[1]
        self.assertGreaterEqual(max(map(int, points.split())), 10)

    def test_every_header_in_cpp(self):
        headers = sorted(path.name for path in (self.prefix / 'include/holm').glob('*.h'))
        self.assertIn('holm.h', headers)
        lines = [f'#include <holm/{name}>' for name in headers]
        for name in headers:  # each alone, and all together
            self.plays('c++', 'cpp', standard=['-std=c++11'], text=f'#include <holm/{name}>\nint main() {{}}\n')
        self.plays('c++', 'cpp', standard=['-std=c++20'], text='\n'.join(lines) + '\nint main() {}\n')

    def test_one_version(self):
        text = '#include <stdio.h>\n#include <holm/holm.h>\nint main(void) { puts(HOLM_VERSION); }\n'
        self.assertEqual(self.plays('cc', 'c', text=text).strip(), VERSION)
        self.assertEqual(self.flags('--modversion'), [VERSION])
        self.assertEqual(run(self.prefix / 'bin/holm', '--version').strip(), f'holm {VERSION}')
        self.assertIn(f'\n## {VERSION}', (ROOT / 'CHANGELOG.md').read_text('utf-8'))

    def test_only_our_names(self):
        for library, option in [('libholm.so', '-D'), ('libholm.a', '-g')]:
            listed = run('nm', option, '--defined-only', next(self.prefix.rglob(library)))
            names = [line.split()[2] for line in listed.splitlines() if len(line.split()) == 3]
            self.assertGreater(len(names), 50)
            self.assertEqual([name for name in names if not name.startswith('holm_')], [])

    def test_soname(self):
        name = run('readelf', '-d', next(self.prefix.rglob('libholm.so')))
        self.assertIn('Library soname: [libholm.so.' + '.'.join(VERSION.split('.')[:2]) + ']', name)

    def test_manuals_and_completion(self):
        self.assertTrue((self.prefix / 'share/man/man1/holm-serve.1').exists())
        script = self.prefix / 'share/bash-completion/completions/holm'
        asked = f'. {script}; COMP_WORDS=(holm sim --ga); COMP_CWORD=2; _holm holm --ga sim; echo "${{COMPREPLY[@]}}"; ' \
                'COMP_WORDS=(holm ser); COMP_CWORD=1; _holm holm ser holm; echo "${COMPREPLY[@]}"'
        self.assertEqual(run('bash', '-c', asked).split('\n')[:2], ['--games --game', 'serve'])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
