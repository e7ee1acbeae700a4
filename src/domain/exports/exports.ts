/** Exports as their operations see them. See docs/exporting.md and docs/decisions/exports.md#the-file-is-written-once-and-kept-in-pieces. */
import { Refusal } from '../../contract/refusals.ts'
import type { Right } from '../../contract/rights.ts'
import { fileNameOf } from '../../lib/file-name.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import {
  deleteExport as deleteRow,
  type ExportFormat,
  type ExportKind,
  type ExportRow,
  exportByPublicId,
  insertExport,
  readExportsOf,
} from '../../store/exports/exports.ts'
import { memberStates, type State } from '../../store/lists/statistics.ts'
import type { RecipientState } from '../../store/states.ts'
import { isKnownContact } from '../../store/subscribers/contact-timeline.ts'
import type { SuppressionScope } from '../../store/subscribers/suppressions.ts'
import type { Access, ClientRef, Principal } from '../access/access.ts'
import { mayOnAccount, mayOnClient } from '../access/principal.ts'
import { recipientStateChoice, recipientStateNamed } from '../campaigns/reports/recipient-states.ts'
import { accountScope, readScope } from '../clients/suppression-scopes.ts'
import { findImport, readUndoing } from '../imports/imports.ts'
import { readNewestPage } from '../paging/cursors.ts'
import { readDaysOfClient } from '../retention/retention.ts'
import { type RetentionDays, retentionRules } from '../retention/rules.ts'
import { findSegmentOf } from '../segments/choosing.ts'
import { readAddress } from '../subscribers/subscriptions.ts'
import { readFilter } from '../text-rules/filters.ts'
import { formats } from './writers.ts'

/** What is kept for a client at a time; for how long is a matter of retention. */
export const exportLimits = { waiting: 10, kept: 100, bytes: 4 * 1024 ** 3 }

/** What an export is of, as it is stored. */
export type About =
  | {
      readonly kind: 'subscribers'
      readonly listId: number
      /** Its name; null for the list. */
      readonly segment: string | null
      /** Absent for the list, and in rows of earlier versions: the list's segment of that name. */
      readonly segmentId?: number
      readonly states: readonly State[]
    }
  | { readonly kind: 'history'; readonly listId: number }
  | { readonly kind: 'recipients'; readonly campaignId: number; readonly state: RecipientState | null }
  | {
      readonly kind: 'suppressions'
      /** Absent in rows of earlier versions: the client. */
      readonly scope?: SuppressionScope
    }
  | {
      readonly kind: 'verdicts'
      readonly importId: number
      /** Those rows only that undoing left as they are. Absent in rows of earlier versions: all. */
      readonly leftAlone?: boolean
    }
  /** The address is in its normal form. */
  | { readonly kind: 'access request'; readonly address: string }

/** Kinds as the wire names them, and the right that each needs besides ReadAudience. */
export const kinds = {
  subscribers: { name: 'Subscribers', right: undefined },
  history: { name: 'History', right: undefined },
  recipients: { name: 'Recipients', right: 'ReadReports' },
  suppressions: { name: 'Suppressions', right: undefined },
  verdicts: { name: 'ImportVerdicts', right: 'Import' },
  'access request': { name: 'AccessRequest', right: 'ReadReports' },
} as const satisfies Record<ExportKind, { name: string; right: Right | undefined }>

export const formatNames = {
  csv: 'Csv',
  excel: 'Excel',
  xlsx: 'Xlsx',
  jsonl: 'JsonLines',
  zip: 'Zip',
} as const satisfies Record<ExportFormat, string>

export interface GivenExport {
  readonly kind: string | null
  readonly listId: string | null
  readonly segment: string | null
  readonly state: string | null
  readonly campaignId: string | null
  readonly importId: string | null
  /** Which rows of the import. */
  readonly undoing: string | null
  /** Whose suppression list. */
  readonly scope: string | null
  /** Of the contact. */
  readonly email: string | null
  readonly format: string | null
  readonly gzip: boolean
}

export interface ExportParts {
  readonly db: Database
  readonly access: Pick<Access, 'list' | 'campaign'>
  readonly now: () => Date
  /** Periods of the installation. */
  readonly retention: RetentionDays
}

/**
 * Asks for an export; its file is written in the background.
 * @returns its public id
 * @throws Refusal InvalidParameter, AccessDenied, InvalidListId, InvalidCampaignId, UnknownSegment, UnknownImport, ImportNotReady,
 *   InvalidRecipientState, InvalidEmail, NotInList, TooManyExports, InvalidClientId when the client is deleted meanwhile
 */
