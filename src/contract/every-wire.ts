/** Our own operations that every wire offers, in the order of the WSDL: generated clients know them, so their cards do not change either. */
import { checking } from './groups/every-wire/checking.ts'
import { domains } from './groups/every-wire/domains.ts'
import { engagement } from './groups/every-wire/engagement.ts'
import { optOuts } from './groups/every-wire/opt-outs.ts'
import { complaints, mailbox } from './groups/every-wire/returned-mail.ts'
import { segments } from './groups/every-wire/segments.ts'
import { sending } from './groups/every-wire/sending.ts'
import { webhooks } from './groups/every-wire/webhooks.ts'

export const everyWire = {
  ...segments,
  ...sending,
  ...engagement,
  ...checking,
  ...complaints,
  ...domains,
  ...mailbox,
  ...optOuts,
  ...webhooks,
} as const
