/** The only reader of the environment: every setting with its meaning, its default and its form. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readRetention } from './domain/retention/rules.ts'
import { parseAddress } from './domain/text-rules/address.ts'
import { connectTimeoutOf, hostUrls, withPassword } from './lib/database-url.ts'
import { readNetworks } from './lib/network-address.ts'
import { OperatorError } from './lib/operator-error.ts'

export const roles = ['api', 'sender', 'feedback', 'jobs', 'console'] as const
export type Role = (typeof roles)[number]

/** A setting that does not make sense. */
export class ConfigError extends OperatorError {}

const valueError = (name: string, text: string, expected: string) =>
  new ConfigError(`${name} is "${text}", but must be ${expected}.`)

interface Setting<Value> {
  readonly meaning: string
  /** What the documentation says is taken when the setting is absent. */
  readonly fallback: string
  readonly expected: string
  /** @returns undefined when the text does not make sense; gets undefined when the setting is absent or empty */
  readonly read: (text: string | undefined) => Value | undefined
  /** Shown as … wherever settings are printed. */
  readonly secret?: true
}

const optional = <Value>(read: (text: string) => Value | undefined) => ({
  read: (text: string | undefined) => (text === undefined ? null : read(text)),
})
const withDefault = <Value>(fallback: string, read: (text: string) => Value | undefined) => ({
  fallback,
  read: (text: string | undefined) => read(text ?? fallback),
})
const integer = (low: number, high: number) => (text: string) => {
  const value = Number(text)
  return /^[0-9]+$/.test(text) && value >= low && value <= high ? value : undefined
}
const percent = (text: string) => {
  const value = Number(text)
  return /^\d{1,3}(?:\.\d{1,4})?$/.test(text) && value <= 100 ? value : undefined
}
const yesNo = (text: string) =>
  ({ true: true, '1': true, yes: true, false: false, '0': false, no: false })[text.toLowerCase()]
const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (text: string) =>
    values.find(value => value === text.toLowerCase())
const url =
  (...protocols: string[]) =>
  (text: string) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined

/** A web address without a path, as its origin. */
const origin = (text: string) => {
  const value = url('http:', 'https:')(text)
  return value && new URL(value).pathname === '/' ? new URL(value).origin : undefined
}

/** `key=value,key=value`, values percent-encoded, as OpenTelemetry has them. */
const headers = (text: string) => {
  const found: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name, encoded = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    if (name === undefined || /%(?![\da-f]{2})/i.test(encoded)) return undefined
    const value = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (!/^[\x20-\x7e]*$/.test(value)) return undefined
    found[name] = value
  }
  return found
}

/** The URL of a collector; credentials go into headers, not into the URL. */
const collectorUrl = (text: string) => {
  const value = url('http:', 'https:')(text)
  return value !== undefined && new URL(value).username === '' && new URL(value).password === '' ? value : undefined
}

const ratio = (text: string) => (/^\d(?:\.\d{1,12})?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined)

const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

