/** Settings of poolers and standbys whose defaults make the service wait after the database is back (docs/database-trouble.md). */
import { type HostFacts, lookAtEachHost } from '../../store/connection/each-host.ts'
import { isSynchronous, type StandbyFacts } from '../../store/diagnosis.ts'
import { type Finding, ok, reasonOf, unknown, warning } from './finding.ts'

const id = 'database.resuming'
/** Seconds; a longer time is a warning. */
const mostSeconds = 2

/** The replicas that commits wait for. */
export interface Replication {
  /** `synchronous_standby_names` */
  readonly names: string
  readonly standbys: readonly StandbyFacts[]
}

/** @param url as DATABASE_URL */
export async function checkResuming(url: string, replication: Replication): Promise<readonly Finding[]> {
  return judgeResuming(await lookAtEachHost(url), replication)
}

export function judgeResuming(hosts: readonly HostFacts[], { names, standbys }: Replication): readonly Finding[] {
  const awaited = names === '' ? [] : standbys.filter(standby => isSynchronous(standby) !== false)
  const seen = hosts.filter(({ isStandby }) => isStandby)
  const findings = [
    ...hosts.filter(({ failure }) => failure !== undefined).map(notSeen),
    ...hosts.filter(({ isPooled }) => isPooled).map(judgePooler),
    ...(names === '' ? [] : seen.map(judgeStandby)),
    ...(awaited.length > seen.length
      ? [
          unknown(
            id,
            `Commits wait for a standby that DATABASE_URL does not name: how soon it follows again after a restart (wal_retrieve_retry_interval) is not known.`,
            'See that it has wal_retrieve_retry_interval = 1s, or name it in DATABASE_URL.',
          ),
        ]
      : []),
  ]
  if (findings.length > 0) return findings
  return [
    ok(
      id,
      'Nothing makes connections or commits wait after a restart: no pooler, and no standby that commits wait for.',
    ),
  ]
}

function notSeen({ host, failure }: HostFacts): Finding {
  return unknown(
    id,
    `${host} of DATABASE_URL is not reached (${reasonOf(failure)}): its behaviour in a fail-over is not known.`,
    'Start it, or take it out of DATABASE_URL.',
  )
}

function judgePooler({ host, refusesFor }: HostFacts): Finding {
  if (refusesFor === undefined)
    return unknown(
      id,
      `A pooler answers at ${host}, and does not show for how long it refuses clients after a failed login to the server.`,
      'See that PgBouncer has server_login_retry = 1, or name the user of DATABASE_URL in its stats_users.',
    )
  if (refusesFor > mostSeconds)
    return warning(
      id,
      `PgBouncer at ${host} refuses clients for ${refusesFor} s after a failed login to the server: calls are answered with 503 for as long after a restart.`,
      'Set server_login_retry = 1 in pgbouncer.ini.',
    )
  return ok(id, `PgBouncer at ${host} tries the server again after ${refusesFor} s.`)
}

function judgeStandby({ host, followsAfter }: HostFacts): Finding {
  if (followsAfter > mostSeconds)
    return warning(
      id,
      `The standby ${host} follows again after up to ${followsAfter} s (wal_retrieve_retry_interval): commits wait for as long after a restart of the primary.`,
      `Set it on the standby: alter system set wal_retrieve_retry_interval = '1s'`,
    )
  return ok(id, `The standby ${host} follows again ${followsAfter} s after a restart of the primary.`)
}
