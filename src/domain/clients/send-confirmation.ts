/**
 * Above how many recipients a person has to type their number to send a campaign.
 * See docs/decisions/campaigns.md#a-large-audience-is-confirmed-with-its-number.
 */
import { Refusal } from '../../contract/refusals.ts'
import { readClientOptions, updateConfirmAbove } from '../../store/accounts/clients.ts'
import { type Audience, countMembers } from '../../store/campaigns/audience.ts'
import { countAudience } from '../../store/campaigns/audience-counts.ts'
import { readLatestAudiences } from '../../store/campaigns/usual-audience.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'

/** Means ten times the usual audience. */
export const byUsual = -1

/** Most campaigns that the usual audience is computed from, and the fewest that are needed. */
const mostCampaigns = 10
const fewestCampaigns = 3
/** An audience is unusual from this many times the usual one. */
const factor = 10
/** Recipients: with fewer campaigns, and the least that ten times the usual audience counts as. */
const withoutUsual = 5000
const leastThreshold = 100

/** @param above 0 or more recipients, or -1 for ten times the usual audience @throws Refusal InvalidParameter */
export async function setSendConfirmation(db: Database, client: ClientRef, above: number): Promise<void> {
  if (above < byUsual)
    throw new Refusal(
      'InvalidParameter',
      'ConfirmAbove is a number of recipients, or -1 for ten times the usual audience.',
    )
  await updateConfirmAbove(db, client, above === byUsual ? null : above)
}

/** What holds now. @param chosen what the client chose; null for ten times the usual audience */
export async function readThreshold(sql: Sql, clientId: number, chosen: number | null): Promise<number> {
  if (chosen !== null) return chosen
  const audiences = await readLatestAudiences(sql, clientId, mostCampaigns)
  if (audiences.length < fewestCampaigns) return withoutUsual
  return Math.max(leastThreshold, Math.ceil(factor * medianOf(audiences)))
}

/** The number of recipients above which a person has to type it. */
export async function confirmAbove(sql: Sql, client: ClientRef): Promise<number> {
  const { confirmAbove: chosen } = await readClientOptions(sql, client)
  return readThreshold(sql, client.clientId, chosen)
}

/** Recipients of an audience; undefined where they are no more than `most`. */
export async function countAbove(
  sql: Sql,
  clientId: number,
  audience: Audience,
  most: number,
): Promise<number | undefined> {
  // members are never fewer than recipients, and are counted no further than the limit
  if ((await countMembers(sql, clientId, audience, most + 1)) <= most) return undefined
  const { recipients } = await countAudience(sql, clientId, audience)
  return recipients > most ? recipients : undefined
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}
