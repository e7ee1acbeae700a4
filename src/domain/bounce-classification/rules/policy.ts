/** Where a rule of the receiving side refuses the mail: relaying, who may write to whom, rejections that give policy as the reason. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

export const policy: readonly Rule[] = [
  rule(
    anyOf([
      sequence([
        /\byour /,
        [
          /account|domain|address|e-?mail address|e-?mail account|(?:mail )?server|mail ?box|user|host|ip/,
          /network|relay|site|password/,
        ],
        / (?:is|was|has|does|isn't|doesn't|requires|needs|must)\b/,
      ]),
      /\baccount for sending|\bbackscatter|\bbatv\b|\bprvs\b/,
    ]),
    'receivers in general: the sender is meant',
    '554 Your account is disabled, contact support to send mail',
  ),
  rule(
    anyOf([
      sequence([
        /\brelay(?:ing|ed)?\b.{0,50}\b/,
        [
          /denied|not (?:allowed|permitted|authori[sz]ed|supported|enabled)|prohibited|forbidden|disallowed/,
          /refused|rejected|restricted|access|disabled/,
        ],
        /\b/,
      ]),
      /\b(?:unable|not (?:permitted|allowed|authori[sz]ed)|cannot|can't|won't|will not|do not|don't|does not|refus\w{0,3}) (?:to )?relay/,
      /\bno relay(?:ing)?\b|\brelay (?:access|check|operation)|\bmail relay|\bopen relay/,
      /\brelaying (?:mail )?(?:to|for|from)\b|\bconfigured to relay|\bas a relay\b|\brelay not/,
      /\bunauthori[sz]ed relay|\bnot an? (?:open )?relay|\bthird[- ]party relay/,
    ]),
    'MTAs in general',
    '554 5.7.1 <a>: Relay access denied',
  ),
  rule(
    anyOf([
      sequence([
        /\b/,
        [
          /ip|sending|sending ip|client|client ip|source|source ip|originating|connecting|reverse|from|return/,
          /bounce|reply-to|sender'?s?(?: e-?mail)?/,
        ],
        / (?:address|account|mailbox|user)\b(?:[^.;]|\.\b){0,40}\b/,
        /(?:unknown|invalid|not|no longer|doesn't|isn't|wasn't|bad)\b/,
      ]),
      /\b(?:unknown|invalid|bad) (?:ip|sending|client|source) address|\breverse[- ]path\b/,
      /\bbogus return address|\bcall-?back to\b|\bverify your (?:e-?mail )?address\b/,
      /\byou are (?:not an?|sending from)\b|\bhelo user\b|\bmy name was rejected|\bgateway user\b/,
      /\bnot owned by (?:user|auth)|\bcannot resolve your\b|\bpurported responsible/,
      /\bmail from (?:non-?existent|invalid|unknown)\b|\bbogus mail from\b/,
    ]),
    'receivers in general: the address that sends is meant',
    '554 5.7.1 Your IP address does not exist in DNS',
  ),
  rule(
    anyOf([
      /\bno longer (?:wish(?:es)?|wants?)\b/,
      /\bno longer accepts? (?:any )?(?:e-?mails?|mails?|messages?|newsletters?) from\b/,
      /\baccept(?:s|ing)? (?:e-?mails?|mails?|messages?) only from\b/,
      sequence([
        /\b(?:do(?:es)? not|don't|doesn't|not(?: currently)?|will not be|no longer|cannot|can't|only) accept/,
        /(?:s|ed|ing)? (?:any )?(?:e-?mails?|mails?|messages?|connections?|traffic) (?:from|over)\b/,
      ]),
      /\bconnections? will not be accepted from\b/,
      /\b(?:not|doesn't|don't) (?:accept|receive|valid for|open (?:to|for)) (?:any )?(?:external|outside|internet)\b/,
      /\binternal use only\b|\b(?:permitted|allowed|authori[sz]ed|approved|known|trusted)[- ]senders?\b/,
      /\blist of senders\b|\bsender (?:is )?not (?:in|pre-?approved|approved|allowed)\b/,
      /\bclosed (?:mailing )?list\b|\bnot subscribed to (?:this|the|our)\b/,
      /\brefuses? to (?:receive|accept)\b/,
    ]),
    'receivers in general: who may write to whom',
    '550 this user no longer wishes to receive mail from you',
  ),
  rule(
    anyOf([
      /\b(?:invalid|bad|incorrect|wrong) (?:credentials|authentication|password)\b/,
      /\bauthentication (?:credentials|invalid|unsuccessful|turned on)/,
      /\bcannot achieve\b.{0,40}\bauthentication\b|\bapplication-specific password/,
      /\bauthentification (?:requise|invalide)\b/,
      sequence([
        /\b/,
        [
          /contrasena|clave|password|passwort|kennwort|mot de passe|senha|wachtwoord|certificado|certificat/,
          /certificato|zertifikat/,
        ],
        /\b(?:[^.;]|\.\b){0,40}\b/,
        [
          /caducad[oa]|expirad[oa]|vencid[oa]|incorrect[oa]|invalid[oa]|expiree?|scadut[oa]|abgelaufen|falsch/,
          /verlopen/,
        ],
        /\b/,
      ]),
    ]),
    'SMTP AUTH',
    '550 Invalid credentials for user',
  ),
  rule(
    /\brequires authentication when attempting to send\b/,
    'MailEnable: relaying',
    '503 This mail server requires authentication when attempting to send to a non-local e-mail address.',
  ),
  rule(
    /\ballowed rcpthosts|\brcpthosts?\b|\bnot a gateway|\bnot in my (?:list|control)|\bpop before smtp|\bpop-before-smtp|\bcheck your mail before/,
    'qmail, Plesk',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  ),
  rule(
    /\b(?:authrequired|resolver\.rst\.(?:notauth|sendernot|auth|send(?!sizelimit)|restrict)\w{0,20}|storedrv\.deliver\S{0,60}(?:restrict|permission)|notauthori[sz]ed)\b/,
    'Exchange',
    '#550 5.7.1 RESOLVER.RST.AuthRequired; authentication required ##',
  ),
  rule(
    sequence([
      /\b/,
      [
        /not (?:permitted|allowed|authori[sz]ed|have permission) to (?:send|post|write|mail|deliver|submit|use|contact|e-?mail|make)/,
        /no permission to|don't have permission|do not have permission|may not (?:post|send)/,
        /only (?:accepts?|allows?|receives?) (?:mail|messages|e-?mail)s? from|members[- ]only/,
        /only (?:\w{1,20} )?(?:members|subscribers|moderators) (?:of (?:the |this |our )?\w{1,20} )?(?:may|can|are)/,
        sequence([
          /not (?:on|in) (?:the |my |our |their |an? )?/,
          /(?:(?:recipient|user|receiver|mailbox|owner)(?:'?s)? |<a>(?:'s)? )?/,
          /(?:white|allow|safe|approved|accept)[- ]?(?:sender )?list/,
        ]),
        /whitelist(?:ed)? only|delivery not authori[sz]ed|restricted (?:address|recipient|list|distribution)/,
        /sender not (?:listed|on)/,
      ],
      /\b/,
    ]),
    'Exchange groups, lists',
    "550 5.7.133 Your message can't be delivered because you don't have permission to write to it",
  ),
  rule(
    anyOf([
      sequence([
        /\b/,
        [
          /local|security|site|mail|message|e-?mail|network|company|acceptable use|usage|content|server/,
          /receiv\w{1,5}|organi[sz]ation(?:al)?|admin\w{0,10}|internal|domain'?s?|our|for|to|of|by/,
          /violat\w{1,5}|anti-?spoof\w{0,4}/,
        ],
        / polic(?:y|ies)\b/,
      ]),
      /\bpolicy (?:reasons?|violations?|restrictions?|rejection|reject|denied|block|failure|prohibits?|settings?)/,
      /\bviolat\w{1,4} (?:our|the|a|an|local|some) /,
    ]),
    'receivers in general',
    '554 5.7.9 Message not accepted for policy reasons',
  ),
  rule(
    anyOf([
      /\badministrative(?:ly)? (?:prohibit|denied|reject|block|refus|den)/,
      /\bprohibited by (?:administrator|admin|rule|policy)/,
      /\brejected by (?:the )?(?:administrator|system|user|recipient|recipient's|filter|rule|sieve|procmail)/,
      /\bbanned\b/,
    ]),
    'Exim ACLs, filters',
    '550 Administrative prohibition',
  ),
  rule(
    anyOf([
      /\brecipient(?:'s)? preferences/,
      sequence([
        /\b(?:recipient|user|addressee|mailbox owner|owner)s? /,
        [
          /(?:has |have |had )(?:rejected|refused|blocked|declined)|refuses|declines/,
          /(?:does|do)(?: not|n't) (?:want|wish|accept|like)|opted out|unsubscribed|chosen not/,
        ],
        /\b/,
      ]),
      /\bhas (?:blocked|rejected) (?:you|your|mail|this)/,
      /\baccess to submit messages\b.{0,40}\bhas been rejected\b|\benvelope blocked\b/,
    ]),
    'Yahoo, sieve reject',
    '550 The recipient does not want to receive mail from you',
  ),
  rule(
    anyOf([
      /\baccess (?:was )?(?:denied|forbidden)(?:[^.;]|\.\b){0,30}(?:sending|client|your|ip|banned|sender)/,
      /\baccess denied - (?!invalid)|\bjunkmail|\bspoof|\bimpersonat|\bphish(?:ing)? |\buntrusted\b/,
      /\bnot trusted\b|\bsuspicious\b|\btarpit|\bfraud\b/,
    ]),
    'filters',
    '550 Rejected by header based Anti-Spoofing policy',
  ),
  rule(
    anyOf([
      /\bstarttls\b|\btls (?:is )?required|\brequires? (?:tls|encryption|high-strength)/,
      /\btls (?:handshake|negotiation|session|version|not available)/,
      /\bencryption (?:is )?(?:required|needed)|\bmust issue a starttls/,
      /\bcertificate (?:verif|verify|expired|rejected|not trusted)|\bmta-sts|\bdane\b/,
    ]),
    'RFC 3207, 8461',
    '530 5.7.0 Must issue a STARTTLS command first',
  ),
  rule(
    /\bsuppress(?:ed|ion)(?: list)?\b.{0,60}|\bprevious(?:ly)? (?:hard )?bounced|\bbounced address\b|\bdropped\b.{0,30}\b(?:address|recipient)/,
    'Amazon SES, SendGrid, Mailgun, Postmark',
    '554 Recipient is on the suppression list for your account',
  ),
  rule(
    anyOf([
      /\b(?:sending|sender|outbound|outgoing|daily|hourly|message|relay|submission) (?:message )?(?:quota|allowance)/,
      /\brelay limit|\bsending limits?\b|\bmessage quota|\bsubmissionquota|\bquota for (?:sending|outgoing)/,
    ]),
    'Exchange Online 5.1.90, hosters',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients; sending quota",
  ),
  rule(
    anyOf([
      /\bchallenge[- ]response|\bfiltered by/,
      /\b(?:por|durch|par|da|pelo|dal|door) (?:(?:el|den|die|das|le|la|un|uma?|il|het|de|ein\w{0,2}) )?(?:\w{1,10}-?)?(?:filtro|filters?|filtre)\b/,
      /\bcontent filter(?:ing)? (?:reject|agent)|\bfirewall\b/,
    ]),
    'filters',
    '550 Filtered by the recipient rules',
  ),
]
