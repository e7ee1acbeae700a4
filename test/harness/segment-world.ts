/** A client with people of whom all is known that segments ask: as rows of the database, and as plain objects for a naive evaluator. */
import type { ClientRef, ListRef } from '../../src/domain/access/access.ts'
import type { StoredTree } from '../../src/domain/segments/stored.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { addEngagedHours } from '../../src/store/tracking/contact-engagement.ts'
import { rollUpRecipients } from '../../src/store/tracking/engagement-rollups.ts'
import { seed, seedList } from './seed.ts'

export type FieldValue = string | readonly string[]

export interface Membership {
  readonly id: number
  readonly listId: number
  readonly person: Person
  readonly email: string
  readonly name: string
  readonly state: string
  readonly stateAt: number
  readonly joinedAt: number
  readonly confirmedAt: number | null
  readonly source: string
  readonly importId: number | null
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly consents: Readonly<Record<'Measuring' | 'Personalising' | 'Hygiene', boolean | null>>
}

export interface Letter {
  readonly campaignId: number
  readonly number: number
  readonly tracked: boolean
  readonly outcome: 'accepted' | 'refused' | 'unknown'
  readonly at: number
  readonly bounced: boolean
  /** By people: when, and the link; null for an open. */
  readonly hits: readonly (readonly [at: number, link: number | null])[]
}

export interface Person {
  readonly address: string
  readonly memberships: Membership[]
  readonly tags: readonly number[]
  readonly letters: Letter[]
}

export interface CampaignFacts {
  readonly id: number
  readonly startedAt: number
  readonly tags: readonly string[]
}

export interface SegmentWorld {
  readonly client: ClientRef
  readonly lists: readonly ListRef[]
  /** The keys that each list has. */
  readonly fieldsOf: ReadonlyMap<number, readonly string[]>
  readonly tagIds: readonly number[]
  readonly importIds: readonly number[]
  readonly campaigns: readonly CampaignFacts[]
  readonly links: readonly string[]
  readonly people: readonly Person[]
  /** Saved segments by their ids. */
  readonly segments: Map<number, { readonly listId: number | null; readonly tree: StoredTree }>
}

export type Draw = {
  /** A whole number from 0, below. */
  readonly below: (limit: number) => number
  readonly oneOf: <Value>(values: readonly Value[]) => Value
}

/** The same numbers for the same seed (mulberry32). */
export function draws(seedNumber: number): Draw {
  let state = seedNumber >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, oneOf: values => values[below(values.length)]! }
}

const dayMs = 86_400_000
const hourMs = 3_600_000

export const textValues = [
  'Köln',
  'KÖLN',
  'Ko\u0308ln am Rhein',
  'berlin',
  'Berlin',
  'x',
  '%',
  '_',
  'a\\b',
  "o'neil",
  '花子',
  '',
]
export const numberValues = [
  '5',
  '05',
  '5.0',
  '5.',
  '.5',
  '+7',
  '-3',
  '0',
  '-0',
  '1e5',
  'abc',
  '',
  ' 5',
  '12345678901234567890.5',
  '4.999999999999999999',
]
export const dateValues = [
  '2024-02-29',
  '2000-02-29',
  '2023-02-30',
  '2023-02-29',
  '1900-02-29',
  '1990-03-01',
  '1990-02-28',
  '1985-12-31',
  '1985-01-01',
  '1999-11-26',
  '2026-11-26',
  '2026-11-25',
  '2026-11-30',
  '2026-12-02',
  '2028-02-28',
  '9999-12-31',
  '1753-01-01',
  '1990-1-1',
  '2026-11',
  'soon',
  '',
  '2026-13-01',
]
export const optionValues = ['Red', 'Blue', 'Dark Blue', 'Grün', 'gone']
export const links = ['https://shop.example/', 'https://shop.example/sale']

const fieldSets: readonly (readonly (readonly [key: string, type: string])[])[] = [
  [
    ['City', 'Text'],
    ['Score', 'Number'],
    ['Born', 'Date'],
    ['Colours', 'MultiSelectMany'],
    ['Flower', 'MultiSelectOne'],
  ],
  [
    ['City', 'Text'],
    ['Born', 'Text'],
    ['Score', 'Text'],
  ],
  [
    ['City', 'MultiSelectMany'],
    ['Born', 'Date'],
  ],
]

