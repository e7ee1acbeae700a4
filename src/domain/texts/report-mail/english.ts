import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReportMailTexts } from './texts.ts'

export const englishReportMail: ReportMailTexts = {
  greeting: 'Hello,',
  ask: {
    subject: company => `Would you like the reports of ${company} by mail?`,
    asked: (account, company, email) =>
      html`${name(account)} wants to send the reports on the campaigns of ${name(company)} to ${name(email)}.`,
    open: 'If you would like to get them, open this page and confirm:',
    button: 'Get the reports',
    otherwise: 'If you do nothing, no report is sent to you.',
  },
  campaign: {
    subject: campaign => `Report: ${campaign}`,
    reached: (campaign, people, day) => html`${name(campaign)} of ${day} reached ${people} people.`,
  },
  month: {
    subject: (month, company) => `Report for ${month}: ${company}`,
    sent: (month, campaigns, people) =>
      campaigns === 1
        ? html`In ${month} you sent one campaign; ${people} mails were delivered.`
        : html`In ${month} you sent ${campaigns} campaigns; ${people} mails were delivered.`,
    growth: (joined, left) => `${joined} people joined your lists, and ${left} left.`,
    heading: 'Report of the month',
    campaigns: 'Campaigns of the month',
    campaign: 'Campaign',
    before: rate => `${rate} the month before`,
    lists: 'Your lists',
    causes: {
      confirmed: 'Confirmed by a link',
      imported: 'Imported',
      others: 'Added by a form, a person or a program',
      unsubscribed: 'Unsubscribed',
      complained: 'Complained about a mail',
      bounced: 'Address bounced',
      deleted: 'Deleted',
    },
    active: people => `${people} active subscribers now`,
    joined: 'Joined',
    left: 'Left',
  },
  usually: rate => `usually ${rate}`,
  notMeasured: 'not measured',
  open: 'The whole report is on this page:',
  button: 'Open the report',
  why: (account, company) =>
    html`You get this mail because ${name(account)} sends you the reports on the campaigns of ${name(company)}.`,
  stop: 'Stop these mails',
  confirm: {
    title: 'Reports by mail',
    text: (email, company) => html`Shall the reports on the campaigns of ${name(company)} be sent to ${name(email)}?`,
    button: 'Get the reports',
  },
  confirmed: {
    title: 'You get the reports',
    text: (email, company) => html`The reports on the campaigns of ${name(company)} are sent to ${name(email)}.`,
  },
  stopPage: {
    title: 'Stop reports by mail',
    text: (email, company) =>
      html`Shall no more reports on the campaigns of ${name(company)} be sent to ${name(email)}?`,
    button: 'Stop the reports',
  },
  stopped: {
    title: 'No more reports',
    text: (email, company) => html`No more reports on the campaigns of ${name(company)} are sent to ${name(email)}.`,
  },
}
