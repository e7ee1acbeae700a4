/** Whether the columns of a file need no person: each is known by its header, and nothing about the file was guessed. */
import { columnRows, isInName, isOpen, type Mapping } from './columns.ts'

/** What is recorded as proof or against the law of a list is looked at, however well its column is named. */
const lookedAt: readonly string[] = [
  'ConsentAt',
  'ConsentAddress',
  'MeasuringConsent',
  'PersonalisingConsent',
  'HygieneConsent',
  'Basis',
  'BasisEndsOn',
]

export function isCertain(mapping: Mapping): boolean {
  const { Parts = [], Columns = [], Words = [], Encodings = [], WarningDetails = [], Warnings = [] } = mapping
  if (Encodings.length > 0 || WarningDetails.length > 0 || Warnings.length > 0) return false
  // a header below other lines was found by its words, a state by the name of a file
  if (Parts.length === 0 || Parts.some(({ State = '', HeaderRow }) => State !== '' || HeaderRow > 1)) return false
  const hasAddresses = (part: number) => Columns.some(({ Part, Target }) => Part === part && Target === 'Email')
  if (!Parts.every(({ Part }) => hasAddresses(Part))) return false
  const known = new Set(Words.map(({ Word }) => Word))
  const isKnown = (text: string) => text.trim() === '' || known.has(text.trim().toLowerCase())
  return columnRows(mapping).every(({ members, reading }) => {
    if (reading && isOpen(reading)) return false
    return members.every(column => {
      const { Target = '', Header = '', Values, Sample = [] } = column
      if (Target === 'Ignore') return Values === 0 || isInName(mapping, column)
      if (Target === 'State' && !Sample.every(isKnown)) return false
      return Header.trim() !== '' && Target !== 'NewField' && !lookedAt.includes(Target)
    })
  })
}
