/** Automatic answers that no header gives away: what their subject or their first lines say. */
import { evidenceOf, plain } from '../../domain/bounce-classification/plain.ts'
import { anyOf, sequence } from '../../lib/patterns.ts'
import type { Author } from './author.ts'
import { announcesReturn, isAutomatic, type Letter } from './letters.ts'

/**
 * The subject is one that vacation and ticket programs write; where it repeats a subject that announces a return, only if it
 * begins so. People use the same words: where nothing else says that a program wrote it, the subject must begin with its label
 * (`Out of office: Spring is here`), or nothing may hint at a person. @returns the evidence, undefined where it is not
 */
export function announcesAbsence(letter: Letter, { isSystem, isPerson, hint }: Author): string | undefined {
  const { subject } = letter
  const found = absent.exec(subject)
  if (!found || isPerson || (found.index > 0 && announcesReturn(letter))) return undefined
  const isLabel = found.index === 0 && endsLabel.test(subject.slice(found[0].length))
  const isProgram = isLabel || isSystem || isAutomatic(letter) !== undefined
  return isProgram || (hint === undefined && !goesOn.test(subject)) ? `Subject: ${subject}` : undefined
}

/** The rest of the label's last word, and the subject that it was put before. */
const endsLabel = /^\S{0,20}\s?(?:[:：]|\((?:was|re|aw)\b|(?:re|aw) ?:)/
/** A sentence that has more to say than that its writer is away. */
const goesOn = /\b(?:but|aber|mais|pero|mas|maar|ale|ama)\b|(?<!\S)но(?!\S)/

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

/** Services that hold a mail back until its writer has said who they are. @returns the evidence */
export function asksWhoWrites(text: string): string | undefined {
  const words = plain(text.slice(0, 4000))
  return challenges.test(words) ? evidenceOf(text.slice(0, 4000).trim()) : undefined
}

const challenges = anyOf([
  sequence([
    /\b(?:prove|confirm|verify|show|certify)(?: to us| to me)? that you(?:'re| are) (?:an? )?/,
    /(?:human|person|real|legitimate|not (?:an? )?(?:spammer|robot|machine|bot))/,
  ]),
  /\brequires? verification\b|\bverify#/,
  /\b(?:will be|is|was|has been) (?:held|waitlisted|quarantined) until (?:you|your (?:address|identity))/,
  /\byou (?:only )?(?:need|have) to do this (?:only )?once\b/,
  /\bconfirm\w{1,3} (?:o envio|que (?:voce )?nao e um robo)/,
  /\bconfirme que (?:usted )?(?:es una persona|no es un robot)|\bmerci de vous authentifier/,
  /\bauthentification requise\b(?!.{0,40}smtp)/,
  /\bbestatigen sie,? dass sie (?:kein|eine? (?:mensch|person))/,
  /\bconferma(?:re)? (?:di|che) (?:non )?essere un|подтвердите, что вы (?:не робот|человек)/,
])

const asks = sequence([
  /\b/,
  [
    /un-?subscribe|remove me|take me off|stop (?:sending|mailing|e-?mailing|writing)|opt[- ]?out|abmeld/,
    /abbestell|austragen|desabonn|desinscri|dar(?:me)? de baja|disiscriv|cancellami|descadastr|uitschrijv/,
    /afmelden|wypisz|отпи[сш]/,
  ],
])

const away = anyOf([
  // that no person wrote it (gateways, ticket systems, challenges)
  sequence([
    /\bthis (?:is an?|e-?mail is an?|message is an?) /,
    /(?:auto(?:mated|matic|matically[- ]generated)|system[- ]generated|auto-generated) (?:e-?mail |mail )?/,
    /(?:reply|response|message|answer|acknowledge?ment|e-?mail|notification)\b/,
  ]),
  /\bthis automatic reply\b|\bautomatic reply to your\b/,
  /\b(?:mailbox|inbox|e-?mail address|address) is (?:not|un)[- ]?(?:being )?(?:monitored|attended)\b/,
  /\bunmonitored (?:mailbox|inbox|address)\b/,
  /\b(?:i now allow|i only accept) (?:incoming )?(?:mail|messages) only from/,
  /\bprotecting myself from (?:receiving )?(?:junk|spam)/,
  /\byour (?:message|e-?mail)\b[^.;]{0,60}\b(?:was|has been) waitlisted\b/,
  /\b(?:account|mailbox|inbox|address) is protected by\b/,
  sequence([
    /\b(?:have your address|your address|yourself) (?:be )?(?:added )?(?:to|on) /,
    /(?:the recipient's|my|their|his|her|our)\b[^.;]{0,40}\b(?:allowed|guest|approved|white|safe)[- ]?/,
    /(?:senders? )?list\b/,
  ]),
  /\bdies ist eine (?:automatische|automatisch (?:erzeugte|generierte|erstellte))/,
  /\bceci est (?:une reponse|un message) automatique|\beste es un (?:mensaje|correo) automatico/,
  /\bquesta e una risposta automatica|\besta e uma (?:mensagem|resposta) automatica/,
  /\bdit is een automatisch/,
  // that a person is away: sentences in the first person
  sequence([
    /\b(?:i am|i'm|i will be|i'll be|i shall be) (?:currently |now |also |presently )?/,
    [
      /out of (?:the |my )?(?:office|town|country)/,
      /on (?:annual |maternity |parental |paternity |sick |medical )?(?:leave|vacation|holidays?)/,
      /away from (?:the |my )?(?:office|desk|e-?mail)|travell?ing with limited|away (?:until|from|on)/,
      /out until/,
    ],
    /\b/,
  ]),
  /\bich (?:bin|befinde mich)\b(?:[^.;!]|(?<=\d)\.){0,60}\b(?:nicht im (?:buro|buero|hause?|dienst)|im urlaub|abwesend|ausser haus|nicht erreichbar|in elternzeit)\b/,
  /\bje (?:suis|serai)\b[^.;!]{0,40}\b(?:absente?|en (?:conges?|vacances|deplacement))\b/,
  /\b(?:estoy|estare|me encuentro)\b[^.;!]{0,40}\b(?:fuera de la oficina|de vacaciones|ausente)\b/,
  /\b(?:sono|saro)\b[^.;!]{0,40}\b(?:fuori ufficio|in ferie|assente|in vacanza)\b/,
  /\b(?:estou|estarei|encontro-me)\b[^.;!]{0,40}\b(?:de ferias|em ferias|fora do escritorio|ausente)\b/,
  /\bik ben\b[^.;!]{0,40}\b(?:afwezig|niet (?:op kantoor|aanwezig)|met vakantie|op vakantie)\b/,
  /\bja(?:g ar|g kommer att vara)\b[^.;!]{0,40}\b(?:pa semester|tjanstledig|foraldraledig|inte pa kontoret)\b|\bjeg er\b[^.;!]{0,40}\bpa ferie\b|\bolen\b[^.;!]{0,30}\blomalla\b/,
  /\bjestem\b[^.;!]{0,40}\b(?:na urlopie|nieobecn)|\bjsem\b[^.;!]{0,40}\bna dovolene\b|\bszabadsagon vagyok\b|(?:нахожусь|буду|я) в отпуске/,
  /正在休假|(?:休暇|休み)を(?:いただ|頂|とって|取って)|不在にし|휴가 ?중/,
])

const absent = anyOf([
  /\bout[- ]of[- ](?:the[- ])?(?:office|town)/,
  /\bauto(?:matic)?[-_ :]?(?:matic )?(?:reply|replies|response|responder|answer|respond|acknowledg)/,
  /\bautoreply|\bautoresp|\bvacation\b|\bholiday notice/,
  /\bon (?:annual |maternity |parental |sick |holiday |medical )?leave\b/,
  /\baway from (?:the |my )?(?:office|desk|e-?mail|keyboard|mail)|\bi am away|\bi'm away/,
  /\bi am (?:currently )?out\b|\boof\b|\bno longer (?:with|at|working|employed|in use|monitored)/,
  /\bchange of (?:e-?mail )?address|\bnew e-?mail address|\bleft the company|\babwesen/,
  /\bauto(?:matische)? ?-?antwort|\bautomatische (?:antwort|ruckmeldung|empfangs|eingangs)/,
  /\bautomatisierte|\bnicht (?:im (?:hause|buro|buero)|im dienst|am platz)|\burlaub\b/,
  /\beingangsbestatigung|\bempfangsbestatigung|\breponse automatique/,
  /\babsen(?:ce|te?) (?:du bureau|jusqu|pour|du \d)|(?:^|: )absen(?:ce|te?)\s?(?=$|[:(-])/,
  /\baccuse de reception|\bmessage d'absence|\bcongés?\b|\brespuesta automatica|\bautorespuesta/,
  /\bfuera de (?:la )?oficina|\bausente|\bausencia|\bacuse de recibo|\bvacaciones|\brisposta automatica/,
  /\bfuori (?:ufficio|sede)|\bassenza|\bassente|\bin ferie|\bresposta automatica/,
  /\bfora do (?:escritorio|gabinete)|\bferias\b|\bautomatisch (?:antwoord|bericht)/,
  /\bautomatisch(?:e)? (?:beantw|antw)|\bafwezig|\bniet (?:aanwezig|op kantoor)|\bautomati[sc]k? ?svar/,
  /\bautomatiskt svar|\bautosvar|\bfranvaro|\bfravaer|\bikke til stede|\bferie\b|\bsemester\b/,
  /\bpoissa\b|\bpoissaolo|\bautomaattinen|\bautoodpowied|\bautomatyczna odpowied/,
  /\bodpowiedz automatyczna|\bnieobecn|\burlop\b|\bautomaticka odpove|\bnepritomn|\bdovolen/,
  /\bautomatikus valasz|\bhazon kivul|\braspuns automat|\bautomatski odgovor|\bsamodejni odgovor/,
  /\bautomatinis atsakymas|\bautomatiska atbilde|\bautomaatvastus|автоматичен отговор|תשובה אוטומטית/,
  /מענה אוטומטי|رد تلقائي|الرد التلقائي|ตอบกลับอัตโนมัติ|автоответ/,
  /автоматическ\S{0,4} ответ|отпуск|нет на месте|автоматична відповідь|\botomatik (?:yanit|yanıt|cevap)/,
  /αυτοματη απαντηση|自動(?:応答|返信|回覆|回復)|自动(?:回复|答复|应答)|不在(?:通知|の|のお知らせ|です)|外出中|休暇|休假|자동 ?(?:응답|회신|답장)/,
  /부재 ?중|\btu[- ][dđ]ong tra loi|\bodsotn|\bbalas(?:an)? (?:otomatis|automatik)|\btra loi tu [dđ]ong/,
  /(?:\b(?:your|our|new) |\[)(?:\w{1,20} ){0,2}(?:ticket|case|request|incident|support)\b.{0,40}(?:received|created|opened|submitted|logged|#)/,
  /\b(?:ticket|case|request|incident)\b.{0,3}(?:id|no|nr|number)?[ .:]{0,3}[#[]?\w{0,6}[-#]?\d{3,}\b.{0,40}(?:received|created|opened|submitted|logged|assigned)/,
  /\b(?:ticket|case|request|incident) ?(?:id |no\.? )?#|\bwe (?:have )?received your/,
  /\byour (?:request|e-?mail|message|enquiry|inquiry|ticket) (?:has been|was) (?:received|created)/,
  /\bthank you for (?:your (?:e-?mail|message|enquiry|inquiry|interest|request)|contacting|writing)/,
  /\bthanks for (?:your (?:e-?mail|message)|contacting|getting in touch)|\backnowledge?ment\b/,
  /\bihre (?:anfrage|nachricht|e-?mail|mail) (?:an|ist|bei|wurde|haben)|\bvielen dank fur ihre/,
  /\bread receipt|\bread:|\bgelesen:|\blu(?:e)? ?:|\bleido:|\bdisposition notification|\breturn receipt/,
  /\bplease (?:confirm|verify|approve) (?:your|that you|you are|delivery)/,
  /\bverify your (?:e-?mail|message)|\bconfirm(?:ation)? (?:required|needed|your message)/,
  /\bspam ?arrest|\bboxbe|\bchallenge\b|\bsender verification required|\baction required to deliver/,
  /\(action required\)$|\bawaits moderator approval|\bmajordomo results\b/,
])
