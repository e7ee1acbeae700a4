import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReportMailTexts } from './texts.ts'

export const spanishReportMail: ReportMailTexts = {
  greeting: 'Hola:',
  ask: {
    subject: company => `¿Quiere recibir los informes de ${company} por correo?`,
    asked: (account, company, email) =>
      html`${name(account)} quiere enviar los informes sobre las campañas de ${name(company)} a ${name(email)}.`,
    open: 'Si quiere recibirlos, abra esta página y confírmelo:',
    button: 'Recibir los informes',
    otherwise: 'Si no hace nada, no se le enviará ningún informe.',
  },
  campaign: {
    subject: campaign => `Informe: ${campaign}`,
    reached: (campaign, people, day) => html`${name(campaign)} del ${day} llegó a ${people} personas.`,
  },
  month: {
    subject: (month, company) => `Informe de ${month}: ${company}`,
    sent: (month, campaigns, people) =>
      campaigns === 1
        ? html`En ${month} envió una campaña; se entregaron ${people} correos.`
        : html`En ${month} envió ${campaigns} campañas; se entregaron ${people} correos.`,
    growth: (joined, left) => `${joined} personas se unieron a sus listas y ${left} las dejaron.`,
    heading: 'Informe del mes',
    campaigns: 'Campañas del mes',
    campaign: 'Campaña',
    before: rate => `${rate} el mes anterior`,
    lists: 'Sus listas',
    causes: {
      confirmed: 'Confirmados con un enlace',
      imported: 'Importados',
      others: 'Añadidos por un formulario, una persona o un programa',
      unsubscribed: 'Bajas',
      complained: 'Se quejaron de un correo',
      bounced: 'Dirección rebotada',
      deleted: 'Eliminados',
    },
    active: people => `${people} suscriptores activos ahora`,
    joined: 'Altas',
    left: 'Salidas',
  },
  usually: rate => `normalmente ${rate}`,
  notMeasured: 'no medido',
  open: 'El informe completo está en esta página:',
  button: 'Abrir el informe',
  why: (account, company) =>
    html`Recibe este correo porque ${name(account)} le envía los informes sobre las campañas de ${name(company)}.`,
  stop: 'Dejar de recibir estos correos',
  confirm: {
    title: 'Informes por correo',
    text: (email, company) => html`¿Enviar los informes sobre las campañas de ${name(company)} a ${name(email)}?`,
    button: 'Recibir los informes',
  },
  confirmed: {
    title: 'Recibe los informes',
    text: (email, company) => html`Los informes sobre las campañas de ${name(company)} se envían a ${name(email)}.`,
  },
  stopPage: {
    title: 'Dejar de recibir informes',
    text: (email, company) =>
      html`¿Dejar de enviar los informes sobre las campañas de ${name(company)} a ${name(email)}?`,
    button: 'Dejar de recibirlos',
  },
  stopped: {
    title: 'No más informes',
    text: (email, company) => html`Ya no se envían informes sobre las campañas de ${name(company)} a ${name(email)}.`,
  },
}
