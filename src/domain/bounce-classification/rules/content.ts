/** This message itself is refused: its content, its structure or its size. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

/** Said before anything else is believed: a filter that blocks a file often says that the message was blocked. */
export const harmful: readonly Rule[] = [
  rule(
    /\b(?:viru(?:s|ses)|malware|trojan|worm|infected|clamav|eicar|ransomware|harmful content|malicious)\b|\banti-?(?:virus|malware)\b(?:[^.;]|\.\b){0,40}\b(?:detected|found|rejected|blocked|refused)\b/,
    'Amavis, ClamAV, MessageLabs',
    '550 5.7.0 Virus found: Eicar-Test-Signature',
  ),
  rule(
    sequence([
      /\b/,
      [
        /(?<!mailbox is full\. create a shorter message body or remove )attachments?/,
        /file (?:type|extension|name)s?|executables?|\.exe|zip files?|macros?|anhang|anhange|piece jointe/,
        /pieces jointes|adjunto|allegat[oi]|вложени\w{1,2}/,
      ],
      /\b/,
    ]),
    'attachment filters',
    '552 5.7.0 This message was blocked because its attachment type is not allowed',
  ),
  rule(
    /\bpotential security issue|\bsecurity risk\b|\bpotentially (?:dangerous|harmful)/,
    'Gmail 5.7.0',
    '552-5.7.0 This message was blocked because its content presents a potential security issue.',
  ),
]

export const content: readonly Rule[] = [
  rule(
    anyOf([
      sequence([
        /\b(?:message|mail|e-?mail|size|body|header|data|letter)\b(?:[^.;]|\.\b){0,40}\b/,
        [
          /too (?:large|big)|larger than(?! the current system limit or)/,
          /exceed(?:s|ed|ing)?(?:[^.;]|\.\b){0,40}\b(?:size|length|maximum(?! (?:time|queue|retr|number|age|life))|limit of|fixed)/,
          /size exceeds|over[- ]?size|is bigger/,
        ],
      ]),
      /\bmaximum (?:message|mail|allowed|permitted|submission|e-?mail) ?size/,
      /\bsize (?:limit|restriction|of (?:this|your|the) message)/,
      /\b(?:recip|send\w{0,3}|org\w{0,3})sizelimit|\bmessage size/,
      /\bmessage (?:length|file) (?:too|exceeds|limit)|\bnachricht (?:ist )?zu gross/,
      /\bmessage trop (?:grand|gros|volumineux)/,
      /\btaille (?:limite |maximale )?(?:du|de ce|de votre) message|\bmensaje (?:es )?demasiado grande/,
      /\bmessaggio troppo grande|\btoo large for|\bmensagem (?:e )?(?:muito|demasiado) grande/,
      /\bbericht (?:is )?te groot|\bwiadomosc (?:jest )?zbyt duza|\bmeddelandet ar for stort/,
      /(?:сообщение|письмо)[^.;]{0,20}слишком больш|(?:邮件|郵件)(?:过大|太大|過大)|メッセージ[^。]{0,12}大きすぎ/,
    ]),
    'RFC 1870',
    '552 5.3.4 Message size exceeds fixed limit',
  ),
  rule(
    anyOf([
      sequence([
        /\b/,
        [
          /content|body|subject|headers?|url|urls|link|links|message text|language|character set|charset/,
          /hyperlinks?/,
        ],
        /\b(?:[^.;]|\.\b){0,50}\b/,
        [
          /reject|refus|denied|not (?:allowed|accepted|permitted|acceptable)|prohibited|forbidden|restrict/,
          /filter|malformed|invalid|unacceptable|inappropriate|blocked/,
        ],
      ]),
      /\b(?:rejected|refused|denied|blocked|prohibited)\b(?:[^.;]|\.\b){0,30}\b(?:content|subject|body|url|links?)\b/,
      /\bcontent (?:restriction|violation|denied)|\bforbidden content|\bobjectionable|\bprofanity/,
    ]),
    'Postfix header_checks, body_checks',
    '550 5.7.1 Message content rejected, id=123',
  ),
  rule(
    /\b(?:in|of) (?:the |your )?["']?(?:to|cc|from|reply-to|message)["':]{0,2} (?:header|field|line)\b/,
    'header checks',
    '550 invalid address in To: header',
  ),
  rule(
    sequence([
      /\b/,
      [
        /rfc ?-?(?:2?822|5322|2?821|5321)|bare (?:lf|cr|newline|linefeed)s?/,
        /malformed(?! (?:or unexpected )?(?:name ?server|dns))|base64|not (?:rfc|standards?)[- ]compliant/,
        /missing (?:date|from|message-id|subject|mime)|multiple (?:from|to|subject) header|duplicate header/,
        /8[- ]?bit|line (?:is )?too long|lines? longer|line length|invalid (?:mime|header|message format|character)/,
        /mime (?:error|format|structure)|bad header|illegal (?:character|header)|nul characters?/,
        /conversion (?:required|failed|prohibited|not)/,
      ],
      /\b/,
    ]),
    'RFC 5322',
    '550-5.7.1 Our system has detected that this message is not RFC 5322 compliant',
  ),
  rule(
    sequence([
      /\b(?:no|missing|without(?: an?)?|two|several|multiple|duplicate|more than one) (?:valid )?["']?/,
      /(?:resent-)?(?:from|date|sender|to|subject|message-id|mime-version)\b["':]{0,2} (?:header )?/,
      /(?:field|header|line)s?\b/,
    ]),
    'header checks',
    '554 No Resent-From field',
  ),
]
