#!/usr/bin/env python3
"""Web Push: news for who is not there, against a push service of the tests' own that decrypts them; bad services and bad subscriptions."""
import sqlite3
import time

import fixture
import players
import push_service
from push_service import wait


class Push(fixture.Case):
    def setUp(self):
        super().setUp()
        self.folder = fixture.tempfile.mkdtemp(prefix='holm-push-')
        self.addCleanup(fixture.shutil.rmtree, self.folder)
        self.certificate = push_service.make_certificate(self.folder)
        self.service = self.new_service()

    def new_service(self):
        service = push_service.Service(self.certificate)
        self.addCleanup(service.close)
        return service

    def push_server(self, **options):
        server = self.serve(push_trial=self.certificate, **options)
        server.push_key = server.get('/api/push').json['key']
        return server

    def table(self, server, **more):
        """Ada waits for Ben: code, and Ada's token."""
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3, 'start_player': 'fixed'}, 'seats': ['me', 'open', 'random'], 'order': 'fixed',
                                           'pace': 0, **more})
        self.assertEqual(made.status, 201, made.body)
        server.tokens.add(made.json['token'].encode())
        return made.json['code'], made.json['token']

    def join(self, server, code, name='Ben'):
        made = server.post(f'/api/tables/{code}/join', {'name': name})
        self.assertEqual(made.status, 200, made.body)
        return made.json['token']

    def ask(self, server, code, token, endpoint, browser=None, changed=()):
        browser = browser or push_service.Browser()
        return server.post(f'/api/tables/{code}/push', {'token': token, **browser.wish(endpoint, server.push_key), **dict(changed)})

    def subscribe(self, server, code, token, path, service=None):
        browser = push_service.Browser()
        answer = self.ask(server, code, token, (service or self.service).address(path), browser)
        self.assertEqual((answer.status, answer.json), (200, {'push': True}), answer.body)
        return browser

    def player(self, server, code, token):
        one = players.Player(server, code, token)
        self.addCleanup(one.drop)
        return one.until(lambda: one.welcomed)

    def begin(self, server, code, token, *others):
        """The host comes and says start, whoever else is there."""
        host = self.player(server, code, token)
        host.say(type='start')
        return host.until(lambda: host.mirror.seq is not None, others=others)

    def place(self, player):
        """A settlement and its road."""
        for _ in range(2):
            player.until(lambda: player.choices())
            self.assertIsInstance(player.act_and_wait(player.mirror.list['actions'][0]), int)

    def rows(self, server, code):
        return server.sql('SELECT endpoint, failed FROM push JOIN tables ON id = game WHERE code = ?', code)

    def test_round_trip(self):
        """The game begins, then it is somebody's turn: each message can be opened by that browser alone, and says who sends it."""
        server = self.push_server(origin='https://play.example.org')
        code, ada = self.table(server)
        ben = self.join(server, code)
        browser = self.subscribe(server, code, ben, '/ok/ben')
        host = self.begin(server, code, ada)
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')), 'the game begins')
        self.place(host)
        self.assertTrue(wait(lambda: len(self.service.to('/ok/ben')) == 2), 'it is Ben\'s turn')
        lengths, topics = set(), set()
        for kind, (headers, body) in zip(('begins', 'turn'), self.service.to('/ok/ben')):
            text, length = browser.open(body)
            lengths.add((length, len(body)))
            self.assertEqual(text, f'{{"kind":"{kind}","table":"{code}"}}')
            self.assertEqual((headers['Content-Encoding'], headers['TTL']), ('aes128gcm', '86400'))
            topics.add(headers['Topic'])
            self.assertNotIn(code, str(headers), 'the code opens the table')
            claims, key = push_service.claims_of(headers['Authorization'])
            self.assertEqual(key, server.push_key)
            self.assertEqual(claims['aud'], self.service.address(''))
            self.assertEqual(claims['sub'], 'https://play.example.org')
            self.assertLess(time.time(), claims['exp'])
            self.assertLess(claims['exp'], time.time() + 86400)
        self.assertEqual([len(topic) for topic in topics], [24], 'the second takes the place of the first')
        self.assertEqual(len(lengths), 1, 'its length does not tell the kind of news')
        with self.assertRaises(Exception):
            push_service.Browser().open(self.service.to('/ok/ben')[0][1])
        self.assertTrue(wait(lambda: server.metric('holm_pushes_total') == 2))

    def test_who_is_there_is_left_alone(self):
        """A page that is open tells its person by itself; who leaves hears of the next turn. Twice the same wish is one message."""
        server = self.push_server()
        code, ada = self.table(server)
        ben = self.join(server, code)
        browser = self.subscribe(server, code, ben, '/ok/ben')
        self.assertEqual(self.ask(server, code, ben, self.service.address('/ok/ben'), browser).status, 200)
        guest = self.player(server, code, ben)
        host = self.begin(server, code, ada, guest)
        self.place(host)
        guest.until(lambda: guest.choices(), others=[host])
        self.place(guest)
        guest.drop()
        self.assertTrue(wait(lambda: not server.get(f'/api/tables/{code}').json['table']['chairs'][1]['connected']))
        self.assertEqual(self.service.came, [])
        host.until(lambda: host.mirror.waiting['for'] == ['blue'])  # after the bot, which comes twice
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')))
        self.assertEqual(len(self.service.came), 1)
        self.assertIn('turn', browser.open(self.service.came[0][2])[0])

    def test_nobody_is_told_twice(self):
        """A game that comes back from the disk is no news."""
        server = self.push_server()
        code, ada = self.table(server)
        self.subscribe(server, code, self.join(server, code), '/ok/ben')
        self.place(self.begin(server, code, ada))
        self.assertTrue(wait(lambda: len(self.service.came) == 2))
        server.restart()
        host = self.player(server, code, ada)
        host.until(lambda: host.mirror.seq is not None)
        host.say(type='pace', factor=2)  # which is written
        host.until(lambda: host.table['pace'] == 2)
        self.assertEqual(host.mirror.waiting['for'], ['blue'])
        time.sleep(0.5)
        self.assertEqual(len(self.service.came), 2)

    def test_a_turn_that_was_refused_is_news_the_second_time(self):
        """The store refuses the move after which it is Ben's turn; when it is made again, he is told."""
        server = self.push_server()
        code, ada = self.table(server)
        self.subscribe(server, code, self.join(server, code), '/ok/ben')
        host = self.begin(server, code, ada)
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')), 'the game begins')
        host.until(lambda: host.choices())
        self.assertIsInstance(host.act_and_wait(host.mirror.list['actions'][0]), int)
        host.until(lambda: host.choices())
        road, positions = host.mirror.list['actions'][0], host.mirror.positions
        other = sqlite3.connect(server.database, isolation_level=None)
        other.execute('BEGIN IMMEDIATE')
        self.assertEqual(host.act_and_wait(road)['error'], 'storage')
        other.execute('ROLLBACK')
        other.close()
        host.until(lambda: host.mirror.positions > positions)
        self.assertIsInstance(host.act_and_wait(road), int)
        self.assertTrue(wait(lambda: len(self.service.to('/ok/ben')) == 2), 'it is Ben\'s turn')

    def test_a_busy_service_is_asked_again(self):
        server = self.push_server()
        code, ada = self.table(server)
        browser = self.subscribe(server, code, self.join(server, code), '/busy/ben')
        self.begin(server, code, ada)
        self.assertTrue(wait(lambda: len(self.service.to('/busy/ben')) == 2), 'it said: in a second')
        self.assertIn('begins', browser.open(self.service.to('/busy/ben')[1][1])[0])
        self.assertTrue(wait(lambda: server.sql('SELECT news, failed FROM push') == [(None, 0)]))
        time.sleep(1.5)
        self.assertEqual(len(self.service.came), 2, 'and no more')

    def test_what_waits_outlives_a_crash(self):
        """Nothing could be sent before kill -9; after it nobody need come for it to be sent. Who has come meanwhile is left alone."""
        server = self.push_server()
        code, ada = self.table(server)
        ben = self.join(server, code)
        browser = self.subscribe(server, code, ben, '/hang/ben')
        self.place(self.begin(server, code, ada))
        self.assertTrue(wait(lambda: self.service.came))
        server.kill()
        self.service.over.set()
        server.sql('SELECT 1')
        later = ', due = 0' if fixture.POSTGRESQL else ''  # of itself a minute later: another node may be sending it
        server.sql(f"UPDATE push SET endpoint = replace(endpoint, '/hang', '/ok'){later}")
        server.start()
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')))
        self.assertIn('turn', browser.open(self.service.to('/ok/ben')[0][1])[0])
        self.assertTrue(wait(lambda: server.sql('SELECT news FROM push') == [(None,)]))
        server.sql("UPDATE push SET news = 'turn', due = ?", int(1000 * time.time()) + 4000)
        self.player(server, code, ben)
        self.assertTrue(wait(lambda: server.sql('SELECT news FROM push') == [(None,)]))
        self.assertEqual(len(self.service.to('/ok/ben')), 1)

    def test_many_at_once_are_told_later(self):
        """Over the limit for one person a message waits; it is not dropped."""
        server = self.push_server()
        code, ada = self.table(server)
        self.subscribe(server, code, self.join(server, code), '/ok/ben')
        host = self.begin(server, code, ada)
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')))
        told = lambda: server.sql('SELECT news FROM push') == [(None,)]
        for i in range(6):  # the same news again and again, as the store has it
            self.assertTrue(wait(told))
            server.sql("UPDATE push SET news = 'begins', due = 0")
            if i < 5:
                self.assertTrue(wait(lambda: len(self.service.came) == i + 2))
        self.assertFalse(wait(told, 2))
        self.assertEqual(len(self.service.came), 6)
        due, = server.sql('SELECT due FROM push')[0]
        self.assertAlmostEqual(due / 1000, time.time() + 19, delta=4, msg='it is still owed')

    def test_a_dead_phone_is_told(self):
        """A connection that was silent since its turn came, and then turns out to be dead, has told nobody."""
        server = self.push_server()
        code, ada = self.table(server)
        ben = self.join(server, code)
        self.subscribe(server, code, ben, '/ok/ben')
        guest = self.player(server, code, ben)
        host = self.begin(server, code, ada, guest)
        self.place(host)
        self.assertEqual(self.service.came, [])
        guest.drop()
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')))

    def test_the_key_and_the_wishes_outlive_a_crash(self):
        server = self.push_server()
        code, ada = self.table(server)
        browser = self.subscribe(server, code, self.join(server, code), '/ok/ben')
        server.restart()
        self.assertEqual(server.get('/api/push').json['key'], server.push_key)
        self.begin(server, code, ada)
        self.assertTrue(wait(lambda: self.service.to('/ok/ben')))
        self.assertIn('begins', browser.open(self.service.to('/ok/ben')[0][1])[0])

    def test_of_a_device_that_has_just_come(self):
        """It may ask for news before its socket is there: the seat is its own then, and the news come to it."""
        server = self.push_server()
        code, ada = self.table(server)
        ben = self.join(server, code)
        guest = self.player(server, code, ben)
        host = self.begin(server, code, ada, guest)
        guest.say(type='device')
        guest.until(lambda: any(m['type'] == 'device' for m in guest.other))
        given = next(m for m in guest.other if m['type'] == 'device')['code']
        phone = server.post(f'/api/tables/{code}/device', {'code': given, 'move': True}).json['token']
        browser = self.subscribe(server, code, phone, '/ok/phone')
        self.assertTrue(wait(lambda: not server.get(f'/api/tables/{code}').json['table']['chairs'][1]['connected']), 'the other has gone')
        self.place(host)
        self.assertTrue(wait(lambda: self.service.to('/ok/phone')))
        self.assertIn('turn', browser.open(self.service.to('/ok/phone')[0][1])[0])

    def test_bad_services(self):
        """410 and 404 end it; a redirect leads nowhere; what never ends is cut off; one that hangs holds up no other, and no end of the server."""
        server = self.push_server()
        well = self.new_service()
        tables = []
        for service, *paths in ((self.service, '/gone', '/missing', '/elsewhere', '/flood'), (self.service, '/hang/0', '/hang/1', '/hang/2', '/hang/3'),
                                (self.service, '/hang/4', '/hang/5'), (well, '/ok/last')):
            code, ada = self.table(server)
            ben = self.join(server, code)
            for path in paths:
                self.subscribe(server, code, ben, path, service)
            tables.append((code, ada))
        code, _ = tables[0]
        for table in tables[1:3] + tables[:1] + tables[3:]:  # first those that hang: more than may be under way to one service
            self.begin(server, *table)
        begin = time.monotonic()
        self.assertTrue(wait(lambda: well.to('/ok/last'), 9), 'others wait for a service that hangs')
        self.assertEqual(server.get('/api/health').status, 200)
        self.assertLess(time.monotonic() - begin, 9)
        self.service.over.set()  # it lets go
        self.assertTrue(wait(lambda: server.metric('holm_pushes_failed_total') >= 10), server.metric('holm_pushes_failed_total'))
        left = lambda: sorted((endpoint.split('/')[-1], failed) for endpoint, failed in self.rows(server, code))
        self.assertTrue(wait(lambda: left() == [('elsewhere', 1), ('flood', 1)]), left())
        self.assertEqual(self.service.to('/ok/redirected'), [])

    def test_home_networks_are_not_called(self):
        """Without the option of the tests this machine is no push service, whatever name it has."""
        server = self.serve()
        server.push_key = server.get('/api/push').json['key']
        code, ada = self.table(server)
        self.subscribe(server, code, self.join(server, code), '/ok/ben')
        self.begin(server, code, ada)
        self.assertTrue(wait(lambda: server.metric('holm_pushes_failed_total') == 1))
        self.assertEqual(self.service.calls, 0)
        self.assertEqual(len(self.rows(server, code)), 1, 'it may have been the network')

    def test_a_certificate_of_nobody_is_not_trusted(self):
        other = fixture.tempfile.mkdtemp(prefix='holm-push-')
        self.addCleanup(fixture.shutil.rmtree, other)
        self.certificate = push_service.make_certificate(other)  # not the service's
        server = self.push_server()
        code, ada = self.table(server)
        self.subscribe(server, code, self.join(server, code), '/ok/ben')
        self.begin(server, code, ada)
        self.assertTrue(wait(lambda: server.metric('holm_pushes_failed_total') == 1))
        self.assertEqual(self.service.came, [])

    def test_bad_wishes(self):
        """Forged, stale and replayed: each is refused with a reason, and none is kept."""
        server = self.push_server()
        code, ada = self.table(server)
        good = self.service.address('/ok/ada')
        browser = push_service.Browser()
        point = bytearray(browser.point)
        point[40] ^= 1
        for changed in ({'endpoint': 'http://push.example.org/x'}, {'endpoint': 'https://localhost/x'}, {'endpoint': 'https://127.0.0.1/x'},
                        {'endpoint': 'https://[::1]/x'}, {'endpoint': 'https://a@push.example.org/x'}, {'endpoint': 'https://push.example.org:99999/x'},
                        {'endpoint': 'https://push.example.org/' + 'x' * 600}, {'endpoint': 'https://push.example.org/\r\nX: y'},
                        {'endpoint': 'file:///etc/passwd'}, {'endpoint': ''}, {'endpoint': 7}, {'p256dh': push_service.encoded(point)},
                        {'p256dh': push_service.encoded(bytes(65))}, {'p256dh': ''}, {'auth': push_service.encoded(bytes(15))}, {'auth': '!'},
                        {'token': None}, {'more': 1}):
            answer = self.ask(server, code, ada, good, browser, changed)
            self.assertEqual((answer.status, answer.json['error']), (400, 'form'), changed)
            self.assertTrue(answer.json['text'])
        answer = self.ask(server, code, 'A' * 32, good)
        self.assertEqual((answer.status, answer.json['error']), (403, 'token'), 'a forged token')
        answer = self.ask(server, code, ada, good, changed={'key': push_service.encoded(push_service.Browser().point)})
        self.assertEqual((answer.status, answer.json['error']), (409, 'push-key'), 'made for a server that is no more')
        self.assertEqual(self.rows(server, code), [])
        self.assertEqual(self.ask(server, 'nosuchtable', ada, good).status, 404)
        self.assertEqual(server.get(f'/api/tables/{code}/push').status, 404)

        ben = self.join(server, code)
        wish = {'token': ben, **browser.wish(good, server.push_key)}
        self.assertEqual(server.post(f'/api/tables/{code}/push', wish).status, 200)
        off = server.post(f'/api/tables/{code}/push', {'token': ben, 'endpoint': good, 'off': True})
        self.assertEqual((off.status, off.json, self.rows(server, code)), (200, {'push': False}, []))
        guest = self.player(server, code, ben)
        guest.say(type='leave')
        self.assertTrue(wait(lambda: server.get(f'/api/tables/{code}').json['table']['chairs'][1]['kind'] == 'open'))
        replayed = server.post(f'/api/tables/{code}/push', wish)
        self.assertEqual((replayed.status, replayed.json['error']), (403, 'token'), 'who left has no chair')
        self.assertEqual(self.rows(server, code), [])

    def test_no_more_than_is_needed(self):
        """Of one person four browsers at a table; nothing is left after it has gone."""
        server = self.push_server()
        code, ada = self.table(server)
        for i in range(6):
            self.subscribe(server, code, ada, f'/ok/{i}')
        self.assertEqual([endpoint[-1] for endpoint, _ in sorted(self.rows(server, code))], ['2', '3', '4', '5'])
        host = self.player(server, code, ada)
        host.say(type='leave')
        self.assertTrue(wait(lambda: server.get(f'/api/tables/{code}').status == 404))
        self.assertEqual(server.sql('SELECT count(*) FROM push'), [(0,)])


if __name__ == '__main__':
    fixture.main()
