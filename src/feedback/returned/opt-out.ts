/** Mails of people who ask to leave: a subject, or a first line, that says nothing else. */
import { evidenceOf, plain } from '../../domain/replies/plain.ts'
import type { Letter } from './letters.ts'

/** @param text words of the mail @returns the evidence, undefined where it does not ask to leave */
export function asksToLeave({ subject, headers }: Letter, text: string): string | undefined {
  if (
    headers.has('list-id') ||
    headers.has('list-unsubscribe') ||
    /bulk|list|junk/i.test(headers.get('precedence') ?? '')
  )
    return undefined
  const bare = subject.replace(/^(?:(?:re|aw|fw|fwd|wg|sv|antw|rif|res|tr|odp|vs|ynt|отв)(?:\[\d+\])?: ?){1,5}/, '')
  if (asks.test(bare)) return evidenceOf(`Subject: ${bare}`)
  let looked = 0
  for (const line of text.slice(0, 8000).split('\n')) {
    const words = plain(line)
    if (words === '') continue
    // what is quoted is our own letter, whose footer speaks of unsubscribing too
    if (/^(?:>|-{3,}|_{5,}|from:|von:|de :|on .{1,200} wrote:|am .{1,200} schrieb|le .{1,200} ecrit)/.test(words))
      return undefined
    if (asks.test(words)) return evidenceOf(line)
    if (++looked === 3) return undefined
  }
  return undefined
}

/** Whole lines, so that a sentence that merely holds the word does not take anybody off a list. */
const asks =
  /^[\s"'*.!]{0,5}(?:(?:please|pls|bitte|por favor|s'il vous plait|svp|per favore|prosim|hi|hello|hallo)[,!]? ?){0,2}(?:(?:i )?(?:want|would like|wish) to (?:be )?)?(?:un-?subscribe(?:d)?(?: me| us| this (?:e-?mail|address))?|opt[- ]?out|remove(?: me| us| this (?:e-?mail|address)| my (?:e-?mail|address|name))?|take me off|stop(?: (?:sending|e-?mailing|it|this|these e-?mails|all))?|stop e-?mails?|cancel (?:my )?(?:subscription|newsletter)|(?:mich )?(?:abmelden|abbestellen|austragen|abmeldung|abbestellung|loschen|austragung)|newsletter (?:abmelden|abbestellen|abbestellung)|(?:melden|tragen|nehmen) sie mich (?:bitte )?(?:ab|aus|aus dem verteiler|vom verteiler)|keine (?:weiteren |werbung|weitere )?(?:e-?mails?|mails?|newsletter|werbung)(?: mehr)?|(?:me )?desabonner|desabonnement|desabonnez(?:-| )moi|desinscri(?:re|ption)|me desinscrire|desinscrivez(?:-| )moi|retirez(?:-| )moi|arreter|(?:dar(?:me)? de )?baja|dar de baja|cancelar (?:la )?(?:suscripcion|subscricao|inscricao|assinatura)|desuscribir(?:me)?|anular (?:la )?suscripcion|remover|descadastrar|sair|disiscriv(?:imi|etemi|ersi|ermi|izione)|cancella(?:mi|temi|zione|re)(?: iscrizione)?|rimuov(?:imi|ere|etemi)|uitschrijven|afmelden|schrijf mij uit|avregistrera(?: mig)?|avprenumerera|avanmala|afmeld(?:ing)?|afmeld mig|meld (?:meg|mig) (?:av|ud)|avmelding|peru(?:uta)? tilaus|wypisz(?: mnie)?|wypisac|rezygnuj[eę]|odhlasit|leiratkozas|leiratkozom|dezabonare|отписаться|отпишите(?: меня)?|отписка|удалите меня|abonelikten cik(?:ar)?|üyelikten cik|配信停止(?:希望)?|解除|退会|退订|取消订阅|取消訂閱|退訂|수신 ?거부|구독 ?(?:취소|해지))(?: (?:me|please|pls|bitte|from (?:this|your|the|all) (?:mailing )?(?:lists?|newsletters?|e-?mails?|mailings?)|newsletter|from (?:list|newsletter)|danke|thanks|thank you|merci|gracias|grazie|obrigado|now|vom newsletter|aus (?:dem|ihrem) (?:verteiler|newsletter)))?[\s.!"'*]{0,10}$/
