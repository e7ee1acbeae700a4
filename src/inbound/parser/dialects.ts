/**
 * Reports that keep to no standard: who failed and why, out of the words. One reading for all of them (qmail's paragraphs,
 * sendmail's transcript, Exim's indented lines, Exchange's `<host #5.1.1>`, Domino …): an address at the beginning of
 * a line is a recipient, and what follows until the next is what was said of it.
 */
import { type Judgement, judge } from '../../domain/bounce-classification/classify.ts'
import { codeIn } from '../../domain/bounce-classification/codes.ts'
import { plain } from '../../domain/bounce-classification/plain.ts'
import { statusesIn } from '../../domain/bounce-classification/status.ts'
import { anyOf, sequence } from '../../lib/patterns.ts'
import { addressesIn } from './addresses.ts'

export interface Failure {
  readonly email: string | undefined
  readonly said: Judgement
}

const mostLines = 1500
const mostRecipients = 100
/** Lines that may belong to one recipient. */
const longestBlock = 25

/** Where the mail that is returned begins; what follows is not the report's. */
const begins = sequence(
  [
    /^[ \t>]{0,8}/,
    [
      sequence([
        /-{2,}[ \t]{0,3}/,
        [
          /below this line is a copy|this is a copy of|original (?:e-?mail )?message/,
          /message (?:body|header|text) follows|unsent message|returned message/,
          /the (?:body|header|start|original|returned) |copy of|urspr(?:ü|ue)ngliche|nachfolgend/,
          /message d'origine|mensaje original|messaggio originale|mensagem original|undelivered message/,
          /forwarded message|enclosed|attached|first|start of|included is|header/,
        ],
      ]),
      /original message (?:headers?|follows)/,
      sequence([
        /(?:-{2,}[ \t]{0,3})?(?:the )?(?:old|original|returned|rejected|failed|undelivered|initial|source) /,
        /(?:message|mail|e-?mail|letter)(?: text| content| body)?[ \t]{0,3}:[ \t]{0,5}(?:-{2,}[ \t]{0,3})?$/,
      ]),
      /(?:alte|ursprüngliche|zurückgesandte) (?:nachricht|mail|e-mail)[ \t]{0,3}:[ \t]{0,5}$/,
      /(?:ancien|mensaje antiguo|messaggio precedente|mensagem antiga|oud bericht)[^\n]{0,20}:[ \t]{0,5}$/,
      /original-?headers?:/,
      sequence([
        /the (?:first|header|headers|text|body|original message|message) (?:\d+ lines )?/,
        /(?:of (?:the|your) (?:original |returned )?message )?(?:is|are|follows?|was|were)\b/,
        /(?! (?:received|sent|addressed|submitted|rejected|returned|refused|not|undeliver|delayed|being))[^\n]{0,40}:?/,
        /[ \t]{0,5}$/,
      ]),
      /included is a copy|(?:urspr(?:ü|ue)ngliche )?nachrichtenkopfzeilen/,
      /en-t[êe]tes? (?:de message )?d'origine|ursprüngliche nachricht|encabezados? (?:de mensaje )?original/,
      /intestazioni? (?:originali|messaggio)|cabeçalhos? (?:de mensagem )?origina|received: (?:from|by|\()/,
      /return-path: ?<|content-type: ?(?:message\/rfc822|text\/rfc822)|x-originating-ip:|dkim-signature:/,
      /mime-version: 1/,
    ],
  ],
  'im',
)

/** The words of the report without the mail it returns. */
export function wordsBefore(text: string): { report: string; rest: string } {
  const found = begins.exec(text)
  // a mail that begins with what looks like a returned one has nothing to say before it
  if (!found || text.slice(0, found.index).trim() === '') return { report: text, rest: text }
  return { report: text.slice(0, found.index), rest: text.slice(found.index) }
}

/**
 * @param report its words, without the returned mail
 * @param known recipients named elsewhere (X-Failed-Recipients)
 * @param notThese addresses that are not recipients: the report's own sender and addressee, in lower case
 * @param to whom the returned mail was written to, where the report names no recipient
 */
export function failuresIn(
  report: string,
  known: readonly string[],
  notThese: ReadonlySet<string>,
  to: string | undefined,
): Failure[] {
  const lines = report.split('\n', mostLines)
  const heads = headsIn(lines, notThese)
  dropRecap(heads, lines)
  dropFields(heads)
  const wanted = known.length > 0 ? known.slice(0, mostRecipients) : [...heads.values()].map(head => head.email)
  if (wanted.length === 0) {
    const verdict = judgeAll(lines)
    const mentioned = to ?? mentionedIn(lines, notThese)
    return verdict
      ? [{ email: mentioned, said: verdict }]
      : mentioned
        ? [{ email: mentioned, said: judge({ text: '' }) }]
        : []
  }
  const starts = new Set([...heads.values()].map(head => head.line))
  let verdict: Judgement | undefined
  return wanted.map(email => {
    const head = heads.get(email.toLowerCase())
    const own = head === undefined ? undefined : judgeBlock(lines, head.line, starts)
    if (own !== undefined && own.class !== 'transient' && isSure(own)) return { email, said: own }
    const said = transcriptOf(lines, email) ?? own
    // a few lines out of a block that ends in a temporary refusal make no recipient gone
    const isCut = said?.class === 'recipient gone' && (said.code ?? 0) < 500 && (own?.code ?? 500) < 500
    if (isCut && own) return { email, said: own }
    // where that is nothing in particular and no other recipient is meant, what the report says at all
    if (said && ((isSure(said) && said.class !== 'transient') || wanted.length > 1)) return { email, said }
    verdict ??= judgeAll(lines) ?? judge({ text: '' })
    // an agent that failed ("can't create output") may have said before why
    const isOwn = said?.code === undefined && said?.status === undefined
    // and a reporter's own words ("failed 20 attempts") come before the reply that it got
    const isReply = isOwn && verdict.code !== undefined && isSure(verdict)
    if (said && isSure(said)) return { email, said: verdict.class === 'mailbox full' || isReply ? verdict : said }
    return { email, said: said && !isSure(verdict) ? said : verdict }
  })
}

interface Head {
  readonly email: string
  readonly line: number
  /** It comes from a field of the mail's header, which some reports repeat. */
  readonly isField: boolean
}

/** The recipients that stand at the head of a line, by their address in lower case. */
function headsIn(lines: readonly string[], notThese: ReadonlySet<string>): Map<string, Head> {
  const heads = new Map<string, Head>()
  let last: string | undefined
  for (const [number, line] of lines.entries()) {
    if (heads.size >= mostRecipients) break
    const before = last === undefined ? undefined : heads.get(last)
    const ours = expandedFrom(line)
    // the address we wrote to comes below the one it was expanded to
    if (ours !== undefined && before && last !== undefined && number - before.line < 4) {
      heads.delete(last)
      last = ours.toLowerCase()
      heads.set(last, { ...before, email: ours })
      continue
    }
    for (const email of headAddresses(line)) {
      const key = email.toLowerCase()
      if (notThese.has(key)) continue
      const known = heads.get(key)
      const isField = field.test(line) && (known?.isField ?? true)
      heads.set(key, known ? { ...known, isField } : { email, line: number, isField })
      last = key
    }
  }
  return heads
}

/** sendmail `(expanded from: <a@b.example>)`, Exim `(generated from a@b.example)` */
function expandedFrom(line: string): string | undefined {
  return /^\s{0,20}\((?:ultimately )?(?:expanded|generated) from\b/i.test(line) ? addressesIn(line)[0] : undefined
}

const field = /^[ \t>]{0,8}(?:to|cc|an|à|para|aan|til|till|do|кому|收件人|收件者|宛先|받는 ?사람)[ \t]{0,3}[:：]/i

/** The To of the mail is not meant where a recipient that failed is named besides. */
function dropFields(heads: Map<string, Head>): void {
  const all = [...heads]
  if (!all.some(([, { isField }]) => !isField)) return
  for (const [key, { isField }] of all) if (isField) heads.delete(key)
}

/** An address in a sentence: one that mail was sent to, else the first that is no sender's. */
function mentionedIn(lines: readonly string[], notThese: ReadonlySet<string>): string | undefined {
  let first: string | undefined
  for (const line of lines.slice(0, 200)) {
    for (const email of addressesIn(line)) {
      if (notThese.has(email.toLowerCase()) || isSender(line, email)) continue
      if (addressed.test(line.slice(0, line.indexOf(email)))) return email
      first ??= email
    }
  }
  return first
}

const addressed = sequence(
  [
    [
      sequence([
        /(?:^|\s)/,
        [
          /to|for|recipient|user|address(?:ee)?|mailbox|account|an|für|à|a|para|al|alla|per|aan|naar|voor|do/,
          /dla|till|til|kepada|ke|для|на адрес|адресу|получател\S{1,2}|destinataire|destinatario/,
          /empf(?:ä|ae)nger/,
        ],
        /\s{1,3}/,
      ]),
      /(?:到|给|給|收件人|宛先|送信先)\s?/,
    ],
    /["'<(“「]{0,2}$/,
  ],
  'i',
)

/** Exchange repeats To and Cc of the mail first: where the recipients that failed are announced, those before are not meant. */
function dropRecap(heads: Map<string, { line: number }>, lines: readonly string[]): void {
  if (heads.size < 2) return
  const announced = lines
    .slice(0, 200)
    .findIndex(
      (line, at) => /[:-]\s{0,20}$/.test(line) && announcesFailed.test(plain(`${lines[at - 1] ?? ''} ${line}`)),
    )
  if (announced < 0 || ![...heads.values()].some(({ line }) => line >= announced)) return
  for (const [email, { line }] of heads) if (line < announced) heads.delete(email)
}

const announcesFailed = anyOf([
  sequence([
    /\b/,
    [
      /did not reach|(?:could|can) ?not|couldn't|can't|wasn't|fail\w{0,4}|errors?|problems?/,
      /undeliver\w{0,4}|unable|reject\w{0,3}/,
    ],
    /\b.{0,80}\bfollowing (?:recipient|address|destination|mailbox|user)/,
  ]),
  /\bfollowing (?:recipient|address|destination|mailbox|user)\S{0,4} .{0,60}\b(?:not|n't|fail\w{0,4}|errors?|problems?|undeliver\w{0,4}|unable|reject\w{0,3})\b/,
])

/** `… not accepting mail from a@b.example` */
function isSender(line: string, email: string): boolean {
  return /(?<!(?:generated|expanded) )\bfrom:?\s{0,3}["'<(]{0,2}$/i.test(line.slice(0, line.indexOf(email)))
}

/** What the words say of one recipient of a report whose fields say too little. */
export function explanation(report: string, email: string | undefined): Judgement | undefined {
  const lines = report.split('\n', mostLines)
  const about = email === undefined ? undefined : transcriptOf(lines, email)
  return about ?? judgeAll(lines)
}

/** Addresses in the place of a recipient: first on the line, or after a word that announces one. */
function headAddresses(line: string): string[] {
  if (!line.includes('@')) return []
  const found = addressesIn(line)
  const first = found[0]
  if (first === undefined) return []
  const before = line.slice(0, line.indexOf(first))
  if (announcesSender.test(before)) return []
  if (leads.test(before)) return found.length > 1 && /^[\s,;<>]{1,5}$/.test(between(line, found)) ? found : [first]
  const announced = found.find(email => {
    const words = line.slice(0, line.indexOf(email))
    return announces.test(words) || announcesFailure.test(words)
  })
  return announced !== undefined || !/\bdda:(?:smtp|rfc-?822)=$/i.test(before) ? one(announced) : [first]
}

/** Nothing before the address but marks, or a reply that is about it: `550 5.1.1 <a@b.example>... User unknown`. */
const leads = /^[\s<>"'*•·|:({[-]{0,40}(?:5\d\d[ -](?:#?5\.\d{1,3}\.\d{1,3} )?[<"']{0,2})?$/

/** `Sender Address: a@b.example`, in what Exchange Online says of the mail; `MAIL FROM:` in a transcript */
const announcesSender =
  /(?:^|\W)(?:sender|from|absender|exp(?:e|é)diteur|remitente|mittente|afzender)(?: (?:e-?mail )?address| ?adresse)?\s{0,5}:\s{0,20}[<"']{0,2}$/i

const announces = sequence(
  [
    /(?:^|\s)/,
    [
      /rcpt to|to|recipient(?:s|\(s\))?|address(?:es)?|user|failed|for|mailbox|delivery to|e-?mail|an/,
      /empf(?:ä|ae)nger|destinataire|destinatario|для|кому|final-recipient: ?rfc822; ?|recipient address/,
      /addressed(?: to)?,?|the following address(?:es)?|unknown user|invalid address|unknown local-part/,
    ],
    /\s?[:=]?\s{0,5}(?:rfc822; ?|smtp:|mailto:)?[<"'([]{0,2}$/,
  ],
  'i',
)

/** `Delivery failed 20 attempts: a@b.example`; `收件人：a@b.example` */
const announcesFailure = sequence(
  [
    [
      /\b(?:fail\w{0,4}|undeliver\w{0,5}|undelivered|not (?:be )?delivered|bounced|rejected)\b[^@:：]{0,60}/,
      /收件人|收件者|收信人|收件地址|宛先|あて先|受信者|送信先|받는 ?사람|수신자|destinataires?|destinatari[oa]s?|ontvanger|odbiorca/,
      /mottagare|al[ıi]c[ıi]|penerima|получатель|адресат/,
    ],
    /\s{0,3}[:：]\s{0,5}[<"'([]{0,2}$/,
  ],
  'i',
)

function one(email: string | undefined): string[] {
  return email === undefined ? [] : [email]
}

function between(line: string, found: readonly string[]): string {
  const end = line.indexOf(found[0]!) + found[0]!.length
  return line.slice(end, line.indexOf(found[1]!, end))
}

function judgeBlock(lines: readonly string[], from: number, starts: ReadonlySet<number>): Judgement | undefined {
  const block: string[] = []
  let blanks = 0
  for (let at = from; at < lines.length && at < from + longestBlock; at++) {
    if (at > from && starts.has(at)) break
    const line = lines[at]!
    // qmail and sendmail end a recipient with an empty line, Exim and Exchange do not: two are enough for any agent
    if (line.trim() === '') {
      if (block.length > 1 || ++blanks > 2) break
      continue
    }
    block.push(line)
  }
  return best([block.join(' ')])
}

/**
 * What a transcript says of an address anywhere: the reply line that repeats it, or the lines below. A failed delivery agent
 * ("can't create output") often gives its reason only later.
 */
function transcriptOf(lines: readonly string[], email: string): Judgement | undefined {
  const key = email.toLowerCase()
  let passing: Judgement | undefined
  for (const [number, line] of lines.entries()) {
    if (!line.includes('@') || !line.toLowerCase().includes(key)) continue
    const said = best([line, `${line} ${lines[number + 1] ?? ''} ${lines[number + 2] ?? ''}`])
    if (!said || !isSure(said)) continue
    if (said.class !== 'transient') return said
    passing ??= said
  }
  return passing
}

/** Reply lines first, then paragraphs, then single sentences of what is left. */
function judgeAll(lines: readonly string[]): Judgement | undefined {
  const paragraphs: string[] = []
  const replies: string[] = []
  let paragraph: string[] = []
  for (const line of lines) {
    if (line.trim() === '') {
      if (paragraph.length > 0) paragraphs.push(paragraph.join(' '))
      paragraph = []
      if (paragraphs.length > 200) break
      continue
    }
    if (paragraph.length < 40) paragraph.push(line)
  }
  if (paragraph.length > 0) paragraphs.push(paragraph.join(' '))
  for (const one of paragraphs) {
    const words = plain(one)
    if (codeIn(words) !== undefined || statusesIn(words).length > 0) replies.push(one)
  }
  return best(replies) ?? best(paragraphs.filter(one => !isNotice(plain(one))))
}

/** What a scanner or a lawyer writes below every mail: it says nothing of this one. */
function isNotice(words: string): boolean {
  return (
    notice.test(words) && !/\b(?:infected|contain(?:s|ed|ing)?|rejected|blocked|quarantined|delivered)\b/.test(words)
  )
}

const notice = anyOf([
  /\b(?:been|was|were) (?:virus |successfully )?(?:scanned|checked)\b|\bscanned (?:for|by)\b/,
  /\bno virus(?:es)? (?:was |were )?(?:found|detected)\b|\bvirus[- ]free\b/,
  /\bintended (?:only |solely )?for the (?:addressee|named|use|individual|person)/,
])

/** The first that is sure; else the first that leans somewhere. */
function best(texts: readonly string[]): Judgement | undefined {
  let leaning: Judgement | undefined
  for (const text of texts) {
    const said = judge({ text })
    if (isSure(said)) return said
    if (said.by !== 'nothing') leaning ??= said
  }
  return leaning
}

function isSure({ by }: Judgement): boolean {
  return by === 'words' || by === 'status'
}
