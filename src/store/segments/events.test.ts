/** Conditions on events against a naive evaluator, which knows what happened and no tables. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import type { Database } from '../connection/database.ts'
import { addEngagedHours, forgetEngagedDays } from '../tracking/contact-engagement.ts'
import { queueRollUps, rollUpRecipients } from '../tracking/engagement-rollups.ts'
import type { EventCondition } from './conditions.ts'
import { eventHolds } from './events.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const below = numbers(33)
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const lastDay = Date.parse('2026-11-26T00:00:00Z')
const zone = 'Europe/Berlin'
const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
/** Days since 1970, in the client's zone. */
const dayOf = (at: number) => Date.parse(localDate.format(at)) / dayMs
const people = Array.from({ length: 10 }, (_, n) => `p${n}@people.example`)
const links = ['https://shop.example/', 'https://shop.example/sale']

interface Attempt {
  readonly kind: 'accepted' | 'refused' | 'unknown' | 'deferred' | 'excluded'
  readonly at: number
  /** A person's decision. */
  readonly isDecision?: boolean
}

interface Mail {
  readonly number: number
  readonly address: string
  readonly tracked: boolean
  readonly attempts: readonly Attempt[]
  readonly bouncedAt: number | undefined
  /** [at, link or null, whether a person's] */
  readonly hits: readonly (readonly [at: number, link: number | null, byPerson: boolean])[]
  readonly isSilent: boolean
}

interface Campaign {
  readonly campaignId: number
  readonly startedAt: number
  readonly finishedAt: number
  readonly mails: readonly Mail[]
  readonly links: readonly string[]
  /** Its opens and clicks per person were removed. */
  readonly isRemoved: boolean
}

function attemptsFrom(at: number): readonly Attempt[] {
  const later = at + below(3 * 24) * hourMs
  return oneOf<readonly Attempt[]>([
    [{ kind: 'accepted', at }],
    [{ kind: 'accepted', at }],
    [{ kind: 'accepted', at }],
    [
      { kind: 'deferred', at },
      { kind: 'accepted', at: later },
    ],
    [{ kind: 'refused', at }],
    [
      { kind: 'refused', at },
      { kind: 'deferred', at: later, isDecision: true },
      { kind: 'accepted', at: later },
    ],
    [{ kind: 'unknown', at }],
    [
      { kind: 'unknown', at },
      { kind: 'accepted', at: later + 5 * dayMs, isDecision: true },
    ],
    [
      { kind: 'unknown', at },
      { kind: 'refused', at: later + 5 * dayMs, isDecision: true },
    ],
    [{ kind: 'excluded', at }],
    [],
  ])
}

