/** Starts what the roles of this process need, in order, and stops it in the reverse order. */

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from './config.ts'
import { contentThreads } from './delivery/content-tasks.ts'
import { watchDisk } from './delivery/disk-space.ts'
import { startGuards } from './delivery/guards.ts'
import { createTransport, leavesThisMachine, outboxOf } from './delivery/relays/transports.ts'
import { createFirstAccount, type FirstLogin } from './domain/accounts/accounts.ts'
import { startErasureMemory } from './domain/erasures/remembering.ts'
import { imageThreads } from './domain/images/tasks.ts'
import { installationKeys } from './domain/keys.ts'
import { startTokens } from './domain/link-keys.ts'
import { adviceOn, mailLinks } from './domain/mail-links.ts'
import { healthRoute } from './http/health.ts'
import { metrics } from './http/metrics.ts'
import { notFoundRoute } from './http/pages/not-found.ts'
import { readyRoute } from './http/ready.ts'
import { listen } from './http/server.ts'
import type { Route } from './lib/http.ts'
import type { Log } from './lib/log.ts'
import { version } from './lib/version.ts'
import { type Work, watchPauses } from './pausing.ts'
import { startPresence } from './presence.ts'
import {
  consoleRoutes,
  shareDependencies,
  startApi,
  startBackground,
  startFeedback,
  startMailboxOn,
  startSending,
} from './roles.ts'
import { adoptPublicUrl } from './store/campaigns/sending.ts'
import { open } from './store/connection/open.ts'
import { openDataFolder } from './store/embedded/data-folder.ts'

export interface Service {
  /** The public URL, else how this machine reaches it. */
  readonly url: string
  /** Whether the web console is served at the root. */
  readonly console: boolean
  /** Of the first account's user; undefined where none has a login any more. */
  readonly login: FirstLogin | undefined
  /** Of the first account's user, at the first start only. */
  readonly password: string | undefined
  /** The port returned mail is taken on, if it is. */
  readonly mailboxPort: number | undefined
  /** What the operator should know, in sentences. */
  readonly advice: readonly string[]
  /** Why nothing is sent, when something holds it (`lettershop resume-sending`). */
  readonly held: readonly string[]
  /** Resolves with a sentence when the service cannot go on. */
  readonly lost: Promise<string>
  /** Lets calls, mails and jobs under way end, for at most `graceMs`, then closes everything. */
  stop(graceMs: number): Promise<void>
}

