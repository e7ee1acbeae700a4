import { type Html, html } from '../../lib/html.ts'
import { germanFeed } from './feed/german.ts'
import { name, type Texts } from './language.ts'
import { germanReader } from './reader/german.ts'
import { germanReport } from './report/german.ts'
import { germanReportMail } from './report-mail/german.ts'
import { germanSignUp } from './sign-up/german.ts'

export const german: Texts = {
  language: 'de',
  name: 'Deutsch',
  direction: 'ltr',
  report: germanReport,
  reportMail: germanReportMail,
  reader: germanReader,
  signUp: germanSignUp,
  feed: germanFeed,
  unsubscribe: {
    title: 'Abmelden',
    question: (email, list, company) =>
      html`Möchten Sie keine E-Mails von ${name(company)} an ${named(list, 'Akkusativ')} mehr erhalten? Sie gehen an ${name(email)}.`,
    button: 'Abmelden',
  },
  unsubscribed: {
    title: 'Sie sind abgemeldet',
    text: (email, list, company) =>
      html`${name(email)} erhält keine E-Mails von ${name(company)} an ${named(list, 'Akkusativ')} mehr.`,
    undo: 'Das war ein Versehen: Ich möchte angemeldet bleiben',
  },
  undone: {
    title: 'Sie bleiben angemeldet',
    text: (email, list, company) =>
      html`Alles ist wie zuvor: ${name(email)} steht auf ${named(list, 'Dativ')} von ${name(company)}.`,
  },
  notUndone: {
    title: 'Das lässt sich nicht mehr rückgängig machen',
    text: (email, list, company) =>
      html`${name(email)} bleibt abgemeldet. Um wieder E-Mails von ${name(company)} an ${named(list, 'Akkusativ')} zu erhalten, melden Sie sich bitte neu an.`,
  },
  confirm: {
    title: 'Anmeldung bestätigen',
    question: (email, list, company) =>
      html`Möchten Sie E-Mails von ${name(company)} an ${named(list, 'Akkusativ')} erhalten? Sie gehen dann an ${name(email)}.`,
    button: 'Anmeldung bestätigen',
  },
  confirmed: {
    title: 'Ihre Anmeldung ist bestätigt',
    text: (email, list, company) =>
      html`${name(email)} erhält ab jetzt E-Mails von ${name(company)} an ${named(list, 'Akkusativ')}.`,
  },
  notConfirmable: {
    title: 'Diese Anmeldung ist beendet',
    text: (email, list, company) =>
      html`Für ${name(email)} ist keine Anmeldung zu ${named(list, 'Dativ')} von ${name(company)} mehr offen. Um E-Mails zu erhalten, melden Sie sich bitte erneut an.`,
  },
  trackingLine: 'Wählen, was beim Lesen unserer E-Mails aufgezeichnet werden darf',
  preferences: {
    title: 'Ihre E-Mail-Einstellungen',
    link: 'E-Mails auswählen, die Sie erhalten',
    intro: (email, company) => html`Das sendet ${name(company)} an ${name(email)}.`,
    lists: 'Ich möchte E-Mails an diese Listen erhalten',
    noLists: 'Diese Adresse steht auf keiner Liste.',
    unconfirmed: 'noch nicht von Ihnen bestätigt',
    blocked: (email, company) =>
      html`An ${name(email)} gehen zurzeit keine E-Mails. Um wieder welche zu erhalten, wenden Sie sich bitte an ${name(company)}.`,
    language: 'Sprache',
    languageLabel: 'Sprache dieser Seiten und der Nachrichten zu Ihrer Anmeldung',
    anyLanguage: 'Wie im Browser',
    save: 'Speichern',
    leaveAll: 'Von allem abmelden',
    saved: 'Ihre Einstellungen sind gespeichert.',
    asked: 'Wenn eine Liste eine Bestätigung verlangt, erhalten Sie eine E-Mail mit einem Link.',
  },
  tracking: {
    title: 'Was über Sie festgehalten wird',
    about: list => html`Ihre Antworten gelten für die Liste ${name(list)}.`,
    purposes: {
      measuring: {
        question: company =>
          html`Darf ${name(company)} festhalten, welche E-Mails Sie öffnen und welche Links Sie anklicken?`,
        hint: 'Es wird zusammen mit Ihrer Adresse festgehalten. Die E-Mails erhalten Sie in jedem Fall.',
        done: 'Zurzeit wird dies festgehalten.',
        notDone: 'Zurzeit wird nichts davon festgehalten.',
      },
      personalising: {
        question: company =>
          html`Darf ${name(company)} danach auswählen, welche E-Mails Sie erhalten, was Sie öffnen und anklicken?`,
        hint: 'Wenn nicht, erhalten Sie dasselbe wie alle auf der Liste.',
        done: 'Zurzeit geschieht dies.',
        notDone: 'Zurzeit geschieht dies nicht.',
      },
      hygiene: {
        question: company =>
          html`Darf ${name(company)} den Tag speichern, an dem Sie zuletzt eine E-Mail geöffnet haben?`,
        hint: 'Nur dieses eine Datum, und nur, um denen nicht mehr zu schreiben, die die E-Mails nicht mehr lesen.',
        done: 'Zurzeit wird dieses Datum gespeichert.',
        notDone: 'Zurzeit wird dieses Datum nicht gespeichert.',
      },
    },
    yes: 'Ja',
    no: 'Nein',
    answered: (answer, since) =>
      since === undefined ? html`Ihre Antwort: ${name(answer)}.` : html`Ihre Antwort seit ${since}: ${name(answer)}.`,
    unanswered: 'Sie haben noch nicht geantwortet.',
    words: 'Ihre Antwort galt diesen Worten:',
    recorded: {
      page: 'Sie haben auf dieser Seite geantwortet.',
      imported: company => html`${name(company)} hat Ihre Antwort aus einer Datei übernommen.`,
      other: company => html`${name(company)} hat Ihre Antwort eingetragen.`,
      source: source => html`Sie haben hier geantwortet: ${name(source)}.`,
    },
    otherLists: lists => html`Dies betrifft andere Listen: ${name(lists)}.`,
    everywhere: company => html`Meine Antworten gelten für alle Listen von ${name(company)}`,
    withdrawn:
      'Ab sofort wird nicht mehr festgehalten, welche E-Mails Sie öffnen und welche Links Sie anklicken, auch nicht bei E-Mails, die bereits gesendet sind. Was festgehalten wurde, wird innerhalb eines Tages entfernt.',
    notAsked: question => html`Ihr Ja wurde nicht eingetragen, denn danach werden Sie nicht mehr gefragt: ${question}`,
  },
  forward: {
    title: 'Diese E-Mail weiterempfehlen',
    intro: company =>
      html`Ihre Freunde erhalten eine kurze Nachricht mit einem Link zu dieser E-Mail von ${name(company)}.`,
    friends: 'E-Mail-Adressen Ihrer Freunde',
    friendsHint: most => `Höchstens ${most}, durch Kommas getrennt.`,
    name: 'Ihr Name',
    message: 'Ein paar Worte an Ihre Freunde (wenn Sie möchten)',
    messageHint: 'Bitte keine Internetadressen.',
    button: 'Senden',
    faults: {
      friends:
        'Bitte prüfen Sie die Adressen Ihrer Freunde: Eine ist keine E-Mail-Adresse, es ist keine da, oder es sind zu viele.',
      name: 'Bitte geben Sie Ihren Namen an, ohne Internet- oder E-Mail-Adresse.',
      message: 'Bitte fassen Sie sich kürzer und lassen Sie Internetadressen weg.',
    },
    sent: {
      title: 'Vielen Dank',
      text: company =>
        html`Ihre Freunde erhalten eine Nachricht mit dem Link zu dieser E-Mail. ${name(company)} setzt sie auf keine Liste.`,
    },
    enough: 'Für heute wurde diese E-Mail oft genug weiterempfohlen. Bitte versuchen Sie es morgen wieder.',
  },
  imprint: 'Impressum',
  invalidLink: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er ist vielleicht unvollständig oder veraltet. Bitte öffnen Sie ihn noch einmal aus der E-Mail, in der er stand.',
  },
  wrongVerb: {
    title: 'Das ist hier nicht möglich',
    text: 'Diese Adresse lässt sich so nicht verwenden. Bitte öffnen Sie den Link aus der E-Mail, in der er stand.',
  },
  tooLarge: {
    title: 'Das war zu viel',
    text: 'Die Anfrage war größer, als diese Seite sie annimmt. Bitte öffnen Sie den Link aus der E-Mail, in der er stand.',
  },
  archive: {
    gone: {
      title: 'Hier gibt es nichts zu lesen',
      text: 'Dieses Archiv ist nicht öffentlich, oder der Brief ist nicht mehr darin.',
    },
    empty: 'Es wurde noch nichts verschickt.',
    older: 'Ältere Briefe',
    newest: 'Neueste Briefe',
    feed: 'Atom-Feed',
    signUp: 'Anmelden',
    earlier: 'Frühere Briefe lesen',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Unter dieser Adresse ist nichts. Bitte prüfen Sie sie, oder gehen Sie dorthin zurück, woher Sie kamen.',
  },
  overloaded: {
    title: 'Bitte versuchen Sie es gleich noch einmal',
    text: 'Im Moment kommen zu viele Anfragen auf einmal. Es wurde nichts geändert.',
  },
  decline: {
    title: 'Keine weiteren E-Mails?',
    question: (email, company) =>
      html`Soll ${name(company)} nicht mehr an ${name(email)} schreiben? Das gilt für E-Mails, die andere weiterleiten, und für alle übrigen.`,
    button: 'Keine E-Mails mehr erhalten',
  },
  declined: {
    title: 'Sie erhalten keine E-Mails mehr',
    text: (email, company) => html`An ${name(email)} geht nichts mehr von ${name(company)}.`,
  },

  forwardedMail: {
    subject: (sender, company) => `${sender} empfiehlt Ihnen eine E-Mail von ${company}`,
    sent: (sender, company, subject) =>
      html`${name(sender)} meint, dass Ihnen diese E-Mail von ${name(company)} gefallen könnte: „${subject}“.`,
    open: 'Um sie zu lesen, öffnen Sie diese Seite:',
    button: 'E-Mail lesen',
    once: company =>
      html`Sie erhalten diese Nachricht, weil jemand Ihre Adresse eingegeben hat. ${name(company)} hat sie auf keine Liste gesetzt und wird Ihnen deswegen nicht schreiben.`,
    wayOut: company => html`Keine E-Mails von ${name(company)} mehr erhalten`,
  },
  confirmationMail: {
    subject: list => `Bitte bestätigen Sie Ihre Anmeldung: ${list}`,
    greeting: 'Guten Tag,',
    asked: (company, list) =>
      html`jemand, hoffentlich Sie selbst, hat ${name(company)} gebeten, diese Adresse in „${list}“ aufzunehmen.`,
    open: 'Um die Anmeldung zu bestätigen, öffnen Sie bitte diese Seite:',
    button: 'Anmeldung bestätigen',
    otherwise: 'Wenn Sie das nicht waren, tun Sie einfach nichts: Ohne Bestätigung werden Sie nicht angemeldet.',
  },
  invitationMail: {
    subject: (inviter, account) => `${inviter} lädt Sie zur Mitarbeit bei ${account} ein`,
    greeting: person => (person === '' ? html`Guten Tag,` : html`Guten Tag ${name(person)},`),
    invited: (inviter, account) =>
      html`${name(inviter)} lädt Sie ein, in Lettershop an den E-Mail-Kampagnen von ${name(account)} mitzuarbeiten.`,
    open: 'Um die Einladung anzunehmen und ein Passwort zu wählen, öffnen Sie bitte diese Seite:',
    button: 'Einladung annehmen',
    until: (address, until) =>
      html`Die Einladung gilt nur für ${name(address)}, nur einmal und bis zum ${name(until)}.`,
    otherwise:
      'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun: Ohne Ihre Zustimmung entsteht kein Konto.',
  },
  passwordResetMail: {
    subject: 'Wählen Sie ein neues Passwort für Lettershop',
    greeting: person => (person === '' ? html`Guten Tag,` : html`Guten Tag ${name(person)},`),
    asked: address =>
      html`für ${name(address)} wurde ein neues Passwort für Lettershop angefordert – von Ihnen oder von jemand anderem.`,
    open: 'Um ein neues Passwort zu wählen, öffnen Sie bitte diese Seite:',
    button: 'Neues Passwort wählen',
    once: 'Der Link gilt einmal und eine Stunde lang. Danach sind Sie überall abgemeldet; ein zweiter Faktor bleibt, wie er ist.',
    otherwise: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  newDeviceMail: {
    subject: 'Neue Anmeldung bei Lettershop',
    greeting: person => html`Guten Tag ${name(person)},`,
    happened: (agent, network, when) =>
      html`Sie haben sich mit einem Browser bei Lettershop angemeldet, den wir noch nicht kannten: ${name(agent)}, von ${name(network)} aus, am ${name(when)}.`,
    wasYou: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
    notYou: 'Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Wählen Sie ein neues. Damit enden alle Sitzungen.',
    open: 'Ihre Sitzungen finden Sie auf dieser Seite:',
    button: 'Ihre Sitzungen',
    once: 'Sie erhalten diese E-Mail für jeden Browser einmal.',
    unknown: 'unbekannter Browser',
  },
  approvalMail: {
    greeting: person => html`Guten Tag ${name(person)},`,
    askedSubject: (requester, campaign) => `${requester} bittet Sie um Freigabe: ${campaign}`,
    asked: (requester, campaign, company) =>
      html`${name(requester)} bittet Sie, die Kampagne ${name(campaign)} von ${name(company)} freizugeben.`,
    approvedSubject: (decider, campaign) => `Von ${decider} freigegeben: ${campaign}`,
    approved: (decider, campaign, company) =>
      html`${name(decider)} hat die Kampagne ${name(campaign)} von ${name(company)} freigegeben.`,
    rejectedSubject: (decider, campaign) => `Von ${decider} nicht freigegeben: ${campaign}`,
    rejected: (decider, campaign, company) =>
      html`${name(decider)} hat die Kampagne ${name(campaign)} von ${name(company)} nicht freigegeben.`,
    wrote: author => html`${name(author)} schreibt dazu:`,
    subjectIs: subject => html`Der Betreff lautet ${name(subject)}.`,
    goesTo: places => html`Sie geht an ${name(places)}.`,
    leavesOut: places => html`Ausgenommen sind ${name(places)}.`,
    recipients: number => html`Zahl der Empfänger zurzeit: ${name(number)}`,
    more: number => `${number} weitere`,
    bound:
      'Sie geben die Kampagne frei, wie sie jetzt ist. Ändert sich der Inhalt oder die Auswahl der Empfänger, erlischt die Freigabe.',
    askedOpen: 'Um die Kampagne anzusehen und zu entscheiden, öffnen Sie bitte diese Seite:',
    askedButton: 'Ansehen und entscheiden',
    decidedOpen: 'Die Kampagne finden Sie auf dieser Seite:',
    decidedButton: 'Kampagne öffnen',
    nowSend: 'Sie kann jetzt versendet werden, solange sie bleibt, wie sie ist.',
    nowChange: 'Ändern Sie, was zu ändern ist, und bitten Sie dann erneut um Freigabe.',
    askedWhy:
      'Sie erhalten diese E-Mail, weil Sie freigeben dürfen und benachrichtigt werden wollen. Das ändern Sie in Ihren Einstellungen in Lettershop.',
    decidedWhy: 'Sie erhalten diese E-Mail, weil Sie um die Freigabe gebeten haben.',
  },
}

function named(list: string | null, grammar: 'Akkusativ' | 'Dativ'): Html {
  const [article, pronoun] = grammar === 'Dativ' ? ['der', 'dieser'] : ['die', 'diese']
  return list === null ? html`${pronoun} Liste` : html`${article} Liste ${name(list)}`
}
