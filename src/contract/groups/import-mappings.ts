/** What the columns, parts and words of an import become. Parts and columns are counted from 1. */

import { card, on, R, U } from '../card.ts'
import { describe, enumeration, exemplify, int, list, long, optional, record, text } from '../shapes.ts'
import { ofImport } from '../words.ts'

const dateOrders =
  'dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds or milliseconds since 1970) or serial (days as spreadsheets count them)'
const states = 'Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported'

const Part = int('The part, counted from 1.')
const column = int('The column of the part, counted from 1.')
const Target = text(
  'Email, Name, MobileNumber, State, JoinedAt, ConfirmedAt, ConsentAt, ConsentAddress, OptOutAt, OptOutReason, MeasuringConsent, PersonalisingConsent, HygieneConsent, Basis, BasisEndsOn, Field, NewField, Tags or Ignore; Field fills the custom field that Key names, Tags gives contact tags (with a Key it fills that field), NewField one of this name that is made when the rows are written.',
  'Email',
)

export const ImportEncoding = record('ImportEncoding', {
  Encoding: text('A label of the WHATWG Encoding Standard.', 'windows-1251'),
  Samples: list(text(), 'What some cells with letters outside ASCII are in it.', ['Анна']),
})

/** What the review of a file should know, and the file cannot say. */
export const ImportWarningCode = enumeration(
  'ImportWarningCode',
  'Other',
  'EncodingGuessed',
  'FilesLeftOut',
  'ListmonkOptOuts',
  'MailchimpStateUnknown',
  'NeverSubscribed',
  'RowsAboveHeader',
  'SheetsLeftOut',
)

/** About holds the names and numbers of the sentence Text, in their order. */
export const ImportWarning = record('ImportWarning', {
  Code: describe(ImportWarningCode, 'What is to be known; Other for a sentence of an earlier version.', 'FilesLeftOut'),
  Text: text('The sentence.', '2 files of readers.zip are no tables and are left out.'),
  About: list(text(), 'Names and numbers of the sentence, in their order.', ['2', 'readers.zip']),
})

export const ImportLine = record('ImportLine', {
  Line: int('Its number, counted from 1 with empty lines.'),
  Cells: list(text(), 'The first cells.', ['E-Mail', 'Born']),
})

export const ImportPartDetail = record('ImportPart', {
  Part,
  PartName: text('The name of the file, sheet or list.', 'readers.csv'),
  State: text(`What every row of the part asks for: ${states}; empty where rows say it.`, ''),
  HeaderRow: int('The line in which the header is, counted from 1 with empty lines; 0 without one.'),
  FirstLines: list(ImportLine, 'The first lines that are not empty, so that the header can be named.'),
})

export const ImportColumn = record('ImportColumn', {
  Part: int('The part of the file, counted from 1.'),
  Column: column,
  Header: text('The name of the column in the file; empty without one.', 'E-Mail'),
  Target,
  Key: text('The key of the custom field, or the name of a new one; empty for other targets.', ''),
  DataType: text('The type of the custom field; empty for other targets.', ''),
  DateOrder: text(`How its dates are written: ${dateOrders}; auto as no row contradicts.`, 'auto'),
  DecimalSign: text('The decimal sign of its numbers: point or comma; auto as no row contradicts.', 'auto'),
  Values: long('Cells with a text; of a column that is clearly of texts, those that were looked at.', 200),
  LikelyType: text('The type of a new field that would hold all its values: Text, Number or Date.', 'Text'),
  DateOrders: list(text(), 'The orders that its dates can have; several where DateOrder has to say which. Empty where it has none.', []),
  DecimalSigns: list(text(), 'The signs that its numbers can have; both where DecimalSign has to say which. Empty where it has none.', []),
  Sample: list(text(), 'The first values of the column, at most 20.', ['sam@reader.example']),
})

export const ImportWord = record('ImportWord', { Word: text('The word, in lower case.', 'subscribed'), State: text(`What it means: ${states}.`, 'Active') })

