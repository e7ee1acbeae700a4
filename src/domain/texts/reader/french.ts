import { html } from '../../../lib/html.ts'
import { narrow, space } from '../french-spaces.ts'
import { name } from '../language.ts'
import type { ReaderTexts } from './language.ts'

export const frenchReader: ReaderTexts = {
  otherLists: 'Autres listes auxquelles vous pouvez vous abonner',
  pause: {
    title: 'Faire une pause',
    hint: company =>
      html`Vous restez sur vos listes, et ${name(company)} ne vous envoie rien pendant quelque temps. Vous pouvez vous désabonner à tout moment.`,
    button: days => `Pause de ${days} jours`,
    until: (company, day) => html`Vous ne recevez aucun e-mail de ${name(company)} jusqu’au ${name(day)} inclus.`,
    resume: 'Recevoir de nouveau les e-mails dès maintenant',
    paused: day => html`Vos e-mails sont en pause jusqu’au ${name(day)} inclus.`,
    resumed: 'Vous recevez de nouveau les e-mails.',
  },
  fields: {
    title: 'Vos informations',
    ofList: list => html`Vos informations pour la liste ${name(list)}`,
    none: 'Sans réponse',
    refused: names => html`Non enregistré, car la valeur ne convient pas${space}: ${name(names)}.`,
  },
  reasons: {
    title: `Pourquoi vous êtes-vous désabonné(e)${narrow}?`,
    hint: 'Vous n’êtes pas obligé(e) de répondre. Un clic suffit.',
    choices: {
      'too many': 'Trop d’e-mails',
      'not interesting': 'Cela ne m’intéresse pas',
      'never signed up': 'Je ne me suis jamais inscrit(e)',
      'other address': 'Je les lis à une autre adresse',
      'hard to read': 'Difficiles à lire ou défectueux',
      other: 'Une autre raison',
    },
    comment: 'En quelques mots, si vous le souhaitez',
    thanks: 'Merci pour votre réponse.',
  },
  address: {
    title: 'Changer d’adresse',
    hint: 'Nous envoyons un lien à la nouvelle adresse. Rien ne change avant votre confirmation.',
    label: 'Nouvelle adresse e-mail',
    button: 'Envoyer le lien',
    asked:
      'Si la nouvelle adresse peut être utilisée, elle recevra dans quelques minutes un e-mail contenant un lien. Ouvrez-le depuis cette adresse. Si rien n’arrive, réessayez dans une heure.',
    invalid: 'Ce n’est pas une adresse e-mail. Veuillez la vérifier.',
  },
  newAddress: {
    title: `Utiliser cette adresse${narrow}?`,
    question: (email, company) =>
      html`Souhaitez-vous que ${name(company)} envoie désormais ses e-mails à ${name(email)}${narrow}?`,
    button: 'Utiliser cette adresse',
    done: {
      title: 'Votre adresse est modifiée',
      text: (email, company) =>
        html`${name(company)} écrit désormais à ${name(email)}. L’ancienne adresse reçoit un avis avec un lien pour annuler.`,
    },
    conflict: {
      title: 'Cette adresse ne peut pas être utilisée',
      text: (email, company) =>
        html`${name(email)} a son propre abonnement chez ${name(company)} ou n’en reçoit pas d’e-mails. Rien n’a été modifié.`,
    },
    over: {
      title: 'Ce lien n’est plus valable',
      text: (_, company) =>
        html`Rien n’a été modifié. Pour utiliser une autre adresse, veuillez la saisir de nouveau sur la page de vos préférences chez ${name(company)}.`,
    },
  },
  oldAddress: {
    title: `Annuler le changement d’adresse${narrow}?`,
    question: (email, company) =>
      html`Souhaitez-vous que ${name(company)} envoie de nouveau ses e-mails à ${name(email)}${narrow}?`,
    button: 'Annuler le changement',
    done: {
      title: 'Le changement est annulé',
      text: (email, company) => html`${name(company)} écrit de nouveau à ${name(email)}.`,
    },
    over: {
      title: 'Cela ne peut plus être annulé ici',
      text: (_, company) => html`Rien n’a été modifié. En cas de problème, veuillez contacter ${name(company)}.`,
    },
  },
  leave: {
    title: 'Se désabonner ou choisir ses e-mails',
    text: company =>
      html`Saisissez l’adresse à laquelle ${name(company)} vous écrit. Elle recevra un e-mail contenant un lien vers vos préférences, où vous pouvez vous désabonner.`,
    label: 'Votre adresse e-mail',
    button: 'M’envoyer le lien',
    asked: {
      title: 'Consultez votre boîte aux lettres',
      text: company =>
        html`Si ${name(company)} écrit à cette adresse, elle recevra dans quelques minutes un e-mail contenant un lien. Il est envoyé une fois par heure au plus.`,
    },
    invalid: 'Ce n’est pas une adresse e-mail. Veuillez la vérifier.',
    enough: 'Trop de demandes viennent de votre réseau. Veuillez réessayer dans quelques minutes.',
  },
  newAddressMail: {
    subject: company => `Veuillez confirmer votre nouvelle adresse${space}: ${company}`,
    greeting: 'Bonjour,',
    asked: company =>
      html`une personne qui lit les e-mails de ${name(company)}, vous-même sans doute, a demandé à les recevoir désormais à cette adresse.`,
    open: `Pour le confirmer, ouvrez cette page dans un délai d’un jour${space}:`,
    button: 'Confirmer cette adresse',
    otherwise: `Si ce n’était pas vous, ne faites rien${space}: sans confirmation, rien ne change.`,
  },
  oldAddressMail: {
    subject: company => `Votre adresse a été modifiée${space}: ${company}`,
    greeting: 'Bonjour,',
    asked: company =>
      html`${name(company)} envoie désormais ses e-mails à une autre adresse que celle-ci, comme vous l’avez demandé.`,
    open: `Si ce n’était pas vous, annulez-le dans les sept jours sur cette page${space}:`,
    button: 'Annuler le changement',
    otherwise: 'Si c’était vous, il n’y a rien à faire. Cette adresse ne reçoit plus d’e-mails.',
  },
  preferencesMail: {
    subject: company => `Vos préférences d’e-mail${space}: ${company}`,
    greeting: 'Bonjour,',
    asked: company =>
      html`une personne, vous-même sans doute, a demandé comment choisir ou ne plus recevoir à cette adresse les e-mails de ${name(company)}.`,
    open: `Pour vous désabonner ou choisir ce que vous recevez, ouvrez cette page${space}:`,
    button: 'Ouvrir mes préférences',
    otherwise: `Si ce n’était pas vous, ne faites rien${space}: tout reste inchangé.`,
  },
}
