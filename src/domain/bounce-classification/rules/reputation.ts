/** Where the sender, its network or its reputation is refused: no fault of the recipient, whatever else is said. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

export const reputation: readonly Rule[] = [
  rule(
    anyOf([
      /\bspamhaus\.(?:org|net)|\bspamcop\.net|\bsorbs\.net|\buceprotect\.net/,
      /\bbarracudacentral\.(?:org|com)|\babuseat\.org|\bmanitu\.net|\bsurriel\.com/,
      /\bmailspike\.(?:net|org|io)|\bsenderscore\.|\bsenderbase\.org|\btalosintelligence\.com/,
      /\bcloudfilter\.net|\bspfbl\.net|\bsurbl\.org|\buribl\.com|\babusix\.|\bblocklist\.de|\bnjabl\.org/,
      /\bdsbl\.org|\bspamrats\.com|\bnixspam\b/,
    ]),
    'DNS block lists',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  ),
  rule(
    /\b(?:dns-?bl|[dx]?rbls?|rbl-\w{1,20}|rhsbl|block-? ?lists?|black-? ?lists?|black-? ?listed|block-? ?listed|deny-? ?list(?:ed)?|real-?time black-?hole|schwarzen? liste|liste noire|lista negra)\b/,
    'DNS block lists',
    '550 5.7.1 Rejected: 192.0.2.1 listed at rbl',
  ),
  rule(
    /\bsorbs\b|\btoo many (?:unknown|non-?existent) (?:users|recipients|addresses)|\b(?:dictionary|(?:directory )?harvest(?:ing)?) attack/,
    'SORBS; directory harvesting',
    '554 5.7.1 <a>: Recipient address rejected: your server wrote to too many unknown users',
  ),
  rule(/\breputation\b/, 'Cisco, Mimecast, Symantec, Cloudmark', '550 5.7.1 recipient rejected due to IP reputation'),
  rule(
    anyOf([
      /\b(?:is|are|was|were|been|being|got) (?:currently |temporarily |permanently |now )?(?:banned|blocked)\b(?! (?:due to|for|because of) (?:\w{1,12} )?inactiv)/,
      /\bblocked (?:by|using|for|because|due(?! to inactiv)|from|at|as|until|on account)\b/,
      /\b(?:ip|host|address|sender|domain|message|mail|e-?mail|connection|network|server|client)s? (?:<a> |\[[\d.:a-f]{3,45}\] |[\d.]{7,15} )?blocked\b/,
      /\bblocked - see\b|<a>:blocked\b/,
      /\bblocked\b(?<=\b[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3} )?(?:sorry, )?blocked)/,
      /\bip address [\d.:a-f]{3,45} blocked\b|\b(?:refused|rejected) - see https?:|\bgo away\b/,
      /\bno access from\b|\bipblock|\bblocked sender|\bblock(?:ed|ing) (?:your|mail|this|all)\b/,
    ]),
    'receivers in general',
    '550 5.7.1 [192.0.2.1] Message blocked due to a complaint',
  ),
  rule(
    sequence([
      /\b/,
      /(?:client host|connection|your (?:ip|host|server|mail ?server|mta|network|address|isp)(?: address)?)/,
      /\b.{0,60}\b/,
      [/rejected|refused by|denied|not allowed|not accepted|not welcome|banned|restricted|suspicious|listed/],
      /\b/,
    ]),
    'Postfix reject_*_client and others',
    '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied',
  ),
  rule(
    anyOf([
      sequence([
        /\bspam(?:s|my|miness|trap|bot|mer|mers|ming|-like)?\b/,
        [
          /(?:[^.;]|\.\b){0,60}\b(?:detect|reject|refus|den|block|score|filter|suspect|content|message|mail|source|policy|rule|threshold|identif|probab|complain|report)/,
        ],
      ]),
      sequence([
        /\b/,
        [
          /as|be|is|are|contains?|considered|probable|probably|possible|possibly|suspected|suspect|suspicion of/,
          /likely|like|looks like|detected|detect|identified|classified|judged|because of|due to|no|for|sent/,
          /sending|send|a|of|high|this/,
        ],
        / spam\b/,
      ]),
      /\banti-?spam\b(?!\.\w)|\bspammers?\b|\bdspam\b|\bspamassassin\b|\bspamtrap|\bspam ?tools?\b/,
      /\bspamscore\b/,
    ]),
    'SpamAssassin, Mail.ru, Cloudmark and many',
    '550 spam message rejected. Please visit http://help.example/notspam',
  ),
  rule(
    sequence([
      /\b/,
      [
        /unsolicited|unwanted (?:mail|messages|e-?mail)|junk ?mail|bulk[ .]?(?:e-?mail|mail|advertising)/,
        /mass ?mail(?:ing|er)?|\bube\b|\buce\b|user complaints?|excessive complaints/,
        /complaints? (?:from|by|about)|abusive|abuse (?:detected|policy|report)/,
      ],
      /\b/,
    ]),
    'Gmail, Yahoo, Comcast',
    '421 4.7.0 [TSS04] Messages temporarily deferred due to unexpected volume or user complaints',
  ),
  rule(
    /\b(?:spf|dkim|dmarc|domainkeys|sender ?policy ?framework|sender ?id|openspf\.(?:net|org))\b/,
    'RFC 7208, 6376, 7489',
    "550-5.7.26 Unauthenticated email from x is not accepted due to domain's DMARC policy",
  ),
  rule(
    anyOf([
      /\bunauthenticated\b|\bnot (?:been )?authenticated\b/,
      /\bauthentication[- ](?:required|fail|is required|check)|\bmust (?:first )?authenticate/,
      /\bauth(?:entication)? (?:is )?required|\bplease authenticate|\bauthenticate first/,
      /\bnot pass authentication|\bauthentication (?:results|information|requirements?)/,
      /\bpassed? authentication|\bauth(?:entication)? error/,
    ]),
    'SMTP AUTH and sender authentication',
    '530 5.7.1 Authentication required',
  ),
  rule(
    sequence([
      /\b/,
      [
        /reverse[- ](?:dns|lookup|hostname|name|mapping|resolution)|rdns|fcrdns/,
        /ptr (?:(?:resource )?records?|lookup|entry|entries)|dns ptr|ip name lookup|unresolvable relay|no ptr/,
        /missing ptr|ptr not|your (?:reverse )?hostname|in-addr\.arpa|hostname (?:does not|doesn't|mismatch)/,
      ],
      /\b/,
    ]),
    'Gmail 5.7.25, Postfix reject_unknown_client',
    '450 4.7.25 Client host rejected: cannot find your hostname',
  ),
  rule(
    /\b(?:helo|ehlo)\b.{0,80}\b(?:reject|invalid|denied|forged|need|syntax|required|mismatch|bad|not|fake|resolve|must|command)/,
    'Postfix reject_*_helo_hostname',
    '504 5.5.2 <mail>: Helo command rejected: need fully-qualified hostname',
  ),
  rule(
    /\b(?:invalid|bad|forged|fake|unresolvable|illegal|impersonated) (?:helo|ehlo)\b/,
    'Exim, cPanel',
    '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
  ),
  rule(
    anyOf([
      /\bip=[\d.]{7,15} - (?:a problem occurred|none|dial)|\breturn address was refused/,
      /\b(?:bad|invalid|poor|unverifi?yable|unverifiable|untrusted) (?:sending )?ips?\b/,
      /\b(?:smtp|mail|outgoing) server of your (?:isp|provider)/,
    ]),
    'T-Online; InterMail: the address the mail came from',
    '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help)',
  ),
  rule(
    anyOf([
      /(?:отклон|заблокир|отверг|запрещ)\S{0,6}(?:[^.;]|\.\b){0,40}спам|спам(?:[^.;]|\.\b){0,40}(?:отклон|заблокир|отверг)/,
      /(?:迷惑メール|スパム)[^。]{0,20}(?:拒否|判定|ブロック)|스팸[^.;]{0,20}(?:차단|거부)/,
    ]),
    'Russian, Japanese and Korean filters',
    '550 Сообщение отклонено как спам',
  ),
  rule(
    /反垃圾|垃圾邮件[^。]{0,12}(?:拒|拦截|阻止)|黑名单|被[^。]{0,12}拒收/,
    'Chinese filters',
    '550 邮件被反垃圾系统拒绝',
  ),
  rule(
    /\b(?:dynamic(?:ally)?[- ](?:ip|assigned|address|host|range|allocated)|dial-?up|residential|dul list|generic (?:hostname|rdns|ptr))\b/,
    'dynamic address policies',
    '550 5.7.1 Dynamic IP addresses are not accepted here',
  ),
  rule(
    sequence([
      /\b/,
      /(?:sender|return[- ]path|envelope[- ]from|envelope sender|mail from|from[- ]address|originator)/,
      /\b[^;]{0,80}/,
      [
        /verif|reject|refus|den(?:y|ied)|invalid|unknown/,
        /not (?:found|exist|allowed|valid|permitted|accepted|authori[sz]ed|verified|resolve|have|resolved|recogni)/,
        /n't (?:exist|valid|resolve)|does not|unresolv|unrout|undeliverable|bad|block|no such/,
        /(?:black)?listed\b|abgelehnt|ungultig|unbekannt|existiert nicht/,
        /nicht (?:gefunden|erlaubt|zugelassen|berechtigt)|gesperrt|rejete|invalide|rechazad|no existe/,
        /rifiutat/,
      ],
    ]),
    'Postfix, Exim callouts',
    '550 5.1.8 <x>: Sender address rejected: Domain not found',
  ),
  rule(
    anyOf([
      sequence([
        /\b/,
        [
          /unknown|invalid|bad|unverified|unresolvable|unroutable|unrouteable|fake|forged|untrusted/,
          /unauthori[sz]ed|illegal/,
        ],
        / (?:sender|return[- ]path|envelope sender|from address|originator|mail from)/,
      ]),
      /\bdomain of (?:the )?sender|\bsender'?s? (?:mail )?(?:domain|host|server|ip|mailbox)\b/,
      /\bverify (?:the )?sender|\bsender verif|\bcall-?(?:back|out) verif/,
      /\bverification failed for (?!recipient)|\bno response to callout/,
      /\bcall-?(?:back|out) (?:setup )?(?:failed|error)|\bcould not complete sender|\bcannot verify sender/,
    ]),
    'sendmail, Exim sender verification',
    '550 Sender verify failed',
  ),
  rule(
    anyOf([
      /\b(?:s3140|s3150|s77719|s844)\b|\b(?:sc|dy|ou|rp)-00\d\b/,
      /\[?\b(?:cs01|cs02|hm0\d|hm1\d|pr301|vs\d\d-ip|pbl1)\b\]?/,
      /\b(?:tss?\d\d|ipts\d\d|ph01|ph02|bl2[13]|bl0\d|pbl)\]|\bofr\d{0,4}_(?:1\d\d|40[0-5]|5\d\d|99\d)\b/,
      /\blpn\d{3}_(?:1\d\d|401|5\d\d)\b|\baup#|\b(?:bl|rl|dm|pt|in|cm)0{4}\d{1,2}\b|\battrbl\b/,
      /\b(?:cdrbl|cxbl|cxdns|cxsndr|cxsmtp|cxcnct|cxmxrt|cxmj|cxthrt|ipbl[01]{4,5}|urlbl[01]{3,4})\b/,
      /\bib(?:[01]\d\d|2\d\d|[4-6]\d\d)\b/,
    ]),
    'codes of Outlook.com, iCloud, Yahoo, Orange, La Poste, Charter, Comcast, AT&T, Cox, GoDaddy',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. part of their network is on our list (S3140).",
  ),
  rule(
    /\b(?:mi|dt|ip|hl|rp|cl|nd):(?:spb|spm|spf|sfq|nhd|dmc|dmarc|cel|imf|bre|spc|itc|ihu|\d|std|rep|ltc|wbl|esm|trc|drc|ndr)\b|\bfrequency limit|\bsuspected bounce attack/,
    '163.com, QQ',
    '554 DT:SPM 163 smtp5,D8CowABHT, please see http://mail.163.com/help/help_spam_16.htm',
  ),
  rule(
    /\bpostmaster\.(?:gmx|web|mail|1und1|1and1|kundenserver|ionos)\.[a-z]{2,4}\/[^ ]{0,80}[?&]c=(?!hi\b)\w/,
    'GMX, WEB.DE',
    '550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=bip',
  ),
  rule(
    /\binvalid dns (?:mx|a|rr)|\bdomain has no mx|\bno valid mx for (?:sender|your)/,
    "GMX: the sender's own domain",
    '550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record',
  ),
  rule(
    /\b5\.7\.(?:2[5-9]|30|50[1-9]|51[15]|606|7[05]\d)\b/,
    'Gmail, Outlook.com',
    '550 5.7.515 Access denied, sending domain x does not meet the required level',
  ),
  rule(
    /\((?:rly|con|dyn|hvu|hvip|hvc|rtr|dns|ncl|sbl|mtb|psm):[a-z0-9]{1,4}\)|\b(?:rly|con|dyn|hvu|hvip|hvc|rtr|ncl):[a-z]{1,3}\d\b/,
    'AOL',
    '554 (DNS:NR) http://postmaster.b.example/errors/554dnsnr.html',
  ),
]