export const settings = {
  LETTERSHOP_HOST: {
    meaning: 'Address to listen on.',
    expected: 'a host name or IP address',
    ...withDefault('127.0.0.1', text => (/^[\w.:-]+$/.test(text) ? text : undefined)),
  },
  LETTERSHOP_PORT: {
    meaning: 'Port to listen on; 0 takes a free one.',
    expected: 'a port number',
    ...withDefault('8080', integer(0, 65_535)),
  },
  LETTERSHOP_DATA: {
    meaning: 'Folder for the embedded database, the outbox and the installation secret.',
    expected: 'a folder',
    ...withDefault('./data', text => resolve(text)),
  },
  LETTERSHOP_STATE_DIR: {
    meaning:
      'Folder on another volume than the data folder and the database: it keeps the number of the last heartbeat, so that sending is held after a volume was rolled back. Never a reason to hold while it is empty.',
    fallback: 'none',
    expected: 'a folder',
    ...optional(text => resolve(text)),
  },
  DATABASE_URL: {
    meaning:
      'PostgreSQL 15 or later to use instead of the embedded one. Of several hosts, host:port,host:port, the primary is used. `?connect_timeout=30` waits so many seconds for a connection (usual: 5). What the URL leaves out comes from `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE` and `PGSSLMODE`; without the URL these variables are ignored.',
    fallback: 'none: embedded',
    expected: 'a URL postgres://user:password@host:port/database, with connect_timeout from 1 to 600 if any',
    secret: true,
    ...optional(text => (hostUrls(text) && connectTimeoutOf(text) ? text : undefined)),
  },
  LETTERSHOP_DATABASE_PASSWORD_FILE: {
    meaning:
      'File with the password for `DATABASE_URL`, which then has none. The file holds the password unchanged: no character needs percent-encoding, and a line break at the end is not part of it.',
    fallback: 'none: the password is in `DATABASE_URL`',
    expected: 'a file',
    ...optional(text => resolve(text)),
  },
  LETTERSHOP_DATABASE_CONNECTIONS: {
    meaning: 'Most connections this process opens to the database.',
    expected: 'a number from 4 to 500',
    ...withDefault('16', integer(4, 500)),
  },
  LETTERSHOP_PUBLIC_URL: {
    meaning:
      'How the world reaches the API and the public pages, and where the links in mails lead. Without it campaigns are refused where mail goes to SMTP relays on other machines. Use https: one-click unsubscription needs it.',
    fallback: "documents take the request's Host, links in mails the address printed at the start",
    expected: 'a URL http://… or https://… without a path',
    ...optional(origin),
  },
  LETTERSHOP_CONTENT_URL: {
    meaning:
      'Where content of clients is shown: previews and images. A host of its own keeps what is in them apart from the console; it leads to the same service.',
    fallback: 'localhost and 127.0.0.1 serve each other; otherwise LETTERSHOP_PUBLIC_URL, in a sandbox',
    expected: 'a URL http://… or https://… without a path',
    ...optional(origin),
  },
  LETTERSHOP_NAMESPACE: {
    meaning: 'XML namespace of every request and response element.',
    expected: 'a URI that ends in a slash',
    ...withDefault('http://api.createsend.com/api/', text => (/^[^\s"<>&]+\/$/.test(text) ? text : undefined)),
  },
  LETTERSHOP_ADMIN_USERNAME: {
    meaning: "User name of the first account's user, first run only.",
    expected: 'a user name',
    ...withDefault('admin', text => (/^[^\s\p{Cc}]{1,100}$/u.test(text) ? text : undefined)),
  },
  LETTERSHOP_ADMIN_PASSWORD: {
    meaning: 'Password of that user, first run only.',
    fallback: 'generated and printed once',
    expected: 'a password of 8 to 200 characters',
    secret: true,
    ...optional(text => (text.length >= 8 && text.length <= 200 ? text : undefined)),
  },
  LETTERSHOP_SITE_URL: {
    meaning: 'SiteUrl of the first account, by which User.GetApiKey finds it; first run only.',
    fallback: 'the public URL',
    expected: 'a URL http://… or https://…',
    ...optional(url('http:', 'https:')),
  },
  LETTERSHOP_TIME_ZONE: {
    meaning: 'Time zone of the first account, first run only.',
    expected: 'an IANA time zone such as Europe/Berlin',
    ...withDefault('Etc/UTC', text => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: text })
        return text
      } catch {
        return undefined
      }
    }),
  },
  LETTERSHOP_TRANSPORT: {
    meaning:
      'Where mail goes: `folder` writes .eml files under the data folder; otherwise SMTP relays, comma-separated.',
    expected: '`folder` or URLs smtp://user:password@host:port',
    secret: true,
    ...withDefault('folder', text => {
      if (text === 'folder') return { kind: 'folder' as const }
      const relays = text.split(',').map(relay => relay.trim())
      return relays.every(url('smtp:', 'smtps:')) ? { kind: 'smtp' as const, relays } : undefined
    }),
  },
  LETTERSHOP_MAIL_FROM: {
    meaning: 'Address that mails to people of an account come from: invitations, new passwords.',
    fallback: 'lettershop@ the host of LETTERSHOP_PUBLIC_URL',
    expected: 'an email address',
    ...optional(text => parseAddress(text)?.email),
  },
  LETTERSHOP_BOUNCE_DOMAIN: {
    meaning: 'Domain returned mail comes back to, as b+<token>@ this domain.',
    fallback: 'none: it goes to the From address',
    expected: 'a domain name',
    ...optional(text => (domainName.test(text) && text.length <= 200 ? text.toLowerCase() : undefined)),
  },
  LETTERSHOP_MAILBOX_PORT: {
    meaning:
      'Port to take returned mail on over SMTP: bounces, complaints, opt-outs by mail; needs LETTERSHOP_BOUNCE_DOMAIN. 0 takes a free one.',
    fallback: 'none: off',
    expected: 'a port number',
    ...optional(integer(0, 65_535)),
  },
  LETTERSHOP_MAILBOX_HOST: {
    meaning: 'Address to take returned mail on.',
    fallback: 'that of LETTERSHOP_HOST',
    expected: 'a host name or IP address',
    ...optional(text => (/^[\w.:-]+$/.test(text) ? text : undefined)),
  },
  LETTERSHOP_MAILBOX_CERTIFICATE: {
    meaning:
      'PEM file with the certificate, its chain and the private key for STARTTLS on that port; read again every hour.',
    fallback: 'none: mail comes in the clear',
    expected: 'a file',
    ...optional(text => resolve(text)),
  },
  LETTERSHOP_DNS_SERVERS: {
    meaning: 'Name servers that Domain.Verify asks.',
    fallback: "the system's",
    expected: 'IP addresses with or without a port, comma-separated',
    ...optional(text => {
      const servers = text.split(',').map(server => server.trim())
      return servers.every(server => /^(?:[\d.]+(?::\d+)?|\[?[\da-f:.]+\]?(?::\d+)?)$/i.test(server))
        ? servers
        : undefined
    }),
  },
  LETTERSHOP_ROLES: {
    meaning: `What this process does, of ${roles.join(', ')}.`,
    fallback: 'all',
    expected: `some of ${roles.join(', ')}, comma-separated`,
    read: (text: string | undefined): ReadonlySet<Role> | undefined => {
      const chosen = (text ?? roles.join(',')).split(',').map(role => oneOf(...roles)(role.trim()))
      return chosen.every(role => role !== undefined) ? new Set(chosen) : undefined
    },
  },
  LETTERSHOP_SENDERS: {
    meaning:
      'Processes that send the campaigns of this one, which ends them with itself; 1 for sending in this process. They have the connections of each relay in common, and each opens half as many to the database.',
    fallback:
      'with relays one for two cores and for each GB of memory, at most 4, never more than a relay allows connections; 1 without',
    expected: 'a number from 1 to 64',
    ...optional(integer(1, 64)),
  },
  LETTERSHOP_SECRET: {
    meaning:
      'Installation secret, from which API keys and signed links are derived; one for all processes on a database.',
    fallback: 'made at first start, kept in the data folder',
    expected: 'at least 32 characters',
    secret: true,
    ...optional(text => (text.length >= 32 ? text : undefined)),
  },
  LETTERSHOP_FETCH_PRIVATE: {
    meaning: 'Let the guarded fetcher reach private and loopback addresses.',
    expected: 'true or false',
    ...withDefault('false', yesNo),
  },
  LETTERSHOP_MAX_BODY_BYTES: {
    meaning:
      'Largest request body, of calls that take records. Other calls take 256 KB, and public pages 20 KB, or this if it is less.',
    expected: 'a number of bytes',
    ...withDefault('5242880', integer(1024, 1_073_741_824)),
  },
  LETTERSHOP_MOST_UPLOAD_MB: {
    meaning: 'Largest file that POST /api/uploads takes, in megabytes of 1,048,576 bytes.',
    expected: 'a number of megabytes from 1 to 1048576',
    ...withDefault('1024', integer(1, 1_048_576)),
  },
  LETTERSHOP_UNUSED_UPLOADS_MB: {
    meaning:
      'Megabytes of uploads that one client may have waiting: those that no operation used yet. They expire after 24 hours.',
    expected: 'a number of megabytes from 1 to 1048576',
    ...withDefault('4096', integer(1, 1_048_576)),
  },
  LETTERSHOP_REQUEST_MEMORY_BYTES: {
    meaning:
      'Memory for the bodies, answers and returned mails under way, all together. Beyond it callers get 503 and mail servers 452; one network has a quarter of it.',
    expected: 'a number of bytes from 16777216 (16 MB)',
    ...withDefault('134217728', integer(16_777_216, 1_099_511_627_776)),
  },
  LETTERSHOP_CONNECTIONS: {
    meaning: 'HTTP connections open at once; one more gets 503.',
    expected: 'a number from 16 to 1000000',
    ...withDefault('5000', integer(16, 1_000_000)),
  },
  LETTERSHOP_CONNECTIONS_PER_NETWORK: {
    meaning:
      'HTTP connections of one IPv4 address or IPv6 /64; of a caller behind a named proxy, requests under way. Loopback and the proxies themselves are not counted.',
    expected: 'a number from 1 to 1000000',
    ...withDefault('256', integer(1, 1_000_000)),
  },
  LETTERSHOP_REQUEST_SECONDS: {
    meaning: 'Longest a request may take to arrive, and an operation to begin its answer.',
    expected: 'a number of seconds from 1 to 600',
    ...withDefault('60', integer(1, 600)),
  },
  LETTERSHOP_CALLS_PER_SECOND: {
    meaning:
      'Calls per second one API key may make of all processes on the database together, with bursts of four times as many; 0 for no limit.',
    expected: 'a number',
    ...withDefault('5000', integer(0, 1_000_000)),
  },
  LETTERSHOP_STREAMS: {
    meaning: 'Live streams this process serves at once; one more gets 503.',
    expected: 'a number from 0 to 100000',
    ...withDefault('2000', integer(0, 100_000)),
  },
  LETTERSHOP_STREAMS_PER_CALLER: {
    meaning: 'Live streams of one login, person or key in this process; one more gets 429.',
    expected: 'a number from 1 to 100000',
    ...withDefault('50', integer(1, 100_000)),
  },
  LETTERSHOP_CLIENTS_PER_HALF_HOUR: {
    meaning: 'Clients an account may create within 30 minutes (code 172); 0 for no limit.',
    expected: 'a number',
    ...withDefault('5', integer(0, 1_000_000)),
  },
  LETTERSHOP_LATEST_START_HOURS: {
    meaning:
      'A schedule that comes up later than this, because nothing ran, is withdrawn: the campaign is a draft again; 0 for never.',
    expected: 'a number of hours',
    ...withDefault('24', integer(0, 87_660)),
  },
  LETTERSHOP_DISK_RESERVE: {
    meaning:
      'Megabytes of the disk of the data folder that sending leaves free: below, nothing more is sent, /health reports it, and what is under way still finds room for its outcome. 0 for no limit.',
    expected: 'a number of megabytes',
    ...withDefault('100', integer(0, 1_000_000)),
  },
  LETTERSHOP_DAILY_LIMIT: {
    meaning:
      'Most mails of a day that the campaigns of one client are sent, unless the client has a limit of its own; the rest goes out on the next. 0 for no limit.',
    expected: 'a number',
    ...withDefault('0', integer(0, 2_147_483_647)),
  },
  LETTERSHOP_TRUSTED_PROXIES: {
    meaning: 'Proxies in front, whose X-Forwarded-For is trusted.',
    fallback: 'none: who connects is who asks',
    expected: 'IP addresses or networks such as 10.0.0.0/8, comma-separated',
    ...optional(readNetworks),
  },
  LETTERSHOP_HIT_ADDRESS: {
    meaning:
      'How much of the network address of an open or click is kept: all of it, the network (/24 of IPv4, /48 of IPv6) or nothing.',
    expected: 'full, network or none',
    ...withDefault('network', oneOf('full', 'network', 'none')),
  },
  LETTERSHOP_SOFT_BOUNCES: {
    meaning:
      'Soft bounces of an address in a row, one for each campaign, that count as a hard one: it is suppressed; 0 for never.',
    expected: 'a number from 0 to 100',
    ...withDefault('3', integer(0, 100)),
  },
  LETTERSHOP_COMPLAINTS_WARN: {
    meaning:
      'Complaints in percent of the mails of a campaign, or of a client, above which there is a warning; 0 for never.',
    expected: 'a percentage such as 0.1',
    ...withDefault('0.1', percent),
  },
  LETTERSHOP_COMPLAINTS_HOLD: {
    meaning:
      'Complaints in percent above which a campaign is paused, or everything of its client held, until a user of the account releases it; 0 for never.',
    expected: 'a percentage such as 0.3',
    ...withDefault('0.3', percent),
  },
  LETTERSHOP_EVENT_DAYS: {
    meaning: 'How long events are kept, for Event.List and for webhooks whose receiver is down.',
    expected: 'a number of days from 1 to 3650',
    ...withDefault('30', integer(1, 3650)),
  },
  LETTERSHOP_AUDIT_MONTHS: {
    meaning: 'How many full months the audit log keeps besides the present one; older ones are dropped every night.',
    expected: 'a number of months from 1 to 240',
    ...withDefault('24', integer(1, 240)),
  },
  LETTERSHOP_RETENTION: {
    meaning:
      'How long clients without a choice of their own keep what grows, in days, where it differs from the usual periods in docs/retention.md: RawHits=90,OpensAndClicks=forever.',
    fallback: 'none: the usual periods',
    expected: 'Kind=days or Kind=forever, comma-separated, of the kinds in docs/retention.md within their limits',
    ...optional(readRetention),
  },
  LETTERSHOP_API_KEY: {
    meaning: 'Key that `lettershop call` sends when --ApiKey is not given.',
    fallback: 'none',
    expected: 'an API key',
    secret: true,
    ...optional(text => text),
  },
  LETTERSHOP_IMPORT_KEY: {
    meaning:
      'Key of the other program for `lettershop import --from`; of listmonk `user:token`. It is asked for when it is not given.',
    fallback: 'none',
    expected: 'an API key',
    secret: true,
    ...optional(text => text),
  },
  LETTERSHOP_METRICS_TOKEN: {
    meaning:
      'Callers that send it as `Authorization: Bearer` may read /metrics. Without it callers on this machine that name it as the Host may, unless a proxy passed them on.',
    fallback: 'none: this machine only',
    expected: 'at least 16 characters without spaces',
    secret: true,
    ...optional(text => (/^\S{16,}$/.test(text) ? text : undefined)),
  },
  LETTERSHOP_METRICS_PORT: {
    meaning:
      'Another port on which /metrics, /health and /ready are answered, and nothing else. Every caller that reaches it may read.',
    fallback: 'none: /metrics is on the port of the service',
    expected: 'a port number',
    ...optional(integer(0, 65_535)),
  },
  LETTERSHOP_METRICS_HOST: {
    meaning: 'Address for that port.',
    expected: 'a host name or IP address',
    ...withDefault('127.0.0.1', text => (/^[\w.:-]+$/.test(text) ? text : undefined)),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'Collector that traces go to, by OTLP over HTTP as JSON: /v1/traces below this URL. Nothing is traced without it.',
    fallback: 'none: no traces',
    expected: 'a URL http://… or https://… without a user',
    ...optional(collectorUrl),
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: 'The full URL that traces go to, instead of that one.',
    fallback: 'made of OTEL_EXPORTER_OTLP_ENDPOINT',
    expected: 'a URL http://… or https://… without a user',
    ...optional(collectorUrl),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    meaning: 'Headers for the collector, such as its key; values are percent-encoded.',
    fallback: 'none',
    expected: 'name=value, comma-separated',
    secret: true,
    ...optional(headers),
  },
  OTEL_SERVICE_NAME: {
    meaning: 'What the collector calls this service.',
    expected: 'a name of 1 to 100 characters',
    ...withDefault('lettershop', text => (/^[\x21-\x7e]{1,100}$/.test(text) ? text : undefined)),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning:
      'Part of the traces that is recorded, of those that begin here. A call that comes with a traceparent is recorded if its caller records it.',
    expected: 'a number from 0 to 1 such as 0.05',
    ...withDefault('1', ratio),
  },
  LETTERSHOP_LOG_LEVEL: {
    meaning: 'Least important log lines to write, to standard error.',
    expected: 'trace, debug, info, warn, error, fatal or silent',
    ...withDefault('info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
  },
} satisfies Record<string, Setting<unknown>>

