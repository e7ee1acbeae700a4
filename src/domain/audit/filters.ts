/** Filters that the audit log and events have in common; absent and empty mean any. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { parseLocalTime } from '../text-rules/dates.ts'

export function isBlank(text: string | null): text is null | '' {
  return text === null || text.trim() === ''
}

/** The object that is asked for. @throws Refusal InvalidParameter */
export function readSubjectId(text: string | null): string | null {
  if (isBlank(text)) return null
  if (isPublicId(text)) return text.toLowerCase()
  throw new Refusal('InvalidParameter', 'SubjectID must be an identifier of 32 hexadecimal digits.')
}

/** A local time. @param parameter its name, for the refusal. @throws Refusal InvalidDate */
export function readLocalDate(parameter: string, text: string | null): string | null {
  if (isBlank(text)) return null
  const local = parseLocalTime(text)
  if (local === undefined) throw new Refusal('InvalidDate', `${parameter} must be YYYY-MM-DD HH:MM:SS, or a date.`)
  return local
}
