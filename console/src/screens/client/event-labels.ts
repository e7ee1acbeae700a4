/** Types of events (docs/webhooks.md) in words; one that is not here is shown by its name. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const eventLabels: Readonly<Record<string, MessageDescriptor>> = {
  'subscriber.subscribed': msg`Subscribed:`,
  'subscriber.confirmed': msg`Confirmed:`,
  'subscriber.unsubscribed': msg`Unsubscribed:`,
  'recipient.bounced': msg`Bounced:`,
  'recipient.complained': msg`Complained:`,
  'recipient.opened': msg`Opened:`,
  'recipient.clicked': msg`Clicked:`,
  'campaign.started': msg`Campaign began:`,
  'campaign.paused': msg`Campaign was paused:`,
  'campaign.resumed': msg`Campaign goes on:`,
  'campaign.cancelled': msg`Campaign was cancelled:`,
  'campaign.finished': msg`Campaign was sent:`,
  'campaign.held': msg`Campaign was held for complaints:`,
  'campaign.approval_requested': msg`Approval was asked for:`,
  'campaign.approved': msg`Approved:`,
  'campaign.rejected': msg`Rejected:`,
  'campaign.approval_ended': msg`Approval is no longer asked for:`,
  'campaign.comment': msg`Comment on:`,
  'complaints.high': msg`Many complaints`,
  'client.held': msg`Sending is held`,
  'client.released': msg`Sending goes on`,
  'import.judged': msg`An import was judged`,
  'import.progress': msg`An import is being written`,
  'import.finished': msg`An import is done`,
  'import.undone': msg`An import was undone`,
  'import.failed': msg`An import failed`,
}
