/** A draft as one recipient would read it, and what its message weighs: compiled as senders do, and not sent. */

import type { RenderCampaign } from '../../domain/campaigns/mails/preview.ts'
import { contentOf } from '../../domain/campaigns/variants/contents.ts'
import { faultOf } from '../../domain/content/tasks.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import { assembleCampaign, measureHtml } from '../compose/campaign.ts'
import type { LetterTasks } from '../content/tasks.ts'
import type { PreflightParts } from './preflight.ts'

/** No audience has this number, so the links of a preview open no page of a recipient. */
const noRecipient = 0
/** Used instead of a recipient's address when a message is measured without a recipient. */
const anyAddress = 'firstname.lastname@mail.example'

export function campaignPreview({
  db,
  tokens,
  contentTasks,
  bounceDomain,
  findSigner,
  now = () => new Date(),
}: Omit<PreflightParts, 'contentTasks'> & {
  readonly tokens: Tokens
  readonly contentTasks: Pick<LetterTasks, 'preview'>
}): RenderCampaign {
  return async ({ clientId, campaignId }, contact, publicUrl, variant = 1) => {
    const stored = await findCampaignContent(db, clientId, campaignId)
    if (!stored) return { fault: 'the campaign is gone' }
    const at = now()
    const found = contentOf(stored, variant)
    const content = { ...found, publicUrl: found.publicUrl || publicUrl, startedAt: found.startedAt ?? at }
    const token = tokens.sign('recipient', campaignId, noRecipient, clientId)
    const task = contentTasks.preview({ content, recipient: contact, token }, { key: clientId })
    const rendered = await task.catch(error => faultOf(error))
    if ('fault' in rendered) return rendered
    const sign = await findSigner?.(clientId, content.fromEmail)
    const { letter, ...shown } = rendered
    const recipient = {
      ...contact,
      email: contact.email || anyAddress,
      number: 1,
      listId: content.lists[0]?.listId ?? 0,
    }
    try {
      // a draft has no stored links yet: its tracked ones are numbered, and as long as they get
      const assembled = assembleCampaign(content, letter, { tokens, bounceDomain, sign })
      const bytes = (await assembled.composeSigned(recipient, at)).data.length
      const { fromName, fromEmail, replyTo, revision = 0 } = content
      return {
        ...shown,
        revision,
        fromName,
        fromEmail,
        replyTo: replyTo || fromEmail,
        bytes,
        htmlBytes: measureHtml(letter, recipient),
      }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
}
