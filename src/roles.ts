/** What a process does in each of its roles: the routes it answers, and the work that goes on until it is stopped. */

import type { Config } from './config.ts'
import { type FindSigner, signers } from './delivery/compose/signing.ts'
import { linkPlaces } from './delivery/content/link-places.ts'
import { linkTarget } from './delivery/content/link-target.ts'
import { composeKeptMail, findLetterForFriend, findWebVersion } from './delivery/content/web-version.ts'
import { composeOnce } from './delivery/drafts/preflight.ts'
import { campaignPreview } from './delivery/drafts/preview.ts'
import { testSend } from './delivery/drafts/test-send.ts'
import { roomOnDisk } from './delivery/guards/disk-space.ts'
import { refuseWhileHeld } from './delivery/guards/guards.ts'
import { sampleSending } from './delivery/planning/sample-sending.ts'
import { outboxReader, removeMails } from './delivery/relays/outbox.ts'
import { relayTester } from './delivery/relays/test-relays.ts'
import { outboxOf } from './delivery/relays/transports.ts'
import { accountMailJobs } from './delivery/system-mail/account-mail.ts'
import { approvalMailJobs } from './delivery/system-mail/approval-mail.ts'
import { feedMailJobs } from './delivery/system-mail/feed-mail.ts'
import { formMailJobs } from './delivery/system-mail/form-mail.ts'
import { newDeviceMailJobs } from './delivery/system-mail/new-device-mail.ts'
import { noticeSender } from './delivery/system-mail/notices.ts'
import { readerMailJobs } from './delivery/system-mail/reader-mails.ts'
import { reportMailJobs } from './delivery/system-mail/report-mails.ts'
import { systemMailJobs } from './delivery/system-mail/system-mail.ts'
import { access } from './domain/access/access.ts'
import { accessArchive } from './domain/access-requests/archive.ts'
import { auditLog } from './domain/audit/audit-log.ts'
import { startBackupSchedule } from './domain/backups/schedule.ts'
import { startBulkChanges } from './domain/bulk-changes/worker.ts'
import { friendSeal } from './domain/campaigns/mails/declining.ts'
import { countCampaignDomains } from './domain/campaigns/reports/domain-counts.ts'
import { brandFinder } from './domain/clients/brand.ts'
import { startWithdrawals } from './domain/erasures/withdrawals.ts'
import { startErasures } from './domain/erasures/worker.ts'
import { startExports } from './domain/exports/worker.ts'
import { startFeeds } from './domain/feeds/worker.ts'
import { startDeciding } from './domain/forms/deciding.ts'
import { formParts } from './domain/forms/parts.ts'
import { imageFinder } from './domain/images/copies.ts'
import { countedImageTasks } from './domain/images/counted.ts'
import { startFetching } from './domain/imports/api/fetching.ts'
import { startAsking } from './domain/imports/asking.ts'
import { startImports } from './domain/imports/worker.ts'
import { sharedRateLimit } from './domain/limits/shared-limit.ts'
import { startReportMails } from './domain/report-mails/worker.ts'
import { retentionRules, usualDays } from './domain/retention/rules.ts'
import { startRetention } from './domain/retention/worker.ts'
import { countAllSegments, countInBackground } from './domain/segments/counting.ts'
import { renewEdition } from './domain/series/renewing.ts'
import { type SeriesWorkerParts, startSeriesWorker } from './domain/series/worker.ts'
import { type Subscriptions, subscriptions } from './domain/subscribers/subscriptions.ts'
import { removeSuppressed, suppressUnsubscribed } from './domain/subscribers/suppressing.ts'
import { startUploadExpiry } from './domain/uploads/expiry.ts'
import type { UploadLimits } from './domain/uploads/uploads.ts'
import { startDeliverer } from './events/deliverer.ts'
import { startSequencer } from './events/sequencer.ts'
import { startEventStream } from './events/stream/stream.ts'
import type { Foundation } from './foundation.ts'
import { apiRoute } from './http/api.ts'
import { streamAuthentication } from './http/authenticate-stream.ts'
import { consoleRoute } from './http/console.ts'
import { readConsoleBuild } from './http/console-build.ts'
import { describeRoutes } from './http/describe.ts'
import { eventStreamRoute } from './http/event-stream.ts'
import { exportRoute } from './http/exports.ts'
import type { ObserveCall } from './http/metrics.ts'
import { assetRoutes } from './http/pages/assets.ts'
import { imageRoute } from './http/pages/images.ts'
import { leaveRate } from './http/pages/leave.ts'
import { previewRoute } from './http/pages/preview.ts'
import { publicRoutes } from './http/pages/public.ts'
import { reportRate } from './http/pages/report/shared.ts'
import { formRenderer } from './http/pages/sign-up/document.ts'
import { uploadRoute } from './http/uploads.ts'
import { startBounceProcessor } from './inbound/bounce-poller.ts'
import { keepMails } from './inbound/mailbox/keep.ts'
import { startMailbox } from './inbound/mailbox/mailbox.ts'
import { startInboundMail } from './inbound/mailbox/poller.ts'
import { readReturned } from './inbound/parser/read.ts'
import { inboundProcessor } from './inbound/processor.ts'
import { type Budget, budget } from './lib/budget.ts'
import type { QueueFigures } from './lib/coalesce.ts'
import { dns } from './lib/dns.ts'
import { guardedFetch } from './lib/fetcher.ts'
import type { Route } from './lib/http.ts'
import { truncations } from './lib/network-address.ts'
import { guardedPoster, type Poster } from './lib/poster.ts'
import { type Dependencies, sourceParts } from './operations/dependencies.ts'
import { feedSender } from './operations/feeds.ts'
import { handlers } from './operations/handlers.ts'
import { performer } from './operations/perform.ts'
import { uploader } from './operations/uploads.ts'
import type { Work } from './pausing.ts'
import { countAccountMonth } from './store/accounts/account-month.ts'
import { isSampleClient } from './store/accounts/sample.ts'
import { startJobs } from './store/jobs/jobs.ts'
import { purge, purgeSample } from './store/purge.ts'
import { createAnonymousOpens } from './tracking/anonymous-opens.ts'
import { startBotFilter } from './tracking/bot-filter.ts'
import { startRollUps } from './tracking/engagement-rollups.ts'
import { createHits, startCounting } from './tracking/hits.ts'