/** Starts everything this process is for. @throws OperatorError when something the operator can mend stands in the way */
export async function startService(config: Config, log: Log): Promise<Service> {
  const roles = config.LETTERSHOP_ROLES
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
  // what works ends side by side, so that all of it has the whole grace; then what it stands on, the last opened first
  const works: ((graceMs: number) => Promise<void>)[] = []
  const endings: (() => Promise<void>)[] = [() => store.close()]
  let cutOff = async () => {}
  const stop = async (graceMs: number) => {
    const cut = setTimeout(() => void cutOff(), graceMs)
    await Promise.all(works.map(end => end(graceMs)))
    clearTimeout(cut)
    for (const end of endings.reverse()) await end()
  }
  try {
    const tracing = await traced(config, log)
    if (tracing) endings.push(() => tracing.stop())
    const { db } = store
    const keys = await installationKeys(db, { dataFolder, given: config.LETTERSHOP_SECRET })
    const { tokens, stop: stopLooking } = await startTokens(db, keys, log)
    endings.push(async () => stopLooking())
    const transport = createTransport(config.LETTERSHOP_TRANSPORT, { outbox: outboxOf(dataFolder), db, log })
    endings.push(() => transport.close())
    const publicUrl = config.LETTERSHOP_PUBLIC_URL
    const advice = adviceOn(publicUrl, leaving)
    for (const sentence of advice) log.warn(sentence)
    let printed: string | undefined
    const links = mailLinks(publicUrl, leaving, () => printed)
    // scheduled under another address, or under that of the request that scheduled it
    if (publicUrl !== null) await adoptPublicUrl(db, publicUrl)
    // a relay that does not answer holds up notices, which have no end of their own
    cutOff = () => transport.close()

    const threads = contentThreads()
    endings.push(() => threads.stop())

    const images = imageThreads()
    endings.push(() => images.stop())

    const disk = await watchDisk({ folder: dataFolder, reserve: config.LETTERSHOP_DISK_RESERVE * 1_048_576, log })
    endings.push(async () => disk.stop())
    // a restored database has its erasures again before anything can be sent
    const stateFolder = config.LETTERSHOP_STATE_DIR ?? undefined
    const folders = stateFolder === undefined ? [dataFolder] : [dataFolder, stateFolder]
    const erasures = await startErasureMemory({ db, folders, log })
    endings.push(() => erasures.stop())
    // looks before anything can be sent
    const guards =
      roles.has('sender') || roles.has('jobs')
        ? await startGuards({
            db,
            dataFolder,
            embedded: store.embedded,
            stateFolder,
            log,
            latestStartHours: config.LETTERSHOP_LATEST_START_HOURS,
          })
        : undefined
    if (guards) endings.push(() => guards.stop())

    const pausing = await watchPauses({ db, log })
    endings.push(() => pausing.stop())

    const dependencies = shareDependencies({
      config,
      log,
      db,
      databaseUrl: store.url,
      keys,
      tokens,
      transport,
      contentTasks: threads.tasks,
      imageTasks: images.tasks,
      mailLinks: links,
      guards,
      pausing,
      disk,
      erasures,
    })
    const begin = (work: Work) => works.push(graceMs => work.stop(graceMs))
    const measured = metrics({
      db,
      memory: dependencies.memory,
      memoryMost: config.LETTERSHOP_REQUEST_MEMORY_BYTES,
      token: config.LETTERSHOP_METRICS_TOKEN ?? undefined,
      hasOwnPort: config.LETTERSHOP_METRICS_PORT !== null,
      relays: transport.relays,
      queues: dependencies.queues,
    })
    const heartbeats = () => guards?.overdue()
    const stateRoutes: readonly Route[] = [
      healthRoute(db, [disk.full, heartbeats]),
      readyRoute({ db, disk: disk.full, heartbeats, holdFolder: guards?.folder }),
    ]
    const routes: Route[] = [...stateRoutes, measured.route]
    // before the documents, whose root leads to the API page
    if (roles.has('console')) routes.push(...(await consoleRoutes(dependencies)))
    if (roles.has('api') || roles.has('console')) {
      const api = startApi(dependencies, measured.observe)
      routes.push(...api.routes)
      begin(api.stream)
    }
    if (roles.has('feedback')) {
      const feedback = await startFeedback(dependencies)
      routes.push(...feedback.routes)
      begin(feedback.counting)
    }
    if (roles.has('sender')) begin(await startSending(dependencies))
    const background = roles.has('jobs') ? await startBackground(dependencies) : undefined
    background?.works.forEach(begin)
    // a process that only listens leaves the reading to others
    const mailbox = roles.has('feedback')
      ? await startMailboxOn(dependencies, () => background?.wakeReader())
      : undefined
    if (mailbox) begin(mailbox)

    routes.push(notFoundRoute)
    begin(await startPresence({ db, roles, relays: transport.relays, disk: disk.full, heartbeats, log }))
    const http = await listen(
      {
        host: config.LETTERSHOP_HOST,
        port: config.LETTERSHOP_PORT,
        publicUrl,
        trustedProxies: config.LETTERSHOP_TRUSTED_PROXIES ?? [],
        maxBodyBytes: config.LETTERSHOP_MAX_BODY_BYTES,
        requestSeconds: config.LETTERSHOP_REQUEST_SECONDS,
        memory: dependencies.memory,
        // one network cannot keep the others out, and can send the largest body
        memoryOfOne: Math.max(config.LETTERSHOP_REQUEST_MEMORY_BYTES / 4, config.LETTERSHOP_MAX_BODY_BYTES),
        connections: {
          connections: config.LETTERSHOP_CONNECTIONS,
          connectionsOfOne: config.LETTERSHOP_CONNECTIONS_PER_NETWORK,
        },
        log,
      },
      routes,
    )
    begin(http)
    printed = http.url
    const metricsHttp =
      config.LETTERSHOP_METRICS_PORT === null
        ? undefined
        : await listen(
            {
              host: config.LETTERSHOP_METRICS_HOST,
              port: config.LETTERSHOP_METRICS_PORT,
              publicUrl: null,
              maxBodyBytes: 1_024,
              requestSeconds: config.LETTERSHOP_REQUEST_SECONDS,
              log,
            },
            [...stateRoutes, measured.openRoute, notFoundRoute],
          )
    if (metricsHttp) {
      begin(metricsHttp)
      log.info({ url: metricsHttp.url }, 'metrics have a port of their own')
    }
    const url = publicUrl ?? http.url

    const password = config.LETTERSHOP_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
    const { login, created } = await createFirstAccount(db, keys, {
      name: 'Lettershop',
      siteUrl: config.LETTERSHOP_SITE_URL ?? url,
      username: config.LETTERSHOP_ADMIN_USERNAME,
      password,
      timeZone: config.LETTERSHOP_TIME_ZONE,
    })
    const held = ((await guards?.holds()) ?? []).map(({ detail }) => detail)
    return {
      url,
      console: roles.has('console'),
      login,
      password: created ? password : undefined,
      mailboxPort: mailbox?.port,
      advice,
      held,
      lost: store.lost,
      stop,
    }
  } catch (error) {
    await stop(0)
    throw error
  }
}

/** Loads what records traces, and records them, where there is a collector. */
async function traced(config: Config, log: Log): Promise<{ stop(): Promise<void> } | undefined> {
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
