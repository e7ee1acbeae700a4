/**
 * What composing a personalised, tracked message costs on one core, token HMAC included, beside nodemailer's composer given
 * the finished HTML and text.
 *
 *   node --import tsx bench/compose.ts [rounds]
 */
import MailComposer from 'nodemailer/lib/mail-composer'
import { compileCampaign } from '../src/delivery/compose/campaign.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { testKeys } from '../test/harness/seed.ts'
import { letterContent, letterRecipient, letterSizes } from './letters.ts'
import { count, median, printTable, ratio } from './table.ts'

const [rounds = 7] = process.argv.slice(2).map(Number)
const at = new Date()
const rows = [['letter', 'octets', 'compile', 'compose', 'messages/s', 'nodemailer', '×']]
for (const size of letterSizes) {
  const content = letterContent(size)
  const start = performance.now()
  const compiled = compileCampaign(content, { tokens: tokens(testKeys) })
  const compile = performance.now() - start
  const { data } = compiled.compose(letterRecipient(1), at)

  let number = 0
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const one = await microseconds(30_000, () => compiled.compose(letterRecipient(++number), at))
    const other = await microseconds(300, () => naive(content.html, data.toString('latin1', 0, 2000)))
    // the first round warms up
    if (round === 0) continue
    ours.push(one)
    theirs.push(other)
  }
  const [one, other] = [median(ours), median(theirs)]
  rows.push([
    size,
    count(data.length),
    `${compile.toFixed(0)} ms`,
    `${one.toFixed(1)} µs`,
    count(1e6 / one),
    `${other.toFixed(0)} µs`,
    ratio(other, one),
  ])
}
printTable(rows)

function naive(html: string, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const message = { from: 'news@bloom.example', to: 'a@mail.example', subject: 'Neues für Ada', html, text }
    new MailComposer(message).compile().build((error, built) => (error ? reject(error) : resolve(built)))
  })
}

/** Processor time of one call, garbage collection included: what else the machine does is not counted. */
async function microseconds(calls: number, run: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let call = 0; call < calls; call++) {
    const result = run()
    if (result instanceof Promise) await result
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / calls
}
