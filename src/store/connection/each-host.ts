/** Each host of DATABASE_URL by itself, a standby too: what decides how soon connections and commits succeed after a restart or a fail-over. */
import { hostUrls } from '../../lib/database-url.ts'
import { hostsOf } from './hosts.ts'
import { cut, say } from './session.ts'

export interface HostFacts {
  /** As DATABASE_URL names it, with its port. */
  readonly host: string
  /** Why it is not known more; undefined where it answers. */
  readonly failure: unknown
  readonly isStandby: boolean
  /** Seconds until a standby that lost its primary looks for it again (`wal_retrieve_retry_interval`). */
  readonly followsAfter: number
  /** Whether a pooler answers in its place. */
  readonly isPooled: boolean
  /** Seconds for which PgBouncer refuses clients after the server refused it (`server_login_retry`); undefined where it does not show that. */
  readonly refusesFor: number | undefined
}

/** Changes nothing; each host is given up after some seconds. @param url as DATABASE_URL */
export function lookAtEachHost(url: string): Promise<readonly HostFacts[]> {
  return Promise.all((hostUrls(url) ?? [url]).map(lookAt))
}

async function lookAt(url: string): Promise<HostFacts> {
  const { Client, config } = hostsOf(url, { application_name: 'lettershop doctor' })
  const client = new Client(config)
  const host = `${client.host}:${client.port}`
  try {
    await client.connect()
    const { rows } = await say(
      client,
      `select pg_is_in_recovery() as standby, pg_backend_pid() as own,
        (select setting::float8 / 1000 from pg_settings where name = 'wal_retrieve_retry_interval') as retry`,
    )
    const { standby, own, retry } = rows[0] as { standby: boolean; own: number; retry: number }
    // a pooler tells its clients another number than the server's
    const isPooled = own !== (client as typeof client & { readonly processID: number }).processID
    const refusesFor = isPooled ? await loginRetry(url).catch(() => undefined) : undefined
    return { host, failure: undefined, isStandby: standby, followsAfter: retry, isPooled, refusesFor }
  } catch (failure) {
    return { host, failure, isStandby: false, followsAfter: 0, isPooled: false, refusesFor: undefined }
  } finally {
    cut(client)
  }
}

/** What PgBouncer's console shows to those whom its `stats_users` or `admin_users` names. */
async function loginRetry(url: string): Promise<number | undefined> {
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  const { Client, config } = hostsOf(console.href, {})
  const client = new Client(config)
  try {
    await client.connect()
    const { rows } = await say(client, 'show config')
    const found = (rows as { key: string; value: string }[]).find(({ key }) => key === 'server_login_retry')
    const seconds = Number(found?.value || Number.NaN)
    return Number.isFinite(seconds) ? seconds : undefined
  } finally {
    cut(client)
  }
}
