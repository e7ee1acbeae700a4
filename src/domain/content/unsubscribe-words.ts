/** What links for opting out are called. A link with such words that leads elsewhere keeps its reader from leaving here. */

/** By language (ISO 639-1): the first is the usual name of such a link. In lower case, without accents of Latin letters. */
const words: Readonly<Record<string, readonly string[]>> = {
  en: ['unsubscribe', 'un-subscribe', 'opt out', 'opt-out', 'optout', 'remove me', 'stop receiving', 'leave this list'],
  de: ['abmelden', 'abmeldung', 'abbestellen', 'abbestellung', 'austragen', 'abonnement beenden', 'hier ab'],
  fr: [
    'se desinscrire',
    'desinscrire',
    'desinscription',
    'desinscrivez',
    'se desabonner',
    'desabonner',
    'desabonnement',
    'ne plus recevoir',
  ],
  es: [
    'darse de baja',
    'darme de baja',
    'dar de baja',
    'date de baja',
    'cancelar suscripcion',
    'cancelar la suscripcion',
    'cancelar mi suscripcion',
    'anular suscripcion',
    'anular la suscripcion',
    'desuscribirse',
    'desuscribirme',
    'desuscribir',
  ],
  ca: ['donar-se de baixa', 'donar-me de baixa', 'cancel lar la subscripcio'],
  gl: ['darse de baixa', 'cancelar a subscricion'],
  eu: ['harpidetza utzi', 'harpidetza kendu', 'baja eman'],
  pt: [
    'cancelar subscricao',
    'cancelar a subscricao',
    'cancelar inscricao',
    'cancelar a inscricao',
    'cancelar assinatura',
    'anular subscricao',
    'anular a subscricao',
    'descadastrar',
    'descadastre',
    'remover inscricao',
    'deixar de receber',
  ],
  it: [
    'cancella iscrizione',
    "cancella l'iscrizione",
    'cancellare iscrizione',
    'annulla iscrizione',
    "annulla l'iscrizione",
    'cancellati',
    'disiscriviti',
    'disiscriversi',
    'disiscrizione',
    'disiscrivi',
    'cancella la tua iscrizione',
  ],
  nl: ['uitschrijven', 'uitschrijving', 'afmelden', 'afmelding', 'schrijf je uit', 'meld je af'],
  sv: ['avregistrera', 'avregistrering', 'avprenumerera', 'avanmal', 'avanmalan', 'sluta prenumerera'],
  da: ['afmeld', 'afmelding', 'frameld', 'frameldelse', 'afmeld nyhedsbrev'],
  no: ['meld deg av', 'avmeld', 'avmelding', 'meld av', 'avslutt abonnement', 'avslutt abonnementet'],
  fi: [
    'peruuta tilaus',
    'peru tilaus',
    'peruuta uutiskirje',
    'peruuta uutiskirjeen tilaus',
    'lopeta tilaus',
    'poistu listalta',
  ],
  is: ['afskra', 'afskra mig', 'segja upp askrift'],
  et: ['loobu uudiskirjast', 'loobu', 'tuhista tellimus', 'lopeta tellimus'],
  lv: ['atrakstities', 'anulet abonementu', 'atteikties no jaunumiem'],
  lt: ['atsisakyti prenumeratos', 'atsisakyti', 'nutraukti prenumerata'],
  pl: [
    'wypisz sie',
    'wypisz mnie',
    'wypisac sie',
    'rezygnuje',
    'rezygnacja',
    'zrezygnuj',
    'anuluj subskrypcje',
    'anuluj subskrypcji',
  ],
  cs: ['odhlasit', 'odhlasit se', 'odhlasit odber', 'odhlaseni', 'zrusit odber'],
  sk: ['odhlasit', 'odhlasit sa', 'odhlasenie', 'zrusit odber'],
  hu: ['leiratkozas', 'leiratkozom', 'feliratkozas lemondasa', 'hirlevel lemondasa'],
  ro: ['dezabonare', 'dezaboneaza', 'dezabonati', 'ma dezabonez', 'dezabonez'],
  sl: ['odjava', 'odjavi se', 'odjavite se', 'odjava od novic'],
  hr: ['odjava', 'odjavi se', 'odjavite se', 'odjavi me'],
  sr: ['одјава', 'одјави се', 'одјавите се'],
  bg: ['отписване', 'отпиши', 'отпиши се', 'отпишете се', 'отказ от абонамент'],
  ru: ['отписаться', 'отписка', 'отпишитесь', 'отказаться от рассылки', 'отказаться от подписки', 'отменить подписку'],
  uk: ['відписатися', 'відписатись', 'відмовитися від розсилки', 'скасувати підписку'],
  be: ['адпісацца'],
  el: ['διαγραφη', 'διαγραφειτε', 'απεγγραφη', 'καταργηση εγγραφης', 'καταργηση συνδρομης'],
  tr: [
    'abonelikten cik',
    'abonelikten cikin',
    'abonelikten ayril',
    'uyelikten cik',
    'aboneligi iptal et',
    'listeden cik',
    'aboneligimi iptal et',
  ],
  ar: ['الغاء الاشتراك', 'إلغاء الاشتراك', 'إلغاء إشتراك', 'إيقاف الاشتراك'],
  fa: ['لغو اشتراک', 'لغو عضویت'],
  he: ['להסרה', 'הסרה מרשימת התפוצה', 'הסר אותי', 'ביטול הרשמה', 'הסרה מהרשימה'],
  hi: ['सदस्यता समाप्त', 'सदस्यता रद्द', 'सदस्यता छोड़ें', 'अनसब्सक्राइब'],
  ja: ['配信停止', '配信解除', '購読解除', '購読停止', '登録解除', 'メール停止', '受信拒否'],
  zh: ['退订', '退訂', '取消订阅', '取消訂閱', '取消訂閲'],
  ko: ['수신거부', '수신 거부', '구독취소', '구독 취소', '구독해지', '구독 해지'],
  th: ['ยกเลิกการสมัคร', 'ยกเลิกการรับ', 'ยกเลิกรับข่าวสาร', 'เลิกติดตาม'],
  vi: ['huy dang ky', 'huy nhan tin', 'ngung nhan'],
  id: ['berhenti berlangganan', 'batal berlangganan', 'berhenti langganan'],
  ms: ['nyahlanggan', 'berhenti melanggan', 'henti langganan'],
  tl: ['mag-unsubscribe'],
}

