/** Where in the SMTP conversation a reply was given, as reporters say it. RFC 5321 §4.1.4 has the order of the commands. */
import { anyOf, sequence } from '../../lib/patterns.ts'

/** `greeting`: before MAIL FROM. `recipient`: RCPT TO, and DATA before any data. `data`: after the final dot. */
export type ReplyStage = 'greeting' | 'sender' | 'recipient' | 'data'

/** @param words plain text @returns undefined where it is not said */
export function stageIn(words: string): ReplyStage | undefined {
  const found = stages.exec(words)
  if (!found) return undefined
  const { greeting, sender, data, dot, name } = found.groups!
  if (greeting !== undefined || name !== undefined) return 'greeting'
  if (sender !== undefined) return 'sender'
  return data !== undefined || dot !== undefined ? 'data' : 'recipient'
}

/**
 * Postfix `(in reply to … command)`, Exim `after …:` (`pipelined` shows the answer to RCPT TO under a later command), qmail
 * `does not like`, access servers `(Error following … command)`, transcripts `>>> .`.
 */
const stages = anyOf([
  sequence([
    [
      /\bin reply to (?:the )?/,
      /\bsmtp error from remote mail(?:er| server) after (?!pipelined (?:data|end|sending))(?:pipelined )?/,
      /\berror following (?:the )?|\bdoes not like (?:the )?/,
    ],
    [
      /(?<greeting>initial connection|helo\b|ehlo\b|starttls\b|lhlo\b|greeting)/,
      /(?<sender>mail from\b|sender\b|mail command)|(?<data>end of data|message content|sending data)/,
      /\w{1,20}/,
    ],
  ]),
  /(?<dot>\bfailed after i sent the message\b|(?:>>>|-->) \. )|(?<name>\bbut my name was rejected\b)/,
])
