/** Recipients that do not exist in other languages than English. Accents are gone (plain.ts), either spelling of an umlaut counts. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

/** What a language calls a mailbox or its owner, and how it says that it expired, was closed or was deleted. */
const ended: readonly (readonly [language: string, owner: string, end: string, example: string])[] = [
  [
    'German',
    'benutzer|empf(?:a|ae)nger|postfach|mailbox|adresse|konto|account|teilnehmer',
    'abgelaufen|erloschen|geloscht|geloescht|aufgelost|aufgeloest|gekundigt|entfernt|geschlossen|abgemeldet|stillgelegt',
    '550 Das Postfach wurde gelöscht',
  ],
  [
    'French',
    'utilisateur|destinataire|boite(?: aux lettres)?|adresse|compte|abonne',
    'expiree?|cloturee?|perimee?|fermee?|effacee?|detruite?',
    '550 Le compte a expiré',
  ],
  [
    'Spanish',
    'usuario|destinatario|buzon|cuenta(?: de correo)?|direccion|casilla(?: de correo)?',
    'caducad[oa]|caduco|expirad[oa]|expiro|vencid[oa]|vencio|eliminad[oa]|borrad[oa]|cerrad[oa]',
    '550 El buzón ha caducado',
  ],
  [
    'Italian',
    'utente|destinatario|casella(?: di posta)?|indirizzo|account|mailbox',
    'scadut[oa]|rimoss[oa]|eliminat[oa]|chius[oa]|soppress[oa]',
    '550 Casella scaduta',
  ],
  [
    'Portuguese',
    'usuario|utilizador|destinatario|caixa(?: postal| de correio)?|conta|endereco',
    'expirad[oa]|expirou|vencid[oa]|encerrad[oa]|excluid[oa]|removid[oa]|apagad[oa]|eliminad[oa]',
    '550 Caixa postal expirada',
  ],
  [
    'Dutch',
    'gebruiker|ontvanger|postbus|mailbox|adres|account',
    'verlopen|verwijderd|beeindigd|gesloten',
    '550 De mailbox is verlopen',
  ],
  [
    'Polish',
    'uzytkownik|adres|konto|skrzynka',
    'wygas[lł][aoy]?|zamkniet[aey]|wyrejestrowan[aey]|usuniet[aey]',
    '550 Konto wygasło',
  ],
  ['Hungarian', 'felhasznalo|postafiok|fiok', 'megszunt|torolve|lejart', '550 A postafiók megszűnt'],
  [
    'Nordic',
    'anvandaren?|mottagaren?|brevladan?|kontot?|brukeren?|brugeren?|postkassen?|postboksen?',
    'nedlagt|slettet|raderat|raderad|borttaget|borttagen|avslutat|avslutad|utgatt|udlobet|utlopt|lukket',
    '550 Kontot har avslutats: kontot avslutat',
  ],
  [
    'Russian',
    'пользователь|ящик|адрес|аккаунт|учетная запись',
    'удален[ао]?|закрыт[ао]?|истек(?:ла|ло)?',
    '550 Ящик закрыт',
  ],
  [
    'Turkish',
    'kullan[iı]c[iı]|hesap|hesab[iı]|posta kutusu',
    'silindi|silinmis|kapat[iı]ld[iı]|suresi doldu',
    '550 hesap silindi',
  ],
]

/** The owner close before, and nothing in between that could have been deleted instead: a filter deletes messages. */
const endedRules = ended.map(([language, owner, end, example]) =>
  rule(
    new RegExp(
      `(?<![a-zа-я])(?:${owner})(?:(?!mensa|mail\\b|messag|nachricht|bericht|wiadomos|meddelande|melding|besked|письмо|сообщен|uzenet|ileti|correo\\b)(?:[^.;:,]|\\.\\b)){1,30}?(?<![a-zа-я])(?:${end})(?![a-zа-я])`,
    ),
    `${language}: expired, closed or deleted`,
    example,
  ),
)