/** What the roles of a process share. */
export interface RoleDependencies extends Foundation {
  readonly subscriptions: Subscriptions
  /** How the queues of this process stand, by name, for metrics. */
  readonly queues: Map<string, () => QueueFigures>
  readonly poster: Poster
  readonly findSigner: FindSigner
  readonly bounceDomain: string | undefined
  /** What all that listens holds for those it does not know. */
  readonly memory: Budget
}

/** Adds what the roles make of the foundation, once for all of them. */
export function shareDependencies(given: Foundation): RoleDependencies {
  const { config, db, keys } = given
  const queues: RoleDependencies['queues'] = new Map()
  const memory = budget(config.LETTERSHOP_REQUEST_MEMORY_BYTES)
  return {
    ...given,
    imageTasks: countedImageTasks(given.imageTasks, memory, config.LETTERSHOP_REQUEST_MEMORY_BYTES),
    queues,
    subscriptions: subscriptions(db, { leaving: { onFigures: read => queues.set('opt_outs', read) } }),
    poster: guardedPoster({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' }),
    findSigner: signers(db, keys),
    bounceDomain: config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined,
    memory,
  }
}

/**
 * `api`: every wire, the live stream, the documents that describe them, and assets. `console` without it: what the console calls,
 * which is the JSON wire, the stream, uploads, previews and assets.
 */
export function startApi(
  shared: RoleDependencies,
  observe: ObserveCall,
): { readonly routes: readonly Route[]; readonly stream: Work } {
  const { config, log, db } = shared
  const jsonOnly = !config.LETTERSHOP_ROLES.has('api')
  const perSecond = config.LETTERSHOP_CALLS_PER_SECOND
  const limit = perSecond === 0 ? () => {} : sharedRateLimit(db, log, 'calls', { perSecond, burst: perSecond * 4 })
  const wire = { namespace: config.LETTERSHOP_NAMESPACE, seconds: config.LETTERSHOP_REQUEST_SECONDS, log }
  const dependencies = handlerDependencies(shared)
  const { access } = dependencies
  // a client may keep its events for so long only
  const stream = startEventStream({ db, log, eventDays: retentionRules.Events.least })
  const routes = [
    apiRoute({ ...wire, jsonOnly, observe }, performer(dependencies, handlers, limit), access.authenticate),
    eventStreamRoute({
      stream,
      authenticate: streamAuthentication(access.authenticate),
      findClient: access.client,
      rateLimit: limit,
      most: config.LETTERSHOP_STREAMS,
      mostOfOne: config.LETTERSHOP_STREAMS_PER_CALLER,
      log,
    }),
    uploadRoute(uploader(dependencies, uploadLimits(shared), limit), log),
    ...(jsonOnly ? [] : describeRoutes(wire)),
    // before the other files, below whose path it is
    imageRoute(imageFinder(db, shared.imageTasks)),
    ...assetRoutes({ db }),
    exportRoute({ db, keys: shared.keys, audit: dependencies.audit, now: () => new Date() }),
    previewRoute({ db, tokens: shared.tokens, now: () => new Date() }),
  ]
  return { routes, stream }
}

function fetcherOf(config: Config) {
  return guardedFetch({ allowPrivate: config.LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' })
}

/** The disk counts where the database is on it. */
function uploadLimits({ config }: RoleDependencies): UploadLimits {
  const megabyte = 1_048_576
  const reserve = config.LETTERSHOP_DISK_RESERVE * megabyte
  return {
    mostBytes: config.LETTERSHOP_MOST_UPLOAD_MB * megabyte,
    mostUnusedBytes: config.LETTERSHOP_UNUSED_UPLOADS_MB * megabyte,
    hasRoom:
      config.DATABASE_URL === null && reserve > 0 ? roomOnDisk(config.LETTERSHOP_DATA, reserve) : async () => true,
  }
}

/** `console`: the web console at the root. */
export async function consoleRoutes({ config, log }: RoleDependencies): Promise<readonly Route[]> {
  const build = await readConsoleBuild()
  if (!build) log.warn('the console is not built: run "npm run build"')
  return [consoleRoute({ build, contentUrl: config.LETTERSHOP_CONTENT_URL })]
}

function handlerDependencies(dependencies: RoleDependencies): Dependencies {
  const { config, log, db, keys, tokens, transport, contentTasks, findSigner, bounceDomain, poster } = dependencies
  return {
    db,
    access: access(db),
    audit: auditLog(db, log),
    keys,
    subscriptions: dependencies.subscriptions,
    erasures: dependencies.erasures,
    content: {
      contentTasks,
      imageTasks: dependencies.imageTasks,
      composeOnce: composeOnce({ db, tokens, contentTasks, bounceDomain, findSigner }),
      renderForm: formRenderer(brandFinder(db, config.LETTERSHOP_CONTENT_URL)),
      renderCampaign: campaignPreview({ db, tokens, contentTasks, bounceDomain, findSigner }),
      findLinkPlaces: linkPlaces({ db, contentTasks, log }),
      contentUrl: config.LETTERSHOP_CONTENT_URL,
    },
    mail: {
      mailLinks: dependencies.mailLinks,
      tokens,
      bounceDomain,
      deliverTest: testSend({ db, tokens, contentTasks, transport, findSigner }),
      outbox: outboxReader({
        folder: outboxOf(config.LETTERSHOP_DATA),
        isForAll: config.LETTERSHOP_TRANSPORT.kind === 'folder',
        contentTasks,
      }),
      sendSample: sampleSending({ contentTasks, log }),
      relayTester: relayTester(config.LETTERSHOP_TRANSPORT),
    },
    network: { fetch: fetcherOf(config), poster, dns: dns(config.LETTERSHOP_DNS_SERVERS ?? []) },
    limits: {
      clientsPerHalfHour: config.LETTERSHOP_CLIENTS_PER_HALF_HOUR,
      complaintLimits: complaintLimits(config),
      dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
      hitAddresses: config.LETTERSHOP_HIT_ADDRESS,
      ...retentionSettings(config),
    },
    setup: {
      hasRelays: config.LETTERSHOP_TRANSPORT.kind === 'smtp',
      hasPublicUrl: config.LETTERSHOP_PUBLIC_URL !== null,
      roles: [...config.LETTERSHOP_ROLES],
    },
    log,
    now: () => new Date(),
  }
}

/** `feedback`: what the links in mails lead to, and the counting of who followed them. */
export async function startFeedback(dependencies: RoleDependencies): Promise<{
  readonly routes: readonly Route[]
  readonly counting: Work
}> {
  const { config, log, db, keys, tokens, contentTasks, subscriptions } = dependencies
  const pages = { db, tokens, contentTasks }
  const counting = await dependencies.pausing.run('feedback/counting', () => startCounting(db, log))
  const routes = publicRoutes({
    db,
    tokens,
    friends: friendSeal(keys, tokens),
    mailLinks: dependencies.mailLinks,
    contentUrl: config.LETTERSHOP_CONTENT_URL,
    hits: createHits(db, {
      kept: truncations[config.LETTERSHOP_HIT_ADDRESS],
      onFigures: read => dependencies.queues.set('hits', read),
      onRecorded: () => counting.current()?.wake(),
    }),
    countAnonymousOpen: createAnonymousOpens(db, {
      onFigures: read => dependencies.queues.set('anonymous_opens', read),
    }),
    subscriptions,
    forms: formParts({ db, tokens, log }),
    renderWebVersion: recipient => findWebVersion(pages, recipient),
    renderForFriend: campaign => findLetterForFriend(pages, campaign),
    limitReports: sharedRateLimit(db, log, 'report pages', reportRate),
    limitLeaving: sharedRateLimit(db, log, 'leave pages', leaveRate),
    linkTarget: (recipient, target) => linkTarget(db, recipient, target),
  })
  return { routes, counting }
}

/** `feedback` too: the mailbox, where it has a port. @param onKept there is something to read */
export async function startMailboxOn(dependencies: RoleDependencies, onKept: () => void) {
  const { config, log, db, tokens, bounceDomain: domain, memory } = dependencies
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

/** `jobs`: what is worked off behind the callers' backs. */
export async function startBackground(
  dependencies: RoleDependencies,
): Promise<{ readonly works: readonly Work[]; wakeReader(): void }> {
  const { config, log, db, keys, tokens, guards, subscriptions, poster } = dependencies
  const { run } = dependencies.pausing
  const softBounces = config.LETTERSHOP_SOFT_BOUNCES
  const settings = { softBounces, complaints: complaintLimits(config) }
  const scheduled = await run('jobs/scheduled', () => startScheduled(dependencies))
  const deliverer = await run('jobs/webhooks', () =>
    startDeliverer({ db, keys, poster, log, mayTell: guards?.maySend }),
  )
  const { apply } = inboundProcessor({ db, subscriptions, log, now: () => new Date(), settings })
  const reader = await run('jobs/returned-mail', () => startInboundMail({ db, tokens, read: readReturned, apply, log }))
  const fetch = fetcherOf(config)
  const handling = handlerDependencies(dependencies)
  const { hasRoom } = uploadLimits(dependencies)
  const outbox = outboxOf(config.LETTERSHOP_DATA)
  const works: readonly Work[] = [
    scheduled,
    deliverer,
    reader,
    await run('jobs/events', () => startSequencer({ db, log, onPublished: () => deliverer.current()?.wake() })),
    await run('jobs/bot-filter', () => startBotFilter(db, log)),
    await run('jobs/engagement', () => startRollUps(db, log)),
    await run('jobs/bounces', () => startBounceProcessor({ db, log, softBounces })),
    await run('jobs/uploads', () => startUploadExpiry(db, log)),
    await run('jobs/imports', () => startImports({ db, log })),
    await run('jobs/import-fetching', () =>
      startFetching({ db, keys, fetch, uploadLimits: uploadLimits(dependencies), log }),
    ),
    await run('jobs/sign-ups', () => startDeciding({ db, log })),
    await run('jobs/feeds', () =>
      startFeeds({
        ...sourceParts(handling),
        contentTasks: dependencies.contentTasks,
        sender: feedSender(handling),
        holds: guards?.holds,
        log,
      }),
    ),
    await run('jobs/report-mails', () =>
      startReportMails({
        db,
        tokens,
        mailLinks: dependencies.mailLinks,
        findLinkPlaces: handling.content.findLinkPlaces,
        holds: guards?.holds,
        log,
      }),
    ),
    await run('jobs/import-questions', () => startAsking({ db, log })),
    await run('jobs/bulk-changes', () => startBulkChanges({ db, log })),
    await run('jobs/erasures', () => startErasures({ db, removeMails: mails => removeMails(outbox, mails), log })),
    await run('jobs/withdrawals', () => startWithdrawals({ db, log })),
    await run('jobs/retention', () => startRetention({ db, ...retentionSettings(config), log })),
    await run('jobs/backups', () => startBackupSchedule({ db, environment: environmentOf(config), log })),
    await run('jobs/exports', () => startExports({ db, hasRoom, archiveOf: archiveOf(dependencies), log })),
    await run('jobs/series', () =>
      startSeriesWorker({ db, log, maySend: guards?.maySend, renew: renewer(dependencies) }),
    ),
  ]
  return { works, wakeReader: () => reader.current()?.wake() }
}

/** Makes another edition of a step. */
function renewer({ config, db, contentTasks }: RoleDependencies): SeriesWorkerParts['renew'] {
  const source = { db, fetch: fetcherOf(config), contentTasks }
  return (key, stepId) => renewEdition({ db, source }, key, stepId, new Date())
}

/** The installation's periods. */
function retentionSettings({ LETTERSHOP_RETENTION: given, LETTERSHOP_EVENT_DAYS, LETTERSHOP_AUDIT_MONTHS }: Config) {
  return { retention: { ...usualDays, ...given, Events: LETTERSHOP_EVENT_DAYS }, auditMonths: LETTERSHOP_AUDIT_MONTHS }
}

/** Mails of the service itself, and what is scheduled or rare. */
function startScheduled(dependencies: RoleDependencies) {
  const { config, log, db, keys, tokens, transport, mailLinks, guards, findSigner, bounceDomain } = dependencies
  const isSample = (clientId: number) => isSampleClient(db, clientId)
  const send = noticeSender({ transport, log, findSigner, isSample })
  const from = config.LETTERSHOP_MAIL_FROM
  const friends = friendSeal(keys, tokens)
  const contentUrl = config.LETTERSHOP_CONTENT_URL
  return startJobs(
    dependencies.databaseUrl,
    db,
    {
      ...refuseWhileHeld(guards, {
        ...systemMailJobs({ db, tokens, friends, mailLinks, contentUrl, bounceDomain, send }),
        ...readerMailJobs({ db, tokens, friends, mailLinks, contentUrl, bounceDomain, send }),
        ...accountMailJobs({ db, keys, mailLinks, from, send }),
        ...approvalMailJobs({ db, mailLinks, from, send }),
        ...newDeviceMailJobs({ db, mailLinks, from, send }),
        ...formMailJobs({ db, tokens, mailLinks, contentUrl, from, send }),
        ...feedMailJobs({ db, mailLinks, from, send }),
        ...reportMailJobs({ db, tokens, mailLinks, contentUrl, from, bounceDomain, send }),
      }),
      purgeSample: ({ clientId }) => purgeSample(db, clientId),
      accountMonth: ({ accountId }) => countAccountMonth(db, accountId, new Date()),
      campaignDomains: campaign => countCampaignDomains(db, campaign),
      suppressUnsubscribed: work => suppressUnsubscribed(db, work),
      removeSuppressed: work => removeSuppressed(db, work),
      segmentCount: asked => countInBackground(db, asked),
      segmentSizes: () => countAllSegments(db),
      purge: () => purge(db),
    },
    log,
  )
}

/** Of the command that makes a backup. */
function environmentOf(config: Config) {
  return {
    DATABASE_URL: config.DATABASE_URL ?? '', // with its password
    LETTERSHOP_DATABASE_PASSWORD_FILE: '',
    LETTERSHOP_DATA: config.LETTERSHOP_DATA,
    LETTERSHOP_SECRET: config.LETTERSHOP_SECRET ?? '',
  }
}

/** What `Export.Create` packs for an access request. */
function archiveOf({ db, tokens, contentTasks }: RoleDependencies) {
  return accessArchive({
    db,
    mailOf: recipient => composeKeptMail({ db, tokens, contentTasks }, recipient),
    now: () => new Date(),
  })
}

function complaintLimits(config: Config) {
  return { warn: config.LETTERSHOP_COMPLAINTS_WARN, hold: config.LETTERSHOP_COMPLAINTS_HOLD }
}
