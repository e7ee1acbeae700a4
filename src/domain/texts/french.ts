import { type Html, html } from '../../lib/html.ts'
import { frenchFeed } from './feed/french.ts'
import { narrow, space } from './french-spaces.ts'
import { name, type Texts } from './language.ts'
import { frenchReader } from './reader/french.ts'
import { frenchReport } from './report/french.ts'
import { frenchReportMail } from './report-mail/french.ts'
import { frenchSignUp } from './sign-up/french.ts'

export const french: Texts = {
  language: 'fr',
  name: 'Français',
  direction: 'ltr',
  report: frenchReport,
  reportMail: frenchReportMail,
  reader: frenchReader,
  signUp: frenchSignUp,
  feed: frenchFeed,
  unsubscribe: {
    title: 'Se désabonner',
    question: (email, list, company) =>
      html`Souhaitez-vous ne plus recevoir les e-mails de ${name(company)} envoyés à ${named(list)}${narrow}? Ils sont adressés à ${name(email)}.`,
    button: 'Se désabonner',
  },
  unsubscribed: {
    title: 'Vous êtes désabonné(e)',
    text: (email, list, company) =>
      html`L’adresse ${name(email)} ne recevra plus les e-mails de ${name(company)} envoyés à ${named(list)}.`,
    undo: `C’était une erreur${space}: je souhaite rester abonné(e)`,
  },
  undone: {
    title: 'Vous restez abonné(e)',
    text: (email, list, company) =>
      html`Tout est comme avant${space}: l’adresse ${name(email)} figure dans ${named(list)} de ${name(company)}.`,
  },
  notUndone: {
    title: 'Il n’est plus possible d’annuler',
    text: (email, list, company) =>
      html`L’adresse ${name(email)} reste désabonnée. Pour recevoir à nouveau les e-mails de ${name(company)} envoyés à ${named(list)}, veuillez vous réabonner.`,
  },
  confirm: {
    title: 'Confirmez votre abonnement',
    question: (email, list, company) =>
      html`Souhaitez-vous recevoir les e-mails de ${name(company)} envoyés à ${named(list)}${narrow}? Ils seront adressés à ${name(email)}.`,
    button: 'Confirmer l’abonnement',
  },
  confirmed: {
    title: 'Votre abonnement est confirmé',
    text: (email, list, company) =>
      html`L’adresse ${name(email)} recevra désormais les e-mails de ${name(company)} envoyés à ${named(list)}.`,
  },
  notConfirmable: {
    title: 'Cet abonnement a pris fin',
    text: (email, list, company) =>
      html`L’inscription de ${name(email)} à ${named(list)} de ${name(company)} n’est plus en attente. Pour recevoir ces e-mails, veuillez vous abonner de nouveau.`,
  },
  trackingLine: 'Choisir ce qui peut être enregistré quand vous lisez nos e-mails',
  preferences: {
    title: 'Vos préférences d’e-mail',
    link: 'Choisir les e-mails que vous recevez',
    intro: (email, company) => html`Voici ce que ${name(company)} envoie à ${name(email)}.`,
    lists: 'Je souhaite recevoir les e-mails de ces listes',
    noLists: 'Cette adresse ne figure dans aucune liste.',
    unconfirmed: 'en attente de votre confirmation',
    blocked: (email, company) =>
      html`Aucun e-mail n’est envoyé à ${name(email)} pour le moment. Pour en recevoir à nouveau, veuillez contacter ${name(company)}.`,
    language: 'Langue',
    languageLabel: 'Langue de ces pages et des messages concernant votre abonnement',
    anyLanguage: 'Celle du navigateur',
    save: 'Enregistrer',
    leaveAll: 'Se désabonner de tout',
    saved: 'Vos préférences sont enregistrées.',
    asked: 'Si une liste demande une confirmation, vous recevrez un e-mail contenant un lien.',
  },
  tracking: {
    title: 'Ce qui est enregistré à votre sujet',
    about: list => html`Vos réponses valent pour la liste ${name(list)}.`,
    purposes: {
      measuring: {
        question: company =>
          html`Autorisez-vous ${name(company)} à enregistrer les e-mails que vous ouvrez et les liens sur lesquels vous cliquez${narrow}?`,
        hint: 'L’enregistrement est lié à votre adresse. Vous recevez les e-mails dans les deux cas.',
        done: 'Actuellement, cela est enregistré.',
        notDone: 'Actuellement, rien de cela n’est enregistré.',
      },
      personalising: {
        question: company =>
          html`Autorisez-vous ${name(company)} à choisir les e-mails que vous recevez d’après vos ouvertures et vos clics${narrow}?`,
        hint: 'Sinon, vous recevez la même chose que toutes les personnes de la liste.',
        done: 'Actuellement, c’est le cas.',
        notDone: 'Actuellement, ce n’est pas le cas.',
      },
      hygiene: {
        question: company =>
          html`Autorisez-vous ${name(company)} à conserver la date à laquelle vous avez ouvert un e-mail pour la dernière fois${narrow}?`,
        hint: 'Seulement cette date, et seulement pour ne plus écrire aux personnes qui ne lisent plus les e-mails.',
        done: 'Actuellement, cette date est conservée.',
        notDone: 'Actuellement, cette date n’est pas conservée.',
      },
    },
    yes: 'Oui',
    no: 'Non',
    answered: (answer, since) =>
      since === undefined
        ? html`Votre réponse${space}: ${name(answer)}.`
        : html`Votre réponse depuis le ${since}${space}: ${name(answer)}.`,
    unanswered: 'Vous n’avez pas encore répondu.',
    words: `Vous avez répondu à ces mots${space}:`,
    recorded: {
      page: 'Vous avez répondu sur cette page.',
      imported: company => html`${name(company)} a repris votre réponse d’un fichier.`,
      other: company => html`${name(company)} a enregistré votre réponse.`,
      source: source => html`Vous avez répondu ici${space}: ${name(source)}.`,
    },
    otherLists: lists => html`Cela concerne d’autres listes${space}: ${name(lists)}.`,
    everywhere: company => html`Mes réponses valent pour toutes les listes de ${name(company)}`,
    withdrawn:
      'Désormais, les e-mails que vous ouvrez et les liens sur lesquels vous cliquez ne sont plus enregistrés, même pour les e-mails déjà envoyés. Ce qui a été enregistré est supprimé sous un jour.',
    notAsked: question =>
      html`Votre Oui n’a pas été enregistré, car cette question ne vous est plus posée${space}: ${question}`,
  },
  forward: {
    title: 'Envoyer cet e-mail à des amis',
    intro: company => html`Vos amis recevront un court message avec un lien vers cet e-mail de ${name(company)}.`,
    friends: 'Adresses e-mail de vos amis',
    friendsHint: most => `${most} au plus, séparées par des virgules.`,
    name: 'Votre nom',
    message: 'Quelques mots pour vos amis (facultatif)',
    messageHint: 'Sans adresse web, s’il vous plaît.',
    button: 'Envoyer',
    faults: {
      friends: 'Veuillez vérifier les adresses de vos amis, leur nombre et leur forme.',
      name: 'Veuillez indiquer votre nom, sans adresse web ni adresse e-mail.',
      message: 'Veuillez abréger votre message et en retirer les adresses web.',
    },
    sent: {
      title: 'Merci',
      text: company =>
        html`Vos amis recevront un message avec le lien vers cet e-mail. ${name(company)} ne les inscrit sur aucune liste.`,
    },
    enough: 'Cet e-mail a été assez envoyé pour aujourd’hui. Veuillez réessayer demain.',
  },
  imprint: 'Mentions légales',
  invalidLink: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il est peut-être incomplet ou périmé. Veuillez l’ouvrir à nouveau depuis l’e-mail dans lequel il figurait.',
  },
  wrongVerb: {
    title: 'Ce n’est pas possible ici',
    text: 'Cette adresse ne peut pas être utilisée ainsi. Veuillez ouvrir le lien depuis l’e-mail dans lequel il figurait.',
  },
  tooLarge: {
    title: 'C’était trop volumineux',
    text: 'La demande dépasse ce que cette page accepte. Veuillez ouvrir le lien depuis l’e-mail dans lequel il figurait.',
  },
  archive: {
    gone: {
      title: 'Rien à lire ici',
      text: 'Ces archives ne sont pas publiques, ou la lettre n’y figure plus.',
    },
    empty: 'Rien n’a encore été envoyé.',
    older: 'Lettres plus anciennes',
    newest: 'Dernières lettres',
    feed: 'Flux Atom',
    signUp: 'S’inscrire',
    earlier: 'Lire les lettres précédentes',
  },
  notFound: {
    title: 'Cette page n’existe pas',
    text: 'Il n’y a rien à cette adresse. Veuillez la vérifier ou revenir à la page précédente.',
  },
  overloaded: {
    title: 'Veuillez réessayer dans un instant',
    text: 'Trop de demandes arrivent en même temps. Rien n’a été modifié.',
  },
  decline: {
    title: `Ne plus recevoir d’e-mails${narrow}?`,
    question: (email, company) =>
      html`Voulez-vous que ${name(company)} n’écrive plus à ${name(email)}${narrow}? Cela vaut pour les e-mails que d’autres transmettent comme pour tous les autres.`,
    button: 'Ne plus recevoir d’e-mails',
  },
  declined: {
    title: 'Vous ne recevrez plus d’e-mails',
    text: (email, company) => html`${name(company)} n’enverra plus rien à ${name(email)}.`,
  },

  forwardedMail: {
    subject: (sender, company) => `${sender} vous envoie un e-mail de ${company}`,
    sent: (sender, company, subject) =>
      html`${name(sender)} a pensé que cet e-mail de ${name(company)} pourrait vous plaire : « ${subject} ».`,
    open: 'Pour le lire, ouvrez cette page :',
    button: 'Lire l’e-mail',
    once: company =>
      html`Vous recevez ce message parce que quelqu’un a saisi votre adresse. ${name(company)} ne l’a inscrite sur aucune liste et ne vous écrira pas pour autant.`,
    wayOut: company => html`Ne plus recevoir d’e-mails de ${name(company)}`,
  },
  confirmationMail: {
    subject: list => `Veuillez confirmer votre abonnement${space}: ${list}`,
    greeting: 'Bonjour,',
    asked: (company, list) =>
      html`une personne, vous-même sans doute, a demandé à ${name(company)} d’ajouter cette adresse à «${space}${list}${space}».`,
    open: `Pour confirmer l’abonnement, ouvrez cette page${space}:`,
    button: 'Confirmer l’abonnement',
    otherwise: `Si ce n’était pas vous, ne faites rien${space}: sans confirmation, vous ne serez pas abonné(e).`,
  },
  invitationMail: {
    subject: (inviter, account) => `${inviter} vous invite à travailler avec ${account}`,
    greeting: person => (person === '' ? html`Bonjour,` : html`Bonjour ${name(person)},`),
    invited: (inviter, account) =>
      html`${name(inviter)} vous invite à travailler dans Lettershop sur les campagnes d’e-mails de ${name(account)}.`,
    open: `Pour accepter l’invitation et choisir un mot de passe, ouvrez cette page${space}:`,
    button: 'Accepter l’invitation',
    until: (address, until) =>
      html`L’invitation est réservée à ${name(address)}, ne sert qu’une fois et prend fin le ${name(until)}.`,
    otherwise: `Si vous ne savez pas de quoi il s’agit, ne faites rien${space}: aucun compte n’est créé sans votre accord.`,
  },
  passwordResetMail: {
    subject: 'Choisissez un nouveau mot de passe pour Lettershop',
    greeting: person => (person === '' ? html`Bonjour,` : html`Bonjour ${name(person)},`),
    asked: address =>
      html`Un nouveau mot de passe Lettershop a été demandé pour ${name(address)}, par vous ou par quelqu’un d’autre.`,
    open: `Pour choisir un nouveau mot de passe, ouvrez cette page${space}:`,
    button: 'Nouveau mot de passe',
    once: `Le lien ne sert qu’une fois, pendant une heure. Toutes vos sessions prendront ensuite fin${narrow}; un second facteur reste en place.`,
    otherwise: `Si ce n’était pas vous, ne faites rien${space}: votre mot de passe reste inchangé.`,
  },
  newDeviceMail: {
    subject: 'Nouvelle connexion à Lettershop',
    greeting: person => html`Bonjour ${name(person)},`,
    happened: (agent, network, when) =>
      html`vous vous êtes connecté(e) à Lettershop avec un navigateur que nous ne connaissions pas${space}: ${name(agent)}, depuis ${name(network)}, le ${name(when)}.`,
    wasYou: 'Si c’était vous, vous n’avez rien à faire.',
    notYou: `Si ce n’était pas vous, quelqu’un connaît votre mot de passe${space}: choisissez-en un nouveau. Toutes les sessions prennent alors fin.`,
    open: `Vos sessions se trouvent sur cette page${space}:`,
    button: 'Vos sessions',
    once: 'Vous recevez cet e-mail une fois pour chaque navigateur.',
    unknown: 'navigateur inconnu',
  },
  approvalMail: {
    greeting: person => html`Bonjour ${name(person)},`,
    askedSubject: (requester, campaign) => `${requester} demande votre validation : ${campaign}`,
    asked: (requester, campaign, company) =>
      html`${name(requester)} vous demande de valider la campagne ${name(campaign)} de ${name(company)}.`,
    approvedSubject: (decider, campaign) => `Validé par ${decider} : ${campaign}`,
    approved: (decider, campaign, company) =>
      html`${name(decider)} a validé la campagne ${name(campaign)} de ${name(company)}.`,
    rejectedSubject: (decider, campaign) => `Refusé par ${decider} : ${campaign}`,
    rejected: (decider, campaign, company) =>
      html`${name(decider)} n’a pas validé la campagne ${name(campaign)} de ${name(company)}.`,
    wrote: author => html`${name(author)} a écrit :`,
    subjectIs: subject => html`Son objet est ${name(subject)}.`,
    goesTo: places => html`Elle est destinée à ${name(places)}.`,
    leavesOut: places => html`Elle exclut ${name(places)}.`,
    recipients: number => html`Nombre de destinataires à ce jour : ${name(number)}`,
    more: number => `${number} autres`,
    bound:
      'Vous validez la campagne telle qu’elle est maintenant. Si son contenu ou le choix des destinataires change, la validation n’est plus valable.',
    askedOpen: 'Pour voir la campagne et décider, ouvrez cette page :',
    askedButton: 'Voir et décider',
    decidedOpen: 'La campagne se trouve sur cette page :',
    decidedButton: 'Ouvrir la campagne',
    nowSend: 'Elle peut être envoyée maintenant, tant qu’elle reste telle quelle.',
    nowChange: 'Modifiez ce qui doit l’être, puis demandez une nouvelle validation.',
    askedWhy:
      'Vous recevez cet e-mail parce que vous pouvez valider et avez choisi d’être informé. Vos préférences dans Lettershop permettent de le modifier.',
    decidedWhy: 'Vous recevez cet e-mail parce que vous avez demandé la validation.',
  },
}

function named(list: string | null): Html {
  return list === null ? html`cette liste` : html`la liste ${name(list)}`
}
