import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReportMailTexts } from './texts.ts'

export const germanReportMail: ReportMailTexts = {
  greeting: 'Guten Tag,',
  ask: {
    subject: company => `Möchten Sie die Berichte von ${company} per E-Mail erhalten?`,
    asked: (account, company, email) =>
      html`${name(account)} möchte die Berichte über die Kampagnen von ${name(company)} an ${name(email)} senden.`,
    open: 'Wenn Sie sie erhalten möchten, öffnen Sie diese Seite und bestätigen Sie es:',
    button: 'Berichte erhalten',
    otherwise: 'Wenn Sie nichts tun, wird Ihnen kein Bericht gesendet.',
  },
  campaign: {
    subject: campaign => `Bericht: ${campaign}`,
    reached: (campaign, people, day) => html`${name(campaign)} vom ${day} hat ${people} Personen erreicht.`,
  },
  month: {
    subject: (month, company) => `Bericht für ${month}: ${company}`,
    sent: (month, campaigns, people) =>
      campaigns === 1
        ? html`Im ${month} haben Sie eine Kampagne versendet; ${people} E-Mails wurden zugestellt.`
        : html`Im ${month} haben Sie ${campaigns} Kampagnen versendet; ${people} E-Mails wurden zugestellt.`,
    growth: (joined, left) => `${joined} Personen sind Ihren Listen beigetreten, ${left} sind gegangen.`,
    heading: 'Monatsbericht',
    campaigns: 'Kampagnen des Monats',
    campaign: 'Kampagne',
    before: rate => `${rate} im Monat davor`,
    lists: 'Ihre Listen',
    causes: {
      confirmed: 'Über einen Link bestätigt',
      imported: 'Importiert',
      others: 'Über ein Formular, von einer Person oder einem Programm hinzugefügt',
      unsubscribed: 'Abgemeldet',
      complained: 'Über eine E-Mail beschwert',
      bounced: 'Adresse unzustellbar',
      deleted: 'Gelöscht',
    },
    active: people => `${people} aktive Abonnenten zurzeit`,
    joined: 'Hinzugekommen',
    left: 'Gegangen',
  },
  usually: rate => `sonst ${rate}`,
  notMeasured: 'nicht gemessen',
  open: 'Den ganzen Bericht finden Sie auf dieser Seite:',
  button: 'Bericht öffnen',
  why: (account, company) =>
    html`Sie erhalten diese E-Mail, weil ${name(account)} Ihnen die Berichte über die Kampagnen von ${name(company)} sendet.`,
  stop: 'Diese E-Mails abbestellen',
  confirm: {
    title: 'Berichte per E-Mail',
    text: (email, company) =>
      html`Sollen die Berichte über die Kampagnen von ${name(company)} an ${name(email)} gesendet werden?`,
    button: 'Berichte erhalten',
  },
  confirmed: {
    title: 'Sie erhalten die Berichte',
    text: (email, company) =>
      html`Die Berichte über die Kampagnen von ${name(company)} werden an ${name(email)} gesendet.`,
  },
  stopPage: {
    title: 'Berichte per E-Mail abbestellen',
    text: (email, company) =>
      html`Sollen keine Berichte über die Kampagnen von ${name(company)} mehr an ${name(email)} gesendet werden?`,
    button: 'Berichte abbestellen',
  },
  stopped: {
    title: 'Keine Berichte mehr',
    text: (email, company) =>
      html`An ${name(email)} werden keine Berichte über die Kampagnen von ${name(company)} mehr gesendet.`,
  },
}
