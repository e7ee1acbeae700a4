/**
 * Facts about each host of DATABASE_URL, standbys included: settings that decide how soon connections and commits succeed after a
 * restart or fail-over.
 */
import { hostUrls } from '../../lib/database-url.ts'
import { hostsOf } from './hosts.ts'
import { cut, runText } from './session.ts'

export interface HostFacts {
  /** As DATABASE_URL names it, with its port. */
  readonly host: string
  /** Why the facts are missing; undefined if the host answers. */
  readonly failure: unknown
  readonly isStandby: boolean
  /** Seconds after which a standby that lost its primary tries again (`wal_retrieve_retry_interval`). */
  readonly followsAfter: number
  /** True if a pooler answers at this address. */
  readonly isPooled: boolean
  /**
   * Seconds for which PgBouncer refuses clients after the server refused it (`server_login_retry`); undefined if PgBouncer does not
   * show it.
   */
  readonly refusesFor: number | undefined
}

/** Reads only; gives up on each host after some seconds. @param url as in DATABASE_URL */
export function lookAtEachHost(url: string): Promise<readonly HostFacts[]> {
  return Promise.all((hostUrls(url) ?? [url]).map(lookAt))
}

async function lookAt(url: string): Promise<HostFacts> {
  const { Client, config } = hostsOf(url, { application_name: 'lettershop doctor' })
  const client = new Client(config)
  const host = `${client.host}:${client.port}`
  try {
    await client.connect()
    const { rows } = await runText(
      client,
      `select pg_is_in_recovery() as standby, pg_backend_pid() as own,
        (select setting::float8 / 1000 from pg_settings where name = 'wal_retrieve_retry_interval') as retry`,
    )
    const { standby, own, retry } = rows[0] as { standby: boolean; own: number; retry: number }
    // a pooler reports another backend number to its clients than the server's
    const isPooled = own !== (client as typeof client & { readonly processID: number }).processID
    const refusesFor = isPooled ? await loginRetry(url).catch(() => undefined) : undefined
    return { host, failure: undefined, isStandby: standby, followsAfter: retry, isPooled, refusesFor }
  } catch (failure) {
    return { host, failure, isStandby: false, followsAfter: 0, isPooled: false, refusesFor: undefined }
  } finally {
    cut(client)
  }
}

/** PgBouncer's console shows this setting to users in its `stats_users` or `admin_users`. */
async function loginRetry(url: string): Promise<number | undefined> {
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  const { Client, config } = hostsOf(console.href, {})
  const client = new Client(config)
  try {
    await client.connect()
    const { rows } = await runText(client, 'show config')
    const found = (rows as { key: string; value: string }[]).find(({ key }) => key === 'server_login_retry')
    const seconds = Number(found?.value || Number.NaN)
    return Number.isFinite(seconds) ? seconds : undefined
  } finally {
    cut(client)
  }
}
