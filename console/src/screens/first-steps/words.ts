/** What each of the first steps is called, and why it is needed. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepName } from './steps.ts'

export const words: Readonly<Record<StepName, { readonly label: MessageDescriptor; readonly why: MessageDescriptor }>> =
  {
    Client: {
      label: msg`The first client`,
      why: msg`Lists, templates and campaigns belong to a client: the company you mail for, or your own.`,
    },
    Subscribers: {
      label: msg`The first list, with you on it`,
      why: msg`Who is on the list gets the campaign. Begin with yourself.`,
    },
    Campaign: { label: msg`The first campaign`, why: msg`Write it, look at the checks, and send it.` },
    Transport: {
      label: msg`A relay that sends the mails`,
      why: msg`Until there is one, mails are written into the outbox and reach no one. The operator sets it:`,
    },
    PublicUrl: {
      label: msg`A public address`,
      why: msg`Links in mails lead there: to unsubscribe, for pictures and clicks. The operator sets it:`,
    },
    Domain: {
      label: msg`A sending domain`,
      why: msg`Mails from a verified domain are signed, and are taken for yours. It needs some DNS records.`,
    },
  }

/** What an operator sets. */
export const settings: Partial<Readonly<Record<StepName, string>>> = {
  Transport: 'LETTERSHOP_TRANSPORT=smtp://user:password@mail.example.com:587',
  PublicUrl: 'LETTERSHOP_PUBLIC_URL=https://mail.example.com',
}
