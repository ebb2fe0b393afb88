#!/usr/bin/env python3
"""Games in PostgreSQL: what is no database of ours, one that ends and comes back, and a role that may do no more than it must."""
import random
import signal
import subprocess
import threading
import time

import cluster
import fixture
import players
from modes import mode
from test_crash import lost_actions

fixture.POSTGRESQL = True


def sql(address, text):
    done = subprocess.run(['psql', '-qAt', '-v', 'ON_ERROR_STOP=1', '-c', text, address], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class Opening(fixture.Case):
    def refused(self, address):
        done = subprocess.run([fixture.HOLM, 'serve', '--port', '0', '--db', address], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60 * fixture.SLOWER)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr

    def test_who_must_be_alone_is(self):
        """A server from before several could share a database has it alone, or not at all."""
        address = cluster.address(fixture.SCRATCH)
        with subprocess.Popen(['psql', '-qAt', address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as old:
            old.stdin.write(f"SELECT pg_advisory_lock({0x484f4c4d}); SELECT 'locked';\n")
            old.stdin.flush()
            while old.stdout.readline() != 'locked\n':
                pass
            self.assertIn('an older server is using this database', self.refused(address))
            old.stdin.close()
        server = self.serve(address=address)
        self.assertEqual(sql(address, f'SELECT pg_try_advisory_lock({0x484f4c4d})'), 'f')
        self.assertEqual(server.stop(), 0)
        self.assertEqual(sql(address, 'SELECT version, oldest FROM holm_version'), '2|2')

    def test_brought_up(self):
        """A database from before nodes shared one; its games go on."""
        server = self.serve()
        code, people = players.seat_people(server, 2, random.Random(3), **mode('base', players=2, turn_limit=10))
        people[0].say(type='chat', text='See you later')
        players.play(people, limit=12)
        self.assertEqual(server.stop(), 0)
        sql(server.address, 'DROP TABLE versions, nodes, batches, used; DROP SEQUENCE nodes_numbers; ALTER TABLE due DROP driver;'
                            'ALTER TABLE holm_version DROP oldest; UPDATE holm_version SET version = 1')
        server.start()
        for one in people:
            one.reconnect()
        people[1].say(type='chat', text='Here I am')
        people[0].until(lambda: people[0].chat[-1:] and people[0].chat[-1]['number'] == 2, others=people[1:])
        players.play(people)
        players.settle(people)
        self.assertEqual(lost_actions(server.get(f'/api/tables/{code}/log').body.decode(), people), [])

    def test_of_another_version(self):
        """A newer program may say that this one can serve beside it, though it has added to the tables; or that it cannot."""
        server = self.serve()
        self.assertEqual(server.stop(), 0)
        sql(server.address, 'ALTER TABLE tables ADD mood text; UPDATE holm_version SET version = 3')
        server.start()
        _, people = players.seat_people(server, 2, random.Random(3), **mode('base', players=2, turn_limit=10))
        players.play(people)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(sql(server.address, 'SELECT version, oldest FROM holm_version'), '3|2')
        sql(server.address, 'UPDATE holm_version SET oldest = 3')
        self.assertIn('version 3', self.refused(server.address))

    def test_what_cannot_be_opened(self):
        address = cluster.address(fixture.SCRATCH)
        sql(address, 'CREATE TABLE others (n int)')
        self.assertIn("something else's", self.refused(address))
        address = cluster.address(fixture.SCRATCH)
        sql(address, 'CREATE TABLE holm_version (version bigint); INSERT INTO holm_version VALUES (99)')
        self.assertIn('version 99', self.refused(address))
        said = self.refused('postgresql://holm:secret@127.0.0.1:9/nothing')
        self.assertIn('the database', said)
        self.assertNotIn('secret', said)

    def test_copies_are_made_elsewhere(self):
        done = subprocess.run([fixture.HOLM, 'backup', '--db', cluster.address(fixture.SCRATCH), '/nowhere/copy'], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn('pg_dump', done.stderr)

    def test_few_rights(self):
        """What docs/server.md grants is enough once the tables are there."""
        server = self.serve()
        server.stop()
        sql(server.address, 'CREATE ROLE few LOGIN; GRANT USAGE ON SCHEMA public TO few;'
                            'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO few;'
                            'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO few')
        server.address = server.address.replace('holm@', 'few@')
        server.start()
        code, people = players.seat_people(server, 2, random.Random(3), **mode('base', players=2, turn_limit=10))
        players.play(people)
        self.assertEqual(server.get(f'/api/tables/{code}/log').status, 200)


class Ending(fixture.Case):
    def test_it_ends_and_comes_back(self):
        """Nothing acknowledged is lost, and play goes on by itself."""
        self.own = cluster.Cluster(fixture.SCRATCH, durable=True)
        self.addCleanup(self.own.end)
        shared, cluster.shared = cluster.shared, self.own
        self.addCleanup(setattr, cluster, 'shared', shared)
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(7), **mode('base', players=3, turn_limit=40))
        players.play(people, limit=40)
        for way in 'fast', 'immediate':
            self.own.stop(way)
            people[0].say(type='chat', text='Is anybody there?')
            self.assertTrue(fixture.until(lambda: server.get('/api/health').status == 503))
            self.assertEqual(server.get('/api/catalogue').status, 200)
            self.own.start()
            self.assertTrue(fixture.until(lambda: server.get('/api/health').status == 200))
            for one in people:
                one.drop()
                one.reconnect()
                one.errors.clear()
                self.assertEqual(players.divergence(one), '')
            players.play(people, limit=20)
        players.play(people)
        players.settle(people)
        log = server.get(f'/api/tables/{code}/log')
        self.assertEqual(log.status, 200)
        self.assertEqual(lost_actions(log.body.decode(), people), [])


    def ask_on(self, server, path, until, waits, statuses):
        """Asks for something again and again, and notes how long each answer took."""
        while time.monotonic() < until:
            begin = time.monotonic()
            statuses.append(server.get(path).status)
            waits.append(time.monotonic() - begin)

    def test_it_hangs(self):
        """Who needs nothing of it is answered at once, whatever others wait for; nothing is lost."""
        self.own = cluster.Cluster(fixture.SCRATCH)
        self.addCleanup(self.own.end)
        server = self.serve(address=self.own.new())
        code, people = players.seat_people(server, 3, random.Random(7), **mode('base', players=3, turn_limit=40))
        players.play(people, limit=20)
        players.settle(people)  # what is pending would wait for the database, and all that is told behind it
        self.own.signal(signal.SIGSTOP)
        self.addCleanup(self.own.signal, signal.SIGCONT)
        until = time.monotonic() + 8
        asked = {path: ([], []) for path in ('/api/tables/abcdefghijkm', '/api/tables', '/t/abcdefghijkm', '/api/ratings', '/api/results')}
        beside = [threading.Thread(target=self.ask_on, args=(server, path, until, *lists)) for path, lists in asked.items()]
        for one in beside:
            one.start()
        longest = 0
        while time.monotonic() < until:
            begin = time.monotonic()
            self.assertEqual(server.get('/api/catalogue').status, 200)
            if begin < until - 4:  # after 5 s everybody is sent away
                people[0].other.clear()
                people[0].say(type='ping')
                people[0].until(lambda: any(said['type'] == 'pong' for said in people[0].other), timeout=5)
            longest = max(longest, time.monotonic() - begin)
            time.sleep(0.02)
        for one in beside:
            one.join()
        for path, (waits, statuses) in asked.items():
            self.assertLess(max(waits), 4 * fixture.SLOWER, path)
        self.assertEqual(set(asked['/api/tables/abcdefghijkm'][1]) & {200, 404}, set())  # whether there is one cannot be known
        self.assertLess(longest, 0.4 * fixture.SLOWER)
        self.assertEqual(server.get('/api/ready').status, 503)
        self.own.signal(signal.SIGCONT)
        self.assertTrue(fixture.until(lambda: server.get('/api/ready').status == 200 and server.get('/api/health').status == 200))
        for one in people:
            one.drop()
            fixture.until(lambda: server.get(f'/api/tables/{code}').status == 200)
            one.reconnect()
            one.errors.clear()
            self.assertEqual(players.divergence(one), '')
        players.play(people)
        players.settle(people)
        self.assertEqual(lost_actions(server.get(f'/api/tables/{code}/log').body.decode(), people), [])
        self.assertEqual(server.metric('holm_waits_total'), 0)


if __name__ == '__main__':
    fixture.main()
