/** Refusals of calls that name a revision of a draft or template. */
import { Refusal } from '../../contract/refusals.ts'
import type { DraftVersion } from '../../store/campaigns/draft-rows.ts'

export function unknownRevisionRefusal(revision: number): Refusal {
  return new Refusal('UnknownRevision', `There is no revision ${revision}, or it is not kept any more.`)
}

/** The refusal of a save of a draft or template that is based on another revision than the present one. */
export function staleRevisionRefusal(
  { revision, savedBy, savedDate }: Pick<DraftVersion, 'revision' | 'savedBy' | 'savedDate'>,
  basedOn: number,
  data: Readonly<Record<string, unknown>>,
): Refusal {
  const who = savedBy === '' ? '' : ` by ${savedBy}`
  const detail = `Revision ${revision} was saved${who} on ${savedDate}; this is based on ${basedOn}. Nothing was saved.`
  return new Refusal('StaleRevision', detail, { data })
}