/** The text of the npm script, or of npx, by which this process was started; undefined without npm. */
export function npmScript(environment: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  return environment.npm_lifecycle_event ? (environment.npm_lifecycle_script ?? '') : undefined
}

export type SettingName = keyof typeof settings
type ValueOfSetting<Name extends SettingName> = Exclude<ReturnType<(typeof settings)[Name]['read']>, undefined>

/** The settings by name, converted. */
export type Config = { readonly [Name in SettingName]: ValueOfSetting<Name> }

/** @throws ConfigError for the first setting that does not make sense */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { config, problems } = readEverySetting(environment)
  const [first] = problems.values()
  if (first) throw first
  return config
}

/** Settings with one value on all machines, and those of each machine, by which `lettershop doctor` knows the service. */
const ofInstallation = [
  'LETTERSHOP_PUBLIC_URL',
  'LETTERSHOP_CONTENT_URL',
  'LETTERSHOP_NAMESPACE',
  'LETTERSHOP_TRANSPORT',
  'LETTERSHOP_MAIL_FROM',
  'LETTERSHOP_BOUNCE_DOMAIN',
  'LETTERSHOP_DNS_SERVERS',
  'LETTERSHOP_TRUSTED_PROXIES',
  'LETTERSHOP_DISK_RESERVE',
] as const satisfies readonly SettingName[]
export const ofMachine: readonly SettingName[] = [
  'LETTERSHOP_DATA',
  'LETTERSHOP_STATE_DIR',
  'LETTERSHOP_CONNECTIONS',
  'LETTERSHOP_DATABASE_CONNECTIONS',
  'LETTERSHOP_SENDERS',
]
/** The value of LETTERSHOP_TRANSPORT without relays. */
export const folderTransport = 'folder'

