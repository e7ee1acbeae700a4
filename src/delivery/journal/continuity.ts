/**
 * Does the database still have what this sender committed? A standby that takes over may lack the last seconds, and then says of
 * people who got their mail that they are still to get it. When another server answers than before, nothing more is
 * handed over until the last entry of each recent range was found in it; when one is missing, all sending is held, and what the
 * journals of the last minutes say is put into the ledger again.
 */

import { cancelHalfFrozen, withdrawBegun } from '../../domain/campaign-state/transitions.ts'
import type { Log } from '../../lib/log.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { Entry } from '../../store/ledger/entry.ts'
import type { Lease } from '../../store/ledger/leases.ts'
import {
  appendLost,
  type Committed,
  countMissing,
  findCampaignOfJournal,
  type JournalCampaign,
} from '../../store/ledger/lost-commits.ts'
import { placeHold } from '../../store/limits/guards.ts'
import type { Journal, KeptRecord } from './journal.ts'

export interface ContinuityParts {
  readonly db: Database
  readonly log: Log
  readonly now: () => Date
}

export interface Continuity {
  /** False from the moment another server answers, or something is found to be missing, until that is settled. */
  isTrusted(): boolean
  /** Which server answered a statement (`Counted`). */
  answered(server: string): void
  /** An entry is committed, the last of its lease for now. */
  committed(lease: Lease, entry: Pick<Entry, 'number' | 'attempt'>): void
  /** A server answered that lacks commits made under a lease. */
  lost(): void
  /** A range ended that another server does not know; its journal is compared with that server. */
  severed(): void
  /** Holds all sending if commits are known to be missing; called before the other repairs. */
  hold(): Promise<void>
  /** Called while no range is under way: checks for missing commits and settles their recipients; then `isTrusted`. */
  verify(journal: Journal, owner: string): Promise<void>
  /** Checks the commits of a sender that has certainly ended, before its ranges are settled. */
  verifyOther(journal: Journal, owner: string): Promise<void>
  /** Checks records of such a sender outside its present leases: the log must not lack any of their entries. */
  settleRest(journal: Journal, owner: string): Promise<void>
}

/** Ranges whose last entry is remembered: those of some minutes. */
const mostRemembered = 2000

/** Logs a campaign that was ended because the database knows less of it than the journals. */
function logEnded(log: Log, { campaignId, hasBegun }: JournalCampaign, handedOver: number): void {
  log.error(
    { campaign: campaignId, handedOver },
    hasBegun
      ? 'mails of a campaign went out whose audience the database has not all; it is cancelled now'
      : 'mails of a campaign went out that the database does not know to have begun; it is a draft now',
  )
}

/** Whether mails went to numbers of an audience that grows which the database lost: it would give them to others. */
function isBeyond({ grownTo }: JournalCampaign, handed: readonly { readonly number: number }[]): boolean {
  return grownTo !== null && handed.some(({ number }) => number > grownTo)
}

export function createContinuity({ db, log, now }: ContinuityParts): Continuity {
  let known: string | undefined
  let latest: string | undefined
  let isLost = false
  let isSevered = false
  /** The last committed entry by the token of its lease, the most recent at the end. */
  const remembered = new Map<number, Committed>()

  const detail =
    'The database does not have all that this sender committed: it was replaced by one that lacks the last moments, a standby after a fail-over say. What the journals know was put into the ledger; what others did in these moments (subscriptions, opt-outs, edits) is lost.'

  async function hold(sql: Database | Transaction): Promise<void> {
    await placeHold(sql, { kind: 'commits lost', folder: '', detail }, now())
  }

  /** @returns how many entries the log lacked */
  async function settle(journal: Journal, record: KeptRecord): Promise<number> {
    const campaign = await findCampaignOfJournal(db, record.range.campaignPublicId)
    const { handed, outcomes } = await journal.contents(record)
    if (!campaign) return 0
    const isCut = !campaign.hasBegun || campaign.isFreezing || isBeyond(campaign, handed)
    const appended = await transaction(db, async sql => {
      if (isCut) {
        if (handed.length > 0) {
          await hold(sql)
          await (campaign.hasBegun ? cancelHalfFrozen : withdrawBegun)(sql, campaign, now())
        }
        return 0
      }
      const lost = (await appendLost(sql, campaign, outcomes, handed, now())).length
      if (lost > 0) await hold(sql)
      return lost
    })
    if (isCut) logEnded(log, campaign, handed.length)
    return appended
  }

  async function settleAll(journal: Journal, records: readonly KeptRecord[]): Promise<void> {
    let appended = 0
    for (const record of records) appended += await settle(journal, record)
    if (appended > 0) log.error({ appended }, `sending is held: ${detail}`)
  }

  return {
    isTrusted: () => !isLost && latest === known,
    answered(server) {
      latest = server
      known ??= server
    },
    committed({ clientId, campaignId, token }, { number, attempt }) {
      remembered.delete(token)
      remembered.set(token, { clientId, campaignId, number, attempt })
      if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
    },
    lost() {
      isLost = true
    },
    severed() {
      isSevered = true
    },
    async hold() {
      // ranges under way may take minutes to end; others would send meanwhile what is known to be missing
      const isMissing = !isLost && latest !== known && (await countMissing(db, [...remembered.values()])) > 0
      // a range may have said so while the database counted
      isLost ||= isMissing
      if (isLost) await hold(db)
    },
    async verify(journal, owner) {
      const server = latest
      const missing = await countMissing(db, [...remembered.values()])
      if (missing > 0 || isLost) {
        isLost = true
        await hold(db)
      }
      if (isLost || isSevered) await settleAll(journal, await journal.recordsOf(owner))
      remembered.clear()
      isLost = false
      isSevered = false
      known = server
    },
    async verifyOther(journal, owner) {
      const records = (await journal.recordsOf(owner)).filter(({ isSettled }) => isSettled)
      const committed: Committed[] = []
      for (const { last, range } of records) {
        const campaign = last && (await findCampaignOfJournal(db, range.campaignPublicId))
        if (campaign) committed.push({ ...campaign, ...last })
      }
      if ((await countMissing(db, committed)) > 0) await settleAll(journal, records)
    },
    async settleRest(journal, owner) {
      const records = await journal.recordsOf(owner)
      await settleAll(
        journal,
        records.filter(({ isSettled }) => !isSettled),
      )
      for (const record of records) await journal.discard(record)
    },
  }
}
