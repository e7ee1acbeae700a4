/**
 * How fast personalised messages are composed and signed, beside what OpenSSL signs bare on as many cores.
 *
 *   node --import tsx bench/dkim.ts [messages]
 */
import { generateKeyPairSync } from 'node:crypto'
import { compileCampaign } from '../src/delivery/compose/campaign.ts'
import { dkimSigner } from '../src/delivery/compose/dkim.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { testKeys } from '../test/harness/seed.ts'
import { letterContent, letterRecipient, letterSizes } from './letters.ts'
import { cores, opensslRate, rsaKey } from './openssl.ts'
import { count, printTable, ratio } from './table.ts'

const [messages = 12_000] = process.argv.slice(2).map(Number)
/** Under way at once, as a transport's places would have it. */
const places = 32
const rsa = { selector: 'r', privateKey: rsaKey() }
const ed25519 = { selector: 'e', privateKey: generateKeyPairSync('ed25519').privateKey }
const at = new Date()

const bare = opensslRate()
const rows = [['letter', 'signatures', 'messages/s', `openssl rsa2048 on ${cores} cores`, 'ratio']]
for (const size of letterSizes) {
  for (const [name, keys] of [['RSA', [rsa]] as const, ['RSA + Ed25519', [rsa, ed25519]] as const]) {
    const sign = dkimSigner('bloom.example', keys)
    const compiled = compileCampaign(letterContent(size), { tokens: tokens(testKeys), sign })
    let next = 0
    const start = performance.now()
    await Promise.all(
      Array.from({ length: places }, async () => {
        while (next < messages) await compiled.composeSigned(letterRecipient(++next), at)
      }),
    )
    const rate = (messages / (performance.now() - start)) * 1000
    rows.push([size, name, count(rate), count(bare), ratio(rate, bare)])
  }
}
printTable(rows)
