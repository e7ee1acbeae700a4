/**
 * A backup is made at a random moment and put back at a later one: what the guards then must hold, until a person lets go. Either
 * the database alone is put back, or, in place, the data folders with it.
 */
import assert from 'node:assert/strict'
import { cancelCampaign, resumeCampaign } from '../../src/domain/campaigns/lifecycle/lifecycle.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { findActiveHolds, releaseHolds } from '../../src/store/limits/guards.ts'
import { carla } from '../harness/seed.ts'
import { type Backup, backUp, putBack } from './backup.ts'
import type { FoldersBackup, Tool } from './folders.ts'
import type { SimulatedGuards } from './guards.ts'
import type { HandOver } from './hand-overs.ts'
import { backUpJournals } from './journals.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'
import type { Watched } from './simulate.ts'
import { stateOf } from './world.ts'

export interface Restoring {
  /** Makes the backup or lets go of sending when it is time to. @returns whether the backup is to be put back now */
  isTime(step: number, isIdle?: boolean): Promise<boolean>
  putBack(): Promise<void>
  /** Nothing may be handed over. */
  readonly isHeld: boolean
  readonly isDone: boolean
  /** Where senders may start; anywhere when undefined. */
  readonly machines: readonly number[] | undefined
  handed(handOver: HandOver): void
}

export interface RestoringParts {
  readonly db: Database
  readonly schedule: Schedule
  readonly random: Random
  readonly campaigns: readonly Watched[]
  readonly machines: number
  readonly guards: SimulatedGuards
  /** Where the machines' journals are. */
  readonly folder: string
  /** With what the data folders are put back too; undefined when they stay. */
  readonly tool: Tool | undefined
}

export function createRestoring({
  db,
  schedule,
  random,
  campaigns,
  machines,
  guards: { folders },
  folder,
  tool,
}: RestoringParts): Restoring {
  const clients = [...new Set(campaigns.map(({ campaign }) => campaign.clientId))]
  const backupAt = random.whole(5, 300)
  const restoreAt = backupAt + random.whole(20, 300)
  const heldFor = random.whole(50, 300)
  let backup: Backup | undefined
  let foldersBackup: FoldersBackup | undefined
  let putBackJournals: ((tool: Tool) => void) | undefined
  /** Machines that can notice an older database at the moment it is put back. */
  let witnesses: readonly number[] = []
  let restored: (() => Promise<void>)[] = []
  let since: number | undefined
  let isDone = false

  /** Machines that were alive since the backup know that there was more. */
  const knowing = () =>
    Array.from({ length: machines }, (_, n) => n + 1).filter(machine => {
      const recorded = backup!.beats.get(`m${machine}`) ?? 0
      return tool ? foldersBackup!.isOutdated(machine, recorded) : folders.beatOf(machine) > recorded
    })

  async function letGo() {
    const holds = await findActiveHolds(db)
    if (holds.length === 0) return
    assert.ok(
      holds.some(({ kind }) => kind === (tool ? 'data folder restored' : 'database restored')),
      'an operator saw that the database is an older one',
    )
    for (const { campaign, watch } of campaigns) {
      const { state } = await stateOf(db, campaign)
      const at = new Date(schedule.now())
      if ((state === 'sending' || state === 'paused') && random.chance(0.5)) {
        await cancelCampaign(db, campaign, carla, at)
        watch.halted(true)
      } else if (state === 'paused') {
        // knowing that who was mailed since the backup is mailed again
        await resumeCampaign(db, campaign, carla, at)
        watch.halted(false)
      }
    }
    await releaseHolds(db)
    since = undefined
    isDone = true
  }

  /**
   * A campaign that began after the backup is a draft if a journal names it; a person sends it, knowing that it repeats hand-overs which
   * the backup does not have.
   */
  async function sendDraftsAgain() {
    for (const { campaign } of campaigns)
      await db`
        update campaigns set state = 'scheduled', due_at = ${new Date(schedule.now())}
        where client_id = ${campaign.clientId} and id = ${campaign.campaignId} and state = 'draft'`
  }

  return {
    async isTime(step, isIdle = false) {
      if (isDone) {
        // a machine that starts only now sees for itself that the database is an older one, and asks again
        if (step % 50 === 0 && !isIdle) {
          await releaseHolds(db)
          await sendDraftsAgain()
        }
        return false
      }
      if (since !== undefined) {
        if (step >= since + heldFor) await letGo()
        return false
      }
      if (!backup) {
        if (step < backupAt) return false
        backup = await backUp(db, clients)
        foldersBackup = folders.backUp()
        putBackJournals = backUpJournals(folder, machines)
        restored = campaigns.map(({ watch }) => watch.remember('all'))
        return false
      }
      if ((step < restoreAt && !isIdle) || knowing().length === 0) return false
      since = step
      return true
    },
    async putBack() {
      witnesses = knowing()
      if (tool) {
        foldersBackup!.putBack(tool)
        putBackJournals!(tool)
      }
      await putBack(db, clients, backup!)
      for (const forget of restored) await forget()
    },
    get isHeld() {
      return since !== undefined
    },
    get isDone() {
      return isDone
    },
    get machines() {
      return since === undefined ? undefined : witnesses
    },
    handed({ to }) {
      assert.ok(since === undefined, `${to} was handed over before the restored database was released`)
    },
  }
}
