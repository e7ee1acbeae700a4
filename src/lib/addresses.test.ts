import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressKind, addressKind } from './addresses.ts'

const cases: Record<AddressKind, readonly string[]> = {
  public: ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'],
  private: [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '127.8.8.8',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fc00::1',
  ],
  never: [
    ['this network', ['0.0.0.0', '0.1.2.3', '::']],
    ['link-local: cloud metadata', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
    [
      'IPv4 inside IPv6',
      ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::'],
    ],
    ['teredo, 6bone, orchid', ['2001::1', '2001:10::1', '2001:20::1', 'fec0::1']],
    [
      'documentation and benchmarks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '198.18.0.1', '2001:2::1', '3fff::1'],
    ],
    [
      'multicast, reserved, broadcast',
      ['224.0.0.1', 'ff02::1', '240.0.0.1', '255.255.255.255', '192.0.0.8', '192.88.99.1', '100::1'],
    ],
    ['not assigned for unicast', ['4000::1', '5f00::1', '1::1']],
    ['no address', ['', 'localhost', '300.1.1.1']],
  ].flatMap(([, addresses]) => addresses as string[]), // the first of each pair is a note to the reader
}

for (const [kind, addresses] of Object.entries(cases)) {
  test(`${kind}: ${addresses.join(' ')}`, () => {
    for (const address of addresses) assert.equal(addressKind(address), kind, address)
  })
}
