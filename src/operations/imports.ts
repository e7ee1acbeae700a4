/** Import.*: import files as subscribers of a list, after a review. */
import { ImportLossReason, ImportProblem } from '../contract/groups/imports.ts'
import { Refusal, refusals } from '../contract/refusals.ts'
import { mayOnClient, reachedClients } from '../domain/access/principal.ts'
import { createFromApi, readRemoteLists } from '../domain/imports/api/creating.ts'
import type { Remote } from '../domain/imports/api/remote.ts'
import type { RemoteOverview } from '../domain/imports/api/remote-lists.ts'
import { askUnconfirmed, unconfirmedOf } from '../domain/imports/asking.ts'
import { fieldTypeOf } from '../domain/imports/guessing.ts'
import type { MappedImport } from '../domain/imports/imports.ts'
import {
  approvalRows,
  type Consent,
  cancelImport,
  commitImport,
  createImport,
  findImport,
  judgeImport,
  listImports,
  lossesIn,
  readMapping,
  readVerdicts,
  setMapping,
  undoImport,
  valuesLostIn,
} from '../domain/imports/imports.ts'
import { decimalSigns } from '../domain/imports/numbers.ts'
import { sentenceOf, type Warning } from '../domain/imports/sentences.ts'
import type { CellReading, ColumnLoss, ColumnTarget, ImportPart } from '../domain/imports/source.ts'
import { changeNames, verdictNames } from '../domain/imports/verdict-names.ts'
import { type CustomField, readCustomFields } from '../domain/lists/custom-fields.ts'
import { plainAddress } from '../domain/text-rules/address.ts'
import { hasImported, type ImportRow, type ImportState } from '../store/imports/imports.ts'
import { type VerdictRow, verdicts } from '../store/imports/staging.ts'
import { evidenceOf, type HandlersOf } from './dependencies.ts'

