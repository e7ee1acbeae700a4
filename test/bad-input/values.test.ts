/** Values no field takes: each is refused by its name on each wire, and leaves no trace. */
import { after, before, describe, test } from 'node:test'
import type { OperationName } from '../../src/contract/operations.ts'
import type { RefusalName } from '../../src/contract/refusals.ts'
import { assertRefused, request, send, type Values, wiresOf } from '../harness/dial.ts'
import { effort } from '../harness/effort.ts'
import { goodValues, leavesNoTrace, startTarget, type Target } from './world.ts'

type Row = readonly [operation: OperationName, values: Values, refusal: RefusalName]

/** Every way to take another header, command or line along (reference/market.md, attack class 1). */
const addresses = [
  '',
  ' ',
  'zoe',
  'zoe@',
  '@reader.example',
  'zoe@reader',
  'zoe@@reader.example',
  'zoe @reader.example',
  'zoe@reader.example\r\nBcc: all@reader.example',
  'zoe@reader.example\nBcc: all@reader.example',
  'zoe@reader.example\r',
  'zoe\t@reader.example',
  'zoe@reader.example, ann@reader.example',
  'zoe@reader.example;ann@reader.example',
  'Zoe <zoe@reader.example>',
  '<zoe@reader.example>',
  'zoe@[127.0.0.1]',
  'zoe@127.0.0.1',
  'zoe@reader..example',
  '.zoe@reader.example',
  'zoe@-reader.example',
  '"a b"@reader.example',
  'zoe@reader.example\u2028',
  'zo\u202ee@reader.example',
  `${'z'.repeat(65)}@reader.example`,
  `zoe@${'reader.'.repeat(40)}example`,
  `${'z'.repeat(60_000)}@reader.example`,
]

const dates = [
  '',
  'yesterday',
  '2026-02-29 00:00:00',
  '2026-13-01 00:00:00',
  '2026-00-10 00:00:00',
  '2026-11-31',
  '2026-11-21 24:00:00',
  '2026-11-21 12:60:00',
  '2026-11-21T12:00:00Z',
  '21.11.2026',
  '11/21/2026',
  '0000-00-00 00:00:00',
  '1752-12-31 00:00:00',
  '99999-01-01 00:00:00',
  '-infinity',
  'infinity',
  'now',
  "2026-11-21'; drop table lists; --",
  '٢٠٢٦-١١-٢١ ٠٠:٠٠:٠٠',
  '2'.repeat(60_000),
]

const urls = [
  'pages.example',
  'ftp://pages.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<p>',
  'http://',
  'http:///page',
  'http:/pages.example/',
  'http:\\\\pages.example\\',
  'http://[::1',
  'http://pages.example:99999/',
  'http://user:secret@pages.example/',
  'http://pages.example/a b',
  'http://pages.example/\r\nHost: inside.example',
  'http://pages.example/\n',
  'http://%00/',
  'http://a%0d%0ab/',
  `http://pages.example/${'p'.repeat(2000)}`,
  `http://${'p'.repeat(60_000)}/`,
]

/** No operation gave these. */
/** What is no name of a mail: least of all a path. */
const notMails = [
  '',
  '0',
  '-1',
  '1.5',
  '9'.repeat(12),
  '../notices/1',
  '..%2fnotices%2f1',
  '/etc/passwd',
  '1\0',
  'test-1',
  'test-1-2-3',
  'test-0-0',
  '1.eml',
  'x'.repeat(60_000),
]

const cursors = [
  'x',
  'null',
  ...['null', '[]', '{}', '[null,1]', '[[1],2]', '[1,2,3,4,5]', '[true]', '["a', '1'].map(key =>
    Buffer.from(key).toString('base64url'),
  ),
  '%00',
  'W10=',
  'W10'.repeat(20_000),
]

