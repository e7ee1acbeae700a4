/** The mails about approvals, as jobs: they run until they succeed, and find out themselves whether they are still wanted. */

import { approversOf } from '../../domain/campaigns/approval/approvals.ts'
import { readAudience } from '../../domain/campaigns/drafting/sources.ts'
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { readMailedPerson } from '../../store/accounts/sign-in.ts'
import { type ApprovalToMail, findApprovalToMail, markMailsMade } from '../../store/campaigns/approval-mail.ts'
import { readApproversToMail } from '../../store/campaigns/approvals.ts'
import { countAudience } from '../../store/campaigns/audience-counts.ts'
import { placeNames } from '../../store/campaigns/places.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueueAll, type Jobs } from '../../store/jobs/jobs.ts'
import type { CampaignKey } from '../../store/keys.ts'
import { subjectWithoutRecipient } from '../compose/campaign.ts'
import { senderAt } from './account-mail.ts'
import { approvalAskedMail, approvalDecidedMail } from './compose/approval-mail.ts'
import type { SendNotice } from './notices.ts'

export interface ApprovalMailParts {
  readonly db: Database
  readonly mailLinks: MailLinks
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  readonly send: SendNotice
}

export interface ApprovalMailJobs {
  /** Hands a mail to the queue for each person who may approve and chose to be notified, except the one who asked; once. */
  approvalAsked(payload: Jobs['approvalAsked']): Promise<void>
  /** Sends nothing once it was decided, or decided otherwise, or where the person may not approve any more. */
  approvalMail(payload: Jobs['approvalMail']): Promise<void>
}

/** Where the console shows a campaign with its approval. */
const approvalPath = (campaignPublicId: string) => `/campaigns/${campaignPublicId}/approval`

/** People who get a mail about one request. */
const mostMailed = 200

export function approvalMailJobs({ db, mailLinks, from, send }: ApprovalMailParts): ApprovalMailJobs {
  const baseOf = linkBase(mailLinks)
  return {
    async approvalAsked({ clientId, approvalId }) {
      const approval = await findApprovalToMail(db, { clientId, approvalId })
      if (!approval || !isOpen(approval)) return
      const people = await readApproversToMail(db, approversOf(approval), null, mostMailed)
      const others = people.filter(personId => personId !== approval.requesterPersonId)
      if (others.length === 0) return
      const recipients = await recipientsOf(db, approval)
      const mails = others.map(personId => ({ clientId, approvalId, personId, about: 'asked', recipients }) as const)
      await transaction(db, async sql => {
        if (await markMailsMade(sql, { clientId, approvalId })) await enqueueAll(sql, 'approvalMail', mails)
      })
    },

    async approvalMail({ clientId, approvalId, personId, about, recipients }) {
      const approval = await findApprovalToMail(db, { clientId, approvalId })
      const person = approval && (await readMailedPerson(db, personId))
      if (!person) return
      const { campaignPublicId, campaignName, companyName, accountName, decidedBy } = approval
      const { publicId, name, email, language } = person
      const texts = textsIn(language)
      const base = baseOf(undefined)
      const link = base + approvalPath(campaignPublicId)
      const campaignWords = { name, campaign: campaignName, company: companyName, link }
      const deliver = async (content: ReturnType<typeof approvalAskedMail>) => {
        await send(
          null,
          { from: { name: accountName, email: from ?? senderAt(base) }, to: { name, email }, ...content },
          { person: publicId, campaign: campaignPublicId },
        )
      }

      if (about === 'decided') {
        if (approval.state !== 'approved' && approval.state !== 'rejected') return
        const isApproved = approval.state === 'approved'
        const comment = approval.decisionComment ?? ''
        return deliver(approvalDecidedMail(texts, { ...campaignWords, isApproved, decider: decidedBy ?? '', comment }))
      }
      if (!isOpen(approval)) return
      if ((await readApproversToMail(db, approversOf(approval), personId, 1)).length === 0) return
      const { requestedBy: requester, requestComment: comment } = approval
      const content = await findCampaignContent(db, clientId, approval.campaignId)
      const subject = content ? subjectWithoutRecipient({ ...content, startedAt: content.startedAt ?? new Date() }) : ''
      const [places, exclusions] = await Promise.all([
        namesOf(db, approval, 'sources'),
        namesOf(db, approval, 'exclusions'),
      ])
      return deliver(
        approvalAskedMail(texts, { ...campaignWords, requester, comment, subject, places, exclusions, recipients }),
      )
    },
  }
}

function isOpen({ state, isVoid }: ApprovalToMail): boolean {
  return state === 'requested' && !isVoid
}

async function namesOf(db: Database, campaign: CampaignKey, what: 'sources' | 'exclusions'): Promise<string[]> {
  const places = await placeNames(db, campaign, what)
  return places.map(({ list, segment }) => [list, segment].filter(name => name !== '').join(': '))
}

/** @returns undefined where a segment cannot be read */
async function recipientsOf(db: Database, { clientId, campaignId }: CampaignKey): Promise<number | undefined> {
  const audience = await readAudience(db, clientId, campaignId)
  if (!audience) return undefined
  return (await countAudience(db, clientId, audience)).recipients
}
