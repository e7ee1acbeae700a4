/** What a check finds, in the reader's language, and where it is mended. A code that is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FindingCode } from './check.ts'
import type { StepName } from './places.ts'

interface Known {
  readonly what: MessageDescriptor
  readonly at?: StepName
}

export const findings: Readonly<Record<FindingCode, Known>> = {
  SubjectMissing: { what: msg`The subject is missing.`, at: 'sender' },
  SenderMissing: { what: msg`The sender’s name or address is missing.`, at: 'sender' },
  ReplyToMissing: { what: msg`The address for replies is missing.`, at: 'sender' },
  ContentMissing: { what: msg`The mail has no content.`, at: 'content' },
  AudienceMissing: { what: msg`It goes to no list and no segment.`, at: 'audience' },
  MjmlError: { what: msg`The MJML cannot be compiled.`, at: 'content' },
  ContentRefused: { what: msg`The content cannot be sent as it is.`, at: 'content' },
  AudienceEmpty: { what: msg`No one would get it.`, at: 'audience' },
  SegmentUnreadable: {
    what: msg`A segment is gone or has no rules, or a custom field of its rules is gone.`,
    at: 'audience',
  },
  UnsubscribeMissing: { what: msg`There is no way to unsubscribe.`, at: 'content' },
  ClientHeld: { what: msg`Too many recipients complained: nothing is sent for this client until it is released.` },
  PublicUrlMissing: { what: msg`The operator has set no public address, so links would lead nowhere.` },
  NotComposed: { what: msg`The mail cannot be put together.`, at: 'content' },
  FromPublicMailbox: {
    what: msg`The sender’s address is at a public mailbox provider. Use a domain of your own.`,
    at: 'sender',
  },
  FromDomainUnverified: {
    what: msg`The sender’s domain is not verified: mail may be taken for forged.`,
    at: 'sender',
  },
  OneClickWithoutTls: { what: msg`The public address is not https: mail programs cannot unsubscribe with one click.` },
  ComplaintsHigh: { what: msg`Many recipients complain about this client’s mail.` },
  UnsubscribeElsewhere: {
    what: msg`A link promises to unsubscribe and leads elsewhere: who follows it stays on the list.`,
    at: 'content',
  },
  ForeignTags: { what: msg`Tags of another system would be sent as they stand.`, at: 'content' },
  UnresolvedTag: { what: msg`This looks like a tag, but names no field of the lists.`, at: 'content' },
  MissingFallback: { what: msg`Some recipients would see nothing where this tag stands.`, at: 'content' },
  BrokenLink: { what: msg`A link leads nowhere.`, at: 'content' },
  LinkToAddress: { what: msg`A link leads to an IP address, as in fraudulent mail.`, at: 'content' },
  SubjectEmpty: { what: msg`The subject holds nothing but tags.`, at: 'sender' },
  MessageClipped: { what: msg`The HTML of the mail is larger than 102 KB: Gmail cuts it off.`, at: 'content' },
  MjmlProblem: { what: msg`Something in the MJML has no effect.`, at: 'content' },
  SectionIncomplete: { what: msg`A section leaves out an image or a link that has no usable address.`, at: 'content' },
  ImageEmbedded: {
    what: msg`An image is written into the mail or names an attachment: many mail programs do not show it.`,
    at: 'content',
  },
  VmlWithoutAddress: { what: msg`A background or an image for Outlook has no address.`, at: 'content' },
  MicrodataProblem: { what: msg`Data for mail programs (microdata) cannot be read.`, at: 'content' },
  FileWithoutAddress: { what: msg`An image or style sheet has no full address and is not shown.`, at: 'content' },
  ImageWithoutAlt: { what: msg`Images have no alternative text.`, at: 'content' },
  LinkWithoutTls: { what: msg`A link is not encrypted (http).`, at: 'content' },
  LinkNotTracked: { what: msg`Clicks on a link are not counted.`, at: 'content' },
  LinkNotChecked: { what: msg`Whether a link works could not be found out.`, at: 'content' },
  SubjectLong: { what: msg`The subject is longer than mail programs show.`, at: 'sender' },
  UnsubscribeAdded: {
    what: msg`The mail had no way to unsubscribe: a line with a link was added at its end.`,
    at: 'content',
  },
  TextGenerated: { what: msg`The text version is made from the HTML.`, at: 'content' },
  DuplicateAddresses: { what: msg`Addresses are on several lists; each gets one copy.`, at: 'audience' },
  ExcludedRecipients: { what: msg`Excluded addresses are left out.`, at: 'audience' },
  SuppressedRecipients: { what: msg`Suppressed addresses are left out.`, at: 'audience' },
  ScheduleMissed: { what: msg`It missed its date and became a draft again.`, at: 'when' },
}
