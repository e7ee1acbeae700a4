/** Where a mail system says that there is no such recipient (any more). Asked last of all: nothing else was said before. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

/** Replies after the data, by servers that look for the recipient only then: there too the recipient is gone. */
export const goneAfterData: readonly Rule[] = [
  rule(
    anyOf([
      /\bthis user doesn't have an? |\bdd (?:[^.;]|\.\b){0,30}account|\bthis user does not exist/,
      sequence([
        /\bdelivery error: dd\b/,
        /(?=.{0,200}\b(?:disabled|discontinued|inactive|deactivated|not (?:an? )?(?:found|valid|known)|unknown|no such|invalid|does(?: not|n't) exist)\b)/,
      ]),
    ]),
    'Yahoo',
    "554 delivery error: dd This user doesn't have a yahoo.example account (a@b.example) [0]",
  ),
]

export const gone: readonly Rule[] = [
  rule(
    anyOf([
      /\bresolver\.adr\.(?!ambig|badprimary)\w{0,30}|\brecip(?:ient)?notfound\b|\bnosuchuser\b/,
      /\binvalidrecipient\b|\bunknownuser\b|\buser[_-]?unknown\b|\bunknown[_-]?recipient/,
      /\bbad[_-]recipient\b|\brecipientnotfound|\bmailboxnotfound/,
    ]),
    'Exchange, Gmail',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient a@b.example not found by SMTP address lookup',
  ),
  rule(
    /\brecipient address rejected: access denied\b(?=.{0,120}(?:\bas\(\d|\boutlook\.com|\baka\.ms\/exo))|\b5\.4\.1 (?:\[?[\w.@<>-]{1,255}\]?:? )?(?:recipient address rejected|access denied)/,
    'Exchange Online, directory-based edge blocking',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x.prod.protection.outlook.com]',
  ),
  rule(
    /#?\b5\.1\.0 (?:<a>:? )?address rejected\b|\b5\.1\.0 <a> recipient rejected(?: *\.? *$)/,
    'Cisco (IronPort) recipient access table, Cox: what they say of the sender has other words',
    '550 #5.1.0 Address rejected.',
  ),
  rule(
    /\bremote server returned unknown recipient|\bunknown recipient or mailbox unavailable/,
    'Exchange Online',
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 no',
  ),
  rule(
    sequence([
      /\b(?:unknown|no such|non-?existent|no known|unrecogni[sz]ed|(?:non|not)[ -]?existing|not found:?) /,
      /(?:e-?mail |mail |local |remote |virtual |destination |final |smtp |pop |internal )?/,
      [
        /user(?:name)?|recipient|address(?:ee)?(?! error)|account|mail ?box|mail ?drop|local[- ]?part|alias/,
        /rcpt|customer|person|member|mail account|e-?mail|inbox|receiver|name here|destination address/,
        /to address|list/,
      ],
      /s?\b/,
    ]),
    'MTAs in general',
    '550 No such user here',
  ),
  rule(
    anyOf([
      /\buser ?unknown\b|\bunknown or illegal (?:alias|user|recipient)/,
      /\bunknown (?:to|or invalid|or non)(?:[^.;]|\.\b){0,20}(?:address|recipient|user)/,
      /\bunknown in (?:virtual|local|relay|mail)|\bno user \S{1,100} here|\bno one by that name/,
      /\bnobody (?:here )?by that name/,
    ]),
    'sendmail, Postfix',
    '550 5.1.1 <a>... User unknown',
  ),
  rule(
    sequence([
      /\b/,
      [
        /user(?:name)?|recipient|mail ?box|mail ?drop|account|address(?:ee)?|alias|local[- ]?part|e-?mail/,
        /rcpt|receiver|inbox|customer|member|person|subscriber|addressee|destination|party|group|list/,
      ],
      /(?:'s)?(?: (?:name|address|account|mailbox|id))?\)?:?/,
      /(?: ?(?:<a>|\([^)]{0,80}\)|"[^"]{0,80}"|'[^']{0,80}'|\[[^\]]{0,80}\]|<[^>]{0,80}>|[\w.+@-]{1,80}))?/,
      /[,:]?(?: \((?:or|and)[^)]{0,40}\))?/,
      /(?: (?:that |which )?you (?:tried to reach|specified|entered|are trying to (?:reach|contact)|sent to))?/,
      / ?(?:is |was |are |has been |has |could |can |were |appears to be |seems to be |either )?/,
      /(?:currently |apparently |probably )?/,
      [
        /unknown/,
        sequence([
          /not (?:be )?/,
          [
            /found|known|present|exist(?:s|ing|ent)?|valid|recogni[sz]ed|registered|provisioned|listed|defined/,
            /matched|located|verified to exist|in (?:our|the|this) (?:address ?book|directory|database)/,
          ],
          /\b/,
        ]),
        /(?:does|do|did)(?: not|n't) (?:exist|appear to exist|seem to exist|match|live here|have an? (?:[\w.<>-]{1,60} )?(?:account|mailbox))/,
        /(?:was|is|are|could|can)(?:n't|not|nt) (?:be )?(?:found|known|exist|valid|recogni[sz]ed|registered|identified|a (?:known|valid))/,
        /no longer\b|non-?existent|nonexistent|invalid\b(?! (?:from|sender|dns))|unrecogni[sz]ed/,
        /undeliverable here|undefined/,
      ],
    ]),
    'MTAs in general',
    '550 5.1.1 The email account that you tried to reach does not exist',
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:is |are |was )?not an? /,
        /(?:known |valid |existing |active |legal |local |registered |current |recogni[sz]ed |correct ){1,3}/,
        /(?:[\w.<>-]{1,60} )?(?:e-?mail |mail |local |smtp )?/,
        /(?:user|recipient|address|mail ?box|account|alias|e-?mail|customer|destination|member|subscriber)\b/,
      ]),
      /\bisn't an? (?:known|valid|active|existing)(?:[^.;]|\.\b){0,30}(?:user|address|account|mailbox|recipient)/,
      /\bno (?:valid (?!recipients)|active |matching |existing )(?:recipient|user|address|mailbox|account)s?\b(?! specified)/,
      /\bnot our (?:customer|user)|\b(?:not |un)known (?:here|at this|to (?:us|this)|on this)\b/,
      sequence([
        /\bnot (?:found|listed) in (?:[\w.<>-]{1,60} )?(?:the )?/,
        [/domino|public name|notes|address|directory|ldap|active directory|our|local|recipient|user|database/],
        /(?:[^.;]|\.\b){0,30}/,
      ]),
    ]),
    'MTAs in general',
    '550 a is not a valid mailbox',
  ),
  rule(
    anyOf([
      /\bnot listed in (?:public|domino)|\bname (?:and|&) address book/,
      /\bpublic (?:n&a|name)(?:[^.;]|\.\b){0,20}book|\bname (?:was )?not found\b/,
      /\bno route found to domain <?none|\bnot unique\. several matches(?=z)/,
    ]),
    'Lotus Domino',
    'User jdoe (jdoe@b.example) not listed in Domino Directory',
  ),
  rule(
    anyOf([
      /\bno mailbox (?:here|by that|with that|found|for|matches)|\bnot in my validrcptto\b/,
      /\bno match(?:es)? (?:to|for|in) (?:the )?(?:name ?server|directory|ldap)\b/,
      /\bno [\w.+-]{1,64} in (?:the )?(?:name )?directory\b/,
      sequence([
        /\bno (?:user|account|recipient|address|person|such \w{1,20}|one|match)/,
        /(?: (?:exists?|found|known|here))? (?:by|with|of|under|for|at|here|on|in) /,
        /(?:that|this|the|these|such)/,
      ]),
      /\b(?:does not|doesn't|do not) have an? (?:valid )?(?:[\w.<>-]{1,60} )?(?:account|mailbox|e-?mail address|(?:final )?e-?mail delivery point)\b/,
      /\bno mailbox\b|\bno account (?:by|with|for|here)|\bno vmailbox|\bsorry, no (?:user|mailbox|such)/,
    ]),
    'vpopmail, Plesk, Yahoo',
    '550 sorry, no mailbox here by that name (#5.1.1)',
  ),
  rule(
    sequence([
      /\b(?:invalid|bad|incorrect|illegal|wrong|unavailable|obsolete|dead|deleted) /,
      /(?:e-?mail |mail |local |destination |recipient |smtp |to |user |mailbox )?/,
      [
        /user(?:name)?|recipients?|mail ?box(?:es)?|rcpt|account|final delivery userid|e-?mail address/,
        /address(?:es)?(?! (?:in|of) (?:from|sender)| syntax)/,
      ],
      /\b(?! (?:format of )?(?:sender|in (?:the )?(?:from|sender)))/,
    ]),
    'Mimecast, Courier, others',
    '550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550',
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:recipient|rcpt|to|destination)(?: address| mailbox| user)? (?:is |was )?/,
        /(?:rejected|refused|denied)?:? ?\(?/,
        [/undeliverable address/, /unverified address: (?:host|user)(?:[^.;]|\.\b){0,60}(?:unknown|no such|not exist)/],
      ]),
      /\bundeliverable address: (?!host [^ ]{1,253}(?:\[[^\]]{0,50}\])? (?:timed|refused|said: 4))/,
    ]),
    'Postfix address verification',
    '550 5.1.1 <a>: Recipient address rejected: undeliverable address: mail for b.example: user lookup',
  ),
  rule(
    sequence([
      /\b/,
      [/account|mail ?box|user|address|recipient|e-?mail|inbox|customer|subscriber|addressee|member|alias/],
      /s?\b(?:[^.;]|\.\b){0,70}\b/,
      [
        /(?:is|was|are|were|been|being|permanently|account|mailbox|user|address|<a>|that you tried to reach is|got)\)? (?:currently |now |permanently )?/,
      ],
      [
        /disabled|deactivated|de-activated|inactivated|deleted|removed|closed|terminated|cancell?ed/,
        /discontinued|expired|inactive|not active|no longer|abandoned|retired|dead|decommissioned|purged/,
        /de-?provisioned|obsolete|withdrawn/,
      ],
      /\b/,
    ]),
    'Gmail 5.2.1, Yahoo, hosters',
    '550-5.2.1 The email account that you tried to reach is disabled',
  ),
  rule(
    anyOf([
      /\b(?:disabled|deactivated|inactive|closed|deleted|terminated|discontinued|cancell?ed|expired) (?:e-?mail )?(?:account|mail ?box|user|recipient|address)\b/,
      /\b(?:account|mail ?box|user|address|recipient) (?:disabled|deactivated|inactive|closed|deleted|terminated|discontinued|removed|cancell?ed|not active)\b/,
      /\b(?:mail ?box|account|user|address)\b(?:[^.;]|\.\b){0,60}\binactivity\b|\bmailbox is inactive/,
      /\bhas been inactive for|\bmailbox_?disabled|\baccount_?disabled|\baccountdisabled|\binactive user/,
      /\bmailbox has (?:expired|moved)/,
    ]),
    'hosters',
    '554 delivery error: dd This user account is inactive; disabled account',
  ),
  rule(
    anyOf([
      sequence([
        [
          /\b(?:user|mail ?box|account|address|recipient|person|employee|customer|member|subscriber|alias|who|he|she)\b/,
          /<a>/,
        ],
        /(?:[^.;]|\.\b){0,60}\bno longer /,
        [
          /has|have|works?|employed|with (?:us|this|the)|an? (?:valid|active|member|customer|employee)/,
          /in (?:use|service|existence|business)|available|valid|active|exists?|at (?:this|our)|on (?:this|our)/,
          /accepts?|receiv\w{1,4}|used|associated|here|maintained|monitored|subscribed/,
        ],
        /\b/,
      ]),
      /\bno longer (?:works?\b|employed|with us|with the company|with this|on (?:this )?server|a (?:customer|member|user)|our customer)/,
      /^(?:sorry, )?(?:this|that) (?:mailbox|address) no longer/,
      /\bhas (?:left|moved)\b(?:[^.;]|\.\b){0,40}(?:company|organi[sz]ation|no (?:new |forwarding )?address)/,
      /\bmoved, (?:left )?no (?:forwarding )?address|\bleft no (?:forwarding )?address/,
      /\buser (?:has )?(?:moved|left)\b/,
    ]),
    'mail systems',
    '550 5.1.6 Recipient no longer works here',
  ),
  rule(
    anyOf([
      /\b(?:user|recipient|mailbox|account|address) (?:<a> |<[^>]{0,80}> )?(?:not found|not local|not exist)\b/,
      /\baddress (?:does not|doesn't) exist/,
      sequence([
        /\b(?:couldn't|could not|cannot|can't|unable to) (?:be )?(?:found|find|locate|be located)/,
        /(?: (?:a|the|any|this|that|your))?(?: local| valid| matching)? ?/,
        /(?:user|recipient|mail ?box|account|address|alias)/,
      ]),
      /<a> (?:wasn't|was not|couldn't be|could not be|is not|isn't|cannot be) found\b|\bwasn't found at\b/,
      /\bcouldn't be found or is unable/,
    ]),
    'Exchange, others',
    "a@b.example wasn't found at b.example.",
  ),
  rule(
    /<a>:? ?(?:is |was )?(?:unknown\b|(?:does not|doesn't) exist|not (?:known|found|exist|valid)|no such|no longer|non-?existent|is invalid|invalid\b|address unknown)/,
    'MTAs in general',
    '550 <a@b.example> does not exist',
  ),
  rule(
    anyOf([
      /\b550\b[^;]{0,12}\b(?:requested (?:mail )?action (?:not taken|aborted)[,:.]? ?)?mailbox (?:<a> )?(?:is )?(?:unavailable|not available)(?! or access denied)/,
      /\brequested (?:mail )?action (?:not taken|aborted)[,:.]? ?mailbox (?:not found|unavailable|unknown)/,
      /^(?:5\.[05]\.0 )?mailbox unavailable|\b5\.[015]\.[01] [^;]{0,40}mailbox unavailable/,
    ]),
    'RFC 5321 §4.2.3, Outlook.com',
    '550 5.5.0 Requested action not taken: mailbox unavailable.',
  ),
  rule(
    /\bunroute?able address(?<=\b(?:550|5\.1\.1)\b.{0,80})/,
    'Exim, recipient verification',
    '550 Unrouteable address',
  ),
  rule(/\bx-unix; ?(?:exit status )?67\b|\bex[_ ]nouser\b/, 'sysexits.h', 'x-unix; 67'),
  rule(
    anyOf([
      /\b(?:not|isn't) (?:a )?(?:deliverable|known) (?:address|user|to)/,
      /\bdeliver(?:y|able)? to (?:unknown|nonexistent)|\bbad destination mailbox/,
      /\bno recipient (?:by|with|found|named)/,
      /\brecipient (?:<a> )?(?:cannot|could not|couldn't) be (?:verified|resolved)\b/,
      /\b(?:this|that|the) (?:e-?mail )?(?:address|mail ?box|user|recipient|account) (?:is )?(?:unknown|wrong|bad|not (?:in use|used|available here|here|on this))\b/,
    ]),
    'MTAs in general',
    '550 This address is not in use',
  ),
  rule(
    /\bvchkpw\b(?:[^.;]|\.\b){0,40}no (?:account|user)|\buser does(?:n't| not) exist|\bmailbox does(?:n't| not) exist|\brecipient does(?:n't| not) exist|\bnot a (?:valid )?user here/,
    'vpopmail',
    'vchkpw: no account a@b.example',
  ),
  rule(
    /\bmay contain a non-?existent account\b|\b(?:did|does|do)(?: not|n't) exactly match\b/,
    'QQ; Lotus and others that look for a name',
    '550 The recipient may contain a non-existent account, please check the recipient address.',
  ),
  ...goneAfterData,
  rule(
    /\bno valid recipients\b/,
    'Postfix and others, at DATA: every recipient was refused',
    '554 5.5.1 no valid recipients',
  ),
]
