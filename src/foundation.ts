/** What all roles of a process stand on: the database, keys, relays, threads, and what watches over sending. */
import { hostname } from 'node:os'
import type { Config } from './config.ts'
import { contentThreads, type LetterTasks } from './delivery/content/tasks.ts'
import { type DiskSpace, watchDisk } from './delivery/guards/disk-space.ts'
import { type Guards, startGuards } from './delivery/guards/guards.ts'
import { createTransport, leavesThisMachine, outboxOf } from './delivery/relays/transports.ts'
import type { Share } from './delivery/smtp/relay.ts'
import type { Transport } from './delivery/transport.ts'
import { type KeyRing, readInstallationKeys } from './domain/access/keys.ts'
import { type ErasureMemory, startErasureMemory } from './domain/erasures/remembering.ts'
import { type ImageTasks, imageThreads } from './domain/images/tasks.ts'
import { startTokens } from './domain/tokens/link-keys.ts'
import { adviceOn, type MailLinks, mailLinks } from './domain/tokens/mail-links.ts'
import type { Tokens } from './domain/tokens/tokens.ts'
import type { Log } from './lib/log.ts'
import { version } from './lib/version.ts'
import { type Pausing, watchPauses } from './pausing.ts'
import type { Shutdown } from './shutdown.ts'
import { adoptPublicUrl } from './store/campaigns/sending.ts'
import type { Database } from './store/connection/database.ts'
import { open, type Store } from './store/connection/open.ts'
import { openDataFolder } from './store/embedded/data-folder.ts'
import { startClaimant } from './store/jobs/claimant.ts'

/** What a sender needs, in the process of the service and in one of its own. */
export interface SendingFoundation {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  /** Of the database, for those that bring connections of their own. */
  readonly databaseUrl: string
  /** The database is the one that comes along. */
  readonly isEmbedded: boolean
  readonly keys: KeyRing
  readonly tokens: Tokens
  readonly transport: Transport
  /** Reads and compiles content, in threads. */
  readonly contentTasks: LetterTasks
  /** Where nothing is sent there are none. */
  readonly guards: Guards | undefined
  /** Pauses background work. */
  readonly pausing: Pausing
  /** Of the data folder. */
  readonly disk: DiskSpace
}

export interface Foundation extends SendingFoundation {
  /** Reads images and makes them smaller, in a thread. */
  readonly imageTasks: ImageTasks
  readonly mailLinks: MailLinks
  readonly erasures: ErasureMemory
}

/** The part of a sender process in what its service has. */
export interface SenderPart {
  /** Of the service's database, embedded or not. */
  readonly databaseUrl: string
  readonly isEmbedded: boolean
  /** Most connections to the database. */
  readonly connections: number
  /** Of the connections to relays. */
  readonly share: Share
}

/** What only the start of a process asks for. */
interface Opened extends Foundation {
  /** Resolves with a sentence if the embedded database server ends without being asked to. */
  readonly lost: Promise<string>
  /** What the operator should know of the links in mails, in sentences. */
  readonly advice: readonly string[]
  /** Links lead there from now on where no public URL is set. */
  listensAt(url: string): void
}

/**
 * Opens in the order in which the parts need each other.
 * @param shutdown closes what this opens, also when a later part could not be opened
 * @throws OperatorError when the start fails for a reason that the operator can remove
 */
export async function openFoundation(config: Config, log: Log, shutdown: Shutdown): Promise<Opened> {
  const dataFolder = config.LETTERSHOP_DATA
  // reads the relays: one that cannot be used is found before anything is started
  const leaving = leavesThisMachine(config.LETTERSHOP_TRANSPORT)
  await openDataFolder(dataFolder, log)
  const store = await open({
    databaseUrl: config.DATABASE_URL ?? undefined,
    dataFolder,
    connections: config.LETTERSHOP_DATABASE_CONNECTIONS,
    log,
  })
  shutdown.opened(() => store.close())
  const base = await openBase({ config, log, store, isEmbedded: store.embedded }, shutdown)
  // a relay that does not answer holds up notices, which have no end of their own
  shutdown.onOverdue(() => base.transport.close())

  const publicUrl = config.LETTERSHOP_PUBLIC_URL
  const advice = adviceOn(publicUrl, leaving)
  for (const sentence of advice) log.warn(sentence)
  // scheduled under another address, or under that of the request that scheduled it
  if (publicUrl !== null) await adoptPublicUrl(store.db, publicUrl)
  let printed: string | undefined

  const images = imageThreads()
  shutdown.opened(() => images.stop())
  // a restored database has its erasures again before anything can be sent
  const folders = [dataFolder, config.LETTERSHOP_STATE_DIR].filter(folder => folder !== null)
  const erasures = await startErasureMemory({ db: store.db, folders, log })
  shutdown.opened(() => erasures.stop())
  return {
    ...base,
    ...(await startWatches(base, shutdown)),
    imageTasks: images.tasks,
    mailLinks: mailLinks(publicUrl, leaving, () => printed),
    erasures,
    lost: store.lost,
    advice,
    listensAt: url => {
      printed = url
    },
  }
}

