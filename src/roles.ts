/** What a process does in each of its roles, on the ground they share: routes it answers, works that go on until they are stopped. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { LetterTasks } from './delivery/content-tasks.ts'
import type { DiskSpace } from './delivery/disk-space.ts'
import { type Guards, notHeld } from './delivery/guards.ts'
import { linkTarget } from './delivery/link-target.ts'
import { noticeJobs } from './delivery/notices.ts'
import { composeOnce } from './delivery/preflight.ts'
import { startSender } from './delivery/sender.ts'
import { type FindSigner, signers } from './delivery/signing.ts'
import { testSend } from './delivery/test-send.ts'
import type { Transport } from './delivery/transport.ts'
import { letterForFriend, webVersion } from './delivery/web-version.ts'
import { access } from './domain/access.ts'
import { friendSeal } from './domain/campaigns/declining.ts'
import type { KeyRing } from './domain/keys.ts'
import type { MailLinks } from './domain/mail-links.ts'
import { rateLimit } from './domain/rate-limit.ts'
import { type Subscriptions, subscriptions } from './domain/subscribers/subscriptions.ts'
import type { Tokens } from './domain/tokens.ts'
import { startClassifier } from './feedback/classifier.ts'
import { effects } from './feedback/effects.ts'
import { hits, startCounting } from './feedback/hits.ts'
import { keepMails } from './feedback/mailbox/keep.ts'
import { startMailbox } from './feedback/mailbox/mailbox.ts'
import { startReading } from './feedback/mailbox/work-off.ts'
import { readReturned } from './feedback/returned/read.ts'
import { startReturning } from './feedback/returning.ts'
import { startDeliverer } from './feedback/webhooks/deliverer.ts'
import { startNumbering } from './feedback/webhooks/numbering.ts'
import { apiRoute } from './http/api.ts'
import { describeRoutes } from './http/describe.ts'
import { keptRoutes } from './http/pages/kept.ts'
import { publicRoutes } from './http/pages/public.ts'
import type { Route } from './http/route.ts'
import { type Budget, budget } from './lib/budget.ts'
import { dns } from './lib/dns.ts'
import { guardedFetch } from './lib/fetcher.ts'
import type { Log } from './lib/log.ts'
import { truncations } from './lib/network-address.ts'
import { guardedPoster, type Poster } from './lib/poster.ts'
import { handlers } from './operations/handlers.ts'
import type { House } from './operations/house.ts'
import { performer } from './operations/perform.ts'
import type { Database } from './store/database.ts'
import { startJobs } from './store/jobs.ts'
import { purge } from './store/purge.ts'

/** What every role stands on. */
export interface Ground {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  /** Of the database, for those that bring connections of their own. */
  readonly databaseUrl: string
  readonly keys: KeyRing
  readonly tokens: Tokens
  readonly transport: Transport
  /** Reads and compiles content, in threads. */
  readonly contentTasks: LetterTasks
  readonly mailLinks: MailLinks
  /** Where nothing is sent there are none. */
  readonly guards: Guards | undefined
  /** Of the data folder. */
  readonly disk: DiskSpace
  readonly subscriptions: Subscriptions
  readonly poster: Poster
  readonly findSigner: FindSigner
  readonly bounceDomain: string | undefined
  /** What all that listens holds for those it does not know. */
  readonly memory: Budget
}

/** Something that goes on until it is stopped, within so many milliseconds. */
export type Work = { stop(graceMs: number): Promise<void> }

