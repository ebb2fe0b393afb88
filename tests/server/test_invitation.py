#!/usr/bin/env python3
"""What a link to a table shows where it is shared, and what a page that is installed needs of the server."""
import html
import pathlib
import re

import fixture
import players

PAGE = '<!doctype html><html lang="en"><head><title>Holm</title></head><body><div id="app"></div></body></html>'


class Invitation(fixture.Case):
    def setUp(self):
        super().setUp()
        folder = pathlib.Path(fixture.tempfile.mkdtemp(prefix='holm-page-'))
        self.addCleanup(fixture.shutil.rmtree, folder)
        for name, text in (('index.html', PAGE), ('sw.js', '// worker'), ('holm.webmanifest', '{}'), ('preview.png', 'picture')):
            (folder / name).write_text(text)
        self.web = folder

    def table(self, server, name='Ada', **more):
        made = server.post('/api/tables', {'name': name, 'rules': {'game': 'base', 'players': 3}, 'seats': ['me', 'open', 'random'], **more})
        self.assertEqual(made.status, 201, made.body)
        return made.json

    def tags(self, server, path, **headers):
        answer = server.http('GET', path, headers=[(name.replace('_', '-'), value) for name, value in headers.items()])
        self.assertEqual(answer.status, 200)
        text = answer.body.decode()
        self.assertTrue(text.startswith('<!doctype html>') and text.endswith('</body></html>'))
        head = text[:text.index('</head>')]
        return {name: html.unescape(value) for name, value in re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />', head)}

    def test_a_table_introduces_itself(self):
        server = self.serve(web=self.web)
        made = self.table(server)
        address = f'/t/{made["code"]}'
        tags = self.tags(server, address)
        site = f'http://127.0.0.1:{server.port}'
        self.assertEqual((tags['og:title'], tags['og:description']),
                         ('Ada’s table · Base game', '2 of 3 seats are taken. Open the link to sit down.'))
        self.assertEqual((tags['og:url'], tags['og:image']), (site + address, site + '/preview.png'))
        self.assertEqual((tags['robots'], tags['twitter:card']), ('noindex', 'summary_large_image'))
        self.assertEqual(self.tags(server, address, Accept_Language='es-ES,es;q=0.9')['og:description'],
                         '2 de 3 asientos ocupados. Abre el enlace para sentarte.')
        host = players.Player(server, made['code'], made['token'])
        self.addCleanup(host.drop)
        host.until(lambda: host.welcomed)
        host.say(type='start')
        host.until(lambda: host.mirror.seq is not None)
        self.assertIn('under way', self.tags(server, address)['og:description'])
        for path in ('/', '/t/', '/t/nosuchtable', '/t/' + 'x' * 40, '/t/%3Cscript%3E', '/t//' + made['code']):
            self.assertEqual(self.tags(server, path), {}, path)

    def test_nothing_of_it_is_taken_for_the_page(self):
        """Names and headers are others' words."""
        server = self.serve(web=self.web)
        name = '"><b>&\'</head>'
        address = f'/t/{self.table(server, name)["code"]}'
        self.assertEqual(self.tags(server, address)['og:title'], f'{name}’s table · Base game')
        self.assertNotIn(b'<b>', server.get(address).body)
        for host in ('a"b', 'a/b', 'a<b', 'a b', 'x' * 300):
            answer = fixture.wire.raw_http(server.port, f'GET {address} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n'.encode())
            if answer.status == 200:
                self.assertNotIn(b'og:url', answer.body, host)

    def test_behind_a_name(self):
        server = self.serve(web=self.web, origin='https://play.example.org', proxy=True)
        address = f'/t/{self.table(server)["code"]}'
        self.assertEqual(self.tags(server, address)['og:url'], 'https://play.example.org' + address)

    def test_head_is_get_without_its_body(self):
        server = self.serve(web=self.web)
        code = self.table(server)['code']
        for path in ('/', f'/t/{code}', '/sw.js', '/holm.webmanifest', '/preview.png', '/api/push', f'/api/tables/{code}', '/metrics', '/none.png'):
            whole = server.get(path)
            with fixture.wire.socket.create_connection(('127.0.0.1', server.port), 20) as plug:
                plug.sendall(f'HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n'.encode())
                answer = b''
                while piece := plug.recv(65536):
                    answer += piece
            head, _, body = answer.partition(b'\r\n\r\n')
            self.assertEqual(body, b'', path)
            fields = [line for line in head.decode().split('\r\n') if not line.startswith('Date')]
            if path == '/metrics':  # it counts this one, too
                fields = [line for line in fields if not line.startswith('Content-Length')]
            self.assertLessEqual(set(fields), set(whole.head.split('\r\n')), path)

    def test_the_worker_is_asked_for_each_time(self):
        """An old worker learns of a newer one at once, and only our own may be one."""
        server = self.serve(web=self.web)
        worker = server.get('/sw.js')
        self.assertEqual((worker.status, worker.field('cache-control')), (200, 'no-cache'))
        self.assertIn('javascript', worker.field('content-type'))
        self.assertEqual(server.get('/holm.webmanifest').field('content-type'), 'application/manifest+json')
        policy = dict(part.strip().split(' ', 1) for part in server.get('/').field('content-security-policy').split(';'))
        for name in ('default-src', 'connect-src', 'worker-src', 'manifest-src'):
            self.assertEqual(policy[name], "'self'", name)
        # WebAssembly of our own may be compiled; a text still never becomes a script.
        self.assertEqual(policy['script-src'], "'self' 'wasm-unsafe-eval'")
        for path in ('/api/push', '/api/tables', '/api/health'):
            self.assertEqual(server.get(path).field('cache-control'), 'no-store', path)


if __name__ == '__main__':
    fixture.main()