/**
 * What a process records about its settings: the same text for the same meaning, '' where a setting is absent, no password.
 * @param relays as host:port
 */
export function describeSettings(
  config: Config,
  relays: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  const textOf = (name: SettingName) => {
    if (name === 'LETTERSHOP_TRANSPORT') return relays.join(',') || folderTransport
    const value = config[name]
    return typeof value === 'object' ? (environment[name] ?? '') : String(value)
  }
  return Object.fromEntries([...ofInstallation, ...ofMachine].map(name => [name, textOf(name)]))
}

export interface ReadSettings {
  /** With the default of each setting that does not make sense. */
  readonly config: Config
  /** What is wrong, by setting. */
  readonly problems: ReadonlyMap<SettingName, ConfigError>
  /** Variables of the environment that begin as our settings do and are none. */
  readonly unknown: readonly string[]
}

/** Reads all settings, also where some make no sense. */
export function readEverySetting(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ReadSettings {
  const config: Record<string, unknown> = {}
  const problems = new Map<SettingName, ConfigError>()
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting<unknown>][]) {
    const text = environment[name] === '' ? undefined : environment[name]
    const value = setting.read(text)
    if (value === undefined) problems.set(name, valueError(name, setting.secret ? '…' : (text ?? ''), setting.expected))
    config[name] = value === undefined ? setting.read(undefined) : value
  }
  const unknown = Object.keys(environment).filter(name => name.startsWith('LETTERSHOP_') && !(name in settings))
  const read = config as Config // one entry per setting, each read by its own reader
  try {
    return { config: { ...read, DATABASE_URL: databaseUrlOf(read) }, problems, unknown }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    problems.set('LETTERSHOP_DATABASE_PASSWORD_FILE', error)
    return { config: read, problems, unknown }
  }
}

/** @throws ConfigError where the password file cannot be used */
function databaseUrlOf({ DATABASE_URL: url, LETTERSHOP_DATABASE_PASSWORD_FILE: file }: Config): string | null {
  if (file === null) return url
  const name = 'LETTERSHOP_DATABASE_PASSWORD_FILE'
  if (url === null)
    throw new ConfigError(
      `${name} is set without DATABASE_URL. Name the server there: postgres://user@host:port/database.`,
    )
  const complete = withPassword(url, readPasswordFile(name, file))
  if (complete === undefined)
    throw new ConfigError(`${name} is set, and DATABASE_URL has a password as well. Take the password out of the URL.`)
  return complete
}

function readPasswordFile(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // of the file system
    const advice =
      code === 'EACCES' && process.getuid
        ? ` Let user ${process.getuid()} read it: chown ${process.getuid()} on the file, and chmod 600.`
        : ''
    throw new ConfigError(`${name}: ${file} cannot be read (${code}).${advice}`, { cause })
  }
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new ConfigError(`${name}: ${file} is empty. Write the password of the database into it.`)
  return password
}