/** Makes the world of a seed. */
export async function makeSegmentWorld(db: Database, seedNumber: number, peopleCount: number): Promise<SegmentWorld> {
  const draw = draws(seedNumber)
  const { oneOf } = draw
  const timeZone = oneOf([
    'Europe/Berlin',
    'America/Havana',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'UTC',
  ])
  const { client, list } = await seed(db, { timeZone })
  const { clientId } = client
  const lists = [list, await seedList(db, client, 'Second'), await seedList(db, client, 'Third')]
  const fieldsOf = new Map<number, readonly string[]>()
  for (const [n, { listId }] of lists.entries()) {
    const fields = fieldSets[n]!
    await db`
      insert into custom_fields ${db(
        fields.map(([key, dataType], position) => ({
          clientId,
          listId,
          key,
          name: key,
          dataType,
          options: dataType.startsWith('Multi') ? optionValues : [],
          position,
        })),
      )}`
    fieldsOf.set(
      listId,
      fields.map(([key]) => key),
    )
  }
  const ids = async (rows: Promise<readonly { readonly id: number }[]>) => (await rows).map(({ id }) => id)
  const tagIds = await ids(db<{ id: number }[]>`
    insert into contact_tags (client_id, name) select ${clientId}, 'tag ' || n from generate_series(1, 4) n returning id`)
  const importIds = await ids(db<{ id: number }[]>`
    insert into imports (client_id, list_id, state, file_name, bytes, consent, created_by)
    select ${clientId}, ${list.listId}, 'done', n || '.csv', 1, '{}', '{}' from generate_series(1, 2) n returning id`)
  const people = makePeople(draw, { lists, tagIds, importIds }, peopleCount)
  await storePeople(db, clientId, people)
  const campaigns = await makeCampaigns(db, client, draw, people)
  return { client, lists, fieldsOf, tagIds, importIds, campaigns, links, people, segments: new Map() }
}

/** About now, and about changes of clocks. */
function instant({ below, oneOf }: Draw): number {
  const base = oneOf([
    Date.parse('2026-11-26T12:00:00Z') - below(60) * dayMs,
    Date.parse('2026-11-01T04:30:00Z'), // Havana: clocks go back to midnight
    Date.parse('2026-03-08T05:00:00Z'), // Havana: clocks go forward at midnight
    Date.parse('2018-11-04T03:00:00Z'), // São Paulo: there is no midnight
    Date.parse('2011-12-30T10:00:00Z'), // Apia: there is no such day
    Date.parse('2024-02-29T00:00:00Z'),
  ])
  return base + (below(49) - 24) * hourMs + below(3600) * 1000
}

function makePeople(
  draw: Draw,
  { lists, tagIds, importIds }: { lists: readonly ListRef[]; tagIds: readonly number[]; importIds: readonly number[] },
  count: number,
): Person[] {
  const { below, oneOf } = draw
  let id = 0
  return Array.from({ length: count }, (_, n): Person => {
    const domain = oneOf(['x.example', 'y.example', 'xn--bcher-kva.example', 'mail.x.example'])
    const address = `person${n}${oneOf(['', '+news', '.x'])}@${domain}`
    const person: Person = { address, memberships: [], tags: tagIds.filter(() => below(3) === 0), letters: [] }
    for (const [place, { listId }] of lists.entries()) {
      if (place > 0 && below(place === 1 ? 2 : 5) > 0) continue
      const field = (values: readonly FieldValue[]) => (below(4) === 0 ? undefined : oneOf(values))
      const many = () => optionValues.filter(() => below(3) === 0)
      const given: Record<string, FieldValue | undefined> = {
        City: place === 2 ? field([many(), [], 'Red']) : field(textValues),
        Score: place === 2 ? undefined : field(numberValues),
        Born: field(dateValues),
        ...(place === 0 && { Colours: field([many(), many(), [], 'Blue']), Flower: field(optionValues) }),
      }
      const source = oneOf(['import', 'form', 'api', 'console', 'other'])
      const answer = () => oneOf([true, false, null])
      person.memberships.push({
        id: ++id,
        listId,
        person,
        email: below(3) === 0 ? address.toUpperCase() : address,
        name: oneOf(['', 'Ada Lovelace', 'Ädä', 'ADA', '花子', 'Zoë']),
        state: oneOf([
          'Active',
          'Active',
          'Active',
          'Active',
          'Active',
          'Active',
          'Unsubscribed',
          'Unconfirmed',
          'Bounced',
          'Deleted',
        ]),
        stateAt: instant(draw),
        joinedAt: instant(draw),
        confirmedAt: below(2) === 0 ? instant(draw) : null,
        source,
        importId: source === 'import' ? oneOf(importIds) : null,
        fields: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
          string,
          FieldValue
        >,
        consents: { Measuring: answer(), Personalising: answer(), Hygiene: answer() },
      })
    }
    return person
  })
}