async function makeCampaign(db: Database, isRemoved: boolean, isRolledUp: boolean): Promise<Campaign> {
  const { clientId } = world.client
  const age = isRemoved ? 200 + below(100) : below(isRolledUp ? 450 : 30)
  const startedAt = lastDay - age * dayMs + below(24) * hourMs
  const finishedAt = startedAt + 3 * dayMs
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, 'News', 'News', 'Carla', 'carla@client.example', 'carla@client.example', 'http://pages.example/', '', 'sent',
      ${new Date(startedAt)}, ${new Date(finishedAt)})
    returning id`
  const campaignId = row!.id as number
  const key = { clientId, campaignId }
  const own = below(3) === 0 ? links.slice(0, 1) : links
  for (const [place, url] of own.entries()) await db`insert into links ${db({ ...key, number: place + 1, url })}`
  const mails = people
    .filter(() => below(3) > 0)
    .map((address, place): Mail => {
      const attempts = attemptsFrom(startedAt + below(24) * hourMs)
      const tracked = below(4) > 0
      const hitAt = () => startedAt + below(10 * 24) * hourMs + below(60) * 60_000
      const hits = Array.from({ length: tracked ? below(5) : 0 }, () => {
        return [hitAt(), oneOf([null, null, ...own.keys()]), below(3) > 0] as const
      })
      const last = attempts.at(-1)
      const bouncedAt = last?.kind === 'refused' && !last.isDecision ? last.at : below(9) === 0 ? hitAt() : undefined
      return { number: place + 1, address, tracked, attempts, bouncedAt, hits, isSilent: below(8) === 0 }
    })
  for (const mail of mails) await storeMail(db, key, mail)
  const recorded = mails.filter(({ hits }) => hits.length > 0)
  await addEngagedHours(
    db,
    recorded
      .filter(({ isSilent }) => !isSilent)
      .flatMap(({ number, hits }) =>
        hits
          .filter(([, , byPerson]) => byPerson)
          .map(([at, link]) => ({
            ...key,
            number,
            hour: Math.floor(at / hourMs),
            opened: true,
            clicked: link !== null,
          })),
      ),
  )
  if (isRolledUp)
    await rollUpRecipients(
      db,
      key,
      mails.map(({ number }) => number),
    )
  else await queueRollUps(db, [key])
  if (isRemoved) {
    await db`insert into retention_campaigns ${db(key)}`
    await forgetEngagedDays(db, key, new AbortController().signal)
    await db`delete from opens where campaign_id = ${campaignId}`
  }
  return { campaignId, startedAt, finishedAt, mails, links: own, isRemoved }
}

async function storeMail(db: Database, key: { readonly clientId: number; readonly campaignId: number }, mail: Mail) {
  const { number, address, tracked, attempts, bouncedAt, hits, isSilent } = mail
  await db`
    insert into audience ${db({ ...key, number, listId: world.list.listId, subscriberId: number, email: address, address, name: '', fields: db.json({}), tracked })}`
  for (const [place, { kind, at, isDecision }] of attempts.entries())
    await db`
      insert into log ${db({ ...key, number, attempt: place + 1, kind, at: new Date(at), loginId: isDecision ? 7 : null })}`
  if (bouncedAt)
    await db`insert into campaign_bounces ${db({ ...key, number, type: 'S', at: new Date(bouncedAt), evidence: '' })}`
  if (isSilent) await db`insert into silent_recipients ${db({ ...key, number })}`
  if (hits.length > 0)
    await db`
      insert into opens ${db({ ...key, number, opens: 1, firstAt: new Date(hits[0]![0]), counted: db.json(countedOf(hits) as never) })}`
}

/** As the bot filter stores it. */
function countedOf(hits: Mail['hits']) {
  const all = [0, 0, 0, 0]
  const hours: Record<string, number[]> = {}
  const byLink: Record<string, number[]> = {}
  for (const [at, link, byPerson] of hits) {
    const hour = Math.floor(at / hourMs)
    hours[hour] ??= [0, 0, 0, 0]
    for (const tally of [all, hours[hour]]) {
      tally[link === null ? 0 : 2]!++
      if (byPerson) tally[link === null ? 1 : 3]!++
    }
    if (link === null) continue
    byLink[link + 1] ??= [0, 0]
    byLink[link + 1]![0]!++
    if (byPerson) byLink[link + 1]![1]!++
  }
  return { all, hours, links: byLink }
}

/** The hand-overs of a mail: [kind, day]. */
function handOversOf({ attempts }: Mail): (readonly [string, number])[] {
  return attempts.flatMap((attempt, place) => {
    if (attempt.kind === 'deferred' || attempt.kind === 'excluded') return []
    if (!attempt.isDecision) return [[attempt.kind, dayOf(attempt.at)] as const]
    const doubtful = attempts.slice(0, place).findLast(({ kind }) => kind === 'unknown')!
    return attempt.kind === 'accepted' ? [['accepted', dayOf(doubtful.at)] as const] : []
  })
}

const isKnown = (campaign: Campaign, mail: Mail) => !mail.isSilent && !campaign.isRemoved
const isAccepted = (mail: Mail) => handOversOf(mail).some(([kind]) => kind === 'accepted')

function compare({ is, count: wanted }: EventCondition['times'], count: number): boolean {
  return is === 'at least' ? count >= wanted : is === 'at most' ? count <= wanted : count === wanted
}

/** Unmeasured, the true number may be any higher one. */
function compareMeasured(times: EventCondition['times'], count: number, isMeasured: boolean): boolean | null {
  if (isMeasured) return compare(times, count)
  const more = [0, 1, 2, 3, 50].map(extra => compare(times, count + extra))
  return more.every(answer => answer === more[0]) ? more[0]! : null
}

function judge(campaigns: readonly Campaign[], condition: EventCondition, address: string, today: number) {
  const { event, scope, link, times } = condition
  const mailsOf = (some: readonly Campaign[]) =>
    some.flatMap(campaign => campaign.mails.filter(mail => mail.address === address).map(mail => ({ campaign, mail })))
  const isRecent = (day: number) => 'days' in scope && day <= today && day > today - scope.days
  const all = mailsOf(campaigns)
  if (event === 'opened' || event === 'clicked') {
    const counted = (hits: Mail['hits']) =>
      hits.filter(
        ([, own, byPerson]) =>
          byPerson && (event === 'opened' || own !== null) && (link === null || links[own!] === link),
      )
    if ('days' in scope && link === null) {
      const days = all
        .filter(({ campaign, mail }) => isKnown(campaign, mail))
        .flatMap(({ mail }) => counted(mail.hits).map(([at]) => dayOf(at)))
      const edge = Math.max(
        ...campaigns.filter(({ isRemoved }) => isRemoved).map(({ finishedAt }) => dayOf(finishedAt)),
      )
      const isMeasured = all.some(
        ({ mail }) =>
          mail.tracked &&
          !mail.isSilent &&
          handOversOf(mail).some(([kind, day]) => kind === 'accepted' && isRecent(day) && day > edge),
      )
      return compareMeasured(times, new Set(days.filter(isRecent)).size, isMeasured)
    }
    const asked = mailsOf(
      'campaigns' in scope
        ? campaigns.filter(({ campaignId }) => scope.campaigns.includes(campaignId))
        : campaigns.filter(one => one.links.includes(link!) && dayOf(one.startedAt) > today - scope.days),
    )
    const measured = asked.filter(({ campaign, mail }) => isKnown(campaign, mail))
    const count = measured
      .map(({ mail: { hits } }) => {
        if (event === 'clicked') return counted(hits).length
        const people = hits.filter(([, , byPerson]) => byPerson)
        return Math.max(people.filter(([, own]) => own === null).length, people.length > 0 ? 1 : 0)
      })
      .reduce((sum, one) => sum + one, 0)
    return compareMeasured(times, count, count > 0 || measured.some(({ mail }) => mail.tracked && isAccepted(mail)))
  }
  const daysOf = (mail: Mail): number[] =>
    event === 'bounced'
      ? mail.bouncedAt === undefined
        ? []
        : [dayOf(mail.bouncedAt)]
      : handOversOf(mail).flatMap(([kind, day]) => (event === 'sent' || kind === 'accepted' ? [day] : []))
  if ('days' in scope) return compare(times, new Set(all.flatMap(({ mail }) => daysOf(mail)).filter(isRecent)).size)
  const asked = all.filter(({ campaign }) => scope.campaigns.includes(campaign.campaignId))
  return compare(times, asked.filter(({ mail }) => daysOf(mail).length > 0).length)
}

const events = ['sent', 'accepted', 'opened', 'clicked', 'bounced'] as const

for (const removed of [0, 2])
  test(`answers are those of a naive evaluator, with ${removed} campaigns whose opens and clicks were removed`, () =>
    compareAll(removed))

/** Campaigns, days, links and numbers; mails settled, refused, not tracked, silent; ledgers rolled up and not. */
async function compareAll(removed: number): Promise<void> {
  const { db } = database
  world = await seed(db)
  const { clientId } = world.client
  const campaigns: Campaign[] = []
  for (let n = 0; n < 14; n++) campaigns.push(await makeCampaign(db, n < removed, n < 9))
  const ids = campaigns.map(({ campaignId }) => campaignId)
  const seen = new Map<string, number>()
  for (let n = 0; n < 300; n++) {
    const event = oneOf(events)
    const condition: EventCondition = {
      is: 'event',
      event,
      scope:
        below(2) === 0 ? { campaigns: ids.filter(() => below(4) === 0) } : { days: oneOf([1, 2, 7, 30, 90, 365, 400]) },
      link: event === 'clicked' && below(2) === 0 ? oneOf(links) : null,
      times: { is: oneOf(['at least', 'at most', 'exactly']), count: below(4) },
    }
    const today = dayOf(lastDay) + oneOf([0, 0, 1, 40])
    const date = db`${new Date(today * dayMs).toISOString().slice(0, 10)}::text::date`
    const rows = await db<{ address: string; holds: boolean | null }[]>`
      select p.address, ${eventHolds(db, clientId, condition, { address: db`p.address`, today: date })} as holds
      from unnest(${people}::text[]) as p (address)`
    for (const { address, holds } of rows) {
      assert.equal(
        holds,
        judge(campaigns, condition, address, today),
        `${address} ${JSON.stringify(condition)} ${today}`,
      )
      const key = `${event} ${'days' in condition.scope ? 'days' : 'campaigns'} ${holds}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
  }
  // every answer came up, and what is always known was never unknown
  for (const event of events)
    for (const scope of ['days', 'campaigns'])
      for (const holds of [true, false, null])
        assert.equal(
          (seen.get(`${event} ${scope} ${holds}`) ?? 0) > 0,
          holds !== null || event === 'opened' || event === 'clicked',
          `${event} ${scope} ${holds}`,
        )
}

test('campaigns of another client have no events, whoever names them', async () => {
  const { db } = database
  const campaign = await makeCampaign(db, false, true)
  const other = await seed(db)
  for (const event of events) {
    const condition: EventCondition = {
      ...{ is: 'event', event, link: null, scope: { campaigns: [campaign.campaignId] } },
      times: { is: 'at least', count: 1 },
    }
    const [row] = await db<{ found: number }[]>`
      select count(*) as found from unnest(${people}::text[]) as p (address)
      where ${eventHolds(db, other.client.clientId, condition, { address: db`p.address`, today: db`current_date` })}`
    assert.equal(row!.found, 0, event)
  }
})
