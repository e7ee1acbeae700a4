/** Replies that say no more than "not now", and failed connections. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

/** A connection that failed, where no reply was heard: asked first, for no server has refused anything yet. */
export const unreached: Rule = rule(
  anyOf([
    sequence([
      /\bconnection (?:was |is |has been |had been )?(?:refused|rejected|dropped|closed|reset)\b/,
      /(?! (?:due|because|for|as|since|by (?:\w{1,20} ){0,3}(?:polic\w{1,3}|reputation|administrator|filter|rules?|r?bl\b|list)))/,
      /(?!:? (?:your|our|see)\b)/,
    ]),
    /\b(?:did not|didn't|does not|doesn't) accept our requests? to connect|\bunable to read banner/,
    /\becon(?:nrefused|nreset)\b/,
  ]),
  'senders in general',
  'Connection refused by mx.b.example',
)

export const transient: readonly Rule[] = [
  rule(
    anyOf([
      /\bno such (?:file|directory|device|process)\b|\bnot a directory\b|\benoent\b/,
      /<path>\W{0,3}(?:(?:is|was|does|could|can) )?(?:not|n't|no|missing|cannot|unknown|invalid)\b/,
      /\b(?:can't|cannot|can ?not|could not|couldn't|unable to|failed to|failure to|error) (?:\w{1,20} ){1,4}<path>/,
    ]),
    'local delivery agents: what is not there is a file',
    'cannot open mailbox /var/vmail/b.example/a@b.example/: not found',
  ),
  rule(
    /\b(?:user|recipient|account|mailbox|address)s? (?:is |was )?(?:temporarily|currently|presently|momentarily) (?:unknown|unavailable|not available|unreachable|not known|disabled|inactive)\b/,
    'servers in general: it may come back',
    '550 user temporarily unknown',
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:user|recipient|account|alias|mailbox|address)s? (?:database|directory|map|table) (?:server )?/,
        /(?:is |was |currently |temporarily ){0,2}(?:unavailable|not available|unreachable|down|busy)/,
      ]),
      /\bmailbox (?:is )?busy\b/,
    ]),
    'what knows the recipients does not answer',
    '550 5.3.0 unknown user: user database unavailable',
  ),
  rule(/\baddress family\b/, 'sockets', '550 unknown address family'),
  rule(
    /\bhosts have been failing for a long time/,
    'Exim',
    'all hosts have been failing for a long time and were last tried after this message arrived',
  ),
  rule(
    /\bgr[ae]y-? ?list(?:ed|ing)?\b|\bgraylist|\bpostgrey|\bsqlgrey|\bmilter-greylist/,
    'greylisting',
    '450 4.2.0 <a>: Recipient address rejected: Greylisted, see http://postgrey.example/',
  ),
  rule(
    anyOf([
      /\btemporar(?:y|il+y|e?ly)\b|\btry (?:it )?(?:again later|later)|(?<!and |then )\btry (?:it )?again\b/,
      /\bplease retry|\bretry later|\bcome back later|\bspater (?:noch ?einmal|erneut|wieder)/,
      /\bvorubergehend|\bveuillez reessayer|\bplus tard|\btemporairement|\bmas tarde|\btemporaneamente/,
      /\btemporalmente|\btemporariamente|\bmomentane(?:amente|ment)|\btijdelijk|\bpiu tardi|\bmais tarde/,
      /\bsprobuj\w{0,4} ponownie|\bzkuste (?:to )?(?:prosim )?(?:znovu|pozdeji)|\bforsok igen|\bdaha sonra|\btekrar deneyin/,
      /稍后(?:再|重)试|稍後再試|しばらくして|後でもう一度|나중에 다시|позднее/,
      /позже|временно|\bcoba lagi\b|\buntuk sementara\b|\bprobeer het (?:later|opnieuw)|thu lai sau/,
    ]),
    'RFC 5321 4xx',
    '451 4.3.0 Temporary server error. Please try again later',
  ),
  rule(
    anyOf([
      /\b(?:retry|delivery) (?:time|timeout|expiry)[- ]?(?:out|limit)?(?:[^.;]|\.\b){0,30}(?:exceed|expired|reached|not reached|passed)/,
      /\b(?:message|mail|delivery|queue|queued|retry) ?(?:has |time |lifetime |timeout )?(?:was |is )?expired\b/,
      /\bqueue\.expired|\btoo long in (?:the )?queue|\bbeen in the queue too long|\bqueue too long/,
      /\bin (?:the )?(?:mail )?queue(?:[^.;]|\.\b){0,40}\b(?:days|hours)/,
      /\bcould not be (?:delivered|sent) (?:for|within|in|after) (?:\d|more|the)|\bhop[- ]count/,
      /\bhas been undeliverable for|\bnot (?:been )?collected (?:after|within|for|in)\b/,
      /\b(?:multiple|several|numerous|repeated|too many) (?:delivery )?(?:retries|attempts|tries)\b/,
      /\btoo old\b/,
      sequence([
        /\b(?:mensaje|mensagem|messaggio|nachricht|bericht|message)(?:[^.;]|\.\b){0,30}\b/,
        /(?:caducad[oa]|caduco|expirad[oa]|expiro|expirou|scadut[oa]|abgelaufen|verlopen|expire)\b/,
      ]),
      /\b(?:warteschlange|cola|fila|coda|wachtrij)\b(?:[^.;]|\.\b){0,30}\b(?:abgelaufen|caducad[oa]|expirad[oa]|scadut[oa]|verlopen)\b/,
      /\bmaximum retr|\bretries exceeded|\bmax(?:imum)? (?:number of )?(?:delivery )?attempts/,
      /\bexpiration (?:time )?(?:reached|passed)|\bgiv(?:en|ing) up after/,
      /(?<!inactive |inactivity |disabled |unused )\bfor (?:more than |over )?\d{1,3} (?:days?|hours?)\b/,
    ]),
    'RFC 5321 §4.5.4.1',
    '550 4.4.7 QUEUE.Expired; message expired',
  ),
  rule(
    anyOf([
      sequence([
        /\b/,
        [
          /connection|connect|conversation|session|operation|dialog\w{0,4}|delivery|lookup|network|read|write/,
          /socket|server|host/,
        ],
        /s? (?:with [\w.[\]-]{1,253} |to [\w.[\]:-]{1,253} )?(?:has |have |had |was |were |is )?/,
        [/timed? ?-?out|refused|reset|lost|dropped|closed|failed|aborted|unreachable|interrupted|terminated/],
      ]),
      /\btimed[- ]?out\b|\btime-?out\b|\bno route to host/,
      /\b(?:host|network) (?:is )?(?:down|unreachable|not reachable)|\bbut will deliver to\b/,
      /\blost connection|\bcould(?: not|n't) (?:establish|make)(?:[^.;]|\.\b){0,30}connection/,
      /\bunable to (?:connect|establish|contact)|\bcannot (?:connect|contact|establish)/,
      /\bconnection (?:died|error|problem)|\bcould(?: not|n't) (?:be )?(?:connect|contact|reach)/,
      /\b(?:did|does) not respond|\bnot responding|\bbroken pipe|\bno answer from host/,
      /\bremote (?:host|end|server) (?:closed|hung)|\bi wasn't able to establish an smtp connection/,
      /\bsmtp connection (?:failed|unexpectedly)|\bconnect to [\w.[\]:-]{1,255}: |\bbad connection/,
      /\b(?:servidor|host|equipo)(?:[^.;]|\.\b){0,30}\bno (?:responde|contesta|disponible)\b/,
      /\btiempo de espera\b|\b(?:delai d'attente|temps d'attente)(?:[^.;]|\.\b){0,20}\b(?:depasse|expire)/,
      /\b(?:serveur|server)(?:[^.;]|\.\b){0,30}\bne repond pas\b/,
      /\b(?:zeituberschreitung|zeitueberschreitung)\b/,
      /\bserver(?:[^.;]|\.\b){0,30}\b(?:antwortet|reagiert) nicht\b|\bnon risponde\b|\bnao responde\b/,
      /\btempo (?:limite|esgotado|scaduto)\b|не отвечает/,
    ]),
    'Postfix, Exim, qmail',
    'connect to mx.example[192.0.2.1]:25: Connection timed out',
  ),
  rule(
    anyOf([
      /\btoo many hops|\bhop(?:s)? (?:count )?exceed/,
      /\b(?:mail|message|forward\w{0,3}|mail delivery|routing|possible|smtp|autoresponse|aliasing) loop/,
      /\bloops? back|\bloop(?:ing)? (?:was )?(?:detected|found|back)|\btoo many received|\blooping\b/,
      /\bmail for [^ ]{1,253} loops|\baddress loop|\brecursive/,
    ]),
    'RFC 5321 §6.3',
    '554 5.4.6 Too many hops',
  ),
  rule(
    anyOf([
      sequence([
        /\btoo many /,
        [
          /concurrent |simultaneous |open |smtp |recent |messages|connections|recipients|emails?|e-?mails/,
          /sessions|mails|errors|bad |invalid |failed |requests/,
        ],
      ]),
      /\brate[- ]?limit|\bthrottl|\bconnection limit|\bthread limit|\btrop de (?:connexions|messages)/,
      /\bzu viele verbindungen|\bdemasiad[ao]s (?:conexiones|mensajes)/,
      /\b(?:hourly|daily|per (?:hour|minute|day|connection|session)) (?:limit|quota|maximum|sending)/,
      /\bexceed(?:ed|s|ing)?(?:[^.;]|\.\b){0,50}\b(?:rate|per hour|per day|per minute|messages? limit|connections?|recipients? limit|hourly|daily)\b/,
      /\b(?:receiving|getting) (?:mail|too (?:much|many))(?:[^.;]|\.\b){0,30}/,
      /\btoo (?:quickly|fast|frequent)|\bmore recipients than/,
      /\bmaximum (?:number of )?(?:connections|recipients)|\bslow down\b|\bunusual rate/,
    ]),
    'limits',
    '450-4.2.1 The user you are trying to contact is receiving mail too quickly',
  ),
  rule(
    anyOf([
      /\binsufficient (?:system )?(?:storage|resources?|memory)/,
      /\b(?:system|server|disk|filesystem|partition) (?:is )?(?:storage )?full\b|\bout of memory/,
      /\bcannot allocate|\bmail system full/,
      /\b(?:system|server|host) (?:is )?(?:currently )?(?:busy|overload|unavailable|going down|shutting down|not accepting|too busy|down|offline)/,
      /\boverloaded|\bhigh load|\bload (?:is )?(?:too high|average)|\bunder maintenance|\bmaintenance\b/,
      /(?<!or )\bnot (?:currently )?(?:being )?accept(?:ing|ed) (?:any |new |network |further )?(?:mail|messages|e-?mail)/,
      /\b(?:mail|messages|e-?mail) is not currently being accepted/,
      /\bresources? (?:temporarily|unavailable|exceeded)/,
    ]),
    'RFC 3463 x.3.1, x.3.2',
    '452 4.3.1 Insufficient system storage',
  ),
  rule(
    anyOf([
      /\blocal (?:configuration|error|problem|processing)/,
      sequence([
        /\b/,
        [
          /internal|system|server|software|configuration|mailer|unexpected|unknown|processing|database|ldap/,
          /lookup|script|program|filter|resource/,
        ],
        / (?:mail ?server |server |configuration |lookup )?(?:error|failure|problem|misconfigur)/,
      ]),
      /\bmisconfigur|\bincorrectly configured|\bconfig error|\binterrupted system call|\bservice not active/,
      /\bexpansion problem|\berror while (?:being )?process|\bi\/o error|\bcan't (?:create|open|write)/,
      /\bcannot (?:open|create|write|chdir|update|lock|append|store)/,
      /\bunable to (?:open|create|write|lock|chdir|append|deliver to the pop)|\bpermission denied/,
      /\bcore dump|\bdied with signal|\bcommand (?:died|time limit|failed|not found)/,
      /\bexit(?:ed)? (?:status|code|with)|\bmaildrop: |\bprocmail: |\blocking (?:failed|error)/,
      /\bread-?only file|\bx-unix; ?(?:exit status )?(?!67\b)\d{1,3}\b|\bmystery|\blda error/,
      /\bdelivery agent/,
    ]),
    'local delivery agents',
    '451 4.3.0 Local configuration error',
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:suspended|suspension|locked|on hold|frozen|not activated|not yet activated|limited|unpaid)\b/,
        /(?<=\b(?:account|mailbox|user|address|recipient|customer|domain|service)\b(?:[^.;]|\.\b){0,50}\b(?:suspended|suspension|locked|on hold|frozen|activated|limited|unpaid))/,
      ]),
      /\bsuspended\b(?:[^.;]|\.\b){0,20}\b(?:account|mailbox|user|domain)/,
      /\bsuspend(?:s|ed|ing)? the service|\barchived recipient|\bdestinataire archivee|\bgesperrt\b/,
      /\bsuspendu|\bsuspendid[oa]|\bsospes[oa]/,
    ]),
    'hosters: it may come back',
    '550 Account suspended for non-payment',
  ),
]
