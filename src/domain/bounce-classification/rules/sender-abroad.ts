/** Senders that are unknown or refused, in other languages than English: such words say nothing of the recipient. Accents are gone (plain.ts). */
import { type Rule, rule } from '../rule.ts'

/** What a language calls the sender, and how it says that a sender is unknown, invalid or refused. */
const senders: readonly (readonly [language: string, sender: string, unfit: string, example: string])[] = [
  [
    'German',
    'absender\\w{0,9}',
    'unbekannt|ung(?:u|ue)ltig|existiert nicht|gibt es nicht|nicht (?:gefunden|bekannt|vorhanden|gultig|existent|erlaubt|zugelassen|berechtigt)|abgelehnt|gesperrt',
    '550 Die Adresse des Absenders ist ungültig',
  ],
  [
    'French',
    "(?:l')?(?:expediteur|emetteur)s?",
    "inconnu|invalide|introuvable|inexistant|n'existe|refuse|rejete|interdit|bloque|non autorise",
    '550 Utilisateur expéditeur inconnu',
  ],
  [
    'Spanish',
    'remitentes?|emisor',
    'desconocid|no (?:existe|valid|es valid|encontrad|autorizad|permitid)|inexistente|invalid|rechazad|bloquead',
    '550 Remitente desconocido',
  ],
  [
    'Italian',
    'mittent[ei]',
    'sconosciut|non (?:esist|valid|e valid|trovat|autorizzat)|inesistente|rifiutat|bloccat|errat',
    '550 Indirizzo del mittente non valido',
  ],
  [
    'Portuguese',
    'remetentes?',
    'desconhecid|nao (?:existe|e valid|encontrad|autorizad)|inexistente|invalid|rejeitad|recusad|bloquead',
    '550 Remetente desconhecido',
  ],
  ['Dutch', 'afzender\\w{0,6}', 'onbekend|ongeldig|bestaat niet|niet gevonden|geweigerd', '550 Afzenderadres onbekend'],
  [
    'Nordic',
    'avsandar\\w{0,9}|afsender\\w{0,9}|avsender\\w{0,9}',
    'okand|ogiltig|finns inte|existerar inte|avvisad|ukendt|ukjent|ugyldig|findes ikke|finnes ikke|eksisterer ikke|afvist|avvist',
    '550 Avsändarens adress är okänd',
  ],
  ['Finnish', 'lahettaj\\w{0,6}', 'tuntemat|virheelli|ei ole|ei loy', '550 Lähettäjän osoite on tuntematon'],
  [
    'Polish',
    'nadawc\\w{0,4}',
    'nieznan|nieprawid[lł]ow|nie istniej|nie znalezion|odrzucon|zablokowan',
    '550 Nieprawidłowy adres nadawcy',
  ],
  [
    'Czech, Slovak',
    'odesilatel\\w{0,4}|odosielatel\\w{0,4}',
    'neznam|neexist|neplatn|nenalezen|odmitn|zamitn|odmietn',
    '550 Adresa odesílatele neexistuje',
  ],
  [
    'Hungarian',
    'felado\\w{0,4}|kuldo\\w{0,4}',
    'ismeretlen|ervenytelen|nem letez|nem talal',
    '550 A feladó címe ismeretlen',
  ],
  [
    'Romanian',
    'expeditor\\w{0,6}',
    'necunoscut|nu exista|invalid|inexistent|respins',
    '550 Adresa expeditorului nu există',
  ],
  [
    'South Slavic',
    'posiljate?lj?\\w{0,4}|подател\\S{0,5}|пошиљал\\S{0,4}',
    'nepoznat|neznan|ne postoji|ne obstaja|neispravn|neveljav|непознат|невалид|не съществува|не постоји',
    '550 Nepoznat pošiljatelj',
  ],
  [
    'Russian, Ukrainian',
    'отправител\\S{0,5}|відправник\\S{0,3}',
    'неизвест|не существ|не наиден|неверн|недеиств|недопуст|некоррект|отклон|заблокир|запрещ|невідом|не існу|не знаид',
    '550 Адрес отправителя не существует',
  ],
  [
    'Turkish',
    'gonder(?:en|ici)\\w{0,6}',
    'bilinm|gecersiz|bulunamad|mevcut degil|reddedild',
    '550 Gönderen adresi geçersiz',
  ],
  ['Greek', 'αποστολε\\S{1,3}', 'αγνωστ|δεν υπαρχ|ακυρ|δεν βρεθ', '550 Άγνωστος αποστολέας'],
  [
    'Japanese',
    '送信者|送信元|発信者|差出人',
    '存在しません|存在しない|不明|無効|見つかり|拒否|許可されて',
    '550 送信者アドレスが存在しません',
  ],
  [
    'Chinese',
    '发件人|發件人|发信人|寄件人|寄件者|发送者',
    '不存在|无效|無效|未知|拒|找不到|非法',
    '550 发件人地址不存在',
  ],
  [
    'Korean',
    '보낸 ?사람|보내는 ?사람|발신자|송신자|발신인',
    '존재하지|유효하지|알 수 없|거부|차단',
    '550 발신자 주소가 존재하지 않습니다',
  ],
  ['Indonesian', 'pengirim', 'tidak|ditolak', '550 Alamat pengirim tidak valid'],
]

/** The recipient in any of these languages: "returned to the sender: recipient unknown" is about the recipient. */
const recipient =
  'empf(?:a|ae)nger|benutzer|adressat|destinat|usuario|utilisateur|utente|ontvanger|mottag|modtag|mottak|vastaanot|odbiorc|prijemc|cimzett|utilizator|primate|получат|пользоват|одержув|al[iı]c[iı]|παραληπ|受信|宛先|收件|用户|수신|받는|penerima'

/** What a server says in English beside its own word for the sender. */
const english =
  'verif|reject|refus|den(?:y|ied)|invalid|unknown|block|listed\\b|not (?:found|exist|allowed|valid|permitted|accepted|authori[sz]ed|verified|resolve)|does not|unresolv|unrout|no such'

export const senderAbroad: readonly Rule[] = senders.map(([language, sender, unfit, example]) =>
  rule(
    new RegExp(
      `(?<![a-zа-я])(?:${sender})(?:(?!${recipient})(?:[^.;]|\\.\\b)){0,80}?(?:${unfit}|${english})|(?:${unfit}|${english})(?:(?!${recipient})[^.;:,]){0,20}?(?<![a-zа-я])(?:${sender})`,
    ),
    `${language}: the sender`,
    example,
  ),
)