/** Opens what a sender process needs besides its service, which has opened the data folder and watches over the record of erasures. */
export async function openSenderPart(
  config: Config,
  { databaseUrl, isEmbedded, connections, share }: SenderPart,
  log: Log,
  shutdown: Shutdown,
): Promise<SendingFoundation> {
  const store = await open({ databaseUrl, dataFolder: config.LETTERSHOP_DATA, connections, isChecked: true, log })
  shutdown.opened(() => store.close())
  const base = await openBase({ config, log, store, isEmbedded, share }, shutdown)
  return { ...base, ...(await startWatches(base, shutdown)) }
}

interface BaseParts {
  readonly config: Config
  readonly log: Log
  readonly store: Store
  readonly isEmbedded: boolean
  readonly share?: Share
}

/** What is opened before anything looks. */
type Base = Omit<SendingFoundation, keyof Watches>

async function openBase(
  { config, log, store: { db, url }, isEmbedded, share }: BaseParts,
  shutdown: Shutdown,
): Promise<Base> {
  const { LETTERSHOP_DATA: dataFolder, LETTERSHOP_TRANSPORT: setting } = config
  const claimant = await startClaimant(db)
  shutdown.opened(() => claimant.stop())
  const tracing = await startTraces(config, log)
  if (tracing) shutdown.opened(() => tracing.stop())
  const keys = await readInstallationKeys(db, { dataFolder, given: config.LETTERSHOP_SECRET })
  const { tokens, stop: stopLooking } = await startTokens(db, keys, log)
  shutdown.opened(stopLooking)
  const transport = createTransport(setting, { outbox: outboxOf(dataFolder), db, log, share })
  shutdown.opened(() => transport.close())
  const threads = contentThreads()
  shutdown.opened(() => threads.stop())
  const databaseUrl = url
  return { config, log, db, databaseUrl, isEmbedded, keys, tokens, transport, contentTasks: threads.tasks }
}

type Watches = Pick<SendingFoundation, 'disk' | 'guards' | 'pausing'>

/** What looks before anything can be sent. */
async function startWatches({ config, log, db, isEmbedded }: Base, shutdown: Shutdown): Promise<Watches> {
  const { LETTERSHOP_DATA: dataFolder, LETTERSHOP_ROLES: roles } = config
  const disk = await watchDisk({ folder: dataFolder, reserve: config.LETTERSHOP_DISK_RESERVE * 1_048_576, log })
  shutdown.opened(() => disk.stop())
  const stateFolder = config.LETTERSHOP_STATE_DIR ?? undefined
  const latestStartHours = config.LETTERSHOP_LATEST_START_HOURS
  const guards =
    roles.has('sender') || roles.has('jobs')
      ? await startGuards({ db, dataFolder, embedded: isEmbedded, stateFolder, log, latestStartHours })
      : undefined
  if (guards) shutdown.opened(() => guards.stop())
  const pausing = await watchPauses({ db, log })
  shutdown.opened(() => pausing.stop())
  return { disk, guards, pausing }
}

/** Loads the tracing code and starts it if a collector is set. */
async function startTraces(config: Config, log: Log): Promise<{ stop(): Promise<void> } | undefined> {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === null ? null : `${base.replace(/\/$/, '')}/v1/traces`)
  if (url === null) return undefined
  const { startTracing } = await import('./tracing/tracing.ts')
  return startTracing({
    url,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    resource: {
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
      'service.instance.id': `${hostname()}/${process.pid}`,
    },
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  })
}