export const ImportMapping = record('ImportMapping', {
  Format: text('The program whose export this is; empty for a plain table.', ''),
  Encoding: text('The encoding of the text; empty where it has none.', 'utf-8'),
  Encodings: list(ImportEncoding, 'Where it was guessed, what it could be, the most likely first; Import.SetMapping takes another.'),
  Warnings: list(text(), 'What the file cannot say, such as that it holds no opt-outs: sentences.', []),
  WarningDetails: list(ImportWarning, 'The same for programs.', []),
  Parts: list(ImportPartDetail, 'The parts of the file.'),
  Columns: list(ImportColumn, 'The columns of all parts.'),
  Words: list(ImportWord, 'The words of the State column.'),
  Values: text('Overwrite, FillEmpty or AddOnly.', 'Overwrite'),
  Duplicates: text('Last or First.', 'Last'),
  EmptyCells: text('Leave or Erase.', 'Leave'),
  DefaultState: text('Active or Unconfirmed.', 'Active'),
  Dates: text(`auto, ${dateOrders}.`, 'auto'),
  Tags: list(text(), 'Names of tags that every contact of the file gets.', []),
})

export const ImportColumnTarget = record('ImportColumnTarget', {
  Part,
  Column: exemplify(column, 2),
  Target: exemplify(Target, 'NewField'),
  Key: text('The key of the custom field, for Field; the name of the field, for NewField.', 'Born'),
  DataType: text('Of a NewField: Text, Number or Date; empty for Text.', 'Date'),
  DateOrder: text(`How its dates are written: ${dateOrders}; auto as no row contradicts, empty for what it is.`, 'dmy'),
  DecimalSign: text('The decimal sign of its numbers: point or comma; auto as no row contradicts, empty for what it is.', ''),
})

export const ImportPartState = record('ImportPartState', { Part, State: text(`${states}; empty where rows say it.`, 'Unsubscribed') })

export const ImportHeaderRow = record('ImportHeaderRow', { Part, Row: int('The line of the header, among the first 50; 0 for none.', 3) })

export const importMappings = {
  // a bulk read: samples of the file are rows of people
  'Import.GetMapping': card('GetImportMapping', on('ClientID', 'Import'), 'bulk read', {
    summary: 'What the columns of the file become, with the first values of each, and the policies; guessed until it is set.',
    parameters: ofImport,
    result: U(ImportMapping),
    refusals: ['UnknownImport', 'ImportNotReady'],
  }),
  'Import.SetMapping': card('SetImportMapping', on('ClientID', 'Import'), 'change', {
    summary:
      'Sets what columns become, and policies; what is left out stays as it is. What was judged is judged anew. Encoding and HeaderRows have the file read again, and its columns guessed anew.',
    parameters: {
      ...ofImport,
      Columns: optional(list(ImportColumnTarget, 'What columns become; those that are left out stay as they are.')),
      PartStates: optional(list(ImportPartState, 'What every row of a part asks for; a State column can only make it stricter.')),
      Words: optional(list(ImportWord, `Words of the State column and what they mean: ${states}. A row with a word that is not known is refused.`)),
      Values: optional(
        text(
          'What becomes of values that members have: Overwrite, FillEmpty (only where a member has no value) or AddOnly (members stay as they are); empty for what it is.',
        ),
      ),
      Duplicates: optional(text('Which of several rows of one address counts: Last or First; the strictest state of them always counts.')),
      EmptyCells: optional(text('Leave: an empty cell leaves the value of a member. Erase: it erases it.')),
      DefaultState: optional(text('What a row asks for that says nothing of its state: Active or Unconfirmed.')),
      Dates: optional(
        text(
          `How dates that are not ISO 8601 are written in columns that have no DateOrder: ${dateOrders}; auto for the order that no row of the column contradicts.`,
        ),
      ),
      Tags: optional(list(text(), 'Names of tags that every contact of the file gets, created where they are missing; left out to keep them. 20 at most.')),
      Encoding: optional(
        text(
          'How the letters of the text files are encoded, such as windows-1251: one of the Encodings of Import.GetMapping. The file is read again; set Columns afterwards.',
        ),
      ),
      HeaderRows: optional(list(ImportHeaderRow, 'In which lines headers are, where they were not found. The file is read again; set Columns afterwards.')),
    },
    result: R,
    refusals: ['UnknownImport', 'ImportNotReady', 'InvalidMapping', 'InvalidFieldName', 'TagNameEmpty'],
  }),
}