async function storePeople(db: Database, clientId: number, people: readonly Person[]): Promise<void> {
  const members = people.flatMap(({ memberships }) => memberships)
  const [{ base } = { base: 0 }] = await db<{ base: number }[]>`
    select nextval(pg_get_serial_sequence('subscribers', 'id')) + 1000000 as base`
  for (const member of members) (member as { id: number }).id += base
  const rows = members.map(({ person, consents, stateAt, joinedAt, ...member }) => ({
    ...member,
    address: person.address,
    state_at: new Date(stateAt),
    joined_at: new Date(joinedAt),
    ...consents,
  }))
  await db`
    insert into subscribers (client_id, id, list_id, email, address, name, state, state_at, joined_at, fields, tracking_consent,
      personalising_consent, hygiene_consent)
    overriding system value
    select ${clientId}, id, "listId", email, address, name, state, state_at, joined_at, fields, "Measuring", "Personalising", "Hygiene"
    from jsonb_to_recordset(${db.json(rows as never)}) as g (id bigint, "listId" bigint, email text, address text, name text, state text,
      state_at timestamptz, joined_at timestamptz, fields jsonb, "Measuring" boolean, "Personalising" boolean, "Hygiene" boolean)`
  const history = members.flatMap(({ id, listId, source, importId, joinedAt, confirmedAt }) => {
    const evidence =
      source === 'import'
        ? { by: 'import', importId }
        : source === 'form'
          ? { by: 'page', formId: 1 }
          : { by: source === 'other' ? 'page' : source }
    return [
      {
        id,
        listId,
        at: new Date(Math.min(joinedAt, confirmedAt ?? joinedAt) - 9_000_000_000),
        to: 'Active',
        cause: 'added',
        evidence,
      },
      ...(confirmedAt === null
        ? []
        : [{ id, listId, at: new Date(confirmedAt), to: 'Active', cause: 'confirmed', evidence: { by: 'page' } }]),
    ]
  })
  await db`
    insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause, evidence)
    select ${clientId}, "listId", id, at, "to", cause, evidence
    from jsonb_to_recordset(${db.json(history as never)}) as g ("listId" bigint, id bigint, at timestamptz, "to" text, cause text, evidence jsonb)`
  const tagged = people.flatMap(({ address, tags }) => tags.map(tagId => ({ address, tagId })))
  await db`
    insert into tagged_contacts (client_id, address, tag_id, source)
    select ${clientId}, address, "tagId", 'hand' from jsonb_to_recordset(${db.json(tagged as never)}) as g (address text, "tagId" bigint)`
}