/** Languages that put no blanks between words. */
const unspaced: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'th'])
/** A longer text is prose, in which such a word may mean anything. */
const longest = 120

const spacedWords = Object.entries(words).flatMap(([language, all]) => (unspaced.has(language) ? [] : all.map(plain)))
const unspacedWords = Object.entries(words).flatMap(([language, all]) => (unspaced.has(language) ? all.map(plain) : []))

/** Whether a link with this text, or an image with this alternative text, promises a way to opt out. */
export function promisesOptOut(text: string): boolean {
  if (text.length > longest * 3) return false
  const given = plain(text)
  if (given === '' || given.length > longest) return false
  const padded = ` ${given} `
  return spacedWords.some(one => padded.includes(` ${one} `)) || unspacedWords.some(one => given.includes(one))
}

/** The usual name of a link for opting out. @param language such as `de-AT`; English for any that is not known */
export function optOutWord(language: string): string {
  const [first = ''] = words[language.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ''] ?? words.en ?? []
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}`
}

/** Letters that Unicode has no accents of. */
const undivided: Readonly<Record<string, string>> = { ı: 'i', đ: 'd', ł: 'l', ø: 'o' }

/** Lower case, without accents of Latin and Greek letters and without punctuation, one blank between words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}{0,3})\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ıđłø]/g, letter => undivided[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
