/**
 * Finds the server for a connection. DATABASE_URL may name several hosts as in libpq: `postgres://user@one:5432,two/name`.
 * They are tried in order, each at most a second after the one before; the first that accepts writes is the primary. The driver lacks
 * this feature
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
import { Client, type ClientConfig } from 'pg'
import { connectTimeoutOf, hostUrls, usualConnectTimeoutMs } from '../../lib/database-url.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { columnTypes } from './wire-types.ts'

type Host = Pick<Client, 'host' | 'port'>

export interface Hosts {
  /** A client that is not connected yet and connects to the primary. */
  readonly Client: new (
    config: ClientConfig,
  ) => Client
  readonly config: ClientConfig
  /** Called when the server is no longer the primary or is gone: the next connection searches again. */
  forget(): void
}

/** @param url as in DATABASE_URL; a host may be a socket's folder, percent-encoded */
export function hostsOf(url: string, options: ClientConfig): Hosts {
  const urls = hostUrls(url) ?? [url] // the driver reports the error
  const config: ClientConfig = {
    connectionString: urls[0],
    types: columnTypes as NonNullable<ClientConfig['types']>, // the driver's type wants its overloads for binary too
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
  }
  if (urls.length === 1) return { Client: HurriedClient, config, forget: () => {} }
  const hosts = urls.map(connectionString => new Client({ connectionString })) // only to read host and port

  let known: Promise<Host> | undefined
  const forget = () => {
    known = undefined
  }
  const find = () => {
    known ??= findPrimary(hosts, config)
    known.catch(forget)
    return known
  }

  class PrimaryClient extends HurriedClient {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = find()
        .then(({ host, port }) => {
          this.host = host
          this.port = port
          return super.connect()
        })
        .then(() => this)
      connected.catch(forget)
      if (!callback) return connected
      connected.then(() => callback(undefined as never), callback) // the driver calls back without an argument on success
    }
  }
  return { Client: PrimaryClient, config, forget }
}

/** Connects within its timeout or fails; the pool's option of that name also limits the wait for a free connection. */
class HurriedClient extends Client {
  constructor(config: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: timeoutOf(config) })
    // Statements on a closed connection fail by themselves; without a listener the error would end the process. Registered early: a
    // server may close a connection in the packet that accepts it.
    this.on('error', () => {})
  }
}

/** Milliseconds; the settings refuse a URL with another value. */
function timeoutOf({ connectionString = '' }: ClientConfig): number {
  return connectTimeoutOf(connectionString) ?? usualConnectTimeoutMs
}

/** Milliseconds after which the next host is tried as well: a pooler whose server is gone answers late. */
const hostPatienceMs = 1_000

/**
 * Returns the first host in order that answers within its time as the primary. An unreachable host does not delay the others for long.
 * @throws Unavailable if none of them answers as the primary
 */
function findPrimary(hosts: readonly Host[], config: ClientConfig): Promise<Host> {
  return new Promise((resolve, reject) => {
    const failures: string[] = []
    let asked = 0
    let answered = 0
    let patience: NodeJS.Timeout | undefined
    function askNext() {
      clearTimeout(patience)
      const place = asked++
      const host = hosts[place]
      if (!host) return
      patience = setTimeout(askNext, hostPatienceMs)
      void ask(host, config).then(found => {
        if (found === 'primary') {
          // no further hosts are tried
          clearTimeout(patience)
          asked = hosts.length
          return resolve(host)
        }
        failures[place] = `${host.host}:${host.port} ${found}`
        answered++
        if (answered === hosts.length)
          return reject(new Unavailable(`None of the hosts of DATABASE_URL is a primary: ${failures.join(', ')}.`))
        if (place === asked - 1) askNext()
      })
    }
    askNext()
  })
}

async function ask({ host, port }: Host, config: ClientConfig): Promise<string> {
  const client = new HurriedClient(config)
  client.host = host
  client.port = port
  try {
    await client.connect()
    const { rows } = await client.query({
      text: 'select pg_is_in_recovery() as standby',
      query_timeout: timeoutOf(config),
    } as { text: string })
    return rows[0]?.standby ? 'is a standby' : 'primary'
  } catch (error) {
    return `does not answer (${error instanceof Error ? error.message || error.name : String(error)})`
  } finally {
    client.end().catch(() => {}) // the client never connected, or is closed already
  }
}