async function makeCampaigns(
  db: Database,
  { clientId }: ClientRef,
  draw: Draw,
  people: readonly Person[],
): Promise<CampaignFacts[]> {
  const { below, oneOf } = draw
  const campaigns: CampaignFacts[] = []
  // all before the earliest day on which trees are judged: bitmaps of days end with the last event
  for (const days of [4, 6, 12, 40, 200, 420]) {
    const startedAt = Date.parse('2026-11-26T00:00:00Z') - days * dayMs + below(24) * hourMs
    const tags = ['spring', 'Sale'].filter(() => below(2) === 0)
    const [row] = await db<{ id: number }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at, tags)
      values (${clientId}, 'News', 'News', 'F', 'f@x.example', 'f@x.example', 'http://x.example/', '', 'sent', ${new Date(startedAt)},
        ${new Date(startedAt + dayMs)}, ${tags}::text[])
      returning id`
    const key = { clientId, campaignId: row!.id }
    for (const [place, url] of links.entries()) await db`insert into links ${db({ ...key, number: place + 1, url })}`
    campaigns.push({ id: row!.id, startedAt, tags })
    let number = 0
    for (const person of people) {
      if (below(2) === 0) continue
      const tracked = below(3) > 0
      const outcome = oneOf(['accepted', 'accepted', 'accepted', 'accepted', 'refused', 'unknown'] as const)
      const at = startedAt + below(40) * hourMs
      const hits =
        tracked && outcome === 'accepted'
          ? Array.from(
              { length: Math.max(0, below(6) - 2) },
              () => [at + below(Math.min(20, days - 3) * 24) * hourMs, oneOf([null, null, 0, 1])] as const,
            )
          : []
      person.letters.push({
        campaignId: row!.id,
        number: ++number,
        tracked,
        outcome,
        at,
        bounced: below(9) === 0,
        hits,
      })
    }
    await storeLetters(db, key, people)
  }
  return campaigns
}

async function storeLetters(
  db: Database,
  key: { readonly clientId: number; readonly campaignId: number },
  people: readonly Person[],
) {
  const { clientId, campaignId } = key
  const letters = people.flatMap(({ address, memberships, letters: own }) =>
    own
      .filter(letter => letter.campaignId === campaignId)
      .map(letter => ({
        ...letter,
        address,
        listId: memberships[0]!.listId,
        subscriberId: memberships[0]!.id,
        time: new Date(letter.at),
      })),
  )
  await db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked)
    select ${clientId}, ${campaignId}, number, "listId", "subscriberId", address, address, '', '{}', tracked
    from jsonb_to_recordset(${db.json(letters as never)}) as g (number int, "listId" bigint, "subscriberId" bigint, address text, tracked boolean)`
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at)
    select ${clientId}, ${campaignId}, number, 1, outcome, time
    from jsonb_to_recordset(${db.json(letters as never)}) as g (number int, outcome text, time timestamptz)`
  await db`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence)
    select ${clientId}, ${campaignId}, number, 'H', time, ''
    from jsonb_to_recordset(${db.json(letters as never)}) as g (number int, bounced boolean, time timestamptz) where bounced`
  const opened = letters
    .filter(({ hits }) => hits.length > 0)
    .map(({ number, time, hits }) => ({ number, time, counted: countedOf(hits) }))
  await db`
    insert into opens (client_id, campaign_id, number, opens, first_at, counted)
    select ${clientId}, ${campaignId}, number, 1, time, counted
    from jsonb_to_recordset(${db.json(opened as never)}) as g (number int, time timestamptz, counted jsonb)`
  await addEngagedHours(
    db,
    letters.flatMap(({ number, hits }) =>
      hits.map(([at, link]) => ({
        ...key,
        number,
        hour: Math.floor(at / hourMs),
        opened: true,
        clicked: link !== null,
      })),
    ),
  )
  await rollUpRecipients(
    db,
    key,
    letters.map(({ number }) => number),
  )
}

/** As the bot filter stores it: all hits and those of people, of opens and of clicks. */
function countedOf(hits: Letter['hits']) {
  const all = [0, 0, 0, 0]
  const hours: Record<string, number[]> = {}
  const byLink: Record<string, number[]> = {}
  for (const [at, link] of hits) {
    const key = Math.floor(at / hourMs)
    const hour = hours[key] ?? [0, 0, 0, 0]
    hours[key] = hour
    for (const tally of [all, hour]) for (const place of link === null ? [0, 1] : [2, 3]) tally[place]!++
    if (link === null) continue
    const own = byLink[link + 1] ?? [0, 0]
    byLink[link + 1] = own
    for (const place of [0, 1]) own[place]!++
  }
  return { all, hours, links: byLink }
}
