/** Notices of Amazon SES by Amazon SNS: JSON as the body of a mail (SES Developer Guide, "Amazon SNS notification contents"). */
import { type Case, hard, letter, other, soft } from './mail.ts'

const mail = {
  timestamp: '2026-03-03T10:00:00.000Z',
  source: 'b+t0ken@bounce.bloom.example',
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/bloom.example',
  messageId: '0102018f-1',
  destination: ['rosa@garden.example'],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'Bloom <news@bloom.example>' },
    { name: 'To', value: 'rosa@garden.example' },
    { name: 'Message-ID', value: '<t0ken@bloom.example>' },
    { name: 'List-Unsubscribe', value: '<https://go.bloom.example/u/t0ken>' },
  ],
  commonHeaders: { from: ['Bloom <news@bloom.example>'], to: ['rosa@garden.example'], subject: 'Spring is here' },
}

const footer = `

--
If you wish to stop receiving notifications from this topic, please click or visit the link below to unsubscribe:
https://sns.eu-west-1.amazonaws.com/unsubscribe.html?SubscriptionArn=arn&Endpoint=b@bounce.bloom.example

Please do not reply directly to this email. If you have any questions or comments regarding this email, please contact us at https://aws.amazon.com/support`

const sns = (notice: object, text = JSON.stringify(notice)) =>
  letter(`${text}${footer}`, {
    from: 'AWS Notifications <no-reply@sns.amazonaws.com>',
    subject: 'AWS Notification Message',
  })

const bounce = (
  bounceType: string,
  bounceSubType: string,
  ...bouncedRecipients: { emailAddress: string; action?: string; status?: string; diagnosticCode?: string }[]
) => ({
  notificationType: 'Bounce',
  bounce: {
    feedbackId: '0102018f-2',
    bounceType,
    bounceSubType,
    bouncedRecipients,
    timestamp: '2026-03-03T10:00:01.000Z',
    remoteMtaIp: '192.0.2.7',
    reportingMTA: 'dsn; a1.smtp-out.amazonses.com',
  },
  mail,
})
const rosa = { emailAddress: 'rosa@garden.example', action: 'failed' }