export const imports: HandlersOf<'Import'> = {
  'Import.Create': ({ UploadID, ConsentSource, ConsentDate, ConsentWording }, { list, principal, origin }, { db }) =>
    createImport(
      db,
      list,
      { uploadId: UploadID, consent: { source: ConsentSource, date: ConsentDate, wording: ConsentWording } },
      evidenceOf(principal, origin),
    ),

  'Import.GetRemoteLists': async (params, _call, { network: { fetch } }) =>
    remoteListsOnWire(await readRemoteLists(fetch, accountOf(params))),

  'Import.CreateFromApi': (params, { list, principal, origin }, { db, keys }) =>
    createFromApi(
      { db, keys },
      list,
      {
        account: accountOf(params),
        listId: params.RemoteListID,
        consent: { source: params.ConsentSource, date: params.ConsentDate, wording: params.ConsentWording },
      },
      evidenceOf(principal, origin),
    ),

  async 'Import.Get'({ ImportID }, { client }, { db }) {
    const found = await findImport(db, client, ImportID)
    const isLarge = (found.rows ?? 0) > approvalRows
    return onWire(found, isLarge && found.state === 'judged' && !(await hasImported(db, client, approvalRows)))
  },

  async 'Import.List'({ ListID, Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listImports(db, client, { listId: ListID, cursor: Cursor, limit: Limit })
    const isKnown = await hasImported(db, client, approvalRows)
    return {
      Imports: rows.map(row => onWire(row, !isKnown && row.state === 'judged' && (row.rows ?? 0) > approvalRows)),
      NextCursor: nextCursor,
    }
  },

  async 'Import.GetMapping'({ ImportID }, { client }, { db }) {
    const mapped = await readMapping(db, client, ImportID)
    return mappingOnWire(mapped, await readCustomFields(db, mapped.import))
  },

  'Import.SetMapping': (params, { client }, { db }) =>
    setMapping(db, client, params.ImportID, {
      columns: params.Columns,
      partStates: params.PartStates,
      words: params.Words,
      values: params.Values,
      duplicates: params.Duplicates,
      empty: params.EmptyCells,
      defaultState: params.DefaultState,
      dates: params.Dates,
      tags: params.Tags,
      encoding: params.Encoding,
      headerRows: params.HeaderRows,
    }),

  'Import.Judge': ({ ImportID }, { client }, { db }) => judgeImport(db, client, ImportID),

  async 'Import.GetVerdicts'({ ImportID, Verdict, Undoing, Cursor, Limit }, { client }, { db }) {
    const given = { verdict: Verdict, undoing: Undoing, cursor: Cursor, limit: Limit }
    const { found, rows, nextCursor } = await readVerdicts(db, client, ImportID, given)
    return { Counts: countsOnWire(found.judged!), Rows: rows.map(rowOnWire), NextCursor: nextCursor }
  },

  'Import.Commit': ({ ImportID, ValuesLost }, { client, principal }, { db }) =>
    commitImport(db, client, ImportID, {
      mayApprove: reachedClients(principal) === null,
      mayMakeFields: mayOnClient(principal, client.clientId, 'ChangeAudience'),
      valuesLost: ValuesLost,
    }),
  'Import.Cancel': ({ ImportID }, { client }, { db }) => cancelImport(db, client, ImportID),
  async 'Import.CountUnconfirmed'({ ImportID }, { client }, { db }) {
    const { recipients, asked, isAsking } = await unconfirmedOf(db, client, ImportID)
    return { Recipients: recipients, Asked: asked, IsAsking: isAsking }
  },
  async 'Import.AskUnconfirmed'({ ImportID, Recipients }, { client }, { db, mail: { mailLinks } }) {
    if (mailLinks.base() === undefined) throw new Refusal('PublicUrlRequired')
    await askUnconfirmed(db, client, ImportID, Recipients)
  },
  'Import.Undo': ({ ImportID }, { client }, { db }) => undoImport(db, client, ImportID),
}

const states = {
  fetching: 'Fetching',
  reading: 'Reading',
  mapping: 'Mapping',
  judging: 'Judging',
  judged: 'Judged',
  committing: 'Committing',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const satisfies Record<ImportState, string>

function onWire(row: ImportRow, needsApproval: boolean) {
  const consent = row.consent as Consent // written by Import.Create
  const remote = row.remote as Remote | null // written by Import.CreateFromApi
  return {
    ImportID: row.publicId,
    ListID: row.listPublicId,
    ListTitle: row.listTitle,
    State: states[row.state],
    FileName: row.fileName,
    Bytes: row.bytes,
    ConsentSource: consent.source,
    ConsentDate: consent.date,
    ConsentWording: consent.wording,
    CreatedDate: row.createdDate,
    EndedDate: row.endedDate ?? '',
    Problem: row.problem ?? '',
    ProblemCode: problemCode(row),
    ProblemAbout: [...row.problemAbout],
    Source: remote?.source ?? '',
    RemoteListID: remote?.listId ?? '',
    RowsFetched: row.fetched,
    RowsToFetch: row.toFetch,
    RowsInFile: row.rows ?? 0,
    RowsDone: row.cursor,
    NeedsApproval: needsApproval,
    CanBeUndone: row.state === 'done' && row.uploadId !== null,
    Judged: row.judged && countsOnWire(row.judged),
    Written: row.written && countsOnWire(row.written),
    ValuesLost: valuesLostIn(row),
    Losses: lossesIn(row).map(lossOnWire),
    RowsUndone: row.written?.undone ?? 0,
    RowsLeftAlone: row.written?.left_alone ?? 0,
  }
}

function accountOf(params: {
  readonly Source: string | null
  readonly Url: string | null
  readonly RemoteClientID: string | null
  readonly Username: string | null
  readonly Secret: string | null
}) {
  const { Source, Url, RemoteClientID, Username, Secret } = params
  return { source: Source, url: Url, clientId: RemoteClientID, username: Username, secret: Secret }
}

function remoteListsOnWire({ clients, lists, hasMore }: RemoteOverview) {
  return {
    Clients: clients.map(({ id, name }) => ({ RemoteClientID: id, Name: name })),
    Lists: lists.map(({ id, name, confirmOptIn, counts, fields }) => ({
      RemoteListID: id,
      Name: name,
      ConfirmOptIn: confirmOptIn,
      Active: counts.active ?? -1,
      Unconfirmed: counts.unconfirmed ?? -1,
      Unsubscribed: counts.unsubscribed ?? -1,
      Bounced: counts.bounced ?? -1,
      Deleted: counts.deleted ?? -1,
      Fields: fields.map(({ name: FieldName, dataType, options }) => ({
        FieldName,
        DataType: dataType,
        Options: options.join('||'),
      })),
    })),
    HasMore: hasMore,
  }
}

type LossReason = (typeof ImportLossReason)['values'][number]

/** Maps reasons of later versions to a known one. */
function reasonOnWire(reason: string): LossReason {
  return ImportLossReason.values.find(known => known === reason) ?? 'Other'
}

function lossOnWire({ column, values, reasons, examples }: ColumnLoss) {
  return {
    Column: column,
    Values: values,
    Reasons: Object.entries(reasons).map(([reason, count]) => ({ Reason: reasonOnWire(reason), Values: count })),
    Examples: examples.map(({ row, value, reason }) => ({ Row: row, Value: value, Reason: reasonOnWire(reason) })),
  }
}

type Counts = Readonly<Record<(typeof verdictNames)[keyof typeof verdictNames], number>>

function countsOnWire(counts: Readonly<Record<string, number>>) {
  const named = Object.fromEntries(verdicts.map(verdict => [verdictNames[verdict], counts[verdict] ?? 0])) as Counts // one name for each verdict
  return { Rows: counts.rows ?? 0, ...named, ValueDropped: counts.value_dropped ?? 0 }
}

function problemCode({ problem, problemCode }: ImportRow): (typeof ImportProblem)['values'][number] {
  if (problem === null) return 'None'
  // codes of later versions are unknown here
  return ImportProblem.values.find(code => code === problemCode) ?? 'Other'
}

function warningOnWire(warning: Warning | string) {
  const kept = typeof warning === 'string' ? ({ code: 'Other', about: [] } as const) : warning
  return { Code: kept.code, Text: sentenceOf(warning), About: [...kept.about] }
}

function mappingOnWire({ source, mapping }: MappedImport, fields: readonly CustomField[]) {
  return {
    Format: source.format ?? '',
    Encoding: source.encoding ?? '',
    Encodings: (source.encodingChoices ?? []).map(({ encoding, samples }) => ({
      Encoding: encoding,
      Samples: [...samples],
    })),
    Warnings: (source.warnings ?? []).map(sentenceOf),
    WarningDetails: (source.warnings ?? []).map(warningOnWire),
    Parts: source.parts.map(({ name, headerRow = 0, head = [] }, part) => ({
      Part: part + 1,
      PartName: name,
      State: mapping.partStates[part] ?? '',
      HeaderRow: headerRow,
      FirstLines: head.map(({ line, cells }) => ({ Line: line, Cells: [...cells] })),
    })),
    Columns: source.parts.flatMap((part, index) =>
      mapping.columns[index]!.map((target, column) => ({
        Part: index + 1,
        Column: column + 1,
        Header: part.header?.[column] ?? '',
        ...targetOnWire(target, fields),
        ...foundOnWire(part, column),
        Sample: part.sample.map(row => row[column] ?? ''),
      })),
    ),
    Words: Object.entries(mapping.words).map(([Word, State]) => ({ Word, State })),
    Values: mapping.values,
    Duplicates: mapping.duplicates,
    EmptyCells: mapping.empty,
    DefaultState: mapping.defaultState,
    Dates: mapping.dates ?? 'auto',
    Tags: mapping.tags ?? [],
  }
}

function targetOnWire(target: ColumnTarget, fields: readonly CustomField[]) {
  const read: CellReading = target.to === 'Ignore' ? {} : target
  const type =
    target.to === 'NewField'
      ? target.dataType
      : target.to === 'Field'
        ? (fields.find(({ key }) => key === target.key)?.dataType ?? '')
        : ''
  return {
    Target: target.to,
    Key: target.to === 'Field' ? target.key : target.to === 'NewField' ? target.name : '',
    DataType: type,
    DateOrder: read.dates ?? 'auto',
    DecimalSign: read.decimals ?? 'auto',
  }
}

function foundOnWire({ header, found, decimals }: ImportPart, column: number) {
  const known = found?.[column]
  if (!known) return { Values: 0, LikelyType: 'Text', DateOrders: [], DecimalSigns: [] }
  const { dates, numbers } = known
  const sign = numbers.sign ?? decimals
  const signs = sign === undefined ? [...decimalSigns] : [sign]
  return {
    Values: known.filled,
    LikelyType: fieldTypeOf(known, header?.[column] ?? ''),
    DateOrders: dates.order === null ? [...dates.orders] : dates.cells > 0 ? [dates.order] : [],
    DecimalSigns: numbers.cells === 0 ? [] : signs,
  }
}

function rowOnWire(row: VerdictRow) {
  const code =
    row.verdict === 'refused' && row.reason !== null ? refusals[row.reason as keyof typeof refusals] : undefined
  return {
    Row: row.number,
    EmailAddress: row.email,
    Name: row.name ?? '',
    Verdict: verdictNames[row.verdict],
    Reason: code?.[1] ?? row.reason ?? '',
    Code: code?.[0] ?? 0,
    DuplicateOf: row.duplicateOf ?? 0,
    Proposal: row.verdict === 'refused' ? (plainAddress(row.email) ?? '') : '',
    ValuesDropped: [...(row.dropped ?? [])],
    Losses: Object.entries(row.losses ?? {}).map(([Column, [reason, Value]]) => ({
      Column,
      Value,
      Reason: reasonOnWire(reason),
    })),
    ChangedSince: row.leftAlone === null ? ('None' as const) : changeNames[row.leftAlone],
  }
}
