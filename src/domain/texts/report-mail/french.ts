import { html } from '../../../lib/html.ts'
import { narrow, space } from '../french-spaces.ts'
import { name } from '../language.ts'
import type { ReportMailTexts } from './texts.ts'

export const frenchReportMail: ReportMailTexts = {
  greeting: 'Bonjour,',
  ask: {
    subject: company => `Souhaitez-vous recevoir les rapports de ${company} par e-mail${narrow}?`,
    asked: (account, company, email) =>
      html`${name(account)} souhaite envoyer les rapports sur les campagnes de ${name(company)} à ${name(email)}.`,
    open: `Si vous souhaitez les recevoir, ouvrez cette page et confirmez${space}:`,
    button: 'Recevoir les rapports',
    otherwise: 'Si vous ne faites rien, aucun rapport ne vous sera envoyé.',
  },
  campaign: {
    subject: campaign => `Rapport${space}: ${campaign}`,
    reached: (campaign, people, day) => html`${name(campaign)} du ${day} a atteint ${people} personnes.`,
  },
  month: {
    subject: (month, company) => `Rapport de ${month}${space}: ${company}`,
    sent: (month, campaigns, people) =>
      campaigns === 1
        ? html`En ${month}, vous avez envoyé une campagne${narrow}; ${people} e-mails ont été remis.`
        : html`En ${month}, vous avez envoyé ${campaigns} campagnes${narrow}; ${people} e-mails ont été remis.`,
    growth: (joined, left) => `${joined} personnes ont rejoint vos listes et ${left} les ont quittées.`,
    heading: 'Rapport du mois',
    campaigns: 'Campagnes du mois',
    campaign: 'Campagne',
    before: rate => `${rate} le mois précédent`,
    lists: 'Vos listes',
    causes: {
      confirmed: 'Confirmés par un lien',
      imported: 'Importés',
      others: 'Ajoutés par un formulaire, une personne ou un programme',
      unsubscribed: 'Désinscrits',
      complained: 'Ont signalé un e-mail comme indésirable',
      bounced: 'Adresse non distribuable',
      deleted: 'Supprimés',
    },
    active: people => `${people} abonnés actifs actuellement`,
    joined: 'Arrivées',
    left: 'Départs',
  },
  usually: rate => `d’habitude ${rate}`,
  notMeasured: 'non mesuré',
  open: `Le rapport complet se trouve sur cette page${space}:`,
  button: 'Ouvrir le rapport',
  why: (account, company) =>
    html`Vous recevez cet e-mail parce que ${name(account)} vous envoie les rapports sur les campagnes de ${name(company)}.`,
  stop: 'Ne plus recevoir ces e-mails',
  confirm: {
    title: 'Rapports par e-mail',
    text: (email, company) =>
      html`Les rapports sur les campagnes de ${name(company)} doivent-ils être envoyés à ${name(email)}${narrow}?`,
    button: 'Recevoir les rapports',
  },
  confirmed: {
    title: 'Vous recevez les rapports',
    text: (email, company) => html`Les rapports sur les campagnes de ${name(company)} sont envoyés à ${name(email)}.`,
  },
  stopPage: {
    title: 'Ne plus recevoir les rapports',
    text: (email, company) =>
      html`Faut-il ne plus envoyer de rapports sur les campagnes de ${name(company)} à ${name(email)}${narrow}?`,
    button: 'Arrêter les rapports',
  },
  stopped: {
    title: 'Plus de rapports',
    text: (email, company) =>
      html`Plus aucun rapport sur les campagnes de ${name(company)} n’est envoyé à ${name(email)}.`,
  },
}
