/** Lines of events: the steps of one import or bulk change, which come about fifty times, are one line. */
import { type Event, membersOf } from './sentence.tsx'

export interface EventLine {
  /** The newest. */
  readonly event: Event
  readonly count: number
}

export function foldEvents(events: readonly Event[]): readonly EventLine[] {
  const lines: { event: Event; count: number }[] = []
  const byWork = new Map<string, (typeof lines)[number]>()
  for (const event of events) {
    const work = workOf(event)
    const known = work === undefined ? undefined : byWork.get(work)
    if (known) {
      known.count++
      continue
    }
    const line = { event, count: 1 }
    lines.push(line)
    if (work !== undefined) byWork.set(work, line)
  }
  return lines
}

/** What an event of progress is about, and its day. */
function workOf({ Type = '', Date: date = '', Data }: Event): string | undefined {
  if (!Type.endsWith('.progress')) return undefined
  const { ImportID, ChangeID } = membersOf(Data)
  return `${Type} ${String(ImportID ?? ChangeID)} ${date.slice(0, 10)}`
}
