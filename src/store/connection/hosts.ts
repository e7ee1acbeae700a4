/**
 * Which server a connection goes to. DATABASE_URL may name several, as libpq's may: `postgres://user@one:5432,two/name`.
 * They are asked in order, each a second after the one before at the latest; the first that says that it takes writes is the primary. The driver has no such feature
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 */
import { Client, type ClientConfig } from 'pg'
import { hostUrls } from '../../lib/database-url.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { columnTypes } from './wire-types.ts'

/** Milliseconds until a server that does not answer is given up. */
export const connectTimeoutMs = 5_000

type Host = Pick<Client, 'host' | 'port'>

export interface Hosts {
  /** A client that has not connected yet; it goes to the primary. */
  readonly Client: new (
    config: ClientConfig,
  ) => Client
  readonly config: ClientConfig
  /** The server is not the primary any more, or not there: the next connection looks for it again. */
  forget(): void
}

/** @param url as DATABASE_URL; a host may be a socket's folder, percent-encoded */
export function hostsOf(url: string, options: ClientConfig): Hosts {
  const urls = hostUrls(url) ?? [url] // the driver says what is wrong with it
  const config: ClientConfig = {
    connectionString: urls[0],
    types: columnTypes as NonNullable<ClientConfig['types']>, // the driver's type wants its overloads for binary too
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
  }
  if (urls.length === 1) return { Client: HurriedClient, config, forget: () => {} }
  const hosts = urls.map(connectionString => new Client({ connectionString })) // only read: where each would go

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
      connected.then(() => callback(undefined as never), callback) // the driver calls back with nothing on success
    }
  }
  return { Client: PrimaryClient, config, forget }
}

/** Connects within its time or not at all; the pool's option of that name is also about waiting for a free connection. */
class HurriedClient extends Client {
  constructor(config: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeoutMs })
    // Statements on a connection that is gone fail by themselves; without a listener the process would end. From the beginning: a
    // server may end a connection in the packet that accepts it.
    this.on('error', () => {})
  }
}

/** Milliseconds a host is waited for before the next one is asked as well: a pooler whose server is gone answers late. */
const hostPatienceMs = 1_000

/**
 * The first in order of those that answer within their time; a host that is away does not hold up the others for long.
 * @throws Unavailable when none of them is a primary that answers
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
          // the others are not asked any more
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
      query_timeout: connectTimeoutMs,
    } as { text: string })
    return rows[0]?.standby ? 'is a standby' : 'primary'
  } catch (error) {
    return `does not answer (${error instanceof Error ? error.message || error.name : String(error)})`
  } finally {
    client.end().catch(() => {}) // it never connected, or is closed already
  }
}
