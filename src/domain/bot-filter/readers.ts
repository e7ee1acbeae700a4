/** Of single opens and clicks, whether a person or a program made them: by the rules the report counts with. */
import type { Sql } from '../../store/connection/database.ts'
import type { RecipientKey } from '../../store/keys.ts'
import type { RawHit } from '../../store/tracking/classified.ts'
import { examine } from './examine.ts'

export type Reader = 'person' | 'machine'

/** A step of a mail, or something else that happened. */
interface Happened {
  readonly kind: string | null
  /** Microseconds since 1970. */
  readonly at: number
  /** Of an open or a click, the program that made it. */
  readonly text: string | null
}

export interface WithReader {
  /** Undefined for what is no open and no click, and for hits behind the first ones of a recipient, which the filter does not look at. */
  readonly reader: Reader | undefined
}

/** Adds the readers of opens and clicks. @param recipientOf whose mail a step is of; undefined for what is of no mail */
export async function withReaders<Step extends Happened>(
  sql: Sql,
  steps: readonly Step[],
  recipientOf: (step: Step) => RecipientKey | undefined,
): Promise<readonly (Step & WithReader)[]> {
  const recipients = new Map<string, RecipientKey>()
  for (const step of steps) {
    const recipient = isHit(step) ? recipientOf(step) : undefined
    if (recipient) recipients.set(nameOf(recipient), recipient)
  }
  const readers = await readersOf(sql, recipients)
  return steps.map(step => {
    const recipient = recipientOf(step)
    const reader =
      recipient && readers.get(`${nameOf(recipient)} ${step.kind} ${Math.floor(step.at / 1000)} ${step.text}`)
    return { ...step, reader }
  })
}

async function readersOf(
  sql: Sql,
  recipients: ReadonlyMap<string, RecipientKey>,
): Promise<ReadonlyMap<string, Reader>> {
  const readers = new Map<string, Reader>()
  if (recipients.size === 0) return readers
  const names = [...recipients.keys()]
  for (const [place, { hits, verdicts }] of (await examine(sql, [...recipients.values()])).entries())
    for (const [n, hit] of hits.entries())
      readers.set(`${names[place]} ${markOf(hit)}`, verdicts[n]!.machine ? 'machine' : 'person')
  return readers
}

function isHit({ kind }: Happened): boolean {
  return kind === 'open' || kind === 'click'
}

function nameOf({ campaignId, number }: RecipientKey): string {
  return `${campaignId}:${number}`
}

function markOf({ link, at, agent }: RawHit): string {
  return `${link === null ? 'open' : 'click'} ${at} ${agent}`
}
