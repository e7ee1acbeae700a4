/** What is looked at before a campaign is sent. */
import { acknowledgeWarnings, checkCampaign } from '../domain/campaigns/check.ts'
import { standingOf } from '../domain/clients/complaints.ts'
import { sendingDomains } from '../store/sending-domains.ts'
import type { Handlers } from './house.ts'

export const checking: Pick<Handlers, 'Campaign.Check' | 'Campaign.AcknowledgeWarnings'> = {
  async 'Campaign.Check'(_params, { campaign }, house) {
    const { db, fetch, composeOnce, complaintLimits, mailLinks, now } = house
    const domainIsVerified = async (domain: string) =>
      (await sendingDomains(db, campaign, domain)).some(({ rsaFound, ed25519Found }) => rsaFound || ed25519Found)
    const report = await checkCampaign(
      {
        db,
        fetch,
        compose: composeOnce,
        domainIsVerified,
        complaints: complaintLimits && (() => standingOf(db, campaign, complaintLimits, now())),
      },
      campaign,
      mailLinks,
    )
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
