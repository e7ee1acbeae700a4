/** What a check finds, in the reader's language, and where it is mended. A code that is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FindingCode } from './check.ts'
import type { StepName } from './places.ts'

/** Fields of the step about the sender. */
export type SenderField = 'Subject' | 'Preheader' | 'FromName' | 'FromEmail' | 'ReplyTo'

interface Known {
  readonly what: MessageDescriptor
  readonly at?: StepName
  /** The field of that step, where a finding is about one. */
  readonly field?: SenderField
  /** The settings of the client where it is mended, besides the step. */
  readonly settings?: 'lists' | 'branding'
}

export const findings: Readonly<Record<FindingCode, Known>> = {
  SubjectMissing: { what: msg`The subject is missing.`, at: 'sender', field: 'Subject' },
  SenderMissing: { what: msg`The sender’s name or address is missing.`, at: 'sender', field: 'FromName' },
  ReplyToMissing: { what: msg`The address for replies is missing.`, at: 'sender', field: 'ReplyTo' },
  ContentMissing: { what: msg`The mail has no content.`, at: 'content' },
  AudienceMissing: { what: msg`No list and no segment is chosen.`, at: 'audience' },
  MjmlError: { what: msg`The MJML cannot be compiled.`, at: 'content' },
  ContentRefused: { what: msg`The content cannot be sent as it is.`, at: 'content' },
  AudienceEmpty: { what: msg`It would have no recipients.`, at: 'audience' },
  SegmentUnreadable: {
    what: msg`A segment was deleted, has no conditions, or asks about something that was deleted.`,
    at: 'audience',
  },
  EngagementIncomplete: {
    what: msg`Earlier opens and clicks are still being collected after an upgrade. Segments that ask about them are incomplete until then.`,
    at: 'audience',
  },
  EngagementUnknown: {
    what: msg`Opens or clicks of some people are not measured, so a segment’s conditions cannot be evaluated for them.`,
    at: 'audience',
  },
  ConditionInvalid: {
    what: msg`A condition of the mail cannot be used: nothing is sent until it is fixed.`,
    at: 'content',
  },
  MailEmpty: {
    what: msg`Some recipients would get an empty mail, because no condition holds for them.`,
    at: 'content',
  },
  BranchEmpty: { what: msg`Some recipients get nothing in the place of a condition.`, at: 'content' },
  BranchUnused: { what: msg`No recipient gets the content of this condition.`, at: 'content' },
  UnsubscribeMissing: { what: msg`There is no unsubscribe link.`, at: 'content' },
  ClientHeld: {
    what: msg`Too many recipients complained: nothing is sent for this client until the hold is released.`,
  },
  PublicUrlMissing: { what: msg`The operator has set no public address, so links would not work.` },
  NotComposed: { what: msg`The mail cannot be composed.`, at: 'content' },
  FromPublicMailbox: {
    what: msg`The sender’s address belongs to a public mailbox provider. Use your own domain.`,
    at: 'sender',
    field: 'FromEmail',
  },
  FromDomainUnverified: {
    what: msg`The sender’s domain is not verified: mail may be treated as forged.`,
    at: 'sender',
    field: 'FromEmail',
  },
  OneClickWithoutTls: { what: msg`The public address is not https: mail programs cannot unsubscribe with one click.` },
  ComplaintsHigh: { what: msg`Many recipients complain about this client’s mail.` },
  TrackingWithoutConsent: {
    what: msg`Opens and clicks of everyone are recorded, but the law of a list asks for consent.`,
    at: 'audience',
    settings: 'lists',
  },
  PostalAddressMissing: {
    what: msg`The law of a list asks for the sender’s postal address, and the mail has none.`,
    at: 'content',
    settings: 'branding',
  },
  ImprintMissing: {
    what: msg`The law of a list asks for an imprint, and the mail has none.`,
    at: 'content',
    settings: 'branding',
  },
  SenderNotIdentified: {
    what: msg`The law of a list asks who the sender is, and neither the From name nor the mail has the name of the company.`,
    at: 'sender',
    field: 'FromName',
  },
  BasisMissing: {
    what: msg`The law of a list asks for a basis of each membership, and members have none.`,
    at: 'audience',
  },
  UnsubscribeElsewhere: {
    what: msg`A link promises to unsubscribe but does something else: people who click it stay on the list.`,
    at: 'content',
  },
  ForeignTags: { what: msg`Tags of another system would be sent unchanged.`, at: 'content' },
  UnresolvedTag: { what: msg`This looks like a tag, but no field of the lists has this name.`, at: 'content' },
  MissingFallback: { what: msg`For some recipients this tag would be empty.`, at: 'content' },
  BrokenLink: { what: msg`A link has no target.`, at: 'content' },
  LinkToAddress: { what: msg`A link leads to an IP address, as in fraudulent mail.`, at: 'content' },
  SubjectEmpty: { what: msg`The subject consists of tags only.`, at: 'sender', field: 'Subject' },
  MessageClipped: { what: msg`The HTML of the mail is larger than 102 KB: Gmail cuts it off.`, at: 'content' },
  MjmlProblem: { what: msg`Part of the MJML has no effect.`, at: 'content' },
  SectionIncomplete: { what: msg`A section omits an image or a link because it has no usable address.`, at: 'content' },
  ImageEmbedded: {
    what: msg`An image is embedded in the mail or refers to an attachment: many mail programs do not show it.`,
    at: 'content',
  },
  VmlWithoutAddress: { what: msg`A background or an image for Outlook has no address.`, at: 'content' },
  MicrodataProblem: { what: msg`Data for mail programs (microdata) cannot be read.`, at: 'content' },
  FileWithoutAddress: { what: msg`An image or style sheet has no full address and is not shown.`, at: 'content' },
  ImageWithoutAlt: { what: msg`Images have no alternative text.`, at: 'content' },
  LinkWithoutTls: { what: msg`A link is not encrypted (http).`, at: 'content' },
  LinkNotTracked: { what: msg`Clicks on a link are not counted.`, at: 'content' },
  LinkNotChecked: { what: msg`It could not be checked whether a link works.`, at: 'content' },
  SubjectLong: { what: msg`The subject is longer than mail programs show.`, at: 'sender', field: 'Subject' },
  UnsubscribeAdded: {
    what: msg`The mail had no unsubscribe link: a line with one was added at the end.`,
    at: 'content',
  },
  PreferencesLinkAdded: {
    what: msg`The law of a list asks for a link to withdraw consent: a line with one is added at the end.`,
    at: 'content',
  },
  ImpliedConsentEnds: {
    what: msg`The implied consent of members ends within 30 days. Ask them for consent before then.`,
    at: 'audience',
  },
  BasisNotCounted: {
    what: msg`Members without a recorded basis were not counted: it took too long.`,
    at: 'audience',
  },
  TextGenerated: { what: msg`The text version is generated from the HTML.`, at: 'content' },
  DuplicateAddresses: { what: msg`Addresses are on several lists; each gets one mail.`, at: 'audience' },
  ExcludedRecipients: { what: msg`Excluded addresses are skipped.`, at: 'audience' },
  SuppressedRecipients: { what: msg`Suppressed addresses are skipped.`, at: 'audience' },
  CappedRecipients: { what: msg`Addresses that reached the frequency cap are skipped.`, at: 'audience' },
  PausedRecipients: { what: msg`Addresses of people who paused their mail are skipped.`, at: 'audience' },
  ConsentExpired: { what: msg`Addresses whose implied consent has expired are skipped.`, at: 'audience' },
  NotAskedAgain: {
    what: msg`Addresses that consented, or that were asked or refused less than six months ago, are skipped.`,
    at: 'audience',
  },
  TestImpossible: {
    what: msg`The A/B test is not possible: opens or clicks that decide are not recorded, or mails go out by time zones or spread over hours.`,
    at: 'sender',
  },
  TestTooSmall: {
    what: msg`The variants get too few people to show the difference you hope for: the A/B test will name no winner.`,
    at: 'sender',
  },
  ScheduleMissed: { what: msg`The scheduled date was missed; the campaign is a draft again.`, at: 'when' },
}