/** How a language says "unknown" or "invalid" in front of the mailbox or its owner. */
const unknownFirst: readonly (readonly [language: string, unknown: string, owner: string, example: string])[] = [
  [
    'German',
    'ung(?:u|ue)ltige[rns]?',
    'empf(?:a|ae)nger|(?:e-?mail-?)?adresse|postfach|benutzer',
    '550 Ungültiger Empfänger',
  ],
  ['Dutch', 'ongeldige?', '(?:e-?mail-?)?adres|ontvanger|gebruiker|postvak|mailbox', '550 Ongeldig adres'],
  [
    'Nordic',
    'okan[dt]a?|ogiltiga?|ukend[te]{1,2}|ukjent|ugyldige?',
    '(?:e-?post)?adress|anvandar|mottagar|brevlad|bruger|modtager|postkass|bruker|mottaker|postboks|konto',
    '550 Okänd användare',
  ],
  ['Finnish', 'tuntematon|virheellinen', 'kayttaja|vastaanottaja|osoite|sahkopostiosoite', '550 Tuntematon käyttäjä'],
  [
    'Polish',
    'nieznan\\w{1,3}|nieprawid[lł]ow\\w{1,3}|nieistniejac\\w{1,3}',
    'uzytkownik|adres|odbiorc|konto|skrzynk',
    '550 Nieznany użytkownik',
  ],
  [
    'Czech, Slovak',
    'neznam\\w{1,3}|neexistujic\\w{1,3}|neplatn\\w{1,3}',
    'uzivatel|pouzivatel|adresat|adres|prijemc|schrank|ucet',
    '550 Neznámý příjemce',
  ],
  ['Hungarian', 'ervenytelen', 'cimzett|felhasznalo|e-?mail cim|postafiok', '550 Érvénytelen címzett'],
  [
    'South Slavic',
    'nepoznat\\w{0,2}|neznan\\w{0,2}|nepostojec\\w{1,2}|непознат\\S{0,2}|невалид\\S{1,3}|несъществува\\S{1,2}',
    'korisni|primate?l|prejemnik|uporabnik|adres|naslov|корисни|прима|потребител|получател|адрес',
    '550 Nepoznat korisnik',
  ],
  [
    'Baltic, Estonian',
    'nezinom\\w{1,3}|neegzistuojant\\w{1,3}|nezinam\\w{1,3}|nederig\\w{1,3}|tundmatu|vigane',
    'vartotoj|gavej|adres|lietotaj|sanemej|kasutaja|saaja|aadress',
    '550 Tundmatu kasutaja',
  ],
  ['Turkish', 'gecersiz', 'kullan[iı]c[iı]|al[iı]c[iı]|adres|e-?posta adres|posta kutusu', '550 Geçersiz alıcı'],
  ['Greek', 'αγνωστ\\S{1,2}|ακυρ\\S{1,2}', 'χρηστη|παραληπτη|διευθυνση|λογαριασμο', '550 Άγνωστος χρήστης'],
  [
    'Russian, Ukrainian',
    'неверн\\S{2}|недеиствительн\\S{2}|неправильн\\S{2}|невідом\\S{1,2}|неісную\\S{2,3}',
    '(?:почтов\\S{2} |электронн\\S{2} )?(?:адрес|ящик|получател|пользовател|користувач|одержувач|скриньк)',
    '550 Неверный адрес получателя',
  ],
]

/** Nothing but the adjective says what is wrong; whose address it is may come after the word for it. */
const unknownFirstRules = unknownFirst.map(([language, unknown, owner, example]) =>
  rule(new RegExp(`(?<![a-zа-яα-ω])(?:${unknown}) (?:${owner})`), `${language}: unknown, then the recipient`, example),
)

