/** Automatic answers that no header and no subject gives away: what their first lines say. */
import { evidenceOf, plain } from '../../domain/bounce-classification/plain.ts'

/**
 * Asked last: the mail announces no bounce, and its writer did not ask to leave.
 * @param text words of the mail @returns the evidence, undefined where a person may have written it
 */
export function saysAway(text: string): string | undefined {
  const own: string[] = []
  for (const line of text.slice(0, 8000).split('\n')) {
    const words = line.trim()
    if (words === '') continue
    // what is quoted is our own letter, which may speak of holidays
    if (/^(?:>|-{3,}|_{5,}|from:|von:|de ?:|on .{1,200} wrote:|am .{1,200} schrieb|le .{1,200} [eé]crit)/i.test(words))
      break
    own.push(words)
    if (own.length === 12) break
  }
  const words = plain(own.join(' '))
  // a mail that asks for something is left to a person
  if (asks.test(words)) return undefined
  return away.test(words) ? evidenceOf(own.join(' ')) : undefined
}

const asks =
  /\b(?:un-?subscribe|remove me|take me off|stop (?:sending|mailing|e-?mailing|writing)|opt[- ]?out|abmeld|abbestell|austragen|desabonn|desinscri|dar(?:me)? de baja|disiscriv|cancellami|descadastr|uitschrijv|afmelden|wypisz|отпи[сш])/

const away = new RegExp(
  [
    // that no person wrote it (gateways, ticket systems, challenges)
    /\bthis (?:is an?|e-?mail is an?|message is an?) (?:auto(?:mated|matic|matically[- ]generated)|system[- ]generated|auto-generated) (?:e-?mail |mail )?(?:reply|response|message|answer|acknowledge?ment|e-?mail|notification)\b/,
    /\bthis automatic reply\b|\bautomatic reply to your\b|\b(?:mailbox|inbox|e-?mail address|address) is (?:not|un)[- ]?(?:being )?(?:monitored|attended)\b|\bunmonitored (?:mailbox|inbox|address)\b/,
    /\b(?:i now allow|i only accept) (?:incoming )?(?:mail|messages) only from|\bprotecting myself from (?:receiving )?(?:junk|spam)|\byour (?:message|e-?mail)\b[^.;]{0,60}\b(?:was|has been) waitlisted\b|\b(?:account|mailbox|inbox|address) is protected by\b|\b(?:have your address|your address|yourself) (?:be )?(?:added )?(?:to|on) (?:the recipient's|my|their|his|her|our)\b[^.;]{0,40}\b(?:allowed|guest|approved|white|safe)[- ]?(?:senders? )?list\b/,
    /\bdies ist eine (?:automatische|automatisch (?:erzeugte|generierte|erstellte))|\bceci est (?:une reponse|un message) automatique|\beste es un (?:mensaje|correo) automatico|\bquesta e una risposta automatica|\besta e uma (?:mensagem|resposta) automatica|\bdit is een automatisch/,
    // that a person is away: sentences in the first person
    /\b(?:i am|i'm|i will be|i'll be|i shall be) (?:currently |now |also |presently )?(?:out of (?:the |my )?(?:office|town|country)|on (?:annual |maternity |parental |paternity |sick |medical )?(?:leave|vacation|holidays?)|away from (?:the |my )?(?:office|desk|e-?mail)|travell?ing with limited|away (?:until|from|on)|out until)\b/,
    /\bich (?:bin|befinde mich)\b(?:[^.;!]|(?<=\d)\.){0,60}\b(?:nicht im (?:buro|buero|hause?|dienst)|im urlaub|abwesend|ausser haus|nicht erreichbar|in elternzeit)\b/,
    /\bje (?:suis|serai)\b[^.;!]{0,40}\b(?:absente?|en (?:conges?|vacances|deplacement))\b/,
    /\b(?:estoy|estare|me encuentro)\b[^.;!]{0,40}\b(?:fuera de la oficina|de vacaciones|ausente)\b/,
    /\b(?:sono|saro)\b[^.;!]{0,40}\b(?:fuori ufficio|in ferie|assente|in vacanza)\b/,
    /\b(?:estou|estarei|encontro-me)\b[^.;!]{0,40}\b(?:de ferias|em ferias|fora do escritorio|ausente)\b/,
    /\bik ben\b[^.;!]{0,40}\b(?:afwezig|niet (?:op kantoor|aanwezig)|met vakantie|op vakantie)\b/,
    /\bja(?:g ar|g kommer att vara)\b[^.;!]{0,40}\b(?:pa semester|tjanstledig|foraldraledig|inte pa kontoret)\b|\bjeg er\b[^.;!]{0,40}\bpa ferie\b|\bolen\b[^.;!]{0,30}\blomalla\b/,
    /\bjestem\b[^.;!]{0,40}\b(?:na urlopie|nieobecn)|\bjsem\b[^.;!]{0,40}\bna dovolene\b|\bszabadsagon vagyok\b|(?:нахожусь|буду|я) в отпуске/,
    /正在休假|(?:休暇|休み)を(?:いただ|頂|とって|取って)|不在にし|휴가 ?중/,
  ]
    .map(one => one.source)
    .join('|'),
)
