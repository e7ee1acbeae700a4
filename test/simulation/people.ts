/** What people do meanwhile: some leave, some steer. */
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryCampaign,
  settleCampaign,
} from '../../src/domain/campaigns/lifecycle/lifecycle.ts'
import { subscriptions } from '../../src/domain/subscribers/subscriptions.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { carla } from '../harness/seed.ts'
import type { Random } from './random.ts'
import type { Schedule } from './schedule.ts'
import type { Watched } from './simulate.ts'
import { clientOf, endings, stateOf } from './world.ts'

/** A recipient leaves, in whichever way. */
export async function leave(db: Database, { campaign, watch }: Watched, random: Random) {
  const address = random.pick(campaign.addresses)
  const { clientId, listId } = campaign
  if (random.chance(0.5)) {
    await db`
      insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${address}, ${address}, 'manual', now())
      on conflict do nothing`
  } else {
    const [member] = await db`
      select id from subscribers where client_id = ${clientId} and list_id = ${listId} and address = ${address}`
    await subscriptions(db).unsubscribeMember(clientOf(campaign), listId, member!.id as number, { by: 'page' })
  }
  watch.excluded(address)
}

/** A person pauses, resumes, cancels, or decides on what failed. */
export async function steer(db: Database, { campaign, watch }: Watched, random: Random, schedule: Schedule) {
  const { state } = await stateOf(db, campaign)
  const at = new Date(schedule.now())
  if (state === 'paused' && random.chance(0.4)) {
    await resumeCampaign(db, campaign, carla, at)
    return watch.halted(false)
  }
  if (state === 'sending' && random.chance(0.6)) {
    await pauseCampaign(db, campaign, carla, at)
    return watch.halted(true)
  }
  if ((state === 'sending' || state === 'paused') && random.chance(0.15)) {
    await cancelCampaign(db, campaign, carla, at)
    return watch.halted(true)
  }
  if (state === 'sending' || state === 'paused' || state === 'sent') {
    const kind = random.pick(['refused', 'unknown'] as const)
    const before = await endings(db, campaign)
    if (kind === 'refused') await retryCampaign(db, campaign, carla, at)
    else await settleCampaign(db, campaign, { number: 0, as: 'retry' }, carla, at)
    const after = await endings(db, campaign)
    const again = after.filter((ending, n) => ending.kind === 'deferred' && before[n]!.kind === kind)
    watch.pardoned(again.map(({ address }) => address))
  }
}
