import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { FeedTexts } from './texts.ts'

export const germanFeed: FeedTexts = {
  subject: {
    failing: feed => `Der Feed kann nicht gelesen werden: ${feed}`,
    stopped: feed => `Der Feed ist angehalten: ${feed}`,
    'not sent': feed => `Eine Kampagne des Feeds wurde nicht versendet: ${feed}`,
  },
  happened: {
    failing: (feed, company) => html`der Feed ${name(feed)} von ${name(company)} konnte mehrmals nicht gelesen werden.`,
    stopped: (feed, company) => html`der Feed ${name(feed)} von ${name(company)} ist angehalten.`,
    'not sent': (feed, company) =>
      html`der Feed ${name(feed)} von ${name(company)} hat eine Kampagne angelegt, die nicht versendet wurde.`,
  },
  why: 'Der Grund (auf Englisch):',
  next: {
    failing: 'Er wird von selbst wieder versucht, jedes Mal später. Neue Beiträge gehen hinaus, sobald er lesbar ist.',
    stopped: 'Er läuft weiter, sobald Sie ihn wieder speichern.',
    'not sent': 'Die Kampagne ist ein Entwurf, den Sie selbst versenden können.',
  },
  open: 'Den Feed und seine letzten Läufe finden Sie auf dieser Seite:',
  button: 'Feed öffnen',
}
