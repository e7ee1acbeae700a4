/** What is looked at before a campaign is sent. */
import type { CampaignRef } from '../../domain/access/access.ts'
import {
  acknowledgeWarnings,
  type CheckReport,
  checkCampaign,
  countAudience,
} from '../../domain/campaigns/checking/check.ts'
import { countDraftBranches } from '../../domain/campaigns/checking/draft-branches.ts'
import { readStanding } from '../../domain/clients/complaints.ts'
import { confirmAbove } from '../../domain/clients/send-confirmation.ts'
import { readSendingDomains } from '../../store/accounts/sending-domains.ts'
import type { Dependencies, Handlers } from '../dependencies.ts'

export const checking: Pick<
  Handlers,
  'Campaign.Check' | 'Campaign.AcknowledgeWarnings' | 'Campaign.CountAudience' | 'Campaign.CountBranches'
> = {
  async 'Campaign.CountAudience'(_params, { campaign }, { db }) {
    const { members, addresses, suppressed, excluded, recipients, withoutConsent, paused, capped } =
      await countAudience(db, campaign)
    const threshold = await confirmAbove(db, campaign)
    return {
      Recipients: recipients,
      Members: members,
      Duplicates: members - addresses,
      Suppressed: suppressed,
      Excluded: excluded,
      ConsentExpired: withoutConsent['consent expired'],
      ConsentGranted: withoutConsent['consent granted'],
      AskedBefore: withoutConsent['asked before'],
      ConsentRefused: withoutConsent['consent refused'],
      Paused: paused,
      Capped: capped,
      ConfirmAbove: threshold,
    }
  },

  async 'Campaign.CountBranches'(_params, { campaign }, { db, content: { contentTasks } }) {
    const { branches, faults } = await countDraftBranches(db, contentTasks, campaign)
    return {
      Branches: branches.map(({ part, section, line, depth, shows, condition, recipients }) => ({
        Part: part === 'Html' ? 'Content' : part,
        Section: section,
        Line: line,
        Depth: depth,
        Shows: shows,
        Condition: condition,
        Recipients: recipients,
      })),
      Faults: [...faults],
    }
  },

  async 'Campaign.Check'(_params, { campaign }, dependencies) {
    const report = await checkOf(dependencies, campaign)
    return {
      Ready: report.ready,
      Recipients: report.recipients,
      Suppressed: report.suppressed,
      Cost: report.cost,
      Currency: report.currency,
      SizeInBytes: report.sizeInBytes,
      Findings: report.findings.map(({ severity, code, message, detail, acknowledged }) => ({
        Severity: severity,
        Code: code,
        Message: message,
        Detail: detail === '' ? null : detail,
        AcknowledgedBy: acknowledged?.by ?? null,
        AcknowledgedDate: acknowledged?.at ?? null,
      })),
    }
  },

  'Campaign.AcknowledgeWarnings': ({ Codes }, { campaign, principal }, { db, now }) =>
    acknowledgeWarnings(db, campaign, Codes ?? [], principal.username, now()),
}

/** Checks a campaign with all settings of this installation. */
export function checkOf(
  {
    db,
    network: { fetch },
    content: { composeOnce, contentTasks },
    limits: { complaintLimits },
    mail: { mailLinks },
    now,
  }: Dependencies,
  campaign: CampaignRef,
): Promise<CheckReport> {
  const domainIsVerified = async (domain: string) =>
    (await readSendingDomains(db, campaign, domain)).some(({ rsaFound, ed25519Found }) => rsaFound || ed25519Found)
  const complaints = complaintLimits && (() => readStanding(db, campaign, complaintLimits, now()))
  const parts = { db, fetch, contentTasks, compose: composeOnce, domainIsVerified, complaints }
  return checkCampaign(parts, campaign, mailLinks)
}
