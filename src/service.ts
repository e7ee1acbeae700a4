/** Wires the house: storage, domain, wires, delivery, feedback and jobs, by the roles of this process. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { notHeld, startGuards } from './delivery/guards.ts'
import { noticeJobs } from './delivery/notices.ts'
import { composeOnce } from './delivery/preflight.ts'
import { startSender } from './delivery/sender.ts'
import { signers } from './delivery/signing.ts'
import { testSend } from './delivery/test-send.ts'
import { createTransport } from './delivery/transports.ts'
import { letterForFriend, webVersion } from './delivery/web-version.ts'
import { access } from './domain/access.ts'
import { createFirstAccount, type FirstLogin } from './domain/accounts/accounts.ts'
import { keyRing } from './domain/keys.ts'
import { startTokens } from './domain/link-keys.ts'
import { rateLimit } from './domain/rate-limit.ts'
import { subscriptions } from './domain/subscribers/subscriptions.ts'
import { startClassifier } from './feedback/classifier.ts'
import { effects } from './feedback/effects.ts'
import { hits } from './feedback/hits.ts'
import { keepMails } from './feedback/mailbox/keep.ts'
import { startMailbox } from './feedback/mailbox/mailbox.ts'
import { startReading } from './feedback/mailbox/work-off.ts'
import { readReturned } from './feedback/returned/read.ts'
import { startReturning } from './feedback/returning.ts'
import { startDeliverer } from './feedback/webhooks/deliverer.ts'
import { startNumbering } from './feedback/webhooks/numbering.ts'
import { apiRoute } from './http/api.ts'
import { describeRoutes } from './http/describe.ts'
import { healthRoute } from './http/health.ts'
import { keptRoutes } from './http/pages/kept.ts'
import { publicRoutes } from './http/pages/public.ts'
import type { Route } from './http/route.ts'
import { listen } from './http/server.ts'
import { dns } from './lib/dns.ts'
import { guardedFetch } from './lib/fetcher.ts'
import type { Log } from './lib/log.ts'
import { truncations } from './lib/network-address.ts'
import { guardedPoster } from './lib/poster.ts'
import { handlers } from './operations/handlers.ts'
import type { House } from './operations/house.ts'
import { performer } from './operations/perform.ts'
import { installationSecret } from './store/installation.ts'
import { startJobs } from './store/jobs.ts'
import { open } from './store/open.ts'
import { purge } from './store/purge.ts'

export interface Service {
  /** The public URL, else how this machine reaches it. */
  readonly url: string
  readonly login: FirstLogin
  /** Of the first account's user, at the first start only. */
  readonly password: string | undefined
  /** The port returned mail is taken on, if it is. */
  readonly mailboxPort: number | undefined
  /** Why nothing is sent, when something holds it (`lettershop release`). */
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
  const store = await open({
    databaseUrl: config.DATABASE_URL ?? undefined,
    dataFolder,
    connections: config.LETTERSHOP_DATABASE_CONNECTIONS,
    log,
  })
  // what works ends side by side, so that all of it has the whole grace; then what it stands on, the last opened first
  const works: ((graceMs: number) => Promise<void>)[] = []
  const grounds: (() => Promise<void>)[] = [() => store.close()]
  let cutOff = async () => {}
  const stop = async (graceMs: number) => {
    const cut = setTimeout(() => void cutOff(), graceMs)
    await Promise.all(works.map(end => end(graceMs)))
    clearTimeout(cut)
    for (const end of grounds.reverse()) await end()
  }
  try {
    const { db } = store
    const keys = keyRing(await installationSecret(db, { dataFolder, given: config.LETTERSHOP_SECRET }))
    const { tokens: links, stop: stopLooking } = await startTokens(db, keys, log)
    grounds.push(async () => stopLooking())
    const members = subscriptions(db)
    const transport = createTransport(config.LETTERSHOP_TRANSPORT, { outbox: join(dataFolder, 'outbox'), db, log })
    grounds.push(() => transport.close())
    // a relay that does not answer holds up notices, which have no end of their own
    cutOff = () => transport.close()
    const bounceDomain = config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined
    const poster = guardedPoster({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' })
    const complaintLimits = { warn: config.LETTERSHOP_COMPLAINTS_WARN, hold: config.LETTERSHOP_COMPLAINTS_HOLD }
    const house: House = {
      db,
      access: access(db),
      keys,
      subscriptions: members,
      fetch: guardedFetch({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' }),
      poster,
      deliverTest: testSend({ db, tokens: links, transport, findSigner: signers(db, keys) }),
      dns: dns(config.LETTERSHOP_DNS_SERVERS ?? []),
      bounceDomain,
      log,
      now: () => new Date(),
      composeOnce: composeOnce({ db, tokens: links, bounceDomain, findSigner: signers(db, keys) }),
      dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
      clientsPerHalfHour: config.LETTERSHOP_CLIENTS_PER_HALF_HOUR,
      complaintLimits,
    }

    // looks before anything can be sent
    const guards =
      roles.has('sender') || roles.has('jobs')
        ? await startGuards({
            db,
            dataFolder,
            embedded: store.embedded,
            log,
            latestStartHours: config.LETTERSHOP_LATEST_START_HOURS,
          })
        : undefined
    if (guards) grounds.push(() => guards.stop())

    // a process that only listens leaves the reading to others
    let wakeReader = () => {}
    const routes: Route[] = [healthRoute(db)]
    if (roles.has('api')) {
      const perSecond = config.LETTERSHOP_CALLS_PER_SECOND
      const limit = perSecond === 0 ? () => {} : rateLimit({ perSecond, burst: perSecond * 4 })
      const wire = { namespace: config.LETTERSHOP_NAMESPACE, seconds: config.LETTERSHOP_REQUEST_SECONDS, log }
      routes.push(apiRoute(wire, performer(house, handlers, limit)), ...describeRoutes(wire), ...keptRoutes({ db }))
    }
    if (roles.has('feedback')) {
      routes.push(
        ...publicRoutes({
          db,
          tokens: links,
          hits: hits(db, { kept: truncations[config.LETTERSHOP_HIT_ADDRESS] }),
          subscriptions: members,
          renderWebVersion: (campaignId, number) => webVersion(db, links, campaignId, number),
          renderForFriend: campaignId => letterForFriend(db, campaignId),
        }),
      )
    }
    if (roles.has('sender')) {
      const owner = `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`
      const sender = startSender({
        db,
        tokens: links,
        transport,
        subscriptions: members,
        log,
        owner,
        bounceDomain,
        findSigner: signers(db, keys),
        journalFolder: join(dataFolder, 'journal'),
        maySend: guards?.maySend,
        dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
      })
      works.push(graceMs => sender.stop(graceMs))
    }
    if (roles.has('jobs')) {
      const jobs = await startJobs(
        store.url,
        {
          ...notHeld(guards, noticeJobs({ db, tokens: links, transport, log, findSigner: signers(db, keys) })),
          purge: () => purge(db, new Date(), config.LETTERSHOP_EVENT_DAYS),
        },
        log,
      )
      works.push(() => jobs.stop())
      const deliverer = startDeliverer({ db, keys, poster, log, mayTell: guards?.maySend })
      const numbering = startNumbering({ db, log, told: deliverer.wake })
      works.push(() => numbering.stop())
      works.push(graceMs => deliverer.stop(graceMs))
      const classifying = startClassifier(db, log)
      works.push(() => classifying.stop())
      const settings = { softBounces: config.LETTERSHOP_SOFT_BOUNCES, complaints: complaintLimits }
      const { apply } = effects({ db, subscriptions: members, log, now: house.now, settings })
      const reader = startReading({ db, tokens: links, subscriptions: members, read: readReturned, apply, log })
      wakeReader = reader.wake
      works.push(() => reader.stop())
      const returning = startReturning({ db, log, softBounces: config.LETTERSHOP_SOFT_BOUNCES })
      works.push(() => returning.stop())
    }

    let mailboxPort: number | undefined
    if (roles.has('feedback') && config.LETTERSHOP_MAILBOX_PORT !== null) {
      const mailbox = await startMailbox({
        host: config.LETTERSHOP_MAILBOX_HOST ?? config.LETTERSHOP_HOST,
        port: config.LETTERSHOP_MAILBOX_PORT,
        domain: bounceDomain,
        certificateFile: config.LETTERSHOP_MAILBOX_CERTIFICATE ?? undefined,
        tokens: links,
        keep: keepMails(db),
        onKept: () => wakeReader(),
        log,
      })
      works.push(graceMs => mailbox.stop(graceMs))
      mailboxPort = mailbox.port
    }

    const http = await listen(
      {
        host: config.LETTERSHOP_HOST,
        port: config.LETTERSHOP_PORT,
        publicUrl: config.LETTERSHOP_PUBLIC_URL,
        trustedProxies: config.LETTERSHOP_TRUSTED_PROXIES ?? [],
        maxBodyBytes: config.LETTERSHOP_MAX_BODY_BYTES,
        requestSeconds: config.LETTERSHOP_REQUEST_SECONDS,
        log,
      },
      routes,
    )
    works.push(graceMs => http.stop(graceMs))
    const url = config.LETTERSHOP_PUBLIC_URL ?? http.url

    const password = config.LETTERSHOP_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
    const { created, ...login } = await createFirstAccount(db, keys, {
      name: 'Lettershop',
      siteUrl: config.LETTERSHOP_SITE_URL ?? url,
      username: config.LETTERSHOP_ADMIN_USERNAME,
      password,
      timeZone: config.LETTERSHOP_TIME_ZONE,
    })
    const held = ((await guards?.holds()) ?? []).map(({ detail }) => detail)
    return { url, login, password: created ? password : undefined, mailboxPort, held, lost: store.lost, stop }
  } catch (error) {
    await stop(0)
    throw error
  }
}