export const goneAbroad: readonly Rule[] = [
  rule(
    anyOf([
      sequence([
        [
          /benutzer|(?:e-?mail-?|mail-?)?empf(?:a|ae)nger|postfach|mailbox|e-?mail-?adresse|\badresse|adressat/,
          /konto|account|anwender|teilnehmer/,
        ],
        /\w{0,3}\b(?:[^.;]|\.\b){0,60}/,
        [
          /unbekannt/,
          /nicht (?:gefunden|bekannt|existent|vorhanden|gultig|gueltig|existiert|registriert|ermittelt|mehr (?:gultig|vorhanden|aktiv))/,
          /existiert (?:hier |leider |auf diesem server )?nicht|ungultig|ungueltig|deaktiviert/,
          /gibt es (?:hier )?nicht|nicht im domino-verzeichnis/,
        ],
      ]),
      /unbekannter (?:benutzer|empf(?:a|ae)nger|adressat)/,
      /kein(?:en)? (?:solche[rns]? )?(?:benutzer|postfach|empfanger|mailbox) (?:mit|unter|gefunden|vorhanden)/,
      /kein(?:en?)? solche[rns]? (?:benutzer|postfach|empf(?:a|ae)nger|mailbox|adresse|konto)\b/,
    ]),
    'German',
    '550 Empfänger existiert nicht',
  ),
  rule(
    anyOf([
      sequence([
        /(?:utilisateur|destinataire|boite|adresse|compte|abonne|usager|bal\b)(?:[^.;]|\.\b){0,60}/,
        [
          /inconnue?|introuvable|n'existe (?:pas|plus)|inexistante?|invalide|desactivee?/,
          /n'a pas (?:ete )?(?:pu etre )?trouvee?|n'est (?:pas|plus) valide|ferme\b|fermee|supprimee?|resiliee?/,
        ],
      ]),
      /(?:aucun|pas d')\s?(?:utilisateur|destinataire|compte)/,
    ]),
    'French: Orange, Free, La Poste, SFR',
    '550 5.1.1 Adresse d au moins un destinataire invalide',
  ),
  rule(
    anyOf([
      sequence([
        /(?:usuario|destinatario|buzon|cuenta|direccion|casilla)(?:[^.;]|\.\b){0,60}/,
        [
          /desconocid[oa]|no existe|no (?:fue )?encontrad[oa]|no se (?:ha )?encontr(?:o|ado)/,
          /no se puede encontrar|inexistente|invalid[oa]|no (?:es )?valid[oa]|no esta (?:registrad|activ)/,
          /deshabilitad[oa]|desactivad[oa]|cancelad[oa]|dad[oa] de baja|ya no existe/,
        ],
      ]),
      /\bno existe (?:el |la |es[ae] |est[ae] |dich[oa] |tal |ningun )?(?:usuario|persona|destinatario|buzon|cuenta|direccion)\b/,
    ]),
    'Spanish',
    '550 5.1.1 El usuario no existe',
  ),
  rule(
    anyOf([
      sequence([
        /(?:utente|destinatario|casella|indirizzo|account|mailbox)(?:[^.;]|\.\b){0,60}/,
        [
          /sconosciut[oa]|non esist(?:e|ente)|inesistente|non (?:e stat[oa] )?trovat[oa]|non valid[oa]/,
          /non e valid[oa]|disabilitat[oa]|disattivat[oa]|non (?:e )?(?:piu )?attiv[oa]|cessat[oa]/,
          /cancellat[oa]|errato/,
        ],
      ]),
      /\bnessun (?:utente|destinatario)\b/,
      /\bnon esiste (?:alcun |l'|la |un |quest[oa] )?(?:utente|destinatario|casella|indirizzo)/,
    ]),
    'Italian: Libero, Tiscali',
    '550 5.1.1 Utente sconosciuto',
  ),
  rule(
    anyOf([
      sequence([
        /(?:usuario|utilizador|destinatario|caixa|conta|endereco)(?:[^.;]|\.\b){0,60}/,
        [
          /desconhecid[oa]|nao existe|inexistente|nao (?:foi |pode ser )?encontrad[oa]|invalid[oa]/,
          /nao e valid[oa]|desativad[oa]|desactivad[oa]|cancelad[oa]|inativ[oa]|bloquead[oa] por inatividade/,
        ],
      ]),
      /\bnao existe (?:o |a |ess[ea] |est[ea] |tal |nenhum )?(?:usuario|utilizador|destinatario|caixa|conta|endereco)/,
    ]),
    'Portuguese',
    '550 5.1.1 Usuário desconhecido',
  ),
  rule(
    anyOf([
      sequence([
        /(?:gebruiker|ontvanger|geadresseerde|postbus|postvak|mailbox|\be-?mailadres|\badres|account)/,
        /(?:[^.;]|\.\b){0,60}\b/,
        [
          /onbekend|bestaat (?:hier )?niet/,
          /niet (?:meer |langer )?(?:bij ons |hier )?(?:worden |te )?(?:bestaat|gevonden|vinden|bekend|bestaand|geldig|actief|in gebruik)/,
          /ongeldig|opgeheven/,
        ],
        /\b/,
      ]),
      /\bonbekende? (?:gebruiker|ontvanger|e-?mailadres|adres)\b/,
      /\bgeen (?:geldige? )?(?:mailbox|postvak|gebruiker|ontvanger|account|e-?mailadres)(?: \w{1,20})? (?:met|onder|voor|gevonden|bekend)\b/,
    ]),
    'Dutch',
    '550 Gebruiker onbekend',
  ),
  rule(
    anyOf([
      sequence([
        /(?:uzytkownik|adres|odbiorc|konto|skrzynk)\w{0,4}\b(?:[^.;]|\.\b){0,60}/,
        [
          /nieznan|nie istniej|nie znalezion|nieprawid[lł]ow|nie zosta[lł]\w{0,2} (?:odnalezion|znalezion)/,
          /usuniet|zablokowan[eay] na sta[lł]e/,
        ],
      ]),
      /nie ma takiego (?:uzytkownik|adres|kont)/,
    ]),
    'Polish',
    '550 Użytkownik nieznany',
  ),
  rule(
    anyOf([
      /(?:uzivatel|adresat|schrank|prijemc|adres|ucet)\w{0,3}\b(?:[^.;]|\.\b){0,60}(?:neznam|neexistuj|nenalezen|neplatn|nebyla? nalezen|zrusen)/,
      /(?:felhasznalo|cimzett|postafiok|e-?mail cim)\w{0,4}(?:[^.;]|\.\b){0,60}(?:ismeretlen|nem letez|nem talalhato)/,
      /\bismeretlen (?:felhasznalo|cimzett|postafiok|e-?mail cim)/,
      /(?:utilizator|destinatar|adres|casut)\w{0,4}(?:[^.;]|\.\b){0,60}(?:necunoscut|nu exista|nu a fost gasit|inexistent|invalid)/,
    ]),
    'Czech, Slovak, Hungarian, Romanian',
    '550 Uživatel neexistuje',
  ),
  rule(
    anyOf([
      sequence([
        /(?:anvandare|mottagare|adress|brevlad|kont|bruker|bruger|modtager|mottaker|postkasse|postboks)/,
        /\w{0,4}\b(?:[^.;]|\.\b){0,60}/,
        [
          /okand|ukendt|ukjent|finns inte|findes ikke|finnes ikke|hittades inte|kunde inte hittas/,
          /blev ikke fundet|ble ikke funnet|existerar inte|eksisterer ikke|ikke fundet|ogiltig|ugyldig/,
        ],
      ]),
      /(?:kayttaja|vastaanottaja|osoite|postilaatikko)\w{0,4}(?:[^.;]|\.\b){0,60}(?:tuntematon|ei ole olemassa|ei loydy|ei loytynyt)/,
    ]),
    'Nordic',
    '550 Mottagaren finns inte',
  ),
  rule(
    anyOf([
      sequence([
        /(?:пользовател|почтовы\w{1,3} ящик|ящик|адрес|получател|учетн\S{1,3} запис|абонент|адресат)\w{0,5}/,
        /(?:[^.;]|\.\b){0,60}/,
        [
          /не существует|не наиден|неизвест|не зарегистрирован|отключен|удален|не обнаружен/,
          /больше не (?:используется|обслуживается|существует)|заблокирован навсегда|не известен|недеиствител/,
        ],
      ]),
      /(?:нет такого|неизвестныи|несуществующи\S{1,2}) (?:почтового )?(?:пользовател|адрес|получател|ящик)/,
      /(?:такого|такои) (?:пользовател|адрес|получател|ящик|почтового ящик)\S{0,3} (?:у нас |здесь )?нет(?![а-я])/,
      /(?:користувач|адрес|скриньк|одержувач)\w{0,4}(?:[^.;]|\.\b){0,60}(?:не існу|не знаиден|невідом)/,
    ]),
    'Russian, Ukrainian: Mail.ru, Yandex',
    '550 5.1.1 Почтовый ящик не существует',
  ),
  rule(
    anyOf([
      sequence([
        /(?:kullan[iı]c[iı]|al[iı]c[iı]|posta kutusu|e-?posta adresi|adres|hesap)\w{0,5}(?:[^.;]|\.\b){0,60}/,
        /(?:bulunamad[iı]|bilinmiyor|bilinmeyen|mevcut degil|gecersiz|yok\b)/,
      ]),
      /bilinmeyen (?:kullan|al[iı]c)/,
      /(?:χρηστης|παραληπτης|διευθυνση|λογαριασμος)(?:[^.;]|\.\b){0,60}(?:δεν υπαρχει|αγνωστ|δεν βρεθηκε)/,
    ]),
    'Turkish, Greek',
    '550 Kullanıcı bulunamadı',
  ),
  rule(
    /(?:ユーザー?|宛先|あて先|受信者|メールアドレス|メールボックス|アカウント|アドレス)[^。;]{0,40}(?:使われておりません|使われていません|使用されて(?:おりません|いません)|存在しません|存在しない|存在せず|見つかりません|見つからな|不明|無効|誤り|間違って|登録されていません)/,
    'Japanese',
    '550 指定された宛先メールアドレスは存在しません',
  ),
  rule(
    anyOf([
      /(?:收件人|收件者|收信人|用户|用戶|使用者|邮箱|郵箱|信箱|邮件地址|郵件地址|电子邮件地址|地址|帐户|帳戶|帐号|帳號|账号|账户)[^。;]{0,40}(?:不存在|未找到|找不到|无效|無效|没有找到|沒有找到|查无|查無|不正确|已?被?注销|已?被?停用|已?被?禁用|已被?关闭|未注册)/,
      /(?:没有|無此|无此|查无此)(?:该|這個|这个)?(?:用户|用戶|使用者|帐号|帳號|信箱)/,
    ]),
    'Chinese: QQ, 163, Sina',
    '550 收件人邮箱不存在',
  ),
  rule(
    /(?:존재하지 않는|없는|등록되지 않은) (?:사용자|수신자|계정|주소|메일 ?주소|아이디)/,
    'Korean: Naver, Daum',
    '550 존재하지 않는 사용자입니다',
  ),
  rule(
    /(?:사용자|수신자|받는 ?사람|메일 ?주소|이메일 ?주소|주소|계정|수신인|메일박스)(?:[^.;]|\.\b){0,40}(?:존재하지 않|없습니다|찾을 수 없|없는|알 수 없|확인되지 않|유효하지 않|잘못된|휴면)/,
    'Korean: Naver, Daum',
    '550 5.1.1 수신자가 존재하지 않습니다',
  ),
  rule(
    anyOf([
      /(?:המשתמש|הנמען|הכתובת|תיבת)(?:[^.;]|\.\b){0,40}(?:לא קיי|אינו קיים|לא נמצא|אינה קיימת)/,
      /(?:المستخدم|المستلم|العنوان|صندوق)(?:[^.;]|\.\b){0,40}(?:غير موجود|غير معروف|لا يوجد|لم يتم العثور)/,
      /(?:nguoi (?:dung|nhan)|[dđ]ia chi|tai khoan|hop thu)(?:[^.;]|\.\b){0,40}khong (?:ton tai|tim thay|hop le|con hoat [dđ]ong)/,
      /khong tim thay (?:nguoi|tai khoan|[dđ]ia chi|hop thu)|ไม่พบ(?:ผู้รับ|ผู้ใช้|ที่อยู่|บัญชี)/,
      /(?:ผู้รับ|ผู้ใช้|ที่อยู่|บัญชี)[^.;]{0,30}(?:ไม่มีอยู่|ไม่พบ|ไม่ถูกต้อง)/,
    ]),
    'Hebrew, Arabic, Vietnamese, Thai',
    '550 הנמען לא נמצא',
  ),
  rule(
    sequence([
      /\b(?:pengguna|penerima|alamat|akun|akaun|kotak (?:surat|masuk|pos)|peti (?:mel|surat))\b/,
      /(?:[^.;]|\.\b){0,60}\b/,
      [
        /tidak (?:lagi )?(?:ditemukan|ditemui|dikenal|dikenali|diketahui|ada|terdaftar|berdaftar|valid|sah|aktif|wujud|berlaku|digunakan)/,
        /(?:telah|sudah) (?:ditutup|dihapus|dinonaktifkan|dipadam)|dinonaktifkan|nonaktif/,
      ],
      /\b/,
    ]),
    'Indonesian, Malay',
    '550 Alamat email tidak ditemukan',
  ),
  rule(
    anyOf([
      /(?:korisnik|primate?lj|uporabnik|prejemnik|naslov|adresa|sanduce)\w{0,4}(?:[^.;]|\.\b){0,40}(?:ne postoji|ne obstaja|nije (?:pronaden|pronađen|poznat|nađen|naden)|ni (?:najden|znan)|nepoznat|neznan)/,
      /(?:корисни[кц]|прималац|адреса|потребител|получател|адрес|пощенска)\S{0,4}(?:[^.;]|\.\b){0,40}(?:не постои|не постоји|не съществува|није пронађен|непознат|не е намерен)/,
    ]),
    'South Slavic',
    '550 Korisnik ne postoji',
  ),
  rule(
    anyOf([
      /(?:vartotoj|gavej|adres|pasto dezut)\w{0,4}(?:[^.;]|\.\b){0,40}(?:nerast|neegzistuoj|nezinom)/,
      /(?:lietotaj|sanemej|adres|pastkast)\w{0,4}(?:[^.;]|\.\b){0,40}(?:nav atrast|neeksiste|nezinam)/,
      /(?:kasutaja|saaja|aadress|postkast)\w{0,4}(?:[^.;]|\.\b){0,40}(?:ei leitud|ei eksisteeri|tundmatu|puudub)/,
    ]),
    'Lithuanian, Latvian, Estonian',
    '550 Vartotojas nerastas',
  ),
  rule(
    anyOf([
      /(?:usuari|destinatari|bustia|adreca|compte)\w{0,2}\b(?:[^.;]|\.\b){0,40}(?:no existeix|desconegut|no s'ha trobat|invalid|no valid)/,
      /(?:کاربر|گیرنده|آدرس|صندوق)(?:[^.;]|\.\b){0,40}(?:وجود ندارد|یافت نشد|نامعتبر|ناشناس)/,
      /(?:उपयोगकर्ता|प्राप्तकर्ता|पता|खाता)(?:[^.;]|\.\b){0,40}(?:नहीं मिला|मौजूद नहीं|अमान्य|अज्ञात)/,
    ]),
    'Catalan, Persian, Hindi',
    "550 L'usuari no existeix",
  ),
  rule(
    anyOf([
      /\bimpossibile trovare (?:l'|il |la )?(?:indirizzo|utente|destinatario|casella)/,
      /\bimpossible de trouver (?:l'adresse|l'utilisateur|le destinataire|la boite|le compte)/,
      /\bno se (?:pudo|puede|ha podido) encontrar (?:el |la )?(?:direccion|usuario|destinatario|buzon|cuenta)/,
      /\bnao (?:foi possivel|conseguimos|e possivel) (?:encontrar|localizar) (?:o |a )?(?:endereco|usuario|destinatario|caixa|conta)/,
      /\bnie (?:mozna|uda[lł]o sie) (?:odnalezc|znalezc) (?:\w{1,20} ){0,2}(?:adres|uzytkownik|odbiorc|skrzynk)/,
      /\b(?:nelze|nepodarilo se) najit (?:\w{1,20} ){0,2}(?:adres|uzivatel|prijemc|schrank)/,
      /\b(?:att hitta|kunne ikke finde|kunne ikke finne|finner ikke|fant ikke|hittade inte) (?:e-?post)?(?:adressen|anvandaren|mottagaren|modtageren|mottakeren|brugeren|brukeren)/,
      /(?:не удалось|не удается) наити (?:\S{1,20} ){0,2}(?:адрес|получател|пользовател|ящик)/,
      /找不到(?:您|你)?(?:输入|輸入)?的?(?:电子邮件地址|電子郵件地址|收件人|收件者|用户|使用者|邮箱|信箱)/,
    ]),
    'Exchange Online in other languages: not found, then the recipient',
    'Impossibile trovare l’indirizzo di posta elettronica immesso.',
  ),
  ...unknownFirstRules,
  ...endedRules,
]
