/** Signs that a person wrote a mail: the client it was written with, quotations below own words, greetings and questions. */
import { plain } from '../../domain/bounce-classification/plain.ts'
import { anyOf, sequence } from '../../lib/patterns.ts'
import type { Letter } from './letters.ts'
import type { Headers } from './mime.ts'

/** Characters of a mail that are looked at: people begin their mails with what they have to say. */
const mostText = 16_000
const mostLines = 400

/** The mail client a mail was written with. @returns the evidence, undefined where none is named that people use */
export function mailClientIn(headers: Headers): string | undefined {
  for (const name of ['user-agent', 'x-mailer']) {
    const value = headers.get(name)
    if (value !== undefined && clients.test(value) && !agents.test(value)) return `${name}: ${value}`
  }
  return undefined
}

const clients = anyOf(
  [
    /thunderbird|mozilla|seamonkey|icedove|apple mail/,
    /(?:iphone|ipad|ipod|ios|macos|android)\b.{0,20}\bmail|(?:iphone|ipad) mail|outlook/,
    /windows (?:live )?mail|entourage|\bk-?9\b|fairemail|mutt\b|alpine|\bpine\b|evolution|kmail|kontact/,
    /claws|sylpheed|the bat!?|round ?cube|squirrelmail|horde|\bimp\b|internet messaging program|rainloop/,
    /snappymail|afterlogic|\bsogo|zimbra|open-xchange|\box app|nextcloud|web-?mail|yahoo|ymail/,
    /webservice\/|foxmail|qqmail|netease|coremail|mail\.ru mailer|yamail|em_?client|mailbird|spark\b/,
    /bluemail|airmail|postbox|(?:lotus|hcl|ibm) notes|verse|mailmate|becky|eudora|pegasus|opera mail/,
    /geary|trojit|mailspring|canary|edison|superhuman|proton|tuta|fastmail|aqua ?mail|samsung|typeapp/,
    /maildroid|vivaldi|\bgnus|\bmew\b|wanderlust|\bnmh|mh-e|shuriken|winbiff|al-mail|gmail|gmx|hotmail/,
    /incredimail|dreammail|\bnine\b|mailplus|dodomail|blackberry|betterbird|interlink/,
  ],
  'i',
)

/** Programs of the same houses that write reports. */
const agents = /\bcdo\b|internet (?:agent|mail service)|domino|exchange|smtp|daemon|server|gateway/i

/** "Sent from my iPhone", below what a person wrote; a report holds it only in the mail that it returns. */
export function isSignedByDevice(text: string): boolean {
  return ownLinesOf(text).some(line => devices.test(line))
}

const devices = anyOf([
  /^(?:sent|get) (?:from (?:my |outlook|yahoo|mail for)|outlook for|via )/,
  /^(?:von meine[mr] |gesendet (?:von|mit)|diese (?:nachricht|mail) wurde von meinem)/,
  /^envoye (?:de|depuis) (?:mon|ma|outlook|yahoo)/,
  /^enviado (?:desde|do|de|a partir) (?:mi|meu|minha|o meu|outlook|yahoo)/,
  /^inviato da(?:l|lla)? (?:mio|mia|iphone|ipad|outlook|yahoo)|^verzonden (?:vanaf|vanuit|met) /,
  /^wys[lł]ano z |^отправлено (?:с|из) |^iphone(?:'?um)?(?:dan|'dan| cihazimdan) gonder|iphoneから送信/,
  /androidから送信|^发自我的|^從我的|^來自我的|^发自|나의 (?:iphone|아이폰)에서|^skickat fran min|^sendt fra min|^lahetetty /,
  /^dikirim dari|^gonderildi|^odeslano z|^iphone'?dan gonderildi/,
])

export interface Hint {
  readonly evidence: string
  /** `form`: how clients and lists write for people. `words`: phrases, which polite programs use too. */
  readonly by: 'form' | 'words'
}

/**
 * What people's mails have and some programs write too: an answer's subject, a quoted letter below words of one's own, a greeting or
 * a farewell, a question.
 */
export function hintOfPerson({ subject, headers }: Letter, text: string): Hint | undefined {
  if (answers.test(subject)) return { evidence: `Subject: ${subject}`, by: 'form' }
  const list = listFields.find(name => headers.has(name))
  if (list !== undefined) return { evidence: `${list}: ${headers.get(list)}`, by: 'form' }
  if (quotesBelow(rawLinesOf(text))) return { evidence: 'a quoted letter', by: 'form' }
  const evidence = ownLinesOf(text).find(line => greets.test(line) || takesLeave.test(line) || isQuestion(line))
  return evidence === undefined ? undefined : { evidence, by: 'words' }
}

const listFields = ['list-post', 'list-id', 'x-mailman-version']

/** Subjects of answers and of what is forwarded, in the words of mail clients of many languages. */
const answers = sequence([
  /^/,
  [
    /re|aw|antw|antwort|sv|vs|res|rif|r|odp|rv|ynt|yanit|ilt|fw|fwd|wg|tr|enc|i|doorst|vb|vl|pd|转发|轉寄|轉發/,
    /回复|回覆|答复|返信|转寄|отв|ответ|на|ha|fyi|balas|bls|teruskan|전달|회신|답장/,
  ],
  /\s?(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]/,
])

function rawLinesOf(text: string): readonly string[] {
  return text.slice(0, mostText).split('\n', mostLines)
}

/** The text before the first quoted line, in plain form, without empty lines. */
export function ownLinesOf(text: string): readonly string[] {
  const own: string[] = []
  for (const line of rawLinesOf(text)) {
    if (quoted.test(line)) {
      if (own.length > 0) break
      continue
    }
    const words = plain(line)
    if (words !== '') own.push(words)
  }
  return own
}

