/**
 * Who wrote a mail that came back. A verdict against an address needs the marks of a mail system and no sign of a person; what the
 * words say is asked after that. See docs/decisions/bounces-and-complaints.md#only-a-mail-systems-report-is-a-verdict.
 */
import { codeIn } from '../../domain/bounce-classification/codes.ts'
import { plain } from '../../domain/bounce-classification/plain.ts'
import { statusesIn } from '../../domain/bounce-classification/status.ts'
import { anyOf, sequence } from '../../lib/patterns.ts'
import { findAddress } from './addresses.ts'
import { announcesReturn, isAutomatic, type Letter } from './letters.ts'
import { type Part, parameter } from './mime.ts'
import { type Hint, hintOfPerson, isSignedByDevice, mailClientIn } from './person.ts'

export interface Author {
  /** A mail system wrote it, and nothing says that a person did. */
  readonly isSystem: boolean
  /** The mail identifies itself by its sender or a field; others have the null sender alone, as automatic answers have. */
  readonly isNamed: boolean
  /** Something in it only a person's mail has: a mail client's name in an answer, a device's signature. */
  readonly isPerson: boolean
  /** Something in it that people's mails have, and that some programs write too; not asked where the marks of a system are certain. */
  readonly hint: Hint | undefined
}

export interface Written {
  readonly letter: Letter
  /** The mail with all of its parts. */
  readonly mail: Part
  /** Its readable words, quotes with their marks. */
  readonly text: string
  /** Of the envelope, empty for the null sender; undefined without an envelope. */
  readonly sender: string | undefined
}

/** Judges the marks of a mail. Certain marks of a system outweigh a hint of a person; a sign of a person outweighs them all. */
export function authorOf({ letter, mail, text, sender }: Written): Author {
  const client = mailClientIn(letter.headers)
  const { weight, isNamed } = marksOf({ letter, mail, text, sender })
  if (weight === 'certain') {
    const isAnswer = letter.headers.has('in-reply-to') || letter.headers.has('references')
    const isPerson = client !== undefined && isAnswer
    return { isSystem: !isPerson, isNamed, isPerson, hint: undefined }
  }
  const isPerson = client !== undefined || isSignedByDevice(text)
  const hint: Hint | undefined = client === undefined ? hintOfPerson(letter, text) : { evidence: client, by: 'form' }
  // a system that announces a return may be polite; a postmaster who is a person answers, quotes, or writes with a client
  const isDoubtful = hint !== undefined && !(hint.by === 'words' && isNamed && announcesReturn(letter))
  return { isSystem: weight === 'likely' && !isPerson && !isDoubtful, isNamed, isPerson, hint }
}

interface Marks {
  readonly weight: 'certain' | 'likely' | 'none'
  readonly isNamed: boolean
}

function marksOf({ letter, mail, text, sender }: Written): Marks {
  if (isStatusReport(mail) || systemFields.some(name => letter.headers.has(name)))
    return { weight: 'certain', isNamed: true }
  const address = findAddress(letter.from)
  const isOfSystem = isFromMailSystem(letter)
  const isNull = sender === undefined ? isNullPath(letter) : sender === '' || systemAddress.test(sender)
  if (
    daemonAddress.test(findAddress(letter.from) ?? '') ||
    (isOfSystem && (isNull || isAutomatic(letter) !== undefined))
  )
    return { weight: 'certain', isNamed: true }
  if (isOfSystem) return { weight: 'likely', isNamed: true }
  if (isNull) return { weight: 'likely', isNamed: false }
  // people write from such addresses too, and no program returns a mail without a reply or a status
  const isProgram = address !== undefined && programAddress.test(address) && announcesReturn(letter) && hasReply(text)
  return { weight: isProgram ? 'likely' : 'none', isNamed: false }
}

/** Its From is a mail system's: the address, or a name that no person has. */
export function isFromMailSystem({ from }: Letter): boolean {
  return systemAddress.test(findAddress(from) ?? '') || /<@?>/.test(from) || isSystemName(from)
}

function hasReply(text: string): boolean {
  const words = plain(text.slice(0, 8000))
  return codeIn(words) !== undefined || statusesIn(words).length > 0
}

/** RFC 3464 §2: the type of the mail itself. A report inside another mail was put there by its sender. */
function isStatusReport({ type, headers }: Part): boolean {
  if (type !== 'multipart/report') return false
  const reportType = parameter(headers.get('content-type') ?? '', 'report-type')
  return reportType === undefined || reportType.toLowerCase() === 'delivery-status'
}