export async function createExport(
  parts: ExportParts,
  client: ClientRef,
  principal: Principal,
  given: GivenExport,
): Promise<string> {
  const kind = named(
    'Kind',
    given.kind,
    Object.entries(kinds).map(([key, { name }]) => [key as ExportKind, name]),
  ) // keys of the table
  refuseWithoutRight(principal, client, kind)
  const format = formatOf(kind, given.format)
  refuseForeign(kind, given)
  const { about, title } = await subjectOf(parts, client, principal, kind, given)
  const gzip = given.gzip && formats[format].gzips
  const made = await insertExport(
    parts.db,
    client,
    {
      kind,
      about,
      format,
      gzip,
      fileName: fileName(kind, title, format, gzip, parts.now()),
      createdByName: principal.username,
      // a period of this kind has an end
      days: (await readDaysOfClient(parts.db, client, parts.retention)).Exports ?? retentionRules.Exports.most,
    },
    exportLimits,
  )
  if (made === 'gone') throw new Refusal('InvalidClientId')
  if (made === 'too many') {
    throw new Refusal(
      'TooManyExports',
      `A client has at most ${exportLimits.waiting} exports that are being written, and ${exportLimits.kept} exports or ${exportLimits.bytes / 1024 ** 3} GB that are kept; delete one with Export.Delete.`,
    )
  }
  return made.publicId
}

/** Parameters that choose, and for which kinds; of others they would be ignored in silence. */
const choices = {
  listId: ['ListID', ['subscribers', 'history', 'suppressions']],
  segment: ['Segment', ['subscribers']],
  state: ['State', ['subscribers', 'recipients']],
  campaignId: ['CampaignID', ['recipients']],
  importId: ['ImportID', ['verdicts']],
  undoing: ['Undoing', ['verdicts']],
  scope: ['Scope', ['suppressions']],
  email: ['Email', ['access request']],
} as const satisfies Partial<Record<keyof GivenExport, readonly [string, readonly ExportKind[]]>>

/** @throws Refusal InvalidParameter */
function refuseForeign(kind: ExportKind, given: GivenExport): void {
  for (const [key, [parameter, of]] of Object.entries(choices)) {
    const text = given[key as keyof typeof choices] // a key of the table
    if (!isBlank(text) && !(of as readonly ExportKind[]).includes(kind)) {
      throw new Refusal(
        'InvalidParameter',
        `${parameter} chooses nothing in an export of the Kind ${kinds[kind].name}; leave it empty.`,
      )
    }
  }
}

/** @throws Refusal AccessDenied */
function refuseWithoutRight(principal: Principal, { clientId }: ClientRef, kind: ExportKind): void {
  const { right } = kinds[kind]
  if (right !== undefined && !mayOnClient(principal, clientId, right)) throw new Refusal('AccessDenied')
}

async function subjectOf(
  { db, access }: ExportParts,
  client: ClientRef,
  principal: Principal,
  kind: ExportKind,
  given: GivenExport,
): Promise<{ readonly about: About; readonly title: string }> {
  const caller = Promise.resolve(principal)
  switch (kind) {
    case 'subscribers': {
      const list = ofClient(client, await access.list(caller, given.listId, 'ReadAudience'), 'InvalidListId')
      const found = isBlank(given.segment) ? undefined : await findSegmentOf(db, list, given.segment)
      const segment = found?.name ?? null
      const states = readStates(given.state, segment)
      const about = {
        kind,
        listId: list.listId,
        segment,
        ...(found && { segmentId: found.segmentId }),
        states,
      } as const
      return { about, title: [list.title, segment ?? '', given.state ?? ''].filter(Boolean).join(' ') }
    }
    case 'history': {
      const list = ofClient(client, await access.list(caller, given.listId, 'ReadAudience'), 'InvalidListId')
      return { about: { kind, listId: list.listId }, title: `${list.title} history` }
    }
    case 'recipients': {
      const campaign = ofClient(
        client,
        await access.campaign(caller, given.campaignId, 'ReadReports'),
        'InvalidCampaignId',
      )
      const state = isBlank(given.state) ? null : recipientStateNamed(given.state!.trim())
      if (state === undefined) throw new Refusal('InvalidRecipientState', recipientStateChoice)
      return { about: { kind, campaignId: campaign.campaignId, state }, title: 'recipients' }
    }
    case 'suppressions':
      return suppressionsOf(access, client, principal, given)
    case 'access request': {
      const { address } = readAddress(given.email)
      if (!(await isKnownContact(db, { ...client, address })))
        throw new Refusal('NotInList', 'Nothing is known of this address.')
      // the audit log has the names of files, and no addresses
      return { about: { kind, address }, title: 'access request' }
    }
    case 'verdicts': {
      const found = await findImport(db, client, given.importId)
      if (found.judged === null || found.state === 'judging') {
        throw new Refusal('ImportNotReady', 'The import is not judged yet.')
      }
      const leftAlone = readUndoing(given.undoing)
      return {
        about: { kind, importId: found.importId, leftAlone },
        title: `${found.fileName} ${leftAlone ? 'left alone' : 'verdicts'}`,
      }
    }
  }
}

