/** The order of the rules: who refuses the sender speaks first, and a missing recipient is believed last. */
import type { RuleSet } from '../rule.ts'
import { content, harmful } from './content.ts'
import { dns } from './dns.ts'
import { full } from './full.ts'
import { gone, goneAfterData } from './gone.ts'
import { goneAbroad } from './gone-abroad.ts'
import { policy } from './policy.ts'
import { reputation } from './reputation.ts'
import { senderAbroad } from './sender-abroad.ts'
import { transient, unreached } from './transient.ts'
import { vague } from './vague.ts'

/** Words that say one thing: they outrank a status, but for one that contradicts that a recipient is gone. */
export const narrow: readonly RuleSet[] = [
  { class: 'content', rules: harmful },
  { class: 'policy', rules: reputation },
  { class: 'policy', rules: policy },
  { class: 'policy', rules: senderAbroad },
  { class: 'mailbox full', rules: full },
  { class: 'content', rules: content },
  { class: 'dns', rules: dns },
  { class: 'transient', rules: transient },
  { class: 'recipient gone', rules: gone },
  { class: 'recipient gone', rules: goneAbroad },
]

/** Words asked only where no status decides. None of them makes a recipient gone. */
export const broad: readonly RuleSet[] = vague

export { goneAfterData, unreached }
