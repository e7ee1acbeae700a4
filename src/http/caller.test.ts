import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNetworks } from '../lib/network-address.ts'
import { callerBehind, proxyTest } from './caller.ts'

const caller = callerBehind(proxyTest(readNetworks('127.0.0.1, 10.0.0.0/8, fd00::/8')!))

const cases: readonly (readonly [fact: string, socket: string, forwardedFor: string | undefined, who: string])[] = [
  ['who comes directly is who its socket says, whatever it claims', '192.0.2.7', '203.0.113.1', '192.0.2.7'],
  ['a proxy is believed', '127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['a proxy in the clothes of IPv6 is one', '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['what the caller wrote itself is not believed', '127.0.0.1', '198.51.100.9, 203.0.113.1', '203.0.113.1'],
  ['proxies behind each other are passed', '127.0.0.1', '198.51.100.9, 203.0.113.1, 10.2.3.4', '203.0.113.1'],
  ['a proxy that says nothing is the caller', '10.1.1.1', undefined, '10.1.1.1'],
  ['where all are proxies the first of them is the caller', '127.0.0.1', '10.9.9.9, 10.2.3.4', '10.9.9.9'],
  ['an entry that is no address ends what is known', '127.0.0.1', '203.0.113.1, unknown, 10.2.3.4', '10.2.3.4'],
  ['an empty header says nothing', '127.0.0.1', '', '127.0.0.1'],
  ['ports are left out', '127.0.0.1', '203.0.113.1:5000', '203.0.113.1'],
  ['brackets are left out', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
]
for (const [fact, socket, forwardedFor, who] of cases) test(fact, () => assert.equal(caller(socket, forwardedFor), who))

test('without a named proxy no header is believed', () => {
  assert.equal(callerBehind(proxyTest([]))('127.0.0.1', '203.0.113.1'), '127.0.0.1')
})
