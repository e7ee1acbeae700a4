import type { ValueOf } from '../../../../src/client/client.ts'

export type BrandingValue = ValueOf<'Client.GetBranding'>

/** What each part of the form is given. */
export interface PartProps {
  readonly of: BrandingValue
  readonly change: (part: Partial<BrandingValue>) => void
  readonly mayChange: boolean
}
