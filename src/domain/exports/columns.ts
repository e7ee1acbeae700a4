/** The columns of each kind of export, in the order of the rows that `store/exports/rows.ts` selects. */
import { type RefusalName, refusals } from '../../contract/refusals.ts'
import type { ExportKind } from '../../store/exports/exports.ts'
import type { ChangeSince, Verdict } from '../../store/imports/staging.ts'
import type { RecipientState } from '../../store/states.ts'
import { recipientStates } from '../campaigns/reports/recipient-states.ts'
import { guessColumn } from '../imports/guessing.ts'
import { changeNames, verdictNames } from '../imports/verdict-names.ts'
import type { CustomField } from '../lists/custom-fields.ts'
import { plainAddress } from '../text-rules/address.ts'

export interface Column {
  readonly header: string
  /** What a row says, where that is not the text as it is stored. */
  readonly show?: (text: string) => string
  /** The text may be a JSON array of options. */
  readonly hasOptions?: boolean
}

/** An access request is no table. */
type TableKind = Exclude<ExportKind, 'access request'>

/** @param fields custom fields of the list whose members are exported */
export function columnsOf(kind: TableKind, fields: readonly CustomField[] = []): readonly Column[] {
  return kind === 'subscribers'
    ? [...own.subscribers, ...fields.map(field => fieldColumn(field, fields)), ...afterFields]
    : own[kind]
}

const headers = (...names: readonly string[]): readonly Column[] => names.map(header => ({ header }))

const own: Readonly<Record<TableKind, readonly Column[]>> = {
  // the importer maps these by itself
  subscribers: headers('EmailAddress', 'Name', 'MobileNumber', 'State', 'JoinedAt'),
  history: headers(
    'EmailAddress',
    'Date',
    'FromState',
    'ToState',
    'Cause',
    'By',
    'Wire',
    'NetworkAddress',
    'Agent',
    'Campaign',
    'Login',
    'Detail',
  ),
  recipients: [
    ...headers('Number', 'EmailAddress', 'Name', 'List'),
    { header: 'State', show: text => recipientStates[text as RecipientState] }, // the ledger has no others
    ...headers('Date', 'ReplyCode', 'Reply'),
  ],
  suppressions: headers('EmailAddress', 'Reason', 'Date', 'Campaign', 'By', 'Login'),
  verdicts: [
    ...headers('Row', 'EmailAddress', 'Name'),
    { header: 'Verdict', show: text => verdictNames[text as Verdict] }, // the column holds nothing else
    { header: 'Reason', show: text => (Object.hasOwn(refusals, text) ? refusals[text as RefusalName][1] : text) },
    ...headers('DuplicateOf', 'ValuesDropped'),
    { header: 'ChangedSince', show: text => changeNames[text as ChangeSince] }, // the column holds nothing else
    ...headers('Losses'),
    { header: 'Proposal', show: text => plainAddress(text) ?? '' },
  ],
}

/** Behind the custom fields: where the name of one means the same, the importer takes the first column. */
const afterFields: readonly Column[] = [
  ...headers(
    'StateChangedAt',
    'Language',
    'TrackingConsent',
    'TrackingConsentAt',
    'PersonalisingConsent',
    'PersonalisingConsentAt',
    'HygieneConsent',
    'HygieneConsentAt',
    'Basis',
    'BasisEndsOn',
    'PausedUntil',
    'LeaveReason',
    'LeaveComment',
  ),
  { header: 'Tags', hasOptions: true },
]

/** The name of the field as people know it, unless the importer would take it for something else. */
function fieldColumn({ key, name, dataType }: CustomField, fields: readonly CustomField[]): Column {
  const meant = guessColumn(name, [], fields)
  const isPlain = meant?.to === 'Field' && meant.key === key
  return { header: isPlain ? name : `[${key}]`, hasOptions: dataType === 'MultiSelectMany' }
}
