/** A backup is made at a random moment and put back at a later one: what the guards then must hold, until a person lets go. */
import assert from 'node:assert/strict'
import { type Guards, startGuards } from '../../src/delivery/guards.ts'
import { cancelCampaign, resumeCampaign } from '../../src/domain/campaigns/steering.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/database.ts'
import { releaseHolds, standingHolds } from '../../src/store/guards.ts'
import { type Backup, backUp, putBack } from './backup.ts'
import { simulatedFolders } from './folders.ts'
import type { HandOver } from './hand-overs.ts'
import { somebody } from './people.ts'
import type { Random } from './random.ts'
import { type Actor, actor, beatMs, type Schedule } from './schedule.ts'
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
  /** Those of a sender that starts on a machine. */
  guards(db: Database, who: Actor, machine: number): Promise<Guards>
  handed(handOver: HandOver): void
  end(): Promise<void>
}

export async function createRestoring(
  db: Database,
  schedule: Schedule,
  random: Random,
  campaigns: readonly Watched[],
  machines: number,
): Promise<Restoring> {
  await db`insert into installation (secret_fingerprint) values ('\\x00') on conflict do nothing`
  const clients = [...new Set(campaigns.map(({ campaign }) => campaign.clientId))]
  const backupAt = random.whole(5, 300)
  const restoreAt = backupAt + random.whole(20, 300)
  const heldFor = random.whole(50, 300)
  let backup: Backup | undefined
  let restored: (() => Promise<void>)[] = []
  let since: number | undefined
  let isDone = false

  const folders = simulatedFolders(schedule)
  const begun = schedule.now()
  const log = createLog(process.env.TEST_LOG ?? 'silent')
  const guards = (own: Database, who: Actor, machine: number) =>
    startGuards({
      db: own,
      dataFolder: `machine ${machine}`,
      embedded: false,
      log,
      latestStartHours: 0,
      now: () => new Date(schedule.now()),
      machine: async () => ({ boot: 'this', uptime: (schedule.now() - begun) / 1000 }),
      beatMs,
      timers: schedule.timers(who),
      elapsed: schedule.now,
      files: folders.of(machine, who),
    })
  // one that joins after an hour of silence would be held
  for (let machine = 1; machine <= machines; machine++)
    await (await guards(db, actor(`setup@m${machine}`, 0), machine)).stop()

  /** Machines that were alive since the backup know that there was more. */
  const knowing = () =>
    Array.from({ length: machines }, (_, n) => n + 1).filter(
      machine => folders.beatOf(machine) > (backup!.beats.get(`m${machine}`) ?? 0),
    )

  async function letGo() {
    const holds = await standingHolds(db)
    if (holds.length === 0) return
    assert.ok(
      holds.some(({ kind }) => kind === 'database restored'),
      'somebody saw that the database is an older one',
    )
    for (const { campaign, watch } of campaigns) {
      const { state } = await stateOf(db, campaign)
      const at = new Date(schedule.now())
      if ((state === 'sending' || state === 'paused') && random.chance(0.5)) {
        await cancelCampaign(db, campaign, somebody, at)
        watch.halted(true)
      } else if (state === 'paused') {
        // knowing that who was mailed since the backup is mailed again
        await resumeCampaign(db, campaign, somebody, at)
        watch.halted(false)
      }
    }
    await releaseHolds(db)
    since = undefined
    isDone = true
  }

  /** What began after the backup is a draft where a journal told of it; a person sends it, knowing that it repeats what the backup does not know. */
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
        if (step % 50 === 0) {
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
        restored = campaigns.map(({ watch }) => watch.remember())
        return false
      }
      if ((step < restoreAt && !isIdle) || knowing().length === 0) return false
      since = step
      return true
    },
    async putBack() {
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
      return since === undefined ? undefined : knowing()
    },
    guards,
    handed({ to }) {
      assert.ok(since === undefined, `${to} was handed over before the restored database was released`)
    },
    async end() {
      await db`delete from holds`
      await db`delete from heartbeats`
    },
  }
}
