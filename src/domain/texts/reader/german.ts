import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReaderTexts } from './language.ts'

export const germanReader: ReaderTexts = {
  otherLists: 'Weitere Listen, denen Sie beitreten können',
  pause: {
    title: 'Pause einlegen',
    hint: company =>
      html`Sie bleiben auf Ihren Listen, und ${name(company)} sendet Ihnen eine Zeit lang nichts. Abmelden können Sie sich jederzeit.`,
    button: days => `${days} Tage Pause`,
    until: (company, day) => html`Bis einschließlich ${name(day)} erhalten Sie keine E-Mails von ${name(company)}.`,
    resume: 'Ab sofort wieder E-Mails erhalten',
    paused: day => html`Ihre E-Mails pausieren bis einschließlich ${name(day)}.`,
    resumed: 'Sie erhalten wieder E-Mails.',
  },
  fields: {
    title: 'Ihre Angaben',
    ofList: list => html`Ihre Angaben für die Liste ${name(list)}`,
    none: 'Keine Angabe',
    refused: names => html`Nicht gespeichert, weil der Wert nicht passt: ${name(names)}.`,
  },
  reasons: {
    title: 'Warum haben Sie sich abgemeldet?',
    hint: 'Sie müssen nicht antworten. Ein Klick genügt.',
    choices: {
      'too many': 'Zu viele E-Mails',
      'not interesting': 'Für mich nicht interessant',
      'never signed up': 'Ich habe mich nie angemeldet',
      'other address': 'Ich lese sie unter einer anderen Adresse',
      'hard to read': 'Schlecht lesbar oder fehlerhaft',
      other: 'Ein anderer Grund',
    },
    comment: 'In wenigen Worten, wenn Sie möchten',
    thanks: 'Vielen Dank für Ihre Antwort.',
  },
  address: {
    title: 'Adresse ändern',
    hint: 'Wir senden einen Link an die neue Adresse. Vor der Bestätigung dort ändert sich nichts.',
    label: 'Neue E-Mail-Adresse',
    button: 'Link senden',
    asked:
      'Wenn die neue Adresse verwendet werden kann, erhält sie in wenigen Minuten eine E-Mail mit einem Link. Bitte öffnen Sie ihn dort. Wenn nichts ankommt, versuchen Sie es in einer Stunde noch einmal.',
    invalid: 'Das ist keine E-Mail-Adresse. Bitte prüfen Sie sie.',
  },
  newAddress: {
    title: 'Diese Adresse verwenden?',
    question: (email, company) => html`Soll ${name(company)} die E-Mails ab jetzt an ${name(email)} senden?`,
    button: 'Diese Adresse verwenden',
    done: {
      title: 'Ihre Adresse ist geändert',
      text: (email, company) =>
        html`${name(company)} schreibt ab jetzt an ${name(email)}. Die bisherige Adresse erhält eine Nachricht mit einem Link, der die Änderung zurücknimmt.`,
    },
    conflict: {
      title: 'Diese Adresse lässt sich nicht verwenden',
      text: (email, company) =>
        html`${name(email)} hat bei ${name(company)} eine eigene Anmeldung oder erhält von dort keine E-Mails. Es wurde nichts geändert.`,
    },
    over: {
      title: 'Dieser Link gilt nicht mehr',
      text: (_, company) =>
        html`Es wurde nichts geändert. Um eine andere Adresse zu verwenden, geben Sie sie bitte noch einmal auf der Seite mit Ihren Einstellungen bei ${name(company)} ein.`,
    },
  },
  oldAddress: {
    title: 'Änderung der Adresse zurücknehmen?',
    question: (email, company) => html`Soll ${name(company)} die E-Mails wieder an ${name(email)} senden?`,
    button: 'Änderung zurücknehmen',
    done: {
      title: 'Die Änderung ist zurückgenommen',
      text: (email, company) => html`${name(company)} schreibt wieder an ${name(email)}.`,
    },
    over: {
      title: 'Das lässt sich hier nicht mehr zurücknehmen',
      text: (_, company) =>
        html`Es wurde nichts geändert. Wenn etwas nicht stimmt, wenden Sie sich bitte an ${name(company)}.`,
    },
  },
  leave: {
    title: 'Abmelden oder E-Mails auswählen',
    text: company =>
      html`Geben Sie die Adresse ein, an die ${name(company)} Ihnen schreibt. Sie erhält eine E-Mail mit einem Link zu Ihren Einstellungen; dort können Sie sich abmelden.`,
    label: 'Ihre E-Mail-Adresse',
    button: 'Link zusenden',
    asked: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: company =>
        html`Wenn ${name(company)} an diese Adresse schreibt, erhält sie in wenigen Minuten eine E-Mail mit einem Link. Sie kommt höchstens einmal in der Stunde.`,
    },
    invalid: 'Das ist keine E-Mail-Adresse. Bitte prüfen Sie sie.',
    enough: 'Aus Ihrem Netz kamen zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
  newAddressMail: {
    subject: company => `Bitte bestätigen Sie Ihre neue Adresse: ${company}`,
    greeting: 'Guten Tag,',
    asked: company =>
      html`jemand, der E-Mails von ${name(company)} liest, hoffentlich Sie selbst, möchte sie ab jetzt unter dieser Adresse erhalten.`,
    open: 'Um das zu bestätigen, öffnen Sie bitte innerhalb eines Tages diese Seite:',
    button: 'Adresse bestätigen',
    otherwise: 'Wenn Sie das nicht waren, tun Sie einfach nichts: Ohne Bestätigung ändert sich nichts.',
  },
  oldAddressMail: {
    subject: company => `Ihre Adresse wurde geändert: ${company}`,
    greeting: 'Guten Tag,',
    asked: company =>
      html`${name(company)} sendet die E-Mails ab jetzt, wie von Ihnen gewünscht, an eine andere Adresse statt an diese.`,
    open: 'Wenn Sie das nicht waren, nehmen Sie es innerhalb von sieben Tagen auf dieser Seite zurück:',
    button: 'Änderung zurücknehmen',
    otherwise: 'Wenn Sie es waren, ist nichts zu tun. An diese Adresse kommen keine weiteren E-Mails.',
  },
  preferencesMail: {
    subject: company => `Ihre E-Mail-Einstellungen: ${company}`,
    greeting: 'Guten Tag,',
    asked: company =>
      html`jemand, hoffentlich Sie selbst, hat gefragt, wie sich für diese Adresse die E-Mails von ${name(company)} abbestellen oder auswählen lassen.`,
    open: 'Um sich abzumelden oder auszuwählen, was Sie erhalten, öffnen Sie bitte diese Seite:',
    button: 'Einstellungen öffnen',
    otherwise: 'Wenn Sie das nicht waren, tun Sie einfach nichts: Alles bleibt, wie es ist.',
  },
}
