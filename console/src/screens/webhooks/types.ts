/** Webhooks as the service answers them, and the secret of one just made. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Webhook = ValueOf<'Webhook.List'>[number]

/** A secret that was just made; it is shown this once. */
export interface Secret {
  readonly url: string
  readonly secret: string
}
