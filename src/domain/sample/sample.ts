/**
 * Sample data: a client with lists, people, a template, a draft and a campaign that was sent, for newcomers without data
 * of their own. The functions of the service make it in one transaction, and it is marked as sample data: no relay gets its
 * mail, no bill counts it, and it cannot be restored once removed.
 * See docs/decisions/first-run.md#sample-data-is-one-marked-client.
 */
import { Refusal } from '../../contract/refusals.ts'
import { findTimeZone } from '../../contract/time-zones.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import { readListsByPublicId } from '../../store/accounts/access.ts'
import { markClientDeleted } from '../../store/accounts/clients.ts'
import { removeDeletion } from '../../store/accounts/deletions.ts'
import {
  backdateJoining,
  backdateWriting,
  findSampleClient,
  insertSampleClient,
  readTimeZoneOfAccount,
} from '../../store/accounts/sample.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { nestDatabase } from '../../store/connection/nested.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { lockAccount } from '../../store/limits/occurrences.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { type Principal, reachedClients } from '../access/principal.ts'
import type { Evidence } from '../audit/evidence.ts'
import { stopForDeletedClient } from '../campaign-state/transitions.ts'
import { createCustomField } from '../lists/custom-fields.ts'
import { createList } from '../lists/lists.ts'
import { createSegment } from '../segments/rules.ts'
import { subscriptions } from '../subscribers/subscriptions.ts'
import type { ContentTasks } from '../templates/content-tasks.ts'
import { createTemplate } from '../templates/templates.ts'
import { draftLetter, sentLetter, template } from './letters.ts'
import { favourites, samplePeople } from './people.ts'
import { type SendSample, sendSampleCampaign, writeSample } from './sending.ts'

export type { SendSample }

export interface SampleParts {
  readonly db: Database
  readonly contentTasks: ContentTasks
  readonly sendSample: SendSample
  readonly now: () => Date
}

export interface SampleOrder {
  readonly accountId: number
  readonly actor: Actor
  readonly saver: Saver
  readonly evidence: Evidence
  /** The base of the campaign's links. */
  readonly publicUrl: string
}

export interface SampleMade {
  readonly clientPublicId: string
  /** False: it was there already. */
  readonly isNew: boolean
}

const day = 86_400_000
/** Before now: the campaign was sent, and the oldest subscribers joined. */
const sentDaysAgo = 3
const oldestDays = 60

/**
 * The two lists: who joined when, in days before now.
 * Each group joins after the one before it, so that the growth of the list has a shape.
 */
const lists = [
  { title: 'Bloom letter', from: 0, groups: [[60, 44], [46, 28], [33, 35], [21, 24], [12, 30], [5, 19]] },
  { title: 'Workshops', from: 160, groups: [[50, 22], [26, 15], [8, 11]] },
] as const // biome-ignore format: a table

/** The sample client, where the caller reaches it. */
export async function findSample(sql: Sql, principal: Principal): Promise<ClientRef | undefined> {
  const found = await findSampleClient(sql, principal.accountId)
  const reached = reachedClients(principal)
  return found && (reached === null || reached.includes(found.clientId)) ? found : undefined
}

/** Makes sample data, unless the account has it. @throws Refusal EmailTaken, ClientHeld */
export async function createSample(parts: SampleParts, order: SampleOrder): Promise<SampleMade> {
  // a thread takes a second to start: no transaction waits for it
  await parts.contentTasks.ready(undefined, { key: order.accountId })
  return transaction(parts.db, async sql => {
    await lockAccount(sql, order.accountId)
    const present = await findSampleClient(sql, order.accountId)
    if (present) return { clientPublicId: present.clientPublicId, isNew: false }
    const client = await makeClient(sql, order.accountId, parts.now())
    await fill(sql, parts, client, order)
    return { clientPublicId: client.clientPublicId, isNew: true }
  })
}

/**
 * Removes sample data: it is gone for every caller at once and cannot be restored; a job purges it. Again changes nothing.
 */