/** An access request is one ZIP file; a table is not. @throws Refusal InvalidParameter */
function formatOf(kind: ExportKind, text: string | null): ExportFormat {
  const of = Object.entries(formatNames) as [ExportFormat, string][] // the table's own
  return named(
    'Format',
    kind === 'access request' && isBlank(text) ? formatNames.zip : text,
    of.filter(([format]) => (format === 'zip') === (kind === 'access request')),
  )
}

const scopesOfExport = ['Account', 'Client', 'List'] as const

/** @throws Refusal AccessDenied, InvalidParameter, InvalidListId */
async function suppressionsOf(
  access: ExportParts['access'],
  client: ClientRef,
  principal: Principal,
  given: GivenExport,
): Promise<{ readonly about: About; readonly title: string }> {
  const kind = 'suppressions'
  const wanted = readFilter('Scope', given.scope, scopesOfExport)
  const scope = await readScope(access, principal, client, given.listId, 'ReadAudience')
  if ((scope.kind === 'list') !== (wanted === 'List') && !(scope.kind === 'list' && wanted === undefined)) {
    throw new Refusal('InvalidParameter', 'The Scope List needs a ListID, and no other Scope takes one.')
  }
  if (wanted === 'Account') {
    refuseAccountOfOthers(principal)
    return { about: { kind, scope: accountScope(principal) }, title: 'suppression list of the account' }
  }
  return { about: { kind, scope }, title: scope.kind === 'list' ? 'suppression list of the list' : 'suppression list' }
}

/** The account's list holds addresses of all its clients. @throws Refusal AccessDenied */
function refuseAccountOfOthers(principal: Principal): void {
  if (!mayOnAccount(principal, 'ReadAudience')) throw new Refusal('AccessDenied')
}

/** An object of another client of the same caller answers like an unknown one. */
function ofClient<Ref extends ClientRef>(
  { clientId }: ClientRef,
  found: Ref,
  unknown: 'InvalidListId' | 'InvalidCampaignId',
): Ref {
  if (found.clientId !== clientId) throw new Refusal(unknown)
  return found
}

/** Members that were deleted come only when they are asked for. @throws Refusal InvalidParameter */
function readStates(text: string | null, segment: string | null): readonly State[] {
  if (segment !== null) {
    if (!isBlank(text) && text!.trim().toLowerCase() !== 'active') {
      throw new Refusal('InvalidParameter', 'A segment has active subscribers only; leave State empty.')
    }
    return ['Active']
  }
  if (isBlank(text)) return memberStates.filter(state => state !== 'Deleted')
  return [
    named(
      'State',
      text,
      memberStates.map(state => [state, state] as const),
    ),
  ]
}

/** @throws Refusal InvalidParameter */
function named<Value extends string>(
  parameter: string,
  text: string | null,
  known: readonly (readonly [Value, string])[],
): Value {
  const wanted = (text ?? '').trim().toLowerCase()
  const found = known.find(([, name]) => name.toLowerCase() === wanted)
  if (!found)
    throw new Refusal('InvalidParameter', `${parameter} is one of ${known.map(([, name]) => name).join(', ')}.`)
  return found[0]
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}

function fileName(kind: ExportKind, title: string, format: ExportFormat, gzip: boolean, now: Date): string {
  const isNamed = /[\p{L}\p{N}]/u.test(title)
  return fileNameOf([isNamed ? title : kind], now.toISOString(), `${formats[format].ending}${gzip ? '.gz' : ''}`)
}

/** @throws Refusal UnknownExport */
export async function findExport(sql: Sql, client: ClientRef, exportId: string | null): Promise<ExportRow> {
  const found = isPublicId(exportId) ? await exportByPublicId(sql, client, exportId) : undefined
  if (!found) throw new Refusal('UnknownExport')
  return found
}

/** A page of exports, the newest first. @throws Refusal InvalidParameter */
export function listExports(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    page => readExportsOf(sql, client, page),
    ({ exportId }) => exportId,
  )
}

/** The export, where its file may be downloaded by the caller. @throws Refusal UnknownExport, AccessDenied, ExportNotReady */
export async function readDownloadableExport(
  sql: Sql,
  client: ClientRef,
  principal: Principal,
  exportId: string | null,
): Promise<ExportRow> {
  const found = await findExport(sql, client, exportId)
  refuseWithoutRight(principal, client, found.kind)
  const about = found.about as About // written by createExport
  if (about.kind === 'suppressions' && about.scope?.kind === 'account') refuseAccountOfOthers(principal)
  if (found.state !== 'done') {
    throw new Refusal(
      'ExportNotReady',
      found.state === 'failed' ? (found.problem ?? 'The export failed.') : 'The file is being written.',
    )
  }
  return found
}

/** Deletes an export with its file; one that is being written is given up. @throws Refusal UnknownExport */
export async function deleteExport(sql: Sql, client: ClientRef, exportId: string | null): Promise<void> {
  await deleteRow(sql, await findExport(sql, client, exportId))
}