export function lay(
  given: Pick<
    Ground,
    | 'config'
    | 'log'
    | 'db'
    | 'databaseUrl'
    | 'keys'
    | 'tokens'
    | 'transport'
    | 'contentTasks'
    | 'mailLinks'
    | 'guards'
    | 'disk'
  >,
): Ground {
  const { config, db, keys } = given
  return {
    ...given,
    subscriptions: subscriptions(db),
    poster: guardedPoster({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' }),
    findSigner: signers(db, keys),
    bounceDomain: config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined,
    memory: budget(config.LETTERSHOP_REQUEST_MEMORY_BYTES),
  }
}

/** `api`: every wire, the documents that describe them, and kept files. */
export function apiRoutes(ground: Ground): readonly Route[] {
  const { config, log, db } = ground
  const perSecond = config.LETTERSHOP_CALLS_PER_SECOND
  const limit = perSecond === 0 ? () => {} : rateLimit({ perSecond, burst: perSecond * 4 })
  const wire = { namespace: config.LETTERSHOP_NAMESPACE, seconds: config.LETTERSHOP_REQUEST_SECONDS, log }
  const house = houseOn(ground)
  return [
    apiRoute(wire, performer(house, handlers, limit), house.access.authenticate),
    ...describeRoutes(wire),
    ...keptRoutes({ db }),
  ]
}

function houseOn(ground: Ground): House {
  const { config, log, db, keys, tokens, transport, contentTasks, findSigner, bounceDomain, poster } = ground
  return {
    db,
    access: access(db),
    keys,
    subscriptions: ground.subscriptions,
    fetch: guardedFetch({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' }),
    poster,
    mailLinks: ground.mailLinks,
    deliverTest: testSend({ db, tokens, contentTasks, transport, findSigner }),
    dns: dns(config.LETTERSHOP_DNS_SERVERS ?? []),
    bounceDomain,
    log,
    now: () => new Date(),
    composeOnce: composeOnce({ db, tokens, contentTasks, bounceDomain, findSigner }),
    contentTasks,
    dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
    clientsPerHalfHour: config.LETTERSHOP_CLIENTS_PER_HALF_HOUR,
    complaintLimits: complaintLimits(config),
  }
}

/** `feedback`: what the links in mails lead to, and the counting of who followed them. */
export function startFeedback(ground: Ground): { readonly routes: readonly Route[]; readonly counting: Work } {
  const { config, log, db, keys, tokens, contentTasks, subscriptions } = ground
  const pages = { db, tokens, contentTasks }
  const counting = startCounting(db, log)
  const routes = publicRoutes({
    db,
    tokens,
    friends: friendSeal(keys, tokens),
    mailLinks: ground.mailLinks,
    hits: hits(db, { kept: truncations[config.LETTERSHOP_HIT_ADDRESS], onRecorded: counting.wake }),
    subscriptions,
    renderWebVersion: (campaignId, number) => webVersion(pages, campaignId, number),
    renderForFriend: campaignId => letterForFriend(pages, campaignId),
    linkTarget: (campaignId, number, target) => linkTarget(db, campaignId, number, target),
  })
  return { routes, counting }
}

/** `feedback` too: the mailbox, where it has a port. @param onKept there is something to read */
export async function startMailboxOn(ground: Ground, onKept: () => void) {
  const { config, log, db, tokens, bounceDomain: domain, memory } = ground
  const port = config.LETTERSHOP_MAILBOX_PORT
  if (port === null) return undefined
  // a wave of returned mail leaves room for calls
  const holder = { name: 'mailbox', most: config.LETTERSHOP_REQUEST_MEMORY_BYTES * 0.75 }
  return startMailbox({
    host: config.LETTERSHOP_MAILBOX_HOST ?? config.LETTERSHOP_HOST,
    port,
    domain,
    certificateFile: config.LETTERSHOP_MAILBOX_CERTIFICATE ?? undefined,
    tokens,
    keep: keepMails(db),
    reserve: () => memory.reserve(holder),
    onKept,
    log,
  })
}

/** `sender`: campaigns. */
export function startSending(ground: Ground): Work {
  const { config, log, db, tokens, transport, contentTasks, guards, subscriptions, findSigner, bounceDomain } = ground
  return startSender({
    contentTasks,
    db,
    tokens,
    transport,
    subscriptions,
    log,
    owner: `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`,
    bounceDomain,
    findSigner,
    journalFolder: join(config.LETTERSHOP_DATA, 'journal'),
    maySend: guards?.maySend,
    isGuarded: () => guards?.overdue() === undefined,
    holdFolder: guards?.folder,
    disk: ground.disk,
    dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
    // no other server takes over from the embedded one
    ...(config.DATABASE_URL === null ? { pauseMs: 0 } : {}),
  })
}

/** `jobs`: what is worked off behind the callers' backs. */
export async function startBackground(
  ground: Ground,
): Promise<{ readonly works: readonly Work[]; wakeReader(): void }> {
  const { config, log, db, keys, tokens, transport, mailLinks, guards, subscriptions, findSigner, poster } = ground
  const softBounces = config.LETTERSHOP_SOFT_BOUNCES
  const settings = { softBounces, complaints: complaintLimits(config) }
  const jobs = await startJobs(
    ground.databaseUrl,
    {
      ...notHeld(
        guards,
        noticeJobs({ db, tokens, friends: friendSeal(keys, tokens), mailLinks, transport, log, findSigner }),
      ),
      purge: () => purge(db, new Date(), config.LETTERSHOP_EVENT_DAYS),
    },
    log,
  )
  const deliverer = startDeliverer({ db, keys, poster, log, mayTell: guards?.maySend })
  const { apply } = effects({ db, subscriptions, log, now: () => new Date(), settings })
  const reader = startReading({ db, tokens, subscriptions, read: readReturned, apply, log })
  const works: readonly Work[] = [
    jobs,
    deliverer,
    startNumbering({ db, log, told: deliverer.wake }),
    startClassifier(db, log),
    reader,
    startReturning({ db, log, softBounces }),
  ]
  return { works, wakeReader: reader.wake }
}

function complaintLimits(config: Config) {
  return { warn: config.LETTERSHOP_COMPLAINTS_WARN, hold: config.LETTERSHOP_COMPLAINTS_HOLD }
}
