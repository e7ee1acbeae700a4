/** Outbox.*: mails that were written to a folder instead of being sent. */
import { Refusal } from '../contract/refusals.ts'
import { mayOnClient } from '../domain/access/principal.ts'
import { listOutbox, notHere, outboxMail } from '../domain/campaigns/mails/outbox.ts'
import { showPreview } from '../domain/campaigns/mails/preview.ts'
import type { HandlersOf } from './dependencies.ts'
import { addresses, partsOf } from './previews.ts'

export const outboxOperations: HandlersOf<'Outbox'> = {
  async 'Outbox.List'({ CampaignID, Cursor, Limit }, { client, principal }, { db, mail: { outbox }, access }) {
    const isGiven = (CampaignID ?? '').trim() !== ''
    const campaign = isGiven ? await access.campaign(Promise.resolve(principal), CampaignID, 'ReadReports') : undefined
    if (campaign && campaign.clientId !== client.clientId) throw new Refusal('InvalidCampaignId')
    const { rows, nextCursor } = await listOutbox({ db, outbox }, client, campaign, { cursor: Cursor, limit: Limit })
    const mails = rows.map(row => ({
      Mail: row.name,
      CampaignID: row.campaign.publicId,
      CampaignName: row.campaign.name,
      Kind: kinds[row.kind],
      To: row.to,
      From: row.from ?? '',
      Subject: row.subject ?? '',
      Date: row.date,
      IsHere: row.isHere,
    }))
    return { Mails: mails, NextCursor: nextCursor, Message: rows.every(({ isHere }) => isHere) ? '' : notHere }
  },

  async 'Outbox.GetMail'({ Mail }, { campaign, principal, origin }, dependencies) {
    const hidesLinks = !mayOnClient(principal, campaign.clientId, 'ChangeAudience')
    const mail = await outboxMail({ db: dependencies.db, outbox: dependencies.mail.outbox }, campaign, Mail, hidesLinks)
    const at = await showPreview(partsOf(dependencies, origin), campaign, mail.html)
    return {
      Mail: mail.name,
      CampaignID: campaign.campaignPublicId,
      Kind: kinds[mail.kind],
      From: mail.from,
      To: mail.to,
      ReplyTo: mail.replyTo,
      Subject: mail.subject,
      Date: mail.date,
      Html: mail.html,
      Text: mail.text,
      Attachments: mail.attachments,
      Source: mail.source,
      SizeInBytes: mail.bytes,
      ...addresses(at),
    }
  },
}

const kinds = { campaign: 'Campaign', test: 'Test' } as const
