/** Starts what the roles of this process need, and listens. */

import { randomBytes } from 'node:crypto'
import { type Config, describeSettings, type Role } from './config.ts'
import { relayNames } from './delivery/relays/test-relays.ts'
import { createFirstAccount, type FirstLogin } from './domain/accounts/accounts.ts'
import { openFoundation } from './foundation.ts'
import { healthRoute } from './http/health.ts'
import { type Metrics, metrics } from './http/metrics.ts'
import { notFoundRoute } from './http/pages/not-found.ts'
import { readyRoute } from './http/ready.ts'
import { listen } from './http/server.ts'
import type { Route } from './lib/http.ts'
import type { Log } from './lib/log.ts'
import { startPresence } from './presence.ts'
import {
  consoleRoutes,
  type RoleDependencies,
  shareDependencies,
  startApi,
  startBackground,
  startFeedback,
  startMailboxOn,
} from './roles.ts'
import { countSenders, senderConnections } from './sender-count.ts'
import { type SenderProcesses, startSenderProcesses, sumRelays } from './sender-processes.ts'
import { startSending } from './sending.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

export interface Service {
  /** The public URL, else how this machine reaches it. */
  readonly url: string
  /** How this machine reaches the process. */
  readonly address: string
  readonly roles: ReadonlySet<Role>
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

/** Starts everything this process is for. @throws OperatorError when the start fails for a reason that the operator can remove */
export async function startService(config: Config, log: Log): Promise<Service> {
  const { LETTERSHOP_ROLES: roles, LETTERSHOP_PUBLIC_URL: publicUrl } = config
  const shutdown = createShutdown()
  try {
    const foundation = await openFoundation(config, log, shutdown)
    const { db, keys, guards, disk, transport } = foundation
    const dependencies = shareDependencies(foundation)
    const senders = startSenders(dependencies)
    if (senders) shutdown.began(senders)
    const measured = metricsOf(dependencies, senders)
    const heartbeats = () => guards?.overdue()
    const state: readonly Route[] = [
      healthRoute(db, [disk.full, heartbeats]),
      readyRoute({ db, disk: disk.full, heartbeats, holdFolder: guards?.folder, senders: senders?.problem }),
    ]
    const started = await startRoles(dependencies, measured, shutdown)
    if (roles.has('sender') && !senders) shutdown.began(await startSending(dependencies))
    const settings = describeSettings(config, relayNames(config.LETTERSHOP_TRANSPORT))
    const { relays } = transport
    // sender processes report themselves
    const own = [...roles].filter(role => role !== 'sender' || !senders)
    shutdown.began(await startPresence({ db, roles: own, settings, relays, disk: disk.full, heartbeats, log }))
    const printed = await listenForAll(dependencies, [...state, measured.route, ...started.routes], shutdown)
    foundation.listensAt(printed)
    await listenForMetrics(config, log, [...state, measured.openRoute], shutdown)
    const url = publicUrl ?? printed

    const password = config.LETTERSHOP_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
    const { login, created } = await createFirstAccount(db, keys, {
      name: 'Lettershop',
      siteUrl: config.LETTERSHOP_SITE_URL ?? url,
      username: config.LETTERSHOP_ADMIN_USERNAME,
      password,
      timeZone: config.LETTERSHOP_TIME_ZONE,
    })
    return {
      url,
      address: printed,
      roles,
      login,
      password: created ? password : undefined,
      mailboxPort: started.mailboxPort,
      advice: foundation.advice,
      held: ((await guards?.holds()) ?? []).map(({ detail }) => detail),
      lost: foundation.lost,
      stop: shutdown.run,
    }
  } catch (error) {
    await shutdown.run(0)
    throw error
  }
}

/** @returns undefined where this process sends itself, or not at all */
function startSenders({ config, databaseUrl, isEmbedded, log }: RoleDependencies): SenderProcesses | undefined {
  const count = countSenders(config)
  if (count < 2) return undefined
  return startSenderProcesses({ count, databaseUrl, isEmbedded, connections: senderConnections(config), log })
}

function metricsOf(
  { config, db, memory, transport: { relays }, queues }: RoleDependencies,
  senders: SenderProcesses | undefined,
): Metrics {
  return metrics({
    db,
    memory,
    memoryMost: config.LETTERSHOP_REQUEST_MEMORY_BYTES,
    token: config.LETTERSHOP_METRICS_TOKEN ?? undefined,
    hasOwnPort: config.LETTERSHOP_METRICS_PORT !== null,
    relays: relays && (() => sumRelays([...relays(), ...(senders?.relays() ?? [])])),
    senders,
    queues,
  })
}

/** Starts the work of each role. @returns what they answer, in the order in which routes are asked */
async function startRoles(
  dependencies: RoleDependencies,
  { observe }: Metrics,
  shutdown: Shutdown,
): Promise<{ readonly routes: readonly Route[]; readonly mailboxPort: number | undefined }> {
  const { LETTERSHOP_ROLES: roles } = dependencies.config
  const routes: Route[] = []
  // before the documents, whose root leads to the API page
  if (roles.has('console')) routes.push(...(await consoleRoutes(dependencies)))
  if (roles.has('api') || roles.has('console')) {
    const api = startApi(dependencies, observe)
    routes.push(...api.routes)
    shutdown.began(api.stream)
  }
  if (roles.has('feedback')) {
    const feedback = await startFeedback(dependencies)
    routes.push(...feedback.routes)
    shutdown.began(feedback.counting)
  }
  const background = roles.has('jobs') ? await startBackground(dependencies) : undefined
  background?.works.forEach(shutdown.began)
  // a process that only listens leaves the reading to others
  const mailbox = roles.has('feedback') ? await startMailboxOn(dependencies, () => background?.wakeReader()) : undefined
  if (mailbox) shutdown.began(mailbox)
  return { routes, mailboxPort: mailbox?.port }
}

/** Listens to callers, readers and the console. @returns how this machine reaches the service */
async function listenForAll(
  { config, memory, log }: RoleDependencies,
  routes: readonly Route[],
  shutdown: Shutdown,
): Promise<string> {
  const http = await listen(
    {
      host: config.LETTERSHOP_HOST,
      port: config.LETTERSHOP_PORT,
      publicUrl: config.LETTERSHOP_PUBLIC_URL,
      trustedProxies: config.LETTERSHOP_TRUSTED_PROXIES ?? [],
      maxBodyBytes: config.LETTERSHOP_MAX_BODY_BYTES,
      requestSeconds: config.LETTERSHOP_REQUEST_SECONDS,
      memory,
      // one network cannot keep the others out, and can send the largest body
      memoryOfOne: Math.max(config.LETTERSHOP_REQUEST_MEMORY_BYTES / 4, config.LETTERSHOP_MAX_BODY_BYTES),
      connections: {
        connections: config.LETTERSHOP_CONNECTIONS,
        connectionsOfOne: config.LETTERSHOP_CONNECTIONS_PER_NETWORK,
      },
      log,
    },
    [...routes, notFoundRoute],
  )
  shutdown.began(http)
  return http.url
}

/** Where metrics have a port of their own, the machine's other programs read the service's state there as well. */
async function listenForMetrics(config: Config, log: Log, routes: readonly Route[], shutdown: Shutdown): Promise<void> {
  const port = config.LETTERSHOP_METRICS_PORT
  if (port === null) return
  const http = await listen(
    {
      host: config.LETTERSHOP_METRICS_HOST,
      port,
      publicUrl: null,
      maxBodyBytes: 1_024,
      requestSeconds: config.LETTERSHOP_REQUEST_SECONDS,
      log,
    },
    [...routes, notFoundRoute],
  )
  shutdown.began(http)
  log.info({ url: http.url }, 'metrics have a port of their own')
}
