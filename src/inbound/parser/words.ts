/** The readable words of a mail: which of its parts hold them, and whether they speak of a mail that was returned. */
import { codeIn } from '../../domain/bounce-classification/codes.ts'
import { plain } from '../../domain/bounce-classification/plain.ts'
import { anyOf } from '../../lib/patterns.ts'
import type { Part } from './mime.ts'
import { textOf, textOfHtml } from './text.ts'

/** The readable words before the mail that is returned: its plain text, else its markup. */
export function wordsOf(parts: readonly Part[]): string {
  const end = parts.findIndex(one => one.type === 'message/rfc822' || one.type === 'text/rfc822-headers')
  const own = end <= 0 ? parts : parts.slice(0, end)
  let words = ''
  for (const one of own) {
    if (words.length > 128 * 1024) break
    if (one.type === 'text/plain' || one.type === 'text' || (own.length === 1 && !one.type.startsWith('text/html')))
      words += `${textOf(one)}\n\n`
  }
  if (words.trim() !== '') return words
  for (const one of own) if (one.type === 'text/html') words += `${textOfHtml(textOf(one))}\n\n`
  return words
}

/** A report that was quoted line by line, without the marks; any other text unchanged. */
export function unquoteReport(text: string): string {
  if (!text.startsWith('>') && !text.includes('\n>')) return text
  const quoted = text
    .split('\n')
    .filter(line => line.startsWith('>'))
    .map(line => line.replace(marks, ''))
    .join('\n')
  const isReport =
    (/^(?:final|original)-recipient:/im.test(quoted) && /^(?:action|status|diagnostic-code):/im.test(quoted)) ||
    (saysReturned(quoted) && codeIn(plain(quoted)) !== undefined)
  return isReport ? text.replace(new RegExp(marks, 'gm'), '') : text
}

const marks = /^(?:> ?){1,3}/

/** Sentences of mail systems that return a mail without saying who they are. */
export function saysReturned(report: string): boolean {
  return returned.test(plain(report))
}

const returned = anyOf([
  /\b(?:hi\. )?this is the (?:qmail-send|mail system|mail delivery|mailer|postfix|smtp|e?mail (?:server|system)|mta)\b/,
  /\bi(?:'m| am) (?:sorry|afraid) (?:to have to inform|i (?:wasn't|was not) able|that your)/,
  /\b(?:could|can) ?not be delivered\b|\bcould ?n[o']t be delivered/,
  /\bdelivery (?:to|of|for) (?:the )?(?:following|these|your|<a>)[^.;]{0,80}(?:fail|unsuccess|not|abort)/,
  /\bdelivery to the following|\bwas (?:not|un)(?: ?able to be| ?)?deliver(?:ed|able)/,
  /\bpermanent(?:ly)? (?:fatal )?(?:error|fail)|\btranscript of session|\bundeliver(?:able|ed)\b/,
  /\bunable to deliver\b|\bdid not reach (?:some|all|the|one|your)/,
  /\bfollowing (?:recipient|address|destination|e-?mail|mailbox|user)s?\b[^.;]{0,40}(?:fail|could|was|were|did|cannot|not|problem|reject|error)/,
  /\bhad (?:permanent|fatal|transient|delivery)|\bfailed addresse?s?\b/,
  /\bmessage you sent (?:to|could|was)|\breturned (?:to sender|mail)|\b(?:nicht|not) zugestellt/,
  /\bkonnte nicht (?:an |zu)|\bn'a pas pu etre/,
  /\bno (?:se )?(?:ha podido|pudo|puede) (?:ser )?(?:entreg|envi)/,
  /\bnon (?:e stato possibile|puo essere) (?:consegn|recapit)|\bnao (?:pode|foi) (?:ser )?entreg/,
  /\bkon niet worden (?:bezorgd|afgeleverd)|не (?:было|может быть|удалось) достав|配信できません/,
  /无法(?:投递|发送|送达|传递)|無法(?:傳遞|送達|寄出)|(?:发送|投递)失败|전달되지/,
])
