/** What an export is of, its formats and its states in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { StateWord } from '../../ui/page.tsx'

export type Export = ValueOf<'Export.Get'>
export type Kind = Export['Kind']
export type Format = Export['Format']

export const kindWords: Readonly<
  Record<Kind, { readonly label: MessageDescriptor; readonly meaning: MessageDescriptor }>
> = {
  Subscribers: { label: msg`Subscribers`, meaning: msg`The subscribers of the list, with state and custom fields.` },
  History: { label: msg`History`, meaning: msg`Every change of state on the list, with its cause.` },
  Recipients: { label: msg`Recipients`, meaning: msg`The recipients of the campaign, with the last answer.` },
  Suppressions: { label: msg`Suppression list`, meaning: msg`Addresses that are not mailed, each with its reason.` },
  ImportVerdicts: { label: msg`Rows of an import`, meaning: msg`The result of each row, with its reason.` },
  AccessRequest: { label: msg`Access request`, meaning: msg`All data about a contact.` },
}

export const formatWords: Readonly<
  Record<Format, { readonly label: MessageDescriptor; readonly meaning: MessageDescriptor }>
> = {
  Excel: { label: msg`CSV for Excel`, meaning: msg`Opens in spreadsheets; no cell is run as a formula.` },
  Xlsx: { label: msg`Workbook (XLSX)`, meaning: msg`Every cell is text, telephone numbers too.` },
  Csv: { label: msg`CSV for programs`, meaning: msg`Unchanged values.` },
  JsonLines: { label: msg`JSON lines`, meaning: msg`One object for each row.` },
  Zip: { label: msg`ZIP file`, meaning: msg`A page to print, data for programs, and mails.` },
}

export type TableFormat = Exclude<Format, 'Zip'>

/** Of rows, in the order in which they are offered; an access request has a format of its own. */
export const tableFormats: readonly TableFormat[] = ['Excel', 'Xlsx', 'Csv', 'JsonLines']

export const stateWords: Readonly<Record<Export['State'], StateWord>> = {
  Waiting: { label: msg`Waiting`, tone: 'plain', icon: 'clock' },
  Writing: { label: msg`Being created`, tone: 'plain', icon: 'clock' },
  Done: { label: msg`Ready`, tone: 'good', icon: 'check' },
  Failed: { label: msg`Failed`, tone: 'bad', icon: 'warning' },
}

/** The service still writes the file, or will. */
export function isUnderWay({ State }: Pick<Export, 'State'>): boolean {
  return State === 'Waiting' || State === 'Writing'
}

/** Milliseconds between two looks at an export that is being written. */
export const lookMs = 1000
