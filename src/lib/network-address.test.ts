import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOnly, readNetworks, truncateAddress } from './network-address.ts'

const cases = [
  ['192.0.2.77', networkOnly, '192.0.2.0'],
  ['::ffff:192.0.2.77', networkOnly, '192.0.2.0'],
  ['2001:db8:1:2:3:4:5:6', networkOnly, '2001:db8:1::'],
  ['fe80::1%eth0', networkOnly, 'fe80::'],
  ['192.0.2.77', { ipv4: 32, ipv6: 128 }, '192.0.2.77'],
  ['192.0.2.77', { ipv4: 20, ipv6: 128 }, '192.0.0.0'],
  ['192.0.2.77', { ipv4: 0, ipv6: 0 }, ''],
  ['2001:db8::5', { ipv4: 32, ipv6: 128 }, '2001:db8::5'],
  ['', networkOnly, ''],
  ['not an address', networkOnly, ''],
] as const

for (const [remote, kept, expected] of cases)
  test(`"${remote}" with /${kept.ipv4} and /${kept.ipv6} kept is "${expected}"`, () => {
    assert.equal(truncateAddress(remote, kept), expected)
  })

test('networks are addresses with or without a mask', () => {
  assert.deepEqual(readNetworks('10.0.0.0/8, ::1'), [
    { address: '10.0.0.0', bits: 8, family: 'ipv4' },
    { address: '::1', bits: 128, family: 'ipv6' },
  ])
  for (const wrong of ['', 'proxy.example', '10.0.0.0/33', '::1/129', '10.0.0.0/8,', '10.0.0.0/-1', '1/2/3'])
    assert.equal(readNetworks(wrong), undefined, wrong)
})
