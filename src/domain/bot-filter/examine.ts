/** The hits of recipients, with what the bot filter says of each. */
import type { Sql } from '../../store/connection/database.ts'
import type { RecipientKey } from '../../store/keys.ts'
import { type RawHit, readHitsOf, readLinksOf, readSettingsOf, type Setting } from '../../store/tracking/classified.ts'
import { type Rules, rules as rulesInForce } from './rules.ts'
import { classify, type Verdict } from './verdicts.ts'

export interface Examination {
  /** In the order of their times; only the first ones of a recipient with very many. */
  readonly hits: readonly RawHit[]
  /** Of the hits at the same places. */
  readonly verdicts: readonly Verdict[]
  /** Undefined where the campaign is purged. */
  readonly setting: Setting | undefined
  /** Targets of the links 1, 2, … of the campaign. */
  readonly links: readonly string[]
}

/** @returns one for each recipient, in their order */
export async function examine(
  sql: Sql,
  recipients: readonly RecipientKey[],
  rules: Rules = rulesInForce,
): Promise<readonly Examination[]> {
  const [linksOfCampaign, settings, rows] = await Promise.all([
    readLinksOf(sql, recipients),
    readSettingsOf(sql, recipients),
    readHitsOf(sql, recipients),
  ])
  const settingAt = new Map(settings.map(setting => [setting.place, setting]))
  const hitsAt: RawHit[][] = recipients.map(() => [])
  for (const { place, ...hit } of rows) hitsAt[place]!.push(hit)
  return recipients.map(({ campaignId }, place) => {
    const hits = hitsAt[place]!
    const setting = settingAt.get(place)
    const links = linksOfCampaign.get(campaignId) ?? []
    const circumstances = { acceptedAt: setting?.acceptedAt ?? undefined, links: links.length }
    return { hits, verdicts: classify(hits, circumstances, rules), setting, links }
  })
}
