/** Mails that ask to leave: a subject, or a first line, that says nothing else; and what mail programs send for people. */
import { evidenceOf, plain } from '../../domain/bounce-classification/plain.ts'
import { anyOf, sequence } from '../../lib/patterns.ts'
import type { Author } from './author.ts'
import { announcesAbsence, saysAway } from './away.ts'
import type { Letter } from './letters.ts'

/** @param text words of the mail @returns the evidence, undefined where it does not ask to leave */
export function asksToLeave({ subject, headers }: Letter, text: string): string | undefined {
  if (
    headers.has('list-id') ||
    headers.has('list-unsubscribe') ||
    /bulk|list|junk/i.test(headers.get('precedence') ?? '')
  )
    return undefined
  const bare = withoutPrefixes(subject)
  if (asks.test(bare)) return evidenceOf(`Subject: ${bare}`)
  return ownLines(text, 3).find(line => asks.test(plain(line)))
}

/** Apple Mail sends it for a person who presses Unsubscribe, to the address of List-Unsubscribe, as an automatic answer. */
export function unsubscribesByProgram({ headers }: Letter): string | undefined {
  const field = headers.get('x-apple-unsubscribe')
  return field === undefined || /^\s{0,5}(?:no|0|false)\b/i.test(field)
    ? undefined
    : evidenceOf(`X-Apple-Unsubscribe: ${field}`)
}

/**
 * Whether an automatic mail asks to leave, by its subject or its first lines. An out-of-office does not, whatever
 * its footer says. @returns the evidence
 */
export function automaticRequest(letter: Letter, author: Author, text: string): string | undefined {
  if (announcesAbsence(letter, author) !== undefined || saysAway(text) !== undefined) return undefined
  const bare = withoutPrefixes(letter.subject)
  if (asks.test(bare) || requests.test(bare)) return evidenceOf(`Subject: ${bare}`)
  return ownLines(text, 12).find(line => {
    const words = plain(line)
    return asks.test(words) || (requests.test(words) && !explains.test(words))
  })
}

function withoutPrefixes(subject: string): string {
  return subject.replace(/^(?:(?:re|aw|fw|fwd|wg|sv|antw|rif|res|tr|odp|vs|ynt|отв)(?:\[\d+\])?: ?){1,5}/, '')
}

/** The first lines up to what is quoted: that is our own letter, whose footer speaks of unsubscribing too. */
function ownLines(text: string, most: number): readonly string[] {
  const own: string[] = []
  for (const line of text.slice(0, 8000).split('\n')) {
    const words = plain(line)
    if (words === '') continue
    if (/^(?:>|-{3,}|_{5,}|from:|von:|de :|on .{1,200} wrote:|am .{1,200} schrieb|le .{1,200} ecrit)/.test(words)) break
    own.push(evidenceOf(line))
    if (own.length === most) break
  }
  return own
}

/** A sentence in which a person, or a program for a person, asks. */
const requests = anyOf([
  sequence([
    /\b(?:please|kindly|bitte|pls|por favor|per favore|merci de|veuillez) (?:\w{1,12} )?/,
    [
      /un-?subscribe|remove|opt out|take|abmelden|abbestellen|austragen|(?:me )?desabonner|desinscrire/,
      /dar(?:me)? de baja|disiscriver\w{1,3}|cancellar\w{1,3}|descadastrar/,
    ],
    /\b/,
  ]),
  /\bun-?subscribe (?:me|us|this (?:e-?mail )?address|request)\b/,
  sequence([
    /\b(?:sent|sends|requests?|requested|wish(?:es)?|wants?|would like|asks?|asked|ask(?:s|ing)? you)/,
    /(?: (?:this|an?|the) (?:e-?mail|message|mail))? to (?:be )?(?:un-?subscribed?|removed?|opt out)\b/,
  ]),
  sequence([
    /^/,
    [
      /un-?subscribe|opt[- ]?out|abmeld(?:en|ung)|abbestell(?:en|ung)|desabonnement|desinscription|baja/,
      /disiscrizione|cancellazione|descadastro|uitschrijven|afmelden/,
    ],
    /\b/,
  ]),
  /\bun-?subscribe(?: request)?$|\b(?:unsubscribe|unsubscription|opt[- ]?out|removal) request\b/,
])

