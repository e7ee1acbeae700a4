/** Purposes that contacts are asked about, and what allows that they are mailed, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type Consents = ValueOf<'Subscriber.GetConsents'>
export type PurposeConsent = NonNullable<Consents['Purposes']>[number]
export type Basis = NonNullable<Consents['Basis']>['Basis']

export const purposeLabels: Readonly<Record<PurposeConsent['Purpose'], MessageDescriptor>> = {
  Measuring: msg`Recording of opens and clicks`,
  Personalising: msg`Personalised mails`,
  Hygiene: msg`Date of the last open only`,
}

export const basisLabels: Readonly<Record<Basis, MessageDescriptor>> = {
  Unknown: msg`Not recorded`,
  Express: msg`Express consent`,
  Implied: msg`Implied consent`,
  Contract: msg`Contract`,
  LegitimateInterest: msg`Legitimate interest`,
}

export interface OfMember {
  readonly listId: string
  readonly address: string
}
