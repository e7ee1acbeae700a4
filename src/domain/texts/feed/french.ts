import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { FeedTexts } from './texts.ts'

export const frenchFeed: FeedTexts = {
  subject: {
    failing: feed => `Le flux ne peut pas être lu : ${feed}`,
    stopped: feed => `Le flux est arrêté : ${feed}`,
    'not sent': feed => `Une campagne du flux n’a pas été envoyée : ${feed}`,
  },
  happened: {
    failing: (feed, company) =>
      html`le flux ${name(feed)} de ${name(company)} n’a pas pu être lu à plusieurs reprises.`,
    stopped: (feed, company) => html`le flux ${name(feed)} de ${name(company)} est arrêté.`,
    'not sent': (feed, company) =>
      html`le flux ${name(feed)} de ${name(company)} a créé une campagne qui n’a pas été envoyée.`,
  },
  why: 'La raison (en anglais) :',
  next: {
    failing: 'Il est réessayé de lui-même, chaque fois plus tard. Les nouveautés partent dès qu’il peut être lu.',
    stopped: 'Il reprend dès que vous l’enregistrez de nouveau.',
    'not sent': 'La campagne est un brouillon que vous pouvez envoyer vous-même.',
  },
  open: 'Le flux et ses dernières exécutions se trouvent sur cette page :',
  button: 'Ouvrir le flux',
}