/** A footer explains how to leave; it asks for nothing. */
const explains = sequence([
  /\b/,
  [
    /click|press|follow|link|reply|visit|here|https?:|klick\w{0,4}|hier|cliqu\w{1,3}|ici|aqui|clicca|qui/,
    /our (?:newsletter|e-?mails?|mailings?)|you (?:can|may|wish|want|would)|if you|um sich|wenn sie/,
    /si vous|si (?:usted )?desea|se vuoi/,
  ],
  /\b/,
])

/** Complete lines, so that a sentence that merely contains the word unsubscribes no person. */
const asks = sequence([
  /^[\s"'*.!]{0,5}/,
  /(?:(?:please|pls|bitte|por favor|s'il vous plait|svp|per favore|prosim|hi|hello|hallo)[,!]? ?){0,2}/,
  /(?:(?:i )?(?:want|would like|wish) to (?:be )?)?/,
  [
    /un-?subscribe(?:d)?(?: me| us| this (?:e-?mail|address))?|opt[- ]?out/,
    /remove(?: me| us| this (?:e-?mail|address)| my (?:e-?mail|address|name))?|take me off/,
    /stop(?: (?:sending|e-?mailing|it|this|these e-?mails|all))?|stop e-?mails?/,
    /cancel (?:my )?(?:subscription|newsletter)/,
    /(?:mich )?(?:abmelden|abbestellen|austragen|abmeldung|abbestellung|loschen|austragung)/,
    /newsletter (?:abmelden|abbestellen|abbestellung)/,
    /(?:melden|tragen|nehmen) sie mich (?:bitte )?(?:ab|aus|aus dem verteiler|vom verteiler)/,
    /keine (?:weiteren |werbung|weitere )?(?:e-?mails?|mails?|newsletter|werbung)(?: mehr)?/,
    /(?:me )?desabonner|desabonnement|desabonnez(?:-| )moi|desinscri(?:re|ption)|me desinscrire/,
    /desinscrivez(?:-| )moi|retirez(?:-| )moi|arreter|(?:dar(?:me)? de )?baja|dar de baja/,
    /cancelar (?:la )?(?:suscripcion|subscricao|inscricao|assinatura)|desuscribir(?:me)?/,
    /anular (?:la )?suscripcion|remover|descadastrar|sair|disiscriv(?:imi|etemi|ersi|ermi|izione)/,
    /cancella(?:mi|temi|zione|re)(?: iscrizione)?|rimuov(?:imi|ere|etemi)|uitschrijven|afmelden/,
    /schrijf mij uit|avregistrera(?: mig)?|avprenumerera|avanmala|afmeld(?:ing)?|afmeld mig/,
    /meld (?:meg|mig) (?:av|ud)|avmelding|peru(?:uta)? tilaus|wypisz(?: mnie)?|wypisac|rezygnuj[eę]/,
    /odhlasit|leiratkozas|leiratkozom|dezabonare|отписаться|отпишите(?: меня)?|отписка|удалите меня/,
    /abonelikten cik(?:ar)?|üyelikten cik|配信停止(?:希望)?|解除|退会|退订|取消订阅|取消訂閱|退訂|수신 ?거부|구독 ?(?:취소|해지)/,
  ],
  [
    sequence([
      / /,
      [
        /me|please|pls|bitte|from (?:this|your|the|all) (?:mailing )?(?:lists?|newsletters?|e-?mails?|mailings?)/,
        /newsletter|from (?:list|newsletter)|danke|thanks|thank you|merci|gracias|grazie|obrigado|now/,
        /vom newsletter|aus (?:dem|ihrem) (?:verteiler|newsletter)/,
      ],
    ]),
    /(?:)/, // or nothing
  ],
  /[\s.!"'*]{0,10}$/,
])
