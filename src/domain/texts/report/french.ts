import type { ReportTexts } from './language.ts'

export const frenchReport: ReportTexts = {
  title: 'Rapport de campagne',
  subject: 'Objet',
  sent: 'Envoi',
  recipients: 'Destinataires',
  asOf: (when, zone) => `Chiffres au ${when} (${zone}).`,
  states: {
    sending: when => `Cette campagne est en cours d’envoi. Les chiffres sont ceux du ${when} et vont augmenter.`,
    paused: when =>
      `L’envoi est en pause. Les chiffres sont ceux du ${when} ; des destinataires n’ont pas encore reçu le message.`,
    cancelled: 'Cette campagne a été annulée avant d’être envoyée à tous.',
  },
  download: 'Télécharger les chiffres (CSV)',
  fraction: (count, total) => `${count} sur ${total}`,
  people: 'Personnes',
  machines: 'Robots',
  alsoMachines: count => `et ${count} par des robots`,
  notMeasured: 'non mesuré',
  notes: {
    notMeasured: {
      opens:
        'Les ouvertures de cette campagne n’ont pas été mesurées, conformément à ses réglages. Ce n’est pas un « 0 ».',
      clicks: 'Les clics de cette campagne n’ont pas été mesurés, conformément à ses réglages. Ce n’est pas un « 0 ».',
      both: 'Les ouvertures et les clics de cette campagne n’ont pas été mesurés, conformément à ses réglages ou à ceux de ses listes. Ce n’est pas un « 0 ».',
    },
    whoAgreed:
      'Les ouvertures et les clics n’ont été mesurés que chez les destinataires qui y ont consenti. Les chiffres réels sont plus élevés.',
    noRates: 'Il n’y a pas de pourcentages, car moins de 100 messages ont été remis.',
    classifying: 'Les personnes sont en train d’être distinguées des robots ; ces chiffres peuvent encore changer.',
  },
  glance: {
    heading: 'En bref',
    delivered: 'remis',
    opened: 'personnes ont ouvert',
    clicked: 'personnes ont cliqué',
    unsubscribed: 'désabonnements',
  },
  time: {
    heading: 'Ouvertures et clics dans le temps',
    charts: {
      opens: { hours: 'Ouvertures des 48 premières heures, par heure', days: 'Ouvertures ensuite, par jour' },
      clicks: { hours: 'Clics des 48 premières heures, par heure', days: 'Clics ensuite, par jour' },
    },
    described: (people, machines, most) =>
      `${people} par des personnes, ${machines} par des robots ; au plus ${most} à la fois.`,
    table: 'La même chose en tableau',
    period: 'Moment',
    opens: 'Ouvertures',
    clicks: 'Clics',
    day: (number, date) => `Jour ${number} (dès le ${date})`,
    later: 'Plus tard',
    nothing: 'Rien pour le moment.',
  },
  links: {
    heading: 'Liens',
    link: 'Lien',
    place: 'Place dans le message',
    clicks: 'Clics de personnes',
    share: 'Part',
    heights: {
      top: 'tout en haut',
      upper: 'partie haute',
      middle: 'milieu',
      lower: 'partie basse',
      bottom: 'tout en bas',
    },
    order: number => `lien ${number}`,
    times: count => `présent ${count} fois`,
    further: (links, clicks) =>
      `${links} autres liens : ${clicks} clics de personnes. Le fichier à télécharger les contient tous.`,
    none: 'Le message n’a pas de liens comptés.',
  },
  delivery: {
    heading: 'Remise',
    intro: 'Chaque destinataire figure dans une seule de ces lignes.',
    states: {
      accepted: { name: 'Remis', meaning: 'le serveur du destinataire a accepté le message' },
      refused: { name: 'Refusés', meaning: 'le serveur du destinataire ne l’a pas accepté' },
      unknown: {
        name: 'Inconnu',
        meaning: 'la connexion s’est rompue avant la réponse ; le message est peut-être arrivé',
      },
      open: { name: 'En route', meaning: 'pas encore envoyés, ou un nouvel essai est prévu' },
      excluded: { name: 'Écartés', meaning: 'désabonnés, bloqués ou disparus avant l’envoi' },
    },
  },
  back: {
    heading: 'Ce qui est revenu',
    bounced: 'Rejetés',
    classes: {
      'recipient gone': { name: 'Destinataire inconnu', meaning: 'l’adresse n’existe pas ou plus' },
      'mailbox full': { name: 'Boîte pleine', meaning: 'il n’y avait pas de place pour le message' },
      policy: { name: 'Bloqué', meaning: 'une règle ou la réputation de l’expéditeur' },
      content: { name: 'Contenu', meaning: 'quelque chose dans le message a été contesté' },
      dns: { name: 'Domaine', meaning: 'le domaine de l’adresse était injoignable' },
      transient: { name: 'Passager', meaning: 'une panne qui peut cesser' },
      unknown: { name: 'Autre', meaning: 'aucune raison reconnue' },
    },
    noBounces: 'Aucun message n’a été rejeté.',
    unsubscribed: { name: 'Désabonnements', meaning: 'se sont désabonnés à cause de ce message' },
    complained: { name: 'Plaintes', meaning: 'ont signalé le message comme indésirable' },
  },
  comparison: {
    heading: 'À côté de vos dernières campagnes',
    intro: campaigns =>
      `Comparée à vos ${campaigns} dernières campagnes d’au moins 100 messages remis ; pas à d’autres entreprises.`,
    rate: 'Taux',
    own: 'Celle-ci',
    usual: 'Habituel (médiane)',
    range: 'Du plus bas au plus haut',
    meaning: 'En mots',
    rates: {
      opened: 'ouvert par des personnes',
      clicked: 'cliqué par des personnes',
      bounced: 'rejeté',
      unsubscribed: 'désabonné',
      complained: 'plaintes',
    },
    places: {
      'above all': 'plus haut que dans toutes',
      'above the median': 'plus haut que d’habitude',
      'at the median': 'comme d’habitude',
      'below the median': 'plus bas que d’habitude',
      'below all': 'plus bas que dans toutes',
    },
    of: campaigns => `${campaigns} campagnes`,
    none: 'Il y a trop peu de campagnes d’au moins 100 messages pour comparer celle-ci.',
    notYet: 'La comparaison viendra quand la campagne aura été envoyée.',
  },
  glossary: {
    heading: 'Ce que les mots veulent dire',
    terms: [
      {
        name: 'Personnes et robots',
        meaning:
          'Des filtres de sécurité et des programmes de messagerie ouvrent les messages et suivent les liens d’eux-mêmes. Nous les distinguons des personnes par leur comportement. Les ouvertures de personnes sont une estimation : les programmes qui masquent les images ne sont pas comptés, et certains robots ressemblent à des personnes.',
      },
      { name: 'Ouvert', meaning: 'les images du message ont été chargées, ou l’un de ses liens a été cliqué' },
      {
        name: 'Pourcentages',
        meaning: 'parts des messages remis ; pour les rejets, des messages remis et refusés',
      },
      { name: 'Médiane', meaning: 'la moitié des campagnes avait plus, l’autre moins' },
    ],
  },
  footer:
    'Cette page ne contient pas de données personnelles. Qui possède son lien peut la lire jusqu’à la fin du lien.',
  csv: { section: 'Partie', item: 'Élément', detail: 'Détail', all: 'Tous' },
}
