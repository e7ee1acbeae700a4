/** Where the mailbox has no room. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

export const full: readonly Rule[] = [
  rule(
    sequence([
      /\b/,
      [/mail ?box|mail ?folder|inbox|mail ?drop|maildir|account|user|recipient|quota|address|box/, /incoming mailbox/],
      /\b(?:[^.;]|\.\b){0,60}\b/,
      [
        /(?:is|are|was|has become|appears) (?:currently |now |temporarily |too |almost )?full|full\b/,
        /over ?quota|overquota/,
        /exceed(?:s|ed|ing)?(?:[^.;]|\.\b){0,40}\b(?:quota|storage|(?:mailbox|box|disk) (?:size|limit)|local limit|space|allocation|allotted|capacity)/,
        /out of (?:space|storage|quota|disk)/,
        /(?:over|above) (?:its |the |their |his )?(?:disk |storage |maximum |allowed |allotted |mail )?(?:quota|limit|size|allocation)/,
        /no (?:more )?(?:space|room)|too (?:large|full)/,
        /(?:reached|hit) (?:its |the |their )?(?:maximum|limit|quota)/,
      ],
    ]),
    'MTAs in general',
    '550 5.2.2 Mailbox is full',
  ),
  rule(
    anyOf([
      /\bover ?-?quota\b|\boverquota(?:temp|perm)?\b/,
      sequence([
        /\b(?:mail|disk|user|recipient|storage|mailbox|their|his|its|the|hard|soft|account)?'?s? ?quota /,
        /(?:has been |is |was )?(?:exceed|violation|full|reached|limit|over|exhaust)/,
      ]),
      /\bquotaexceeded|\bexceed(?:s|ed|ing)?(?:[^.;]|\.\b){0,40}\bquota\b|\bdisk quota|\bdisc quota/,
      /\bedquot\b|\bout of (?:quota|storage)|\bnot enough (?:storage|disk|space|quota|room)/,
      /\binsufficient (?:disk )?(?:space|quota|storage space)|\bquota\b/,
    ]),
    'Cyrus, Dovecot, Courier, Gmail',
    '452-4.2.2 The email account that you tried to reach is over quota',
  ),
  rule(
    anyOf([
      /\bexceed(?:s|ed|ing)?(?:[^.;]|\.\b){0,40}\b(?:storage|allocat|space|allotted|mailbox (?:size|limit))/,
      /\b(?:storage|mailbox|space)[- ](?:allocation|limit|size limit|capacity)|\btoo much mail (?:data|in)/,
      /\bmailbox ?full|\bmailboxfull|\bfull mailbox|\bmailbox[- ]?size|\bmbox[_ ]full/,
      /\bmail file size exceeds/,
      /\btoo many (?:e-?mails?|messages) (?:on|in) (?:the |his |her |their )?(?:server|mailbox|inbox|account)/,
      /\bno (?:more )?(?:room|space) (?:left )?(?:in|on)\b|\bmessages? (?:would )?exceeds? (?:the )?mailbox/,
      /\bstoreexceeded|\bmail ?box exceeds (?:the )?(?:allowed|maximum) size/,
      /\b(?:account|user|mailbox) (?:has |have )?exceed(?:s|ed) (?:its |his |her |their |the )?\d{1,5} ?[kmgt]i?b\b/,
    ]),
    'RFC 5321 552',
    '552 Requested mail action aborted: exceeded storage allocation',
  ),
  rule(
    /\berror writing message: file too large\b/,
    'Postfix mailbox_size_limit',
    'cannot update mailbox /var/mail/a for user a. error writing message: File too large',
  ),
  rule(
    anyOf([
      sequence([
        /(?:postfach|mailbox|speicherplatz|speicher|kontingent|empfanger)(?:[^.;]|\.\b){0,50}\b/,
        [
          /voll|uberfullt|ueberfuellt|uberschritten|ueberschritten|erschopft|ausgeschopft|zu gross/,
          /(?:maximal\w{0,2}|zulassige|hochst\w{0,4}) (?:grosse|kapazitat|speicher\w{0,12}) (?:erreicht|uberschritten)/,
        ],
        /\b/,
      ]),
      /\bzu ?viele (?:e-?)?(?:mails|nachrichten) (?:auf|im|in)\b/,
    ]),
    'German servers',
    '550 Das Postfach des Empfängers ist voll',
  ),
  rule(
    /(?:boite|messagerie|bal|espace|quota|compte)(?:[^.;]|\.\b){0,50}\b(?:pleine?|saturee?|depassee?|plein|insuffisant|atteint)\b/,
    'French servers',
    '552 5.2.2 La boîte aux lettres du destinataire est pleine',
  ),
  rule(
    /(?:buzon|casilla|bandeja|cuota|cuenta|espacio|almacenamiento)(?:[^.;]|\.\b){0,50}(?:llen[oa]|excedid[oa]|sin espacio|superad[oa]|insuficiente|excede)/,
    'Spanish servers',
    '552 El buzón del destinatario está lleno',
  ),
  rule(
    /(?:casella|mailbox|spazio|quota|utente)(?:[^.;]|\.\b){0,50}(?:pien[ao]|esaurit[oa]|superat[oa]|eccedut[oa])/,
    'Italian servers',
    '552 5.2.2 La casella di posta è piena',
  ),
  rule(
    /(?:caixa|conta|cota|espaco|usuario)(?:[^.;]|\.\b){0,50}(?:chei[ao]|lotad[ao]|excedid[ao]|esgotad[ao]|sem espaco|acima d)/,
    'Portuguese servers',
    '552 A caixa de correio está cheia',
  ),
  rule(
    anyOf([
      /(?:postbus|mailbox|brievenbus|postvak)(?:[^.;]|\.\b){0,40}\b(?:vol|overschreden|bereikt)\b/,
      /(?:brevladan?|postkassen?|innboksen?|postboksen?|lagringskvot\w{0,3})(?:[^.;]|\.\b){0,40}\b(?:full|fuld|fylld|overskred\w{1,4})\b/,
      /postilaatikko(?:[^.;]|\.\b){0,30}taynna/,
    ]),
    'Dutch and Nordic servers',
    '552 De mailbox van de ontvanger is vol',
  ),
  rule(
    anyOf([
      /ящик(?:[^.;]|\.\b){0,40}(?:переполнен|полон|заполнен)|превыш(?:[^.;]|\.\b){0,30}квот/,
      /квот(?:[^.;]|\.\b){0,30}превыш|skrzynk(?:[^.;]|\.\b){0,40}(?:pe[lł]na|przepe[lł]niona)/,
      /schrank(?:[^.;]|\.\b){0,40}pln|kutusu(?:[^.;]|\.\b){0,20} dolu|kota(?:[^.;]|\.\b){0,20}a[sş][iı]l/,
      /megtelt|postafiok(?:[^.;]|\.\b){0,20}tele/,
    ]),
    'Mail.ru, Slavic, Turkish and Hungarian servers',
    '552 Почтовый ящик переполнен',
  ),
  rule(
    anyOf([
      /(?:メールボックス|受信(?:箱|ボックス|トレイ)|保存(?:領域|容量)|ディスク|ポスト)[^。]{0,30}(?:いっぱい|容量|満杯|一杯|超え|超過|上限|不足|オーバー)/,
      /容量[^。]{0,20}(?:超え|超過|オーバー|不足)|(?:邮箱|郵箱|信箱|邮件箱|收件匣|邮箱空间|空间|空間)[^。]{0,30}(?:已满|已滿|满|滿|不足|超过|超過|超出)/,
      /(?:메일함|편지함|사서함|용량|저장)[^。]{0,30}(?:초과|부족|가득|꽉)/,
    ]),
    'Japanese, Chinese and Korean servers',
    '552 邮箱已满',
  ),
  rule(
    anyOf([
      /\b(?:kotak (?:surat|masuk|pos)|peti (?:mel|surat)|kuota|mailbox|penyimpanan|kapasitas)\b(?:[^.;]|\.\b){0,40}\b(?:penuh|terlampaui|terlewati|habis|melebihi)\b/,
      /\bmelebihi (?:kuota|kapasitas)\b|\bhop thu(?:[^.;]|\.\b){0,30} [dđ]ay\b/,
      /(?:место|места)(?:[^.;]|\.\b){0,30}(?:ящик|получател)/,
      /(?:ящик|получател)(?:[^.;]|\.\b){0,30}(?:закончилось|не хватает|недостаточно|нет) мест/,
    ]),
    'Indonesian, Vietnamese and Russian servers',
    '552 Kotak surat penerima penuh',
  ),
  rule(
    anyOf([
      /prekoracen\w{0,2} (?:kvot|limit|prostor|velicin)|(?:sanduce|sanducic|pretinac|nabiralnik)\w{0,2}(?:[^.;]|\.\b){0,30}\b(?:pun[aio]?|poln)\b/,
      /(?:dezut|pastkast|postkast|casut)\w{0,3}(?:[^.;]|\.\b){0,30}\b(?:piln[as]|tais|plina)\b/,
      /γραμματοκιβωτι\S{0,3}(?:[^.;]|\.\b){0,30}γεματ|скриньк\S{0,2}(?:[^.;]|\.\b){0,30}(?:переповн|заповн)/,
      /(?:кутия|сандуче)\S{0,2}(?:[^.;]|\.\b){0,30}(?:пълн|пуно)/,
      /صندوق(?:[^.;]|\.\b){0,30}(?:ممتل|پر است)|תיב[הת](?:[^.;]|\.\b){0,30}מלא|กล่อง[^.;]{0,30}เต็ม/,
    ]),
    'South Slavic, Baltic, Romanian, Greek, Ukrainian, Arabic, Persian, Hebrew and Thai servers',
    '552 Poštansko sanduče je puno',
  ),
]
