import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { FeedTexts } from './texts.ts'

export const spanishFeed: FeedTexts = {
  subject: {
    failing: feed => `No se puede leer la fuente: ${feed}`,
    stopped: feed => `La fuente se ha detenido: ${feed}`,
    'not sent': feed => `No se ha enviado una campaña de la fuente: ${feed}`,
  },
  happened: {
    failing: (feed, company) => html`la fuente ${name(feed)} de ${name(company)} no se ha podido leer varias veces.`,
    stopped: (feed, company) => html`la fuente ${name(feed)} de ${name(company)} se ha detenido.`,
    'not sent': (feed, company) =>
      html`la fuente ${name(feed)} de ${name(company)} ha creado una campaña que no se ha enviado.`,
  },
  why: 'El motivo (en inglés):',
  next: {
    failing: 'Se vuelve a intentar por sí sola, cada vez más tarde. Las novedades salen en cuanto se pueda leer.',
    stopped: 'Continúa en cuanto usted la guarde de nuevo.',
    'not sent': 'La campaña es un borrador que usted mismo puede enviar.',
  },
  open: 'La fuente y sus últimas ejecuciones están en esta página:',
  button: 'Abrir la fuente',
}