export const notices: readonly Case[] = [
  hard(
    'a bounce with the reply',
    sns(
      bounce('Permanent', 'General', {
        ...rosa,
        status: '5.1.1',
        diagnosticCode: "smtp; 550 5.1.1 <rosa@garden.example>: user doesn't exist",
      }),
    ),
  ),
  hard('a bounce of an address that does not exist', sns(bounce('Permanent', 'NoEmail', rosa))),
  soft('a permanent bounce without a reason', 'unknown', sns(bounce('Permanent', 'General', rosa))),
  soft(
    'a permanent bounce whose reply speaks of a policy',
    'policy',
    sns(
      bounce('Permanent', 'General', {
        ...rosa,
        status: '5.7.1',
        diagnosticCode: 'smtp; 550 5.7.1 message refused by policy',
      }),
    ),
  ),
  soft('a full mailbox', 'mailbox full', sns(bounce('Transient', 'MailboxFull', rosa))),
  soft(
    'a full mailbox with its reply',
    'mailbox full',
    sns(bounce('Transient', 'General', { ...rosa, status: '5.2.2', diagnosticCode: 'smtp; 552 mailbox full' })),
  ),
  soft('a message too large', 'content', sns(bounce('Transient', 'MessageTooLarge', rosa))),
  soft('content refused', 'content', sns(bounce('Transient', 'ContentRejected', rosa))),
  soft('a transient bounce', 'transient', sns(bounce('Transient', 'General', rosa))),
  soft(
    'a transient bounce whose reply says unknown',
    'transient',
    sns(bounce('Transient', 'General', { ...rosa, diagnosticCode: 'smtp; 550 unknown user' })),
  ),
  soft(
    'an address on the suppression list',
    'policy',
    sns(
      bounce('Permanent', 'Suppressed', {
        ...rosa,
        status: '5.1.1',
        diagnosticCode:
          'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
      }),
    ),
  ),
  soft(
    'an address on the suppression list of the account',
    'policy',
    sns(bounce('Permanent', 'OnAccountSuppressionList', rosa)),
  ),
  soft('an undetermined bounce', 'unknown', sns(bounce('Undetermined', 'Undetermined', rosa))),
  hard(
    'two recipients',
    sns(bounce('Permanent', 'NoEmail', rosa, { emailAddress: 'Lily <lily@garden.example>' })),
    'rosa@garden.example',
    'lily@garden.example',
  ),
  hard(
    'event publishing calls it an event',
    sns({
      ...bounce('Permanent', 'General', { ...rosa, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }),
      notificationType: undefined,
      eventType: 'Bounce',
    }),
  ),
  hard(
    'the envelope of SNS around it',
    sns({
      Type: 'Notification',
      MessageId: 'x',
      TopicArn: 'arn',
      Message: JSON.stringify(bounce('Permanent', 'NoEmail', rosa)),
    }),
  ),
  hard('set out over many lines', sns({}, JSON.stringify(bounce('Permanent', 'NoEmail', rosa), null, 2))),
  other(
    'a complaint',
    'complaint',
    sns({
      notificationType: 'Complaint',
      complaint: {
        feedbackId: 'x',
        complaintSubType: null,
        complainedRecipients: [{ emailAddress: 'rosa@garden.example' }],
        timestamp: '2026-03-03T10:00:01.000Z',
        userAgent: 'Feedback/1.0',
        complaintFeedbackType: 'abuse',
      },
      mail,
    }),
    'rosa@garden.example',
  ),
  other(
    'a complaint that is taken back',
    'other',
    sns({
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'rosa@garden.example' }], complaintFeedbackType: 'not-spam' },
      mail,
    }),
  ),
  other(
    'a complaint of a person on the suppression list',
    'complaint',
    sns({
      notificationType: 'Complaint',
      complaint: {
        complaintSubType: 'OnAccountSuppressionList',
        complainedRecipients: [{ emailAddress: 'rosa@garden.example' }],
      },
      mail,
    }),
    'rosa@garden.example',
  ),
  other(
    'a delivery',
    'delivery',
    sns({
      notificationType: 'Delivery',
      delivery: { recipients: ['rosa@garden.example'], smtpResponse: '250 ok', timestamp: 'x' },
      mail,
    }),
    'rosa@garden.example',
  ),
  other(
    'a delay',
    'delay',
    sns({
      eventType: 'DeliveryDelay',
      deliveryDelay: {
        delayType: 'TransientCommunicationFailure',
        delayedRecipients: [
          { emailAddress: 'rosa@garden.example', status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 no answer' },
        ],
      },
      mail,
    }),
    'rosa@garden.example',
  ),
  other('an open is nothing', 'other', sns({ eventType: 'Open', open: { ipAddress: '192.0.2.9' }, mail })),
  other('JSON of others is nothing', 'other', sns({ notificationType: 'Bounce', bounce: 'high', mail: 7 })),
  other(
    'JSON that is cut off is nothing',
    'other',
    letter('{"notificationType":"Bounce","bounce":{"bounceType":"Permanent"', { subject: 'AWS Notification Message' }),
  ),
  other('a person who pastes JSON is a person', 'other', letter(`Look what I found: {"a": 1}\nIs it yours?`)),
  hard(
    'a notice below a sentence',
    letter(`Amazon says:\n\n${JSON.stringify(bounce('Permanent', 'NoEmail', rosa))}\n`, { subject: 'Bounce' }),
  ),
  hard(
    'a notice attached as a file',
    letter('x', { subject: 'Bounce' })
      .replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=b')
      .replace(
        '\r\n\r\nx',
        `\r\n\r\n--b\r\n\r\nSee the file.\r\n--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(bounce('Permanent', 'NoEmail', rosa))}\r\n--b--`,
      ),
  ),
  hard(
    'a notice whose lines a gateway broke',
    sns({}, JSON.stringify(bounce('Permanent', 'NoEmail', rosa)).replace(/.{76}/g, '$&\n')),
  ),
]
