#!/usr/bin/env python3
"""Builds libholm.a as `make install` does, optimised at link time, which the other tests leave out: test_static.py BUILD-FOLDER

BUILD-FOLDER/optimised has that build, so that the next time only what changed is compiled.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(sys.argv[1]).resolve() / 'optimised'


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(f'{command}: {done.stdout}{done.stderr}')
    return done.stdout


class Static(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-static-'))
        self.addCleanup(shutil.rmtree, self.folder)

    def names(self, library):
        return {line.split()[2] for line in run('nm', '-g', '--defined-only', library).splitlines() if len(line.split()) == 3}

    def test_as_it_is_installed(self):
        if not (FOLDER / 'build.ninja').exists():
            run('meson', 'setup', FOLDER, ROOT, '-Dtests=disabled')
        run('ninja', '--quiet', '-C', FOLDER, 'lib/libholm.a')
        names = self.names(FOLDER / 'lib/libholm.a')
        self.assertGreater(len(names), 50)
        self.assertEqual([name for name in names if not name.startswith('holm_')], [])
        example = re.search(r'```c\n(#include.*?)```', (ROOT / 'docs/library.md').read_text('utf-8'), re.S)[1]
        (self.folder / 'game.c').write_text(example, 'utf-8')
        headers = [next(ROOT.glob(f'*/{name}')).relative_to(ROOT) for name in re.findall(r'<holm/(\w+\.h)>', example)]
        run(ROOT / 'scripts/public-headers', self.folder / 'holm', *headers)
        libraries = run('pkg-config', '--libs', 'jansson', 'libsodium').split()
        run('cc', '-I', self.folder, self.folder / 'game.c', FOLDER / 'lib/libholm.a', *libraries, '-lm', '-o', self.folder / 'game')
        self.assertRegex(run(self.folder / 'game'), r'^seat \d won after \d+ turns\n$')

    def test_of_every_compiler(self):
        """Two files with a name of their own between them, with and without the optimisation at link time."""
        (self.folder / 'one.c').write_text('int shared(int);\nint holm_three(void);\nint holm_three(void) { return shared(2); }\n')
        (self.folder / 'two.c').write_text('int shared(int);\nint shared(int n) { return n + 1; }\n')
        (self.folder / 'main.c').write_text('int holm_three(void);\nint main(void) { return holm_three() - 3; }\n')
        tools = {'gcc': 'gcc-ar', 'clang': 'llvm-ar'}
        for compiler in filter(shutil.which, tools):
            for option in ('-flto', '-fno-lto'):
                with self.subTest(compiler=compiler, option=option):
                    self.links(compiler, tools[compiler], option)

    def links(self, compiler, archiver, option):
        at = self.folder / (compiler + option)
        at.mkdir()
        for name in ('one', 'two'):
            run(compiler, '-O2', option, '-c', self.folder / f'{name}.c', '-o', at / f'{name}.o')
            run(archiver, 'rcs', at / f'{name}.a', at / f'{name}.o')
        run(ROOT / 'scripts/static-library', at / 'libholm.a', compiler, 'objcopy', 'ar', at / 'one.a', at / 'two.a')
        self.assertEqual(self.names(at / 'libholm.a'), {'holm_three'})
        run('cc', self.folder / 'main.c', at / 'libholm.a', '-o', at / 'main')
        run(at / 'main')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
