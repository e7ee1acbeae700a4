/** The mails about the approval of a campaign: that it was asked for, and what became of it. */
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { composeAccountMail } from './account-mail.ts'
import type { Notice } from './notice.ts'

type Content = Pick<Notice, 'subject' | 'text' | 'html' | 'language'>

interface AboutCampaign {
  /** Of who gets the mail. */
  readonly name: string
  readonly campaign: string
  readonly company: string
  /** What the other one wrote; '' for nothing. */
  readonly comment: string
  /** Where the console shows the campaign. */
  readonly link: string
}

export interface ApprovalAsked extends AboutCampaign {
  readonly requester: string
  readonly subject: string
  /** Lists and segments it goes to, and those it leaves out. */
  readonly places: readonly string[]
  readonly exclusions: readonly string[]
  /** How many people that are now; undefined where it is not known. */
  readonly recipients: number | undefined
}

export function approvalAskedMail(texts: Texts, mail: ApprovalAsked): Content {
  const said = texts.approvalMail
  const { requester, campaign, company, places, exclusions, recipients } = mail
  const number = recipients === undefined ? undefined : new Intl.NumberFormat(texts.language).format(recipients)
  return composeAccountMail(texts, {
    subject: said.askedSubject(requester, campaign),
    before: [
      said.greeting(mail.name),
      said.asked(requester, campaign, company),
      ...quoteComment(said.wrote(requester), mail.comment),
      ...(mail.subject === '' ? [] : [said.subjectIs(mail.subject)]),
      said.goesTo(listNames(texts, places)),
      ...(exclusions.length === 0 ? [] : [said.leavesOut(listNames(texts, exclusions))]),
      ...(number === undefined ? [] : [said.recipients(number)]),
    ],
    open: said.askedOpen,
    button: said.askedButton,
    link: mail.link,
    after: [html`${said.bound}`, html`${said.askedWhy}`],
  })
}

export interface ApprovalDecided extends AboutCampaign {
  readonly isApproved: boolean
  readonly decider: string
}

export function approvalDecidedMail(texts: Texts, mail: ApprovalDecided): Content {
  const said = texts.approvalMail
  const { isApproved, decider, campaign, company } = mail
  const [subject, decided] = isApproved ? [said.approvedSubject, said.approved] : [said.rejectedSubject, said.rejected]
  return composeAccountMail(texts, {
    subject: subject(decider, campaign),
    before: [
      said.greeting(mail.name),
      decided(decider, campaign, company),
      ...quoteComment(said.wrote(decider), mail.comment),
      html`${isApproved ? said.nowSend : said.nowChange}`,
    ],
    open: said.decidedOpen,
    button: said.decidedButton,
    link: mail.link,
    after: [html`${said.decidedWhy}`],
  })
}

/** A comment as it was written, its line breaks kept. */
function quoteComment(before: Html, comment: string): readonly Html[] {
  if (comment === '') return []
  const lines = comment.split('\n').map((line, n) => (n === 0 ? html`${line}` : html`<br>\n${line}`))
  return [
    before,
    html`<span dir="auto" style="display:block;padding:2px 0 2px 14px;border-left:3px solid #d1d5db">${lines}</span>`,
  ]
}

/** Names that are shown; a campaign may go to hundreds of lists. */
const mostNames = 10

function listNames({ language, approvalMail }: Texts, names: readonly string[]): string {
  const shown = names.slice(0, mostNames)
  const more = names.length - shown.length
  const items = more === 0 ? shown : [...shown, approvalMail.more(String(more))]
  return new Intl.ListFormat(language).format(items)
}
