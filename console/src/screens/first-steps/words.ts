/** What each of the first steps is called, and why it is needed. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepName } from './steps.ts'

export const words: Readonly<Record<StepName, { readonly label: MessageDescriptor; readonly why: MessageDescriptor }>> =
  {
    Client: {
      label: msg`The first client`,
      why: msg`Lists, templates and campaigns belong to a client: the company you send for, or your own.`,
    },
    Subscribers: {
      label: msg`The first list, with you as a subscriber`,
      why: msg`Campaigns are sent to the subscribers of lists. Start with yourself.`,
    },
    Campaign: { label: msg`The first campaign`, why: msg`Write it, review the checks and send it.` },
    Transport: {
      label: msg`A relay that sends the mails`,
      why: msg`Without one, mails are written to the outbox and not delivered. The operator sets it:`,
    },
    PublicUrl: {
      label: msg`A public address`,
      why: msg`Links in mails use it: for unsubscribing, images and clicks. The operator sets it:`,
    },
    Domain: {
      label: msg`A sending domain`,
      why: msg`Mails from a verified domain are signed and recognised as yours. This needs some DNS records.`,
    },
  }

/** What an operator sets. */
export const settings: Partial<Readonly<Record<StepName, string>>> = {
  Transport: 'LETTERSHOP_TRANSPORT=smtp://user:password@mail.example.com:587',
  PublicUrl: 'LETTERSHOP_PUBLIC_URL=https://mail.example.com',
}
