/** Why submissions of a form were refused, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FormStatistics } from './types.ts'

type Reason = NonNullable<FormStatistics['RefusedBy']>[number]['Reason']

interface Words {
  readonly label: MessageDescriptor
  readonly about: MessageDescriptor
}

export const refusalWords: Readonly<Record<Reason, Words>> = {
  Token: { label: msg`No valid token`, about: msg`A program sent it without the page of the form.` },
  TooFast: { label: msg`Too fast`, about: msg`It was sent within two seconds, faster than people type.` },
  TooOld: { label: msg`Too old`, about: msg`The page had been open for more than a day.` },
  Reused: { label: msg`Sent twice`, about: msg`Each page can be sent once.` },
  ProofOfWork: { label: msg`No proof of work`, about: msg`The sender skipped the work that each browser does.` },
  Honeypot: { label: msg`Hidden field`, about: msg`A field that people do not see was filled in.` },
  Incomplete: { label: msg`Incomplete`, about: msg`The address was not valid, or a required field was empty.` },
  FormRate: { label: msg`Too many for the form`, about: msg`More in a short time than the form takes.` },
  NetworkRate: { label: msg`Too many from a network`, about: msg`More from one network than people send.` },
  DomainRate: { label: msg`Too many at a domain`, about: msg`More addresses of one mail domain than usual.` },
  AddressRate: { label: msg`Too many for an address`, about: msg`The same address was sent again and again.` },
  MailLimit: {
    label: msg`Mailed recently`,
    about: msg`The address got a confirmation mail within the hour, or three within 30 days.`,
  },
  Suppressed: { label: msg`Suppressed`, about: msg`No mail goes to the address.` },
}