export async function removeSample(
  { db, now }: Pick<SampleParts, 'db' | 'now'>,
  accountId: number,
  actor: Actor,
): Promise<void> {
  await transaction(db, async sql => {
    await lockAccount(sql, accountId)
    const client = await findSampleClient(sql, accountId)
    if (!client || !(await markClientDeleted(sql, client, actor.username))) return
    await removeDeletion(sql, client.clientId, 'client', client.clientPublicId)
    await stopForDeletedClient(sql, client.clientId, actor, now())
    await enqueue(sql, 'purgeSample', { clientId: client.clientId })
  })
}

async function makeClient(sql: Transaction, accountId: number, now: Date): Promise<ClientRef> {
  const zone = findTimeZone(await readTimeZoneOfAccount(sql, accountId)) ?? findTimeZone('Etc/UTC')!
  const client = await insertSampleClient(
    sql,
    accountId,
    {
      companyName: 'Sample: Bloom Flowers',
      contactName: 'Rosa Bloom',
      email: 'rosa@bloom-flowers.example',
      country: 'Germany',
      timeZone: zone.timeZone,
      timeZoneLabel: zone.label,
    },
    new Date(now.getTime() - (oldestDays + 1) * day),
  )
  if (!client) {
    throw new Refusal(
      'EmailTaken',
      'A client of this account has the address rosa@bloom-flowers.example of the sample.',
    )
  }
  return client
}

async function fill(sql: Transaction, parts: SampleParts, client: ClientRef, order: SampleOrder): Promise<void> {
  const { contentTasks, now, sendSample } = parts
  const db = nestDatabase(sql)
  const adding = subscriptions(db)
  const listIds: string[] = []
  for (const { title, from, groups } of lists) {
    const list = await makeList(db, client, title)
    listIds.push(list.listPublicId)
    let next = from
    for (const [days, count] of groups) {
      const people = samplePeople(next, count)
      next += count
      const added = people.map(({ email, name, town, favourite }) => {
        const customFields = [
          { Key: 'Town', Value: town },
          { Key: 'Favourite', Value: favourite },
        ]
        const options = { resubscribe: false, publicUrl: undefined }
        return adding.add(list, { email, name, customFields }, options, order.evidence)
      })
      await Promise.all(added)
      await backdateJoining(sql, client, list.listId, days)
    }
  }
  const editing = { db, fetch: samplePages, contentTasks, now }
  const given = { name: template.name, pageUrl: template.url, zipUrl: '', screenshotUrl: '' }
  await createTemplate(editing, client, given, order.saver)
  const sent = await writeSample(sql, editing, client, sentLetter, listIds, order.saver)
  await backdateWriting(sql, sent, sentDaysAgo + 1)
  const at = new Date(now().getTime() - sentDaysAgo * day)
  const sending = { ...editing, sendSample, subscriptions: adding }
  await sendSampleCampaign(sql, sending, sent, { at, publicUrl: order.publicUrl, by: order.actor })
  await writeSample(sql, editing, client, draftLetter, listIds.slice(0, 1), order.saver)
}

async function makeList(db: Database, client: ClientRef, title: string): Promise<ListRef> {
  const settings = { title, unsubscribePage: '', confirmOptIn: false, confirmationSuccessPage: '' }
  const [list] = await readListsByPublicId(db, [await createList(db, client, settings)])
  await createCustomField(db, list!, { fieldName: 'Town', dataType: 'Text', options: [], visible: true })
  await createCustomField(db, list!, {
    fieldName: 'Favourite',
    dataType: 'MultiSelectOne',
    options: favourites,
    visible: true,
  })
  await createSegment(db, list!, 'Friends of peonies', [{ field: 'Favourite', operator: 'equals', value: 'Peonies' }])
  return list!
}

/** The page of the template; there is no other, and nothing is asked of a network. */
const samplePages: Fetch = async url => {
  if (url !== template.url) throw new Error(`Sample data has no page ${url}.`)
  return { status: 200, url, mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(template.html) }
}
