/** Everything a check may find, with how bad it is. Codes never change: programs read them, and acknowledgements keep them. */

export type Severity = 'Error' | 'Warning' | 'Note'

/** Why `readAudience` reads none. */
export const unreadableSegment =
  'A segment of the campaign matches no one: it is gone, has no conditions, or has conditions about something that is gone.'

// biome-ignore format: a table reads by its columns
const table = {
  SubjectMissing: ['Error', 'The campaign has no subject.'],
  SenderMissing: ['Error', 'The campaign has no From name or no From address.'],
  ReplyToMissing: ['Error', 'The campaign has no Reply-To address.'],
  ContentMissing: ['Error', 'The campaign has no content.'],
  AudienceMissing: ['Error', 'The campaign goes to no list and no segment.'],
  MjmlError: ['Error', 'The MJML cannot be compiled.'],
  ContentRefused: ['Error', 'The content cannot be sent as it is.'],
  AudienceEmpty: ['Error', 'No recipient would get this campaign.'],
  SegmentUnreadable: ['Error', unreadableSegment],
  UnsubscribeMissing: ['Error', 'There is no way to unsubscribe.'],
  ConditionInvalid: ['Error', 'A condition of the letter cannot be used: nothing is sent until it is mended.'],
  MailEmpty: ['Error', 'All content of the letter is in branches, and no branch holds for some recipients: their mail would be empty. Add an [else].'],
  ClientHeld: ['Error', 'Too many recipients complained: nothing is sent for this client until a user of the account releases it.'],
  PublicUrlMissing: ['Error', 'Mail goes to an SMTP relay, but the operator has set no public URL (LETTERSHOP_PUBLIC_URL): links would lead nowhere.'],
  NotComposed: ['Error', 'The message cannot be composed.'],
  FromPublicMailbox: ['Error', 'The sender is at a public mailbox provider, whose rules have others’ mail refused. Use a domain of your own.'],
  TestImpossible: ['Error', 'The variants cannot be tested: opens or clicks that decide are not recorded, or mails go out by time zones or spread over hours.'],
  FromDomainUnverified: ['Warning', 'The sender’s domain is not verified for sending: mail may be taken for forged.'],
  OneClickWithoutTls: ['Warning', 'The public URL is not https: mail programs cannot unsubscribe with one click, which large mailbox providers ask for.'],
  ComplaintsHigh: ['Warning', 'Many recipients complain about the client’s mail. Ask only who wants it, and make leaving easy: sending is held when there are more.'],
  TrackingWithoutConsent: ['Warning', 'The profile of law of a list asks for consent before opens and clicks are recorded, and the list records those of everyone who did not object. Set Tracking of the list to Consent, or turn tracking off in the campaign.'],
  PostalAddressMissing: ['Warning', 'The profile of law of a list asks for the sender’s postal address, and the letter has none. Add it at the end of the letter; the branding of the client can hold it (PostalAddress).'],
  ImprintMissing: ['Warning', 'The profile of law of a list asks for an imprint, and the letter has none. Add a link to it at the end of the letter; the branding of the client can hold it (ImprintUrl).'],
  SenderNotIdentified: ['Warning', 'The profile of law of a list asks that the sender can be recognised, and neither the From name nor the letter has the name of the company. Add it to one of them.'],
  BasisMissing: ['Warning', 'The profile of law of a list asks for a recorded basis of each membership, and members have none. Record it with Subscriber.SetBasis or an import.'],
  UnsubscribeElsewhere: ['Warning', 'A link is called as a way to unsubscribe is, and leads elsewhere: who follows it stays on the list. Replace it with <unsubscribe>…</unsubscribe>, in text with [unsubscribe].'],
  ForeignTags: ['Warning', 'Tags of another system would be sent as they stand.'],
  UnresolvedTag: ['Warning', 'This looks like a tag, but names no field of any of the lists; it would be sent unchanged.'],
  MissingFallback: ['Warning', 'Recipients without a value would see a gap in the place of this tag. Give it a fallback.'],
  BranchEmpty: ['Warning', 'Recipients for whom no condition of a block holds get nothing in its place. Add an [else] if they should get something.'],
  BranchUnused: ['Warning', 'No recipient gets this branch.'],
  EngagementIncomplete: ['Warning', 'Earlier opens and clicks are still being gathered after an upgrade: segments that ask for them do not know all of them yet.'],
  BrokenLink: ['Warning', 'A link leads nowhere.'],
  LinkToAddress: ['Warning', 'A link leads to an IP address, as those of fraudulent mail do.'],
  SubjectEmpty: ['Warning', 'The subject holds nothing but tags.'],
  MessageClipped: ['Warning', 'The HTML is larger than 102 KB with the links and the pixel that are put in: Gmail cuts it off, the unsubscribe link with it.'],
  MjmlProblem: ['Warning', 'Something in the MJML has no effect, or another than the one that is meant.'],
  SectionIncomplete: ['Warning', 'A section leaves out an image or a link, since it has no usable address.'],
  FileWithoutAddress: ['Warning', 'An image or style sheet has no full address (https://…), and no file was given with the page: it is not shown.'],
  ImageEmbedded: ['Warning', 'An image is written into the page (data:) or names an attachment (cid:): many mail programs do not show it. Upload it and use its address.'],
  VmlWithoutAddress: ['Warning', 'A background or an image for Outlook (VML) has no address: Outlook shows nothing there.'],
  MicrodataProblem: ['Warning', 'Microdata of the page cannot be read: mail programs ignore it.'],
  ImageWithoutAlt: ['Warning', 'Images have no alternative text, which is all that is seen where images are blocked.'],
  LinkWithoutTls: ['Note', 'A link is not encrypted (http).'],
  LinkNotTracked: ['Note', 'Clicks on a link are not counted: its host or path contains a tag. Tags behind its question mark are fine.'],
  LinkNotChecked: ['Note', 'Whether a link works could not be found out.'],
  SubjectLong: ['Note', 'The subject is longer than mail programs show.'],
  UnsubscribeAdded: ['Note', 'The letter has no way to unsubscribe of its own: a line with a link was added.'],
  PreferencesLinkAdded: ['Note', 'The profile of law of a list asks for a link where consent can be withdrawn, and the letter has none: a line with one is added at its end. Place it yourself with <trackingpreferences>…</trackingpreferences>, in text with [trackingpreferences].'],
  ImpliedConsentEnds: ['Note', 'The implied consent of members ends within 30 days. Ask them for express consent; without it they get no campaigns from then on.'],
  BasisNotCounted: ['Note', 'How many members have no recorded basis was not counted: it took too long.'],
  TextGenerated: ['Note', 'The text part is made from the HTML, for none was given.'],
  DuplicateAddresses: ['Note', 'Addresses are on several of the lists; each gets one copy.'],
  ExcludedRecipients: ['Note', 'Addresses are on a list or in a segment that the campaign excludes, and are left out.'],
  EngagementUnknown: ['Note', 'Opens or clicks of addresses are not measured, so that conditions of a segment cannot be judged for them. A segment has only those of whom it is known.'],
  SuppressedRecipients: ['Note', 'Suppressed addresses are left out.'],
  PausedRecipients: ['Note', 'Addresses of people who have paused the mail of the client are left out.'],
  CappedRecipients: ['Note', 'Addresses that got as many mails lately as the frequency cap of the client allows are left out.'],
  ConsentExpired: ['Note', 'Addresses whose implied consent has ended are left out.'],
  NotAskedAgain: ['Note', 'The campaign asks for consent: addresses that have consented, or were asked or refused within the last six months, are left out.'],
  TestTooSmall: ['Note', 'The variants get fewer people than are needed to show the difference that is hoped for: the test will name no winner.'],
  ScheduleMissed: ['Note', 'The campaign missed its schedule and became a draft again.'],
} as const satisfies Record<string, readonly [Severity, string]>

export type FindingCode = keyof typeof table
export const findingCodes = Object.keys(table) as readonly FindingCode[] // its own keys

export interface Finding {
  readonly severity: Severity
  readonly code: FindingCode
  readonly message: string
  /** Its subject: the tag, the link, the count. */
  readonly detail: string
}

export function finding(code: FindingCode, detail = ''): Finding {
  const [severity, message] = table[code]
  return { severity, code, message, detail: detail.length > 500 ? `${detail.slice(0, 500)}…` : detail }
}

/** Users can accept warnings only: an error remains one, a note needs no answer. */
export function isWarning(code: string): code is FindingCode {
  return Object.hasOwn(table, code) && table[code as FindingCode][0] === 'Warning' // one of its keys, as just seen
}

export const warningCodes = findingCodes.filter(isWarning)

const order: readonly Severity[] = ['Error', 'Warning', 'Note']

/** The worst first, otherwise as they were found. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}
