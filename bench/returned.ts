/**
 * How many returned mails are read a second on one core, over the corpus of the tests.
 *
 *   node --import tsx bench/returned.ts [seconds]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judge } from '../src/domain/bounce-classification/classify.ts'
import { readReturned } from '../src/inbound/parser/read.ts'
import { count, printTable } from './table.ts'

const [seconds = 3] = process.argv.slice(2).map(Number)
const folder = join(import.meta.dirname, '../test/corpora/inbound/mails')
const mails = readdirSync(folder)
  .filter(name => name.endsWith('.eml'))
  .map(name => readFileSync(join(folder, name)))
/** The returned letter of a usual size behind each report. */
const letter = Buffer.from(`${'The roses are out, and so are we. '.repeat(30)}\r\n`.repeat(40))
const long = mails.map(mail => Buffer.concat([mail, letter]))
const reply = '550 5.1.1 <rosa@garden.example>: Recipient address rejected: User unknown in virtual mailbox table'

printTable([
  ['work', 'a second on one core'],
  ['reports, 1–2 kB', count(rate(mails, readReturned))],
  ['reports, 42 kB', count(rate(long, readReturned))],
  ['replies while sending', count(rate([reply], text => judge({ text })))],
])

function rate<Item>(items: readonly Item[], work: (item: Item) => unknown): number {
  const run = (until: number) => {
    let done = 0
    while (performance.now() < until) {
      for (const item of items) work(item)
      done += items.length
    }
    return done
  }
  run(performance.now() + 500)
  const start = performance.now()
  const done = run(start + (seconds * 1000) / 3)
  return (done / (performance.now() - start)) * 1000
}
