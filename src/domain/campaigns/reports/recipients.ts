/** The ledger of a campaign as people read it. */
import type { CampaignProgress } from '../../../contract/groups/every-wire/sending.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { OutputOf } from '../../../contract/shapes.ts'
import type { Database } from '../../../store/connection/database.ts'
import {
  findCampaignProgress,
  type LedgerRow,
  type Progress,
  readFrontier,
  readLedgerRows,
  readNumbersEverIn,
} from '../../../store/ledger/recipients-of.ts'
import type { RecipientState } from '../../../store/states.ts'
import type { CampaignRef } from '../../access/access.ts'
import { stateNames } from '../../campaign-state/state-names.ts'
import { type PageRequest, readPage } from '../../paging/paging.ts'

export type { LedgerRow, Progress, RecipientState }

export interface WantedPage extends PageRequest {
  /** Null for every state. */
  readonly state: RecipientState | null
}

/** How many recipients are in which state; zeros before the audience is frozen. @throws Refusal InvalidCampaignId */
export async function readProgress(db: Database, campaign: CampaignRef): Promise<Progress> {
  const progress = await findCampaignProgress(db, campaign, campaign.timeZone)
  if (!progress) throw new Refusal('InvalidCampaignId')
  return progress
}

/** As the wire has it. */
export function progressRecord({ state, ...progress }: Progress): OutputOf<typeof CampaignProgress> {
  return {
    State: stateNames[state],
    Recipients: progress.recipients,
    Planned: progress.planned,
    HandingOver: progress.handingOver,
    Accepted: progress.accepted,
    Deferred: progress.deferred,
    Refused: progress.refused,
    Unknown: progress.unknown,
    Excluded: progress.excluded,
    DueDate: progress.dueDate,
    SentDate: progress.sentDate,
    FinishedDate: progress.finishedDate,
  }
}

/** Recipients in the order of their numbers. @throws Refusal InvalidParameter */
export async function readRecipients(
  db: Database,
  campaign: CampaignRef,
  { state, ...page }: WantedPage,
): Promise<readonly LedgerRow[]> {
  const { after, limit: most } = readPage(page)
  // a million rows are not searched where the counters know that no recipient has this state
  if (state !== null && countOf(await readProgress(db, campaign), state) === 0) return []
  const { clientId, campaignId, timeZone } = campaign
  const candidates = await candidatesFor(db, campaign, state, most)
  const rows: LedgerRow[] = []
  for (let from = after; rows.length < most; ) {
    const numbers = await candidates(from)
    if (numbers.length === 0) break
    rows.push(...(await readLedgerRows(db, { clientId, campaignId, numbers, state, timeZone })))
    from = numbers.at(-1)!
  }
  return rows.slice(0, most)
}

/** Numbers looked at together while those in a state are looked for. */
const stride = 4000

/** Who may be in a state: the next numbers above one, none when there are no more. */
async function candidatesFor(
  db: Database,
  campaign: CampaignRef,
  state: RecipientState | null,
  most: number,
): Promise<(after: number) => Promise<readonly number[]>> {
  switch (state) {
    case 'deferred':
    case 'refused':
    case 'unknown':
    case 'excluded':
      return after => readNumbersEverIn(db, campaign, state, after, most)
    case null:
    case 'planned':
    case 'handing over':
    case 'accepted': {
      const { firstOpen, nextNumber, recipients } = await readFrontier(db, campaign)
      const open = state === 'planned' || state === 'handing over'
      const first = open ? firstOpen : 1
      const last = state === null || state === 'planned' ? recipients : nextNumber - 1
      const step = state === null ? most : stride
      return async after => numbersFrom(Math.max(after + 1, first), Math.min(Math.max(after, first - 1) + step, last))
    }
  }
}

function numbersFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

function countOf(progress: Progress, state: RecipientState): number {
  return progress[state === 'handing over' ? 'handingOver' : state]
}
