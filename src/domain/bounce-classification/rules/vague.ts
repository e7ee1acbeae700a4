/** Words that lean one way, asked only where no status decides. */
import { anyOf } from '../../../lib/patterns.ts'
import { type RuleSet, rule } from '../rule.ts'

export const vague: readonly RuleSet[] = [
  {
    class: 'dns',
    rules: [
      rule(
        /\bunrout(?:e)?able (?:address|recipient)|\bno such (?:system|site|path)|\bdns\b|\bmx\b.{0,20}\b(?:record|host|lookup)/,
        'Exim',
        'Unrouteable address',
      ),
    ],
  },
  {
    class: 'content',
    rules: [
      rule(
        /\bmime\b|\bcontent\b|\btoo large\b|\btoo big\b|\bmessage body\b/,
        'filters',
        '554 Unacceptable mail content',
      ),
    ],
  },
  {
    class: 'mailbox full',
    rules: [rule(/\bfull\b|\bstorage\b|\bspace\b|\bquota\b/, 'local delivery', '550 the disk of a is full up')],
  },
  {
    class: 'policy',
    rules: [
      rule(
        anyOf([
          /\bpolic(?:y|ies)\b|\bprohibit|\bnot permitted|\bunauthori[sz]ed|\bnot authori[sz]ed|\baccess denied/,
          /\bpermission\b|\bforbidden\b|\brestrict|\bnot allowed\b|\bdenied\b|\bspams?\b|\babuse\b/,
          /\bfilter(?:ed|ing)?\b|\bcomplain|\bsecurity\b/,
        ]),
        'receivers in general',
        '554 Delivery not allowed',
      ),
      rule(
        /\b(?:message|mail|e-?mail|transaction|data|delivery) (?:was |has been |is )?(?:rejected|refused|not accepted|denied|discarded)|\bnot accepted\b|\brejecting\b/,
        'receivers in general',
        '554 5.0.0 Message refused',
      ),
    ],
  },
  {
    class: 'transient',
    rules: [
      rule(
        anyOf([
          /\bservice (?:is )?(?:currently )?(?:not available|unavailable)|\bdeferred\b|\bnot available\b/,
          /\bunavailable\b|\bfailed to (?:connect|deliver)|\bwill (?:be )?retr|\bqueue|\bexpired?\b/,
          /\bunreachable\b|\bdelayed\b|\bdisconnect|\bprotocol (?:error|violation)|\bat this time\b/,
          /\b(?:limit|threshold)s? (?:has been |was )?(?:exceeded|reached)/,
          /\bexceed(?:s|ed|ing)? (?:[\w']{1,20} ){0,3}limits?\b|\bsmtp error\b|\bnetwork\b/,
          /\berror on (?:the )?server/,
        ]),
        'MTAs in general',
        '554 Service unavailable',
      ),
    ],
  },
]
