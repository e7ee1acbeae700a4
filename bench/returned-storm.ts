/**
 * Returned mail after a storm: bounces that wait in the mailbox are read and take effect, on the embedded, durable PostgreSQL.
 * Each is of another recipient; seven of ten say that the recipient is gone.
 *
 *   node --import tsx bench/returned-storm.ts [mails]
 */
import { createHash } from 'node:crypto'
import { keyRing } from '../src/domain/access/keys.ts'
import { subscriptions } from '../src/domain/subscribers/subscriptions.ts'
import { returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { workOff } from '../src/inbound/mailbox/poller.ts'
import { readReturned } from '../src/inbound/parser/read.ts'
import { inboundProcessor } from '../src/inbound/processor.ts'
import { createLog } from '../src/lib/log.ts'
import { readListsByPublicId } from '../src/store/accounts/access.ts'
import { insertMails, type NewMail } from '../src/store/inbound/mailbox.ts'
import { bounceReport } from './bounce-report.ts'
import { makeList, startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [mails = 20_000] = process.argv.slice(2).map(Number)
const domain = 'bounce.example'
const secret = 'an installation secret of the benchmark, 32 bytes or more'
const replies = [
  ...Array<string>(7).fill('550 5.1.1 User unknown in virtual mailbox table'),
  '552 5.2.2 mailbox full',
  '554 5.7.1 Service unavailable; client host blocked using a block list',
  '451 4.3.0 try again later',
]

const product = await startProduct({ LETTERSHOP_SECRET: secret, LETTERSHOP_ROLES: 'api' })
const { db } = product
const log = createLog('error')
try {
  const sign = tokens(keyRing(Buffer.from(secret)))
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(db, [ListID])
  const campaignId = await fill(list!)
  for (let from = 1; from <= mails; from += 1000) {
    const until = Math.min(from + 999, mails)
    await insertMails(
      db,
      Array.from({ length: until - from + 1 }, (_, n) => returned(campaignId, from + n)),
    )
  }
  await db`vacuum analyze mailbox, subscribers, audience, campaigns, log`
  const settings = { softBounces: 3, complaints: { warn: 0, hold: 0 } }
  const { apply } = inboundProcessor({ db, subscriptions: subscriptions(db), log, now: () => new Date(), settings })

  const began = performance.now()
  const cpu = process.cpuUsage()
  while (await workOff({ db, tokens: sign, read: readReturned, apply, log }));
  const used = process.cpuUsage(cpu)
  const seconds = (performance.now() - began) / 1000
  const own = (used.user + used.system) / 1e6
  const [done] = await db`
    select count(*) filter (where state = 'read')::integer as read,
      (select count(*)::integer from suppressions where client_id = ${list!.clientId}) as suppressed
    from mailbox`
  const gone = Array.from({ length: mails }, (_, n) => n + 1).filter(isGone).length
  if (done!.read !== mails || done!.suppressed !== gone)
    throw new Error(`${done!.read} of ${mails} are read, ${done!.suppressed} of ${gone} addresses are suppressed.`)
  printTable([
    ['bounces', 'seconds', 'a second', 'a second of processor time of the service'],
    [count(mails), seconds.toFixed(1), count(mails / seconds), count(mails / own)],
  ])

  function returned(campaign: number, number: number): NewMail {
    const { bounce } = returnAddresses(sign.sign('recipient', campaign, number), domain)
    const email = `r${number}@people.example`
    const raw = Buffer.from(bounceReport({ to: bounce, email, reply: replyOf(number) }))
    return {
      at: new Date(),
      source: 'smtp',
      remote: '192.0.2.1',
      helo: 'mx.people.example',
      sender: '',
      recipient: bounce,
      route: 'bounce',
      campaignId: campaign,
      number,
      size: raw.length,
      sha256: createHash('sha256').update(raw).digest(),
      raw,
    }
  }
} finally {
  await product.end('SIGTERM')
}

function isGone(number: number): boolean {
  return replyOf(number).includes('5.1.1')
}

function replyOf(number: number): string {
  return replies[number % replies.length]!
}

/** A sent campaign with its audience and what relays answered. @returns its id */
async function fill({ clientId, listId }: { readonly clientId: number; readonly listId: number }): Promise<number> {
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, 'Bench', 'x', 'x', 'x@bench.example', 'x@bench.example', 'http://x', '<p>', 'sent', now(), now())
    returning id`
  const campaignId = campaign!.id as number
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${clientId}, ${listId}, e, e, 'Active', now() - interval '1 day', now()
    from generate_series(1, ${mails}::integer) n, lateral (select 'r' || n || '@people.example' as e) address`
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select ${clientId}, ${campaignId}, row_number() over (order by id), list_id, id, email, address, '', '{}'
    from subscribers where client_id = ${clientId} and list_id = ${listId}`
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    select ${clientId}, ${campaignId}, n, 1, 'accepted', now(), '250 ok' from generate_series(1, ${mails}::integer) n`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, accepted)
    values (${clientId}, ${campaignId}, ${mails}, ${mails + 1}, ${mails})`
  await db`update list_totals set active = ${mails} where list_id = ${listId}`
  return campaignId
}
