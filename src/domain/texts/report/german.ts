import type { ReportTexts } from './language.ts'

export const germanReport: ReportTexts = {
  title: 'Kampagnenbericht',
  subject: 'Betreff',
  sent: 'Versand',
  recipients: 'Empfänger',
  asOf: (when, zone) => `Stand der Zahlen: ${when} (${zone}).`,
  states: {
    sending: when => `Diese Kampagne wird noch versendet. Die Zahlen sind vom Stand ${when} und werden wachsen.`,
    paused: when => `Der Versand ist angehalten. Die Zahlen sind vom Stand ${when}; einige Empfänger stehen noch aus.`,
    cancelled: 'Diese Kampagne wurde abgebrochen, bevor sie an alle versendet war.',
  },
  download: 'Zahlen herunterladen (CSV)',
  fraction: (count, total) => `${count} von ${total}`,
  people: 'Menschen',
  machines: 'Maschinen',
  alsoMachines: count => `und ${count} von Maschinen`,
  notMeasured: 'nicht gemessen',
  notes: {
    notMeasured: {
      opens: 'Öffnungen dieser Kampagne wurden nicht gemessen; so ist sie eingestellt. Das ist keine „0“.',
      clicks: 'Klicks dieser Kampagne wurden nicht gemessen; so ist sie eingestellt. Das ist keine „0“.',
      both: 'Öffnungen und Klicks dieser Kampagne wurden nicht gemessen; so ist sie oder sind ihre Listen eingestellt. Das ist keine „0“.',
    },
    whoAgreed:
      'Öffnungen und Klicks wurden nur bei Empfängern gemessen, die zugestimmt haben. Die wahren Zahlen sind höher.',
    noRates: 'Prozentwerte fehlen, weil weniger als 100 Mails zugestellt wurden.',
    classifying: 'Menschen und Maschinen werden gerade auseinandergehalten; die Zahlen können sich noch ändern.',
  },
  glance: {
    heading: 'Auf einen Blick',
    delivered: 'zugestellt',
    opened: 'Menschen haben geöffnet',
    clicked: 'Menschen haben geklickt',
    unsubscribed: 'abgemeldet',
  },
  time: {
    heading: 'Öffnungen und Klicks im Verlauf',
    charts: {
      opens: { hours: 'Öffnungen in den ersten 48 Stunden, je Stunde', days: 'Öffnungen danach, je Tag' },
      clicks: { hours: 'Klicks in den ersten 48 Stunden, je Stunde', days: 'Klicks danach, je Tag' },
    },
    described: (people, machines, most) =>
      `${people} von Menschen, ${machines} von Maschinen; höchstens ${most} auf einmal.`,
    table: 'Dasselbe als Tabelle',
    period: 'Zeit',
    opens: 'Öffnungen',
    clicks: 'Klicks',
    day: (number, date) => `Tag ${number} (ab ${date})`,
    later: 'Später',
    nothing: 'Noch nichts.',
  },
  links: {
    heading: 'Links',
    link: 'Link',
    place: 'Stelle in der Mail',
    clicks: 'Klicks von Menschen',
    share: 'Anteil',
    heights: { top: 'ganz oben', upper: 'oberer Teil', middle: 'Mitte', lower: 'unterer Teil', bottom: 'ganz unten' },
    order: number => `Link ${number}`,
    times: count => `${count}-mal vorhanden`,
    further: (links, clicks) =>
      `${links} weitere Links: ${clicks} Klicks von Menschen. Die Datei zum Herunterladen enthält alle.`,
    none: 'Die Mail hat keine Links, die gezählt werden.',
  },
  delivery: {
    heading: 'Zustellung',
    intro: 'Jeder Empfänger steht in genau einer dieser Zeilen.',
    states: {
      accepted: { name: 'Zugestellt', meaning: 'der Mailserver des Empfängers hat die Mail angenommen' },
      refused: { name: 'Abgelehnt', meaning: 'der Mailserver des Empfängers hat sie nicht angenommen' },
      unknown: {
        name: 'Unbekannt',
        meaning: 'die Verbindung brach vor der Antwort ab; die Mail kann angekommen sein',
      },
      open: { name: 'Unterwegs', meaning: 'noch nicht versendet, oder ein neuer Versuch steht aus' },
      excluded: { name: 'Ausgelassen', meaning: 'vor dem Versand abgemeldet, gesperrt oder nicht mehr vorhanden' },
    },
  },
  back: {
    heading: 'Was zurückkam',
    bounced: 'Unzustellbar',
    classes: {
      'recipient gone': { name: 'Kein solcher Empfänger', meaning: 'die Adresse gibt es nicht (mehr)' },
      'mailbox full': { name: 'Postfach voll', meaning: 'für die Mail war kein Platz' },
      policy: { name: 'Gesperrt', meaning: 'eine Regel oder der Ruf des Absenders' },
      content: { name: 'Inhalt', meaning: 'etwas in der Mail wurde beanstandet' },
      dns: { name: 'Domain nicht erreichbar', meaning: 'zur Domain wurde kein Mailserver gefunden' },
      transient: { name: 'Vorübergehend', meaning: 'eine Störung, die vergehen kann' },
      unknown: { name: 'Anderes', meaning: 'kein erkannter Grund' },
    },
    noBounces: 'Keine Mail war unzustellbar.',
    unsubscribed: { name: 'Abmeldungen', meaning: 'haben sich wegen dieser Mail abgemeldet' },
    complained: { name: 'Beschwerden', meaning: 'haben die Mail als Spam gemeldet' },
  },
  comparison: {
    heading: 'Neben Ihren letzten Kampagnen',
    intro: campaigns =>
      `Verglichen mit Ihren eigenen letzten ${campaigns} Kampagnen mit mindestens 100 zugestellten Mails; nicht mit anderen Firmen.`,
    rate: 'Anteil',
    own: 'Diese',
    usual: 'Üblich (Median)',
    range: 'Niedrigster bis höchster',
    meaning: 'In Worten',
    rates: {
      opened: 'von Menschen geöffnet',
      clicked: 'von Menschen geklickt',
      bounced: 'unzustellbar',
      unsubscribed: 'abgemeldet',
      complained: 'Beschwerden',
    },
    places: {
      'above all': 'höher als in allen',
      'above the median': 'höher als üblich',
      'at the median': 'wie üblich',
      'below the median': 'niedriger als üblich',
      'below all': 'niedriger als in allen',
    },
    of: campaigns => `${campaigns} Kampagnen`,
    none: 'Es gibt zu wenige Kampagnen mit mindestens 100 Mails, um diese zu vergleichen.',
    notYet: 'Der Vergleich kommt, sobald die Kampagne versendet ist.',
  },
  glossary: {
    heading: 'Was die Wörter bedeuten',
    terms: [
      {
        name: 'Menschen und Maschinen',
        meaning:
          'Schutzfilter und Mailprogramme öffnen Mails und folgen Links von selbst. Wir unterscheiden sie von Menschen daran, wie sie sich verhalten. Öffnungen von Menschen sind geschätzt: Programme, die Bilder ausblenden, zählen nicht, und manche Maschine ist von Menschen nicht zu unterscheiden.',
      },
      { name: 'Geöffnet', meaning: 'die Bilder der Mail wurden geladen, oder einer ihrer Links wurde geklickt' },
      {
        name: 'Prozentwerte',
        meaning: 'Anteile an den zugestellten Mails; bei unzustellbaren an den zugestellten und abgelehnten',
      },
      { name: 'Median (Mitte)', meaning: 'die Hälfte der Kampagnen lag darüber, die Hälfte darunter' },
    ],
  },
  footer: 'Diese Seite enthält keine personenbezogenen Daten. Wer ihren Link hat, kann sie lesen, bis der Link endet.',
  csv: { section: 'Abschnitt', item: 'Eintrag', detail: 'Einzelheit', all: 'Alle' },
}
