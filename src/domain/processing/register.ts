/** The register of processing of a client (Article 30 GDPR), from what is really set. See docs/personal-data.md#the-register-of-processing. */
import type { SecurityMeasure } from '../../contract/groups/processing.ts'
import { readAccountRow } from '../../store/accounts/accounts.ts'
import { findBrandingOf } from '../../store/accounts/branding.ts'
import {
  type AccessRow,
  countMembersByAnswer,
  type MembersByAnswer,
  type RegisteredList,
  readAccessTo,
  readControllerOf,
  readLastBackups,
  readRegisteredLists,
  readWebhookUrls,
  requiresFactor,
} from '../../store/accounts/processing.ts'
import { readSchedule } from '../../store/backups/backups.ts'
import type { Database } from '../../store/connection/database.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import { type Purpose, purposes } from '../../store/subscribers/purposes.ts'
import type { ClientRef } from '../access/access.ts'
import { type Activity, activities, activityRules, type DataKind } from './activities.ts'

/** What the settings of the installation say. */
export interface InstallationFacts {
  /** `host:port` of each relay; none where mail is written to a folder. */
  readonly relays: readonly string[]
  /** How much of the network address of an open or click is stored. */
  readonly hitAddresses: HitAddresses
  /** Base of the links in mails. */
  readonly publicUrl: string | undefined
}

export type HitAddresses = 'full' | 'network' | 'none'

/** Everything of the register except periods, which domain/retention has. */
export async function processingRegister(db: Database, client: ClientRef, facts: InstallationFacts, now: Date) {
  const lists = await readRegisteredLists(db, client)
  const counted = await countMembersByAnswer(
    db,
    client,
    lists.map(({ listId }) => listId),
  )
  const access = await readAccessTo(db, client)
  return {
    preparedDate: await readLocalTimeOf(db, now, client.timeZone),
    controller: await readControllerOf(db, client),
    branding: await findBrandingOf(db, client.clientId),
    processor: await readAccountRow(db, client.accountId),
    activities: activities.flatMap(activity => activityOf(activity, lists, facts)),
    lists: lists.map(list => ({ ...list, ...answersOf(list, counted) })),
    recipients: await recipientsOf(db, client, access, facts),
    ...(await protectionOf(db, client, access, facts)),
  }
}

/** One purpose of processing as this client has it. */
export interface ActivityOfClient {
  readonly activity: Activity
  readonly data: readonly DataKind[]
  /** Titles of the lists it applies to; none where it is for the complete client. */
  readonly lists: readonly string[]
}

/** Nothing for a purpose that applies to no list. */
function activityOf(
  activity: Activity,
  lists: readonly RegisteredList[],
  { hitAddresses }: InstallationFacts,
): ActivityOfClient[] {
  const { appliesTo, data } = activityRules[activity]
  const own = appliesTo ? lists.filter(appliesTo) : lists
  if (appliesTo && own.length === 0) return []
  const hasFields = own.some(({ customFields }) => customFields.length > 0)
  const isStored = (kind: DataKind) =>
    kind === 'CustomFields'
      ? hasFields
      : // proofs have the address in full, whatever is stored of hits
        kind !== 'NetworkAddress' || activity !== 'Measuring' || hitAddresses !== 'none'
  return [{ activity, data: data.filter(isStored), lists: appliesTo ? own.map(({ title }) => title) : [] }]
}

/** Active members by answer. */
export interface AnswerCount {
  readonly purpose: Purpose
  readonly granted: number
  readonly denied: number
  readonly unknown: number
}

/** @returns undefined where counting took too long */
function answersOf({ listId }: RegisteredList, counted: readonly MembersByAnswer[] | undefined) {
  const own = counted?.filter(row => row.listId === listId)
  const members = (what: MembersByAnswer['what'], answer: string | null) =>
    own?.find(row => row.what === what && row.answer === answer)?.members ?? 0
  const answers: readonly AnswerCount[] | undefined =
    own &&
    purposes.map(purpose => ({
      purpose,
      granted: members(purpose, 'true'),
      denied: members(purpose, 'false'),
      unknown: members(purpose, null),
    }))
  const bases = own?.filter(({ what }) => what === 'basis').map(({ answer, members }) => ({ basis: answer, members }))
  return { answers, bases }
}

export interface RecipientOfData {
  readonly kind: 'Relay' | 'Folder' | 'Webhook' | 'Person' | 'ClientLogin' | 'ApiKey'
  /** A host, or the role of people. */
  readonly name: string
  readonly count: number
  /** A host that is this machine. */
  readonly isHere: boolean
}

/** Who gets data, or reaches it. */
async function recipientsOf(
  db: Database,
  client: ClientRef,
  access: readonly AccessRow[],
  { relays }: InstallationFacts,
): Promise<readonly RecipientOfData[]> {
  const kinds = { person: 'Person', login: 'ClientLogin', key: 'ApiKey' } as const
  return [
    ...hostsOf(
      'Relay',
      relays.map(relay => `smtp://${relay}`),
    ),
    ...(relays.length === 0 ? [{ kind: 'Folder', name: '', count: 1, isHere: true } as const] : []),
    ...hostsOf('Webhook', await readWebhookUrls(db, client)),
    ...access
      .filter(({ kind, role }) => kind !== 'person' || role !== null)
      .map(({ kind, role, count }) => ({ kind: kinds[kind], name: role ?? '', count, isHere: false })),
  ]
}

/** Each host once; paths and queries of addresses may hold secrets. */
function hostsOf(kind: 'Relay' | 'Webhook', urls: readonly string[]): RecipientOfData[] {
  const hosts = urls.flatMap(url => (URL.canParse(url) ? [new URL(url).hostname] : []))
  return [...new Set(hosts)].map(name => ({
    kind,
    name,
    count: hosts.filter(host => host === name).length,
    isHere: /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(name),
  }))
}

/** A measure that protects the data, listed only where it is in force. */
export type Measure = (typeof SecurityMeasure.values)[number]

/** Measures of every installation. */
const always: readonly Measure[] = [
  'PasswordsHashed',
  'KeysHashed',
  'SecretsEncrypted',
  'LinksSigned',
  'RightsByRole',
  'ErasuresRemembered',
]

async function protectionOf(
  db: Database,
  client: ClientRef,
  access: readonly AccessRow[],
  { publicUrl, hitAddresses }: InstallationFacts,
) {
  const people = access.find(({ kind, role }) => kind === 'person' && role === null)
  const schedule = await readSchedule(db)
  const isEncrypted = schedule && (schedule.recipients.length > 0 || schedule.passphraseFile !== null)
  const { madeAt, verifiedAt } = await readLastBackups(db, client.timeZone)
  const inForce: Partial<Record<Measure, boolean>> = {
    LinksOverHttps: publicUrl?.startsWith('https:') ?? false,
    SecondFactorRequired: await requiresFactor(db, client.accountId),
    AddressesShortened: hitAddresses === 'network',
    AddressesNotStored: hitAddresses === 'none',
    BackupsDaily: schedule !== undefined,
    BackupsEncrypted: isEncrypted ?? false,
  }
  const further = Object.entries(inForce).flatMap(([measure, holds]) => (holds ? [measure as Measure] : [])) // its keys are
  return {
    measures: [...always, ...further],
    people: people?.count ?? 0,
    peopleWithFactor: people?.withFactor ?? 0,
    backups: { kept: schedule?.keep ?? 0, lastDate: madeAt ?? '', verifiedDate: verifiedAt ?? '' },
  }
}