/** Exim, Exchange, Courier: no other program sets them. */
const systemFields = ['x-failed-recipients', 'x-ms-exchange-message-is-ndr', 'x-content-type-of-bounce']

/** The last server writes the envelope sender above all other fields (RFC 5321 §4.4). */
function isNullPath({ headers }: Letter): boolean {
  const path = headers.get('return-path')?.trim()
  return path !== undefined && (path === '<>' || /^<?mailer-daemon(?:@|>?$)/i.test(path))
}

/** No person writes from these. */
const daemonAddress =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mdaemon|microsoftexchange[0-9a-f]{6,40}|bounces?)(?:[-_.+=][\w.+=-]{0,80})?@/

const systemAddress = sequence([
  /^(?:[\w.+-]{0,30}[-_.+])?/,
  [
    /mailer[-_.]?daemon|mail[-_.]?daemon|post-?master|postmaestro|mdaemon|mmdf|pmdf|maildeliver\w{0,6}/,
    /mail-?delivery(?:-?(?:sub)?system)?|delivery(?:-?(?:status|subsystem|reports?))?|undeliver\w{0,4}/,
    /non-?delivery|mail-?bounces?|bounces?|bounced|ndr|dsn|microsoftexchange[0-9a-f]{6,40}|groupwise|mta/,
    /mailer|smtpd?|mail_?system|admin_?mail|1mail_system|[a-z]{0,12}daemon|postfix|exim|sendmail/,
    /qmail(?:-send)?|returned-?mail|rebotes?|devoluciones|failed-?mail/,
  ],
  /(?:[-_.+=][\w.+=-]{0,80})?@/,
])

/** A program's address, which some of them send reports from. */
const programAddress = sequence([
  /^/,
  [
    /no-?_?reply|do-?_?not-?_?reply|donotreply|root|admin(?:istrator)?|sys-?admin|system|gateway|mail/,
    /e-?mail|mail-?(?:gate(?:way)?|gw|relay|router|scan\w{0,4})|scanmail|anti-?virus|virus\w{0,8}/,
    /mailserver|server|relay|mx|filter|anti-?spam|spam-?filter|quarantine|firewall|mail-?security/,
    /notif\w{0,12}|alerts?|auto-?reply|robot|listserv|majordomo|sympa|mailman/,
  ],
  /(?:[-_.+][\w.+-]{0,60})?@/,
])

/** Phrases no person is called by, wherever they stand in a name. */
const systemName = anyOf([
  /\b(?:e-?)?mail delivery (?:sub-?system|system|service|agent|status|software|failure|notification|report)/,
  /\bdelivery (?:sub-?system|status notification|reports?)|\binternet mail (?:delivery|service)/,
  /\bmail(?:er)? administrator\b|\bmail ?system\b|\bnon-?delivery\b|\bpostmaestro\b|邮件系统|郵件系統|系统管理员/,
  /系統管理員|系统退信|почтов\S{0,4} (?:систем|сервер|демон)/,
])

/** Names a system may have, or a person may hold in a longer one: they count where nothing else is in the name but a host. */
const bareName = sequence([
  /^/,
  [
    sequence([
      /(?:the |your )?/,
      [
        /mail(?:er)?[-_ ]?daemon|post-?master|mail (?:delivery|server|router|gateway|system|relay)/,
        /mail-?gateway|mailserver|system administrator|systemadministrator|systembeheerder/,
        /administrateur systeme|administrador del sistema|amministratore di sistema|administrador do sistema/,
        /системны\S администратор|microsoft ?outlook|microsoft exchange(?: on behalf (?:of )?postmaster)?/,
        /courier mail server|exim|postfix|sendmail|qmail-send|delivery|mailman|undeliverable|returned mail/,
        /lotus domino|lotus notes|mta|smtp|bounces?|postamt|システム管理者|メール配信システム|メールサーバー?/,
      ],
    ]),
  ],
  /$/,
])

function isSystemName(from: string): boolean {
  const name = from.replace(/<[^<>]{0,320}>\s{0,5}$/, '')
  if (systemName.test(name)) return true
  const bare = name
    .slice(0, 200)
    .replace(/["'()[\]]/g, ' ')
    .replace(/(?:\b(?:at|on|of|for|from|auf|bei|von|de|@) )?[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return bareName.test(bare)
}
