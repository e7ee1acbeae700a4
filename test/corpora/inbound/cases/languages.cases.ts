/** Replies and reports in other languages than English. */
import { type Case, dsn, fields, hard, letter, other, soft, words } from './mail.ts'

const reply = (text: string, status = '5.0.0') => dsn('', fields(`smtp; ${text}`, status))
const says = (text: string) => words(`<rosa@garden.example>:\n${text}`, { subject: 'Mail delivery failed' })

/** As Exchange Online writes it: its subject, and words without a code. */
const office = (subject: string, text: string) =>
  words(text, { from: 'postmaster@relay.example', subject: `${subject}: Spring is here`, separator: '' })
const answer = (subject: string, text: string) => letter(text, { subject: `${subject}: Spring is here` })

export const languages: readonly Case[] = [
  // mailboxes that expired
  hard('Spanish: el buzón ha caducado', reply('550 El buzón de rosa ha caducado')),
  hard('Spanish: cuenta caducada', reply('550 5.2.1 Cuenta de correo caducada', '5.2.1')),
  hard('Spanish: la casilla expiró', reply('554 La casilla de correo expiró')),
  hard('Spanish: cuenta vencida', reply('550 cuenta vencida')),
  hard('Spanish: buzón expirado', says('550 buzon expirado')),
  hard('Spanish: dado de baja', reply('550 El usuario fue dado de baja')),
  hard('Spanish: eliminado', reply('550 Este buzón ha sido eliminado')),
  hard('Portuguese: caixa expirada', reply('550 Caixa postal expirada')),
  hard('Portuguese: conta encerrada', reply('550 A conta do destinatário foi encerrada')),
  hard('Italian: casella scaduta', reply('550 Casella di posta scaduta')),
  hard('Italian: utente rimosso', reply('550 utente rimosso dal sistema')),
  hard('French: compte expiré', reply('550 Le compte du destinataire a expiré')),
  hard('French: boîte supprimée', reply('550 Boîte aux lettres supprimée')),
  hard('German: Postfach abgelaufen', reply('550 Das Postfach ist abgelaufen')),
  hard('German: Konto gelöscht', reply('550 Das Konto wurde gelöscht')),
  hard('German: aufgelöst', reply('550 Dieses Postfach wurde aufgelöst')),
  hard('Dutch: verlopen', reply('550 De mailbox is verlopen')),
  hard('Polish: wygasło', reply('550 Konto wygasło')),
  hard('Russian: удалён', reply('550 Почтовый ящик удалён')),
  hard('Turkish: silinmiş', reply('550 hesap silinmiş')),
  // the sender's password or certificate may have expired too
  soft('Spanish: su contraseña ha caducado', 'policy', reply('535 su contraseña ha caducado')),
  soft('Spanish: el mensaje ha caducado', 'transient', says('El mensaje ha caducado en la cola de salida')),
  soft('Spanish: certificado caducado', 'policy', reply('550 5.7.0 certificado caducado', '5.7.0')),
  soft('German: abgelaufene Nachricht', 'transient', says('Die Nachricht ist in der Warteschlange abgelaufen')),
  // unknown or full
  soft('German: unbekannt oder voll', 'mailbox full', reply('550 Empfänger unbekannt oder Postfach voll')),
  soft('French: inconnu ou plein', 'mailbox full', reply('550 Destinataire inconnu ou boîte pleine')),
  soft('Spanish: no existe o está lleno', 'mailbox full', reply('550 El buzón no existe o está lleno')),
  soft('Italian: inesistente o piena', 'mailbox full', reply('550 Casella inesistente o piena')),
  soft('Portuguese: inexistente ou cheia', 'mailbox full', reply('550 Caixa postal inexistente ou cheia')),
  // unknown
  hard('Spanish: no existe', says('El destinatario no existe en este servidor')),
  hard('Spanish: dirección desconocida', reply('550 Dirección de correo desconocida')),
  hard('Portuguese: não existe', says('550 A caixa postal rosa não existe')),
  hard('Italian: sconosciuto', says('550 Destinatario sconosciuto')),
  hard('French: inconnu', says('550 5.1.1 Destinataire inconnu')),
  hard('German: existiert nicht', says('Die Adresse existiert nicht')),
  hard('German: kein solcher Benutzer', reply('550 kein solcher Benutzer')),
  hard('Dutch: onbekend', reply('550 Onbekende ontvanger')),
  hard('Swedish: finns inte', reply('550 Mottagaren finns inte')),
  hard('Danish: findes ikke', reply('550 Brugeren findes ikke')),
  hard('Finnish: tuntematon', reply('550 Vastaanottaja tuntematon')),
  hard('Polish: nie istnieje', reply('550 Adres nie istnieje')),
  hard('Czech: neexistuje', reply('550 Adresát neexistuje')),
  hard('Hungarian: ismeretlen', reply('550 Ismeretlen felhasználó')),
  hard('Romanian: nu există', reply('550 Utilizatorul nu există')),
  hard('Russian: не найден', reply('550 Пользователь не найден')),
  hard('Ukrainian: не існує', reply('550 Користувач не існує')),
  hard('Turkish: bulunamadı', reply('550 Kullanıcı bulunamadı')),
  hard('Greek: άγνωστος', reply('550 Χρήστης άγνωστος')),
  hard('Japanese', reply('550 宛先のメールアドレスは存在しません')),
  hard('Chinese', reply('550 收件人不存在')),
  hard('Korean', reply('550 수신자가 존재하지 않습니다')),
  // other reasons
  soft('Spanish: lleno', 'mailbox full', says('552 El buzón está lleno')),
  soft('Spanish: cuenta bloqueada por spam', 'policy', reply('550 mensaje rechazado por spam')),
  soft('Spanish: suspendida', 'transient', reply('550 la cuenta está suspendida')),
  soft('Portuguese: cheia', 'mailbox full', says('552 A caixa postal está cheia')),
  soft('French: pleine', 'mailbox full', says('552 La boîte du destinataire est pleine')),
  soft('French: émetteur refusé', 'policy', reply('550 expéditeur refusé')),
  soft('German: voll', 'mailbox full', says('552 Das Postfach ist voll')),
  soft('German: Absender abgelehnt', 'policy', reply('550 Absender abgelehnt')),
  soft('German: später', 'transient', says('451 Bitte später erneut versuchen')),
  soft('Italian: piena', 'mailbox full', says('552 La casella è piena')),
  soft('Russian: переполнен', 'mailbox full', reply('552 Почтовый ящик переполнен')),
  soft('Chinese: full', 'mailbox full', reply('552 收件人邮箱已满')),
  soft('Japanese: full', 'mailbox full', reply('552 メールボックスの容量を超えています')),
  // Exchange Online
  hard(
    'Polish: nie można odnaleźć',
    office(
      'Niedostarczalne',
      'Dostarczenie do następujących adresatów lub grup nie powiodło się:\n\nrosa@garden.example\nNie można odnaleźć wprowadzonego adresu e-mail.',
    ),
  ),
  hard(
    'Swedish: gick inte att hitta',
    office(
      'Går inte att leverera',
      'Det gick inte att leverera till följande mottagare eller grupper:\n\nrosa@garden.example\nDet gick inte att hitta e-postadressen du angav.',
    ),
  ),
  hard(
    'Italian: impossibile trovare',
    office(
      'Impossibile recapitare',
      'Recapito non riuscito per i seguenti destinatari o gruppi:\n\nrosa@garden.example\nImpossibile trovare l’indirizzo di posta elettronica immesso.',
    ),
  ),
  hard(
    'Chinese: 找不到',
    office('无法传递', '未能向以下收件人或组传递邮件:\n\nrosa@garden.example\n找不到您输入的电子邮件地址。'),
  ),
  // the sender is meant
  soft('German: Adresse des Absenders', 'policy', reply('550 Die Adresse des Absenders ist ungültig')),
  soft('Russian: адрес отправителя', 'policy', reply('550 Адрес отправителя не существует')),
  soft('Japanese: 送信者', 'policy', reply('550 送信者アドレスが存在しません')),
  hard('German: zurück an den Absender', says('Zurück an den Absender: Empfänger unbekannt')),
  // absences
  other('Slovene: odsotnost', 'auto-reply', answer('Odsotnost', 'Vrnem se v ponedeljek.')),
  other('Vietnamese: trả lời tự động', 'auto-reply', answer('Tự động trả lời', 'Tôi đang nghỉ phép.')),
  other('Indonesian: balasan otomatis', 'auto-reply', answer('Balasan otomatis', 'Saya sedang cuti.')),
]
