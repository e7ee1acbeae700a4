/** API keys as the service answers them, and the secret of one just made. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Key = NonNullable<ValueOf<'Key.List'>['Keys']>[number]

/** A secret that was just made; it is shown this once. */
export type Secret = { readonly label: string; readonly secret: string }
