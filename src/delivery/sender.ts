/**
 * A sender: plans what is due, claims ranges of what is being sent, and ends what is done. Any number may run, on any
 * number of machines; they meet only in the database. It notices work at once (`campaign_due`) or within a second.
 */

import { finishCampaigns } from '../domain/campaign-state/transitions.ts'
import { closeCancelledCampaigns } from '../domain/campaigns/lifecycle/lifecycle.ts'
import type { Tokens } from '../domain/tokens/tokens.ts'
import type { Log } from '../lib/log.ts'
import { startPoller } from '../lib/poller.ts'
import { realTimers, type Timers } from '../lib/timers.ts'
import { readSendableCampaigns } from '../store/campaigns/sending.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { enqueueAll } from '../store/jobs/jobs.ts'
import type { CampaignKey } from '../store/keys.ts'
import type { TakeUp } from '../store/ledger/leases.ts'
import type { FindSigner } from './compose/signing.ts'
import type { LetterTasks } from './content/tasks.ts'
import { type DiskSpace, writableDisk } from './guards/disk-space.ts'
import { createOutage } from './guards/outage.ts'
import { createContinuity } from './journal/continuity.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import { leftRanges } from './journal/left-ranges.ts'
import { createRecovery } from './journal/recovery.ts'
import { createPlanner } from './planning/planner.ts'
import { createTestWatch } from './planning/test-watch.ts'
import { compiledCampaigns } from './range/compiled-campaigns.ts'
import { fairShare } from './range/fair-share.ts'
import { mostRanges, Ranges } from './range/ranges.ts'
import type { Transport } from './transport.ts'

export interface SenderParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly transport: Transport
  readonly log: Log
  /** Compiles campaigns. */
  readonly contentTasks: Pick<LetterTasks, 'compileDraft' | 'compileLetter'>
  /** The time: the guard's, so that a clock that leaps makes nothing due. */
  readonly now?: (() => Date) | undefined
  readonly timers?: Timers
  /** Names this sender in its leases. */
  readonly owner: string
  /** Where its journal is, and those of senders before it on this machine. */
  readonly journalFolder: string
  readonly journals?: typeof openJournal
  /** Returned mail goes to `b+<token>@` this domain; the From address without one. */
  readonly bounceDomain?: string | undefined
  /** Finds the signer of a campaign; mails go unsigned when it is absent. */
  readonly findSigner?: FindSigner | undefined
  /** Numbers claimed at once. */
  readonly rangeSize?: number
  /** Members of an audience that are frozen at once. */
  readonly freezeSize?: number
  /** How long a silent sender keeps its claims. */
  readonly leaseMs?: number
  readonly pollMs?: number
  /** How long nothing is claimed after another database server took over; 0 where none can. */
  readonly pauseMs?: number
  /** Asked before anything is planned or claimed: false while a guard holds sending. Holds are also asked for with each group. */
  readonly maySend?: (() => Promise<boolean>) | undefined
  /** Asked before each message: false while no heartbeat can be written, so that a restore could go unnoticed. */
  readonly isGuarded?: (() => boolean) | undefined
  /** The data folder whose holds stop this sender, besides those that stop every sender. */
  readonly holdFolder?: (() => string) | undefined
  /** Checks the space for the journal; without it only failing writes show a full disk. */
  readonly disk?: DiskSpace | undefined
  /** Mails of a day for clients without a limit of their own; 0 for no limit. */
  readonly dailyLimit?: number
}

export interface Sender {
  /** Looks for work now. */
  wake(): void
  /** Hands nothing over any more, waits for open transactions for at most `graceMs`, and gives its ranges back. */
  stop(graceMs?: number): Promise<void>
}

/**
 * A sender looks for work every `pollMs`; connecting to a database that was away may take it a few looks. With them sending
 * goes on about ten seconds after the database is back.
 */
const looksOfOthers = 8