/** Words of one's own, and below them the letter that they answer: marked line by line, or below the header that clients write. */
function quotesBelow(lines: readonly string[]): boolean {
  let hasOwn = false
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    if (quoted.test(line)) return true
    if (hasOwn && wrote.test(line.trim())) return true
    if (hasOwn && fromField.test(line) && lines.slice(at + 1, at + 4).some(next => sentField.test(next))) return true
    hasOwn = true
  }
  return false
}

/** Transcripts of sendmail show commands behind three marks. */
const quoted = /^\s{0,3}>(?!>> ?[A-Z.])/

/** `On Tue, 3 Mar 2026, Bloom wrote:` */
const wrote = sequence(
  [
    [
      /\bwrote|\bschrieb|\ba [ée]crit|\bescribi[óo]|\bha scritto|\bescreveu|\bschreef|\bskrev|\bkirjoitti/,
      /\bpisze|\bnapisa[łl]|\bnapsal|\b[íi]rta|пишет|написал|\byazd[ıi]|\bmenulis|đã viết|のメール|書きました|写道|寫道/,
      /님이 작성/,
    ],
    /.{0,160}[:：]$/,
  ],
  'i',
)
/** Outlook's block: the field of the sender, and the time it was sent. Reports say Date. */
const fromField =
  /^[\s*_]{0,4}(?:from|von|de|da|van|fra|fr[åa]n|od|от|kimden|l[äa]hett[äa]j[äa]|发件人|寄件者|差出人|보낸 ?사람|dari|feladó)[*\s]{0,3}[:：]/i
const sentField = sequence(
  [
    /^[\s*_]{0,4}/,
    [
      /sent|gesendet|datum|envoy[ée]|enviado(?: el| em)?|inviato|verzonden|sendt|skickat|wys[łl]ano/,
      /отправлено|дата|g[öo]nderilen|g[öo]nderildi|l[äa]hetetty|发送时间|日期|寄件日期|送信日時|日時|보낸 ?날짜|terkirim/,
      /dikirim|elk[üu]ldve/,
    ],
    /[*\s]{0,3}[:：]/,
  ],
  'i',
)

const greets = sequence([
  /^/,
  [
    /dear (?!(?:e-?mail |mail )?(?:user|sender|customer|recipient))|hi (?!this)|hi[,!]/,
    /hello(?!,? this is)|hey\b|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)/,
    /gruss gott|moin|servus|liebe[rs]? |sehr geehrte|bonjour|bonsoir|salut|chere? |madame|monsieur|hola/,
    /buen[oa]s |estimad[oa]s?|querid[oa]s?|buongiorno|buonasera|ciao|salve|gentil[ei]|spett|ola\b|bom dia/,
    /boa tarde|boa noite|prezad[oa]s?|car[oa]s? |beste |geachte|goedemorgen|goedemiddag|goedendag|dag /,
    /dzien dobry|witam|czesc|szanown|здравствуите|добрыи|уважаем|привет|merhaba|selam|say[iı]n|iyi gunler/,
    /gunayd[iı]n|こんにちは|お世話に|いつもお世話|はじめまして|拝啓|您好|你好|尊敬的|敬启|hej|god (?:dag|morgon|morgen)|kara |hei\b|moi\b/,
    /dobry den|kedves|tisztelt|buna|halo\b|selamat (?:pagi|siang|sore|malam)|kepada|yth|안녕하세요|γεια/,
    /xin chao/,
  ],
])

/** How a mail ends, on a line of its own. */
const takesLeave = sequence([
  /^/,
  [
    /(?:kind|best|warm|many)? ?regards|best(?: wishes)?|cheers|thanks(?: a lot| again| in advance)?/,
    /many thanks|thank you|sincerely|yours (?:sincerely|faithfully|truly)|love/,
    /(?:mit )?(?:freundliche[mn]?|beste[nm]?|liebe[nm]?|herzliche[nm]?|viele[nm]?) gru(?:ss|ss?en?|ssen)/,
    /gruss|mfg|lg|vg|danke|cordialement|bien (?:cordialement|a vous)|merci|saludos|un saludo|atentamente/,
    /gracias|cordiali saluti|distinti saluti|saluti|grazie|atenciosamente|obrigad[oa]|cumprimentos/,
    /abracos|met vriendelijke groet|groeten|groetjes|bedankt|pozdrawiam|z powazaniem|dziekuje|с уважением/,
    /спасибо|всего доброго|sayg[iı]lar[iı]mla|tesekkurler|iyi cal[iı]smalar|よろしくお願い|敬具|谢谢|此致|祝好|敬礼|顺祝/,
    /med vanliga halsningar|mvh|(?:med venlig )?hilsen|terima kasih|hormat (?:saya|kami)|salam|감사합니다/,
  ],
  /(?:[\s,.!]{0,4}|,? .{0,40})$/,
])

/** A sentence that ends with a question mark; links have them within. */
function isQuestion(line: string): boolean {
  if (!line.includes('?') && !line.includes('？')) return false
  const bare = line.replace(/\S{0,300}(?:https?:|www\.)\S{0,2000}/g, ' ').replace(headings, ' ')
  return /[^\s?]\s?\?["')\]]?(?:\s|$)|？/.test(bare)
}

/** Headings of reports that are written as questions. */
const headings =
  /\b(?:why (?:did|was|can|has)|what (?:does|should|can|to|is|happened|do)|how (?:do|can|to)|was this helpful|more info for|is this|need (?:more )?help|ho(?:w|ch) )[^?]{0,80}\?/g
