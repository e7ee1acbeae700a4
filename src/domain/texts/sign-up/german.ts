import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { SignUpTexts } from './texts.ts'

export const germanSignUp: SignUpTexts = {
  heading: company => `E-Mails von ${company} bestellen`,
  email: 'E-Mail-Adresse',
  name: 'Name',
  optional: 'wenn Sie möchten',
  lists: 'Ich möchte erhalten',
  consents: 'Wenn Sie möchten',
  choose: 'Bitte wählen',
  button: 'Anmelden',
  working: 'Einen Moment bitte …',
  trap: 'Bitte lassen Sie dieses Feld leer',
  again: 'Bitte sehen Sie Ihre Angaben an und drücken Sie den Knopf.',
  faults: {
    email: 'Bitte prüfen Sie die E-Mail-Adresse.',
    name: 'Bitte geben Sie Ihren Namen an, mit höchstens 250 Zeichen.',
    lists: 'Bitte wählen Sie aus, was Sie erhalten möchten.',
    field: label => html`Bitte prüfen Sie dieses Feld: ${name(label)}.`,
  },
  taken: {
    title: 'Vielen Dank',
    text: 'Bitte sehen Sie in Ihr Postfach: Wenn die Anmeldung eine Bestätigung braucht, finden Sie dort in einigen Minuten eine E-Mail mit einem Link. Wenn keine da ist, sehen Sie im Spam-Ordner nach, oder melden Sie sich morgen noch einmal an.',
  },
  closed: {
    title: 'Die Anmeldung ist geschlossen',
    text: 'Dieses Formular nimmt zurzeit keine Anmeldungen an.',
  },
  join: {
    title: 'Anmeldung bestätigen',
    question: (email, lists, company) =>
      html`Möchten Sie E-Mails von ${name(company)} erhalten? Es sind ${name(lists)}, und sie gehen an ${name(email)}.`,
    agreed: 'Dem haben Sie außerdem zugestimmt:',
    button: 'Anmeldung bestätigen',
  },
  joined: {
    title: 'Ihre Anmeldung ist bestätigt',
    text: (email, lists, company) => html`${name(email)} erhält ab jetzt E-Mails von ${name(company)}: ${name(lists)}.`,
  },
  ended: {
    title: 'Diese Anmeldung ist beendet',
    text: 'Der Link lässt sich nicht mehr verwenden. Um E-Mails zu erhalten, melden Sie sich bitte erneut an.',
  },
  stop: {
    title: 'Keine E-Mails mehr, die um eine Bestätigung bitten?',
    question: email =>
      html`Wenn andere immer wieder ${name(email)} in Formulare eingeben, können Sie alle E-Mails von hier beenden, die fragen, ob Sie sich anmelden möchten. Sie können sich dann auch selbst nicht mehr mit einer solchen E-Mail anmelden.`,
    button: 'Diese E-Mails beenden',
  },
  stopped: {
    title: 'Diese E-Mails sind beendet',
    text: email => html`Von hier gehen keine E-Mails mehr an ${name(email)}, die um eine Bestätigung bitten.`,
    undo: 'Wieder erlauben',
  },
  resumed: {
    title: 'Diese E-Mails sind wieder erlaubt',
    text: email => html`E-Mails, die um eine Bestätigung bitten, können wieder an ${name(email)} gehen.`,
  },
  mail: {
    greeting: 'Guten Tag,',
    subject: company => `Bitte bestätigen Sie Ihre Anmeldung: ${company}`,
    asked: (company, lists) =>
      html`jemand, hoffentlich Sie selbst, hat ${name(company)} gebeten, E-Mails an diese Adresse zu senden: ${name(lists)}.`,
    open: 'Um das zu bestätigen, öffnen Sie bitte diese Seite:',
    button: 'Anmeldung bestätigen',
    otherwise: 'Wenn Sie das nicht waren, tun Sie einfach nichts: Ohne Bestätigung werden Sie nicht angemeldet.',
    stop: 'Alle solchen E-Mails von hier beenden:',
    noticeSubject: company => `Sie sind bereits angemeldet: ${company}`,
    notice: (company, lists) =>
      html`jemand, hoffentlich Sie selbst, hat diese Adresse in ein Formular von ${name(company)} eingegeben. Diese E-Mails erhalten Sie bereits: ${name(lists)}. Es wurde nichts geändert.`,
    noticeOtherwise: 'Sie brauchen nichts zu tun.',
  },
  wave: {
    subject: form => `Ungewöhnlich viele Anmeldungen: ${form}`,
    happened: (submitted, confirmed, form, company) =>
      html`Das Formular ${name(form)} von ${name(company)} hat in einer Stunde ${name(submitted)} Anmeldungen erhalten; von denen des letzten Tages sind ${name(`${confirmed} %`)} bestätigt.`,
    usual: usual => `Üblich sind ${usual} in einer Stunde.`,
    held: 'Neue Bestätigungs-E-Mails werden zurückgehalten, bis Sie sie freigeben oder verwerfen oder die Welle vorbei ist.',
    open: 'Das Formular und seine Zahlen finden Sie auf dieser Seite:',
    button: 'Formular öffnen',
  },
}