export function startSender(parts: SenderParts): Sender {
  const { db, tokens, transport, log, contentTasks, owner } = parts
  const { now = () => new Date(), leaseMs = 60_000, pollMs = 1000, timers = realTimers } = parts
  const { journals = openJournal, holdFolder = () => '', isGuarded = () => true } = parts
  /** After this time every living sender has looked for work again and finished its writes. */
  const lookAgainMs = pollMs * looksOfOthers
  const disk = parts.disk ?? writableDisk(() => now().getTime())
  const stopping = new AbortController()
  const abandoned = new AbortController()
  const outage = createOutage()
  const left = leftRanges({ db, now, claimOf, isKnownServer })
  const continuity = createContinuity({ db, log, now })
  const campaigns = compiledCampaigns({
    ...{ db, tokens, contentTasks, log, now, stopping: stopping.signal },
    bounceDomain: parts.bounceDomain,
    findSigner: parts.findSigner,
  })
  const ranges: Ranges = new Ranges({
    delivery: {
      ...{ db, transport, log, now, timers, leaseMs, outage, disk, continuity, holdFolder, isGuarded },
      places: fairShare(() => transport.concurrency),
      unrecorded: new Set(),
      stopping: stopping.signal,
      abandoned: abandoned.signal,
    },
    ...{ campaigns, left, claimOf, isKnownServer },
    rangeSize: parts.rangeSize ?? 4000,
    dailyLimit: parts.dailyLimit ?? 0,
    onNearlyDone: wake,
    onEnd: rangeEnded,
  })
  const recovery = createRecovery({
    ...{ db, owner, now, continuity, left },
    pauseMs: parts.pauseMs ?? lookAgainMs,
    work: ranges,
  })
  const planner = createPlanner({
    ...{ db, log, contentTasks, now, stopping: stopping.signal, onPlanned: wake },
    ...(parts.freezeSize !== undefined && { freezeSize: parts.freezeSize }),
  })
  const tests = createTestWatch({ db, log, now })
  let journal: Journal | undefined
  const poller = startPoller({
    name: 'looking for campaigns to send',
    every: pollMs,
    // who finds more, a range that has ended say, wakes
    work: () => look().then(() => false),
    listen: heard => db.listen('campaign_due', heard),
    ...{ timers, log },
  })

  function wake() {
    poller.wake()
  }

  async function look() {
    journal ??= await journals(parts.journalFolder, owner, log)
    if (!(await recovery.run(journal))) return
    if (parts.maySend && !(await parts.maySend())) return
    await tests.look()
    await planner.look()
    await recovery.settleHalted(journal)
    await closeCancelledCampaigns(db, now())
    for (const { campaignId } of await finishSent(db, now())) campaigns.forget(campaignId)
    if (outage.heldUntil(now()) === undefined && disk.full() === undefined)
      ranges.start(await readSendableCampaigns(db, now(), mostRanges * 2), journal)
  }

  function rangeEnded(sent: boolean | undefined) {
    if (sent === undefined) recovery.rangeFailed()
    if (sent || !continuity.isTrusted()) wake()
  }

  /** Whether the server that answered is the one known to have all commits; another one is checked first. */
  function isKnownServer(server: string) {
    continuity.answered(server)
    return continuity.isTrusted()
  }

  function claimOf({ clientId, campaignId }: CampaignKey): TakeUp {
    const at = now()
    const until = (ms: number) => new Date(at.getTime() + ms)
    return { clientId, campaignId, owner, at, expiresAt: until(leaseMs), graceUntil: until(lookAgainMs) }
  }

  return {
    wake,
    async stop(graceMs = 10_000) {
      stopping.abort()
      const cancel = timers.after(graceMs, () => abandoned.abort())
      await poller.stop()
      await planner.settled()
      await ranges.ended()
      cancel()
      await journal?.close()
    },
  }
}

/** Ends what has no open recipient any more. @returns the campaigns that ended */
function finishSent(db: Database, at: Date): Promise<readonly CampaignKey[]> {
  return transaction(db, async sql => {
    const finished = await finishCampaigns(sql, at)
    await enqueueAll(sql, 'sentNotice', [...finished])
    return finished
  })
}
