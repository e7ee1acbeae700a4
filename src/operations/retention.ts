/** How long a client keeps what grows. */
import type { ClientRef } from '../domain/access/access.ts'
import { chooseRetention, forEver, previewRetention, readRetention } from '../domain/retention/retention.ts'
import { readRetentionBegins } from '../store/retention/work.ts'
import type { Dependencies, HandlersOf } from './dependencies.ts'

/** Days as the wire has them. */
const daysOf = (days: number | null) => days ?? forEver

type Operations = 'Client.GetRetention' | 'Client.SetRetention' | 'Client.PreviewRetention'

/** For how long a client keeps what grows. */
export async function retentionOnWire(client: ClientRef, { db, limits, now }: Dependencies) {
  const kinds = await readRetention(db, client, limits.retention)
  const begins = await readRetentionBegins(db)
  return {
    Kinds: kinds.map(one => ({
      Kind: one.kind,
      Days: daysOf(one.days),
      UsualDays: daysOf(one.usual),
      IsOwn: one.isOwn,
      LeastDays: one.least,
      MostDays: daysOf(one.most),
      ChangedDate: one.changedDate ?? '',
      ChangedBy: one.changedBy,
    })),
    AuditMonths: limits.auditMonths,
    BeginsAt: begins > now() ? begins.toISOString() : '',
  }
}

export const retention: Pick<HandlersOf<'Client'>, Operations> = {
  'Client.GetRetention': (_params, { client }, dependencies) => retentionOnWire(client, dependencies),

  'Client.SetRetention': ({ Kind, Days }, { client, principal }, { db, limits: { retention: usual } }) =>
    chooseRetention(db, client, { kind: Kind, given: Days }, { usual, by: principal.username }),

  async 'Client.PreviewRetention'({ Kind, Days }, { client }, { db, limits: { retention: usual }, now }) {
    const counts = await previewRetention(db, client, { kind: Kind, given: Days }, { usual, now: now() })
    return counts.map(({ kind, days, beforeDate, count }) => ({
      Kind: kind,
      Days: daysOf(days),
      BeforeDate: beforeDate ?? '',
      Known: count !== undefined,
      Count: count ?? 0,
    }))
  },
}