function rows(good: Readonly<Record<OperationName, Values>>): readonly Row[] {
  const rowsFor = (
    operation: OperationName,
    parameter: string,
    texts: readonly string[],
    refusal: RefusalName,
  ): Row[] => texts.map(text => [operation, { ...good[operation], [parameter]: text }, refusal])
  const blank = ['', ' ', '\t']
  const notLines = ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0085b']
  const long = (length: number) => ['x'.repeat(length + 1), 'x'.repeat(60_000)]
  const givenDates = dates.filter(date => date.trim() !== '')
  const filled = urls.filter(url => url.trim() !== '')
  return [
    ...rowsFor('Subscriber.Add', 'Email', addresses, 'InvalidEmail'),
    ...rowsFor(
      'Subscriber.AddAndResubscribe',
      'Email',
      addresses.slice(0, effort(10, addresses.length)),
      'InvalidEmail',
    ),
    ...rowsFor(
      'Subscriber.AddWithMobileNumber',
      'Email',
      addresses.slice(0, effort(10, addresses.length)),
      'InvalidEmail',
    ),
    ...rowsFor(
      'Subscriber.AddWithCustomFields',
      'Email',
      addresses.slice(0, effort(10, addresses.length)),
      'InvalidEmail',
    ),
    ...rowsFor('Subscriber.Add', 'Name', notLines, 'InvalidCharacters'),
    ...rowsFor('Subscriber.Add', 'Name', long(65_000 / 250), 'ValueTooLong'),
    ...rowsFor(
      'Subscriber.AddWithMobileNumber',
      'MobileNumber',
      ['0', '+', '+4', '12', 'call me', '+49 151\n123', '+999999999999999', '+1'.repeat(30_000)],
      'InvalidMobileNumber',
    ),
    ...rowsFor('Subscribers.GetActive', 'Date', dates, 'InvalidDate'),
    ...rowsFor('Subscribers.GetUnsubscribed', 'Date', dates.slice(0, effort(4, dates.length)), 'InvalidDate'),
    ...rowsFor('Subscribers.GetBounced', 'Date', dates.slice(0, effort(4, dates.length)), 'InvalidDate'),
    ...rowsFor('Subscriber.List', 'JoinedSince', givenDates, 'InvalidDate'),
    ...rowsFor('List.GetGrowth', 'From', givenDates, 'InvalidDate'),
    ...rowsFor('Subscriber.List', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Subscriber.GetContact', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Subscriber.Search', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Suppression.List', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Suppression.List', 'Scope', ['client', 'x'], 'InvalidParameter'),
    ...rowsFor('Suppression.ListOfAccount', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Suppression.ImportToAccount', 'Entries', ['', ' ', '\n\n'], 'InvalidParameter'),
    ...rowsFor('Suppression.Import', 'Entries', ['', ' ', '\n\n'], 'InvalidParameter'),
    ...rowsFor('Suppression.Import', 'Reason', ['bounced', 'x'], 'InvalidParameter'),
    ...rowsFor('Campaign.List', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Account.GetOverview', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Outbox.List', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('Outbox.GetMail', 'Mail', notMails, 'UnknownMail'),
    ...rowsFor('Hold.List', 'Cursor', cursors, 'InvalidParameter'),
    ...rowsFor('List.Create', 'Title', blank, 'ListTitleEmpty'),
    ...rowsFor('List.Create', 'Title', notLines, 'InvalidCharacters'),
    ...rowsFor('List.Create', 'Title', long(200), 'ValueTooLong'),
    ...rowsFor('List.Create', 'UnsubscribePage', filled, 'InvalidUnsubscribePage'),
    ...rowsFor('List.Update', 'ConfirmationSuccessPage', filled, 'InvalidConfirmationPage'),
    ...rowsFor(
      'List.CreateCustomField',
      'FieldName',
      [...blank, ...notLines, '[]', '***', 'x'.repeat(101), 'email'],
      'InvalidFieldName',
    ),
    ...rowsFor(
      'List.CreateCustomField',
      'DataType',
      ['', 'text', 'Blob', "Text'", 'x'.repeat(60_000)],
      'InvalidDataType',
    ),
    ...rowsFor(
      'List.CreateCustomField',
      'Options',
      ['a', 'a||b', '||'.repeat(20_000).concat('a')],
      'OptionsNotAllowed',
    ),
    ...rowsFor(
      'List.DeleteCustomField',
      'Key',
      ['', '[]', '[Nowhere]', '__proto__', '%', 'x'.repeat(60_000)],
      'InvalidKey',
    ),
    ...rowsFor('Client.Create', 'CompanyName', blank, 'EmptyCompanyName'),
    ...rowsFor('Client.Create', 'ContactName', blank, 'EmptyContactName'),
    ...rowsFor('Client.Create', 'CompanyName', notLines, 'InvalidCharacters'),
    ...rowsFor('Client.Create', 'CompanyName', long(200), 'ValueTooLong'),
    ...rowsFor('Client.Create', 'EmailAddress', addresses, 'InvalidEmail'),
    ...rowsFor('Client.Create', 'Country', ['', 'Atlantis', 'x'.repeat(60_000)], 'InvalidCountry'),
    ...rowsFor(
      'Client.Create',
      'Timezone',
      ['', 'Mars/Olympus', '../../etc/passwd', 'x'.repeat(60_000)],
      'InvalidTimezone',
    ),
    ...rowsFor('Client.UpdateBasics', 'EmailAddress', addresses.slice(0, effort(10, addresses.length)), 'InvalidEmail'),
    ...access(good['Client.UpdateAccessAndBilling']),
    ...segments(good),
    ...rowsFor('Campaign.Create', 'CampaignName', blank, 'CampaignNameRequired'),
    ...rowsFor('Campaign.Create', 'CampaignSubject', blank, 'CampaignSubjectRequired'),
    ...rowsFor('Campaign.Create', 'FromName', blank, 'FromNameRequired'),
    ...rowsFor('Campaign.Create', 'CampaignSubject', ['News\r\nBcc: all@reader.example'], 'InvalidCharacters'),
    ...rowsFor('Campaign.Create', 'FromName', ['Carla\nX-Evil: 1'], 'InvalidCharacters'),
    ...rowsFor('Campaign.Create', 'CampaignSubject', long(500), 'ValueTooLong'),
    ...rowsFor('Campaign.Create', 'FromEmail', addresses, 'InvalidFromEmail'),
    ...rowsFor('Campaign.Create', 'ReplyTo', blank, 'ReplyToRequired'),
    ...rowsFor(
      'Campaign.Create',
      'ReplyTo',
      addresses.filter(text => text.trim() !== ''),
      'InvalidReplyTo',
    ),
    ...rowsFor('Campaign.Create', 'HtmlUrl', blank, 'HtmlUrlRequired'),
    ...rowsFor('Campaign.Create', 'HtmlUrl', filled, 'InvalidHtmlContent'),
    ...rowsFor('Campaign.Create', 'TextUrl', filled, 'InvalidTextUrl'),
    ['Campaign.Create', { ...good['Campaign.Create'], SubscriberListIDs: [] }, 'ListsRequired'],
    ['Campaign.Create', { ...good['Campaign.Create'], SubscriberListIDs: ['', ' '] }, 'ListsRequired'],
    ['Campaign.Create', { ...good['Campaign.Create'], SubscriberListIDs: Array(501).fill('x') }, 'ValueTooLong'],
    ...rowsFor('Campaign.Send', 'SendDate', [...dates, 'Immediately!'], 'InvalidDate'),
    ...rowsFor('Campaign.Send', 'SendDate', ['2020-01-01 00:00:00', '1753-01-01'], 'DeliveryDateInPast'),
    ...rowsFor('Campaign.Send', 'ConfirmationEmail', blank, 'ConfirmationEmailRequired'),
    ...rowsFor(
      'Campaign.Send',
      'ConfirmationEmail',
      addresses.filter(text => text.trim() !== ''),
      'InvalidConfirmationEmail',
    ),
    ...rowsFor('Template.Create', 'TemplateName', blank, 'TemplateNameRequired'),
    ...rowsFor('Template.Create', 'TemplateName', notLines, 'InvalidTemplateName'),
    ...rowsFor('Template.Create', 'HTMLPageURL', blank, 'HtmlPageUrlRequired'),
    ...rowsFor('Template.Create', 'HTMLPageURL', filled, 'InvalidHtmlPageUrl'),
    ...rowsFor('Template.Update', 'ZipFileURL', filled, 'InvalidZipFileUrl'),
    ...rowsFor('Template.Update', 'ScreenshotURL', filled, 'InvalidScreenshotUrl'),
  ]
}

function segments(good: Readonly<Record<OperationName, Values>>): readonly Row[] {
  const segmentRow = (values: Values, refusal: RefusalName): Row => [
    'Segment.Create',
    { ...good['Segment.Create'], ...values },
    refusal,
  ]
  const rule = { Field: 'Email', Operator: 'Contains', Value: 'x' }
  return [
    segmentRow({ Name: ' ' }, 'SegmentNameEmpty'),
    segmentRow({ Name: 'a\nb' }, 'InvalidCharacters'),
    segmentRow({ Name: 'x'.repeat(60_000) }, 'ValueTooLong'),
    segmentRow({ Rules: [] }, 'SegmentRulesRequired'),
    segmentRow({ Rules: Array(1000).fill(rule) }, 'TooManySegmentRules'),
    segmentRow({ Rules: [{ ...rule, Field: '' }] }, 'InvalidSegmentRule'),
    segmentRow({ Rules: [{ ...rule, Field: '[Nowhere]' }] }, 'InvalidSegmentRule'),
    segmentRow({ Rules: [{ ...rule, Field: '__proto__' }] }, 'InvalidSegmentRule'),
    segmentRow({ Rules: [{ ...rule, Value: 'a\nb' }] }, 'InvalidSegmentRule'),
    segmentRow({ Rules: [{ ...rule, Value: 'x'.repeat(60_000) }] }, 'InvalidSegmentRule'),
    ...['Segment.GetRules', 'Segment.GetCount', 'Segment.Delete'].flatMap(operation =>
      ['', 'Nowhere', '%', 'x'.repeat(60_000)].map((Name): Row => {
        const name = operation as OperationName // three of them
        return [name, { ...good[name], Name }, 'UnknownSegment']
      }),
    ),
  ]
}

function access(good: Values): readonly Row[] {
  const accessRow = (values: Values, refusal: RefusalName): Row => [
    'Client.UpdateAccessAndBilling',
    { ...good, ...values },
    refusal,
  ]
  const markup = {
    BillingType: 'ClientPaysWithMarkup',
    DeliveryFee: '7',
    CostPerRecipient: '2',
    DesignAndSpamTestFee: '7',
  }
  return [
    ...[-1, 4, 8, 9, 16, 17, 32, 33, 64, 2147483647, -2147483648].map(AccessLevel =>
      accessRow({ AccessLevel }, 'InvalidAccessLevel'),
    ),
    accessRow({ Username: 'a\nb' }, 'InvalidUsername'),
    accessRow({ Username: 'x'.repeat(101) }, 'InvalidUsername'),
    accessRow({ Password: 'short' }, 'InvalidPassword'),
    accessRow({ Password: 'x'.repeat(60_000) }, 'InvalidPassword'),
    accessRow({ Password: 'password123' }, 'UnsafePassword'),
    accessRow({ BillingType: '' }, 'InvalidBillingType'),
    accessRow({ BillingType: 'Free' }, 'InvalidBillingType'),
    accessRow({ Currency: '' }, 'InvalidCurrency'),
    accessRow({ Currency: 'XXX' }, 'InvalidCurrency'),
    ...['', '-7', '7,50', '1e3', 'NaN', '0x10', '7.123456', '9'.repeat(60_000), '٧'].map(DeliveryFee =>
      accessRow({ ...markup, DeliveryFee }, 'InvalidFee'),
    ),
    accessRow({ ...markup, DeliveryFee: '0.01' }, 'MarkupTooLow'),
  ]
}

describe('values', () => {
  let target: Target
  let table: readonly Row[]
  before(async () => {
    target = await startTarget()
    table = rows(goodValues(target))
  })
  after(() => target?.stop())

  for (const group of [
    'Subscriber',
    'Subscribers',
    'Suppression',
    'List',
    'Client',
    'Account',
    'Campaign',
    'Template',
    'Segment',
  ])
    test(`what no field of ${group} takes is refused by name on every wire`, async () => {
      const { service, home } = target
      const cases = table.filter(([operation]) => operation.startsWith(`${group}.`))
      await leavesNoTrace(target, async () => {
        for (const [operation, values, refusal] of cases)
          await Promise.all(
            wiresOf(operation).map(async wire => {
              const sent = request(wire, operation, { ApiKey: home.accountKey, ...values })
              if (sent.path.length > longestPath) return
              const reply = await send(service.url, sent)
              assertRefused(wire, operation, reply, refusal, JSON.stringify(values).slice(0, 300))
            }),
          )
      })
    })
})

/** What a request line has room for. */
const longestPath = 30_000
