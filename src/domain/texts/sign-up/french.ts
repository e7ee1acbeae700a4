import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { SignUpTexts } from './texts.ts'

export const frenchSignUp: SignUpTexts = {
  heading: company => `Recevoir les e-mails de ${company}`,
  email: 'Adresse e-mail',
  name: 'Nom',
  optional: 'si vous le souhaitez',
  lists: 'Je souhaite recevoir',
  consents: 'Si vous le souhaitez',
  choose: 'Veuillez choisir',
  button: 'S’inscrire',
  working: 'Un instant, s’il vous plaît …',
  trap: 'Veuillez laisser ce champ vide',
  again: 'Veuillez vérifier ce que vous avez saisi et appuyer sur le bouton.',
  faults: {
    email: 'Veuillez vérifier l’adresse e-mail.',
    name: 'Veuillez indiquer votre nom, en 250 caractères au plus.',
    lists: 'Veuillez choisir ce que vous souhaitez recevoir.',
    field: label => html`Veuillez vérifier ce champ : ${name(label)}.`,
  },
  taken: {
    title: 'Merci',
    text: 'Veuillez consulter votre messagerie : si l’inscription doit être confirmée, vous y trouverez dans quelques minutes un e-mail avec un lien. S’il n’y en a pas, regardez dans les courriers indésirables, ou inscrivez-vous de nouveau demain.',
  },
  closed: {
    title: 'Les inscriptions sont fermées',
    text: 'Ce formulaire n’accepte pas d’inscriptions en ce moment.',
  },
  join: {
    title: 'Confirmer votre inscription',
    question: (email, lists, company) =>
      html`Souhaitez-vous recevoir des e-mails de ${name(company)} ? Il s’agit de ${name(lists)}, à l’adresse ${name(email)}.`,
    agreed: 'Vous avez aussi accepté ceci :',
    button: 'Confirmer l’inscription',
  },
  joined: {
    title: 'Votre inscription est confirmée',
    text: (email, lists, company) =>
      html`${name(email)} recevra désormais des e-mails de ${name(company)} : ${name(lists)}.`,
  },
  ended: {
    title: 'Cette inscription est terminée',
    text: 'Le lien ne peut plus être utilisé. Pour recevoir des e-mails, veuillez vous inscrire de nouveau.',
  },
  stop: {
    title: 'Ne plus recevoir de demandes de confirmation ?',
    question: email =>
      html`Si d’autres personnes saisissent sans cesse ${name(email)} dans des formulaires, vous pouvez arrêter tous les e-mails d’ici qui demandent si vous souhaitez vous inscrire. Vous ne pourriez alors plus vous inscrire vous-même par un tel e-mail.`,
    button: 'Arrêter ces e-mails',
  },
  stopped: {
    title: 'Ces e-mails sont arrêtés',
    text: email => html`Plus aucun e-mail d’ici ne demandera de confirmation à ${name(email)}.`,
    undo: 'Les autoriser de nouveau',
  },
  resumed: {
    title: 'Ces e-mails sont de nouveau autorisés',
    text: email => html`Des e-mails demandant une confirmation peuvent de nouveau être envoyés à ${name(email)}.`,
  },
  mail: {
    greeting: 'Bonjour,',
    subject: company => `Veuillez confirmer votre inscription : ${company}`,
    asked: (company, lists) =>
      html`quelqu’un, vous-même espérons-le, a demandé à ${name(company)} d’envoyer des e-mails à cette adresse : ${name(lists)}.`,
    open: 'Pour le confirmer, veuillez ouvrir cette page :',
    button: 'Confirmer l’inscription',
    otherwise: 'Si ce n’était pas vous, ne faites rien : sans confirmation, vous n’êtes pas inscrit.',
    stop: 'Arrêter tous les e-mails de ce genre venant d’ici :',
    noticeSubject: company => `Vous êtes déjà inscrit : ${company}`,
    notice: (company, lists) =>
      html`quelqu’un, vous-même espérons-le, a saisi cette adresse dans un formulaire de ${name(company)}. Vous recevez déjà ces e-mails : ${name(lists)}. Rien n’a été modifié.`,
    noticeOtherwise: 'Vous n’avez rien à faire.',
  },
  wave: {
    subject: form => `Nombre inhabituel d’inscriptions : ${form}`,
    happened: (submitted, confirmed, form, company) =>
      html`Le formulaire ${name(form)} de ${name(company)} a reçu ${name(submitted)} inscriptions en une heure ; ${name(`${confirmed} %`)} de celles du dernier jour ont été confirmées.`,
    usual: usual => `D’habitude, une heure en compte ${usual}.`,
    held: 'Les nouveaux e-mails de confirmation sont retenus jusqu’à ce que vous les envoyiez ou les supprimiez, ou que la vague soit passée.',
    open: 'Le formulaire et ses chiffres se trouvent sur cette page :',
    button: 'Ouvrir le formulaire',
  },
}
