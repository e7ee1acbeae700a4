/**
 * Every call of the table in every version that has it, to the byte of its answer: `test/golden/rest/<version>.http`. Identifiers have the
 * names that the steps give them, and what the clock says is `{now}`, a key with scopes `{key}`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type VersionName, versionNames, versions } from '../../src/contract/rest/versions.ts'
import { restCalls } from '../../src/contract/rest.ts'
import { golden } from '../harness/golden.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { type RestAnswer, restClient } from './client.ts'

let web: TestWeb
before(async () => {
  web = await serveWeb({
    '/page': { body: '<p>Hello</p><singleline>News</singleline><p><unsubscribe>Leave us</unsubscribe></p>' },
  })
})
after(() => web?.close())

/** The key words of the row of a step, and its request. */
interface Step {
  readonly call: string
  /** Values of the names in the row's path, by the names of earlier steps; or as they are. */
  readonly path?: readonly string[]
  readonly query?: string
  readonly body?: unknown
  /** How later steps call the identifier that it answers. */
  readonly as?: string
}

const person = { EmailAddress: 'ann@golden.example', Name: 'Ann', ConsentToTrack: 'Yes' }

const settings = {
  Subject: 'News',
  FromName: 'Gus',
  FromEmail: 'gus@golden.example',
  ReplyTo: 'gus@golden.example',
}

function stepsOf({ ruleGroups, pagedCampaigns, tags, name }: (typeof versions)[VersionName]): readonly Step[] {
  const rules = ruleGroups
    ? { RuleGroups: [{ Rules: [{ RuleType: '[City]', Clause: 'EQUALS Ulm' }] }] }
    : { Rules: [{ Subject: '[City]', Clauses: ['EQUALS Ulm'] }] }
  const moreRules = ruleGroups
    ? { Rules: [{ RuleType: 'Name', Clause: 'PROVIDED' }] }
    : { Subject: 'Name', Clauses: ['PROVIDED'] }
  const pages = { Name: 'Golden', HtmlPageURL: `${web.url}/page` }
  const states = ['active', 'unconfirmed', 'unsubscribed', 'bounced', 'deleted']
  return [
    { call: 'GET systemdate' },
    { call: 'GET billingdetails' },
    { call: 'GET countries' },
    { call: 'GET timezones' },
    {
      call: 'POST clients',
      body: { CompanyName: 'Golden', Country: 'Germany', TimeZone: 'Europe/Berlin' },
      as: 'client',
    },
    { call: 'GET clients' },
    ...(name === 'v3'
      ? [{ call: 'PUT clients/{ClientID}/setaccess', path: ['client'], body: { AccessLevel: 0 } }]
      : []),
    {
      call: 'PUT clients/{ClientID}/setbasics',
      path: ['client'],
      body: {
        CompanyName: 'Golden',
        ContactName: 'Gus',
        EmailAddress: 'gus@golden.example',
        Country: 'Germany',
        TimeZone: 'Europe/Berlin',
      },
    },
    { call: 'PUT clients/{ClientID}/setpaygbilling', path: ['client'], body: { ClientPays: false } },
    { call: 'PUT clients/{ClientID}/setmonthlybilling', path: ['client'], body: { ClientPays: true, Currency: 'XXX' } },
    { call: 'GET clients/{ClientID}', path: ['client'] },
    ...stepsOfTeam('admins', 'primarycontact', []),
    ...stepsOfTeam('clients/{ClientID}/people', 'clients/{ClientID}/primarycontact', ['client']),
    {
      call: 'POST lists/{ClientID}',
      path: ['client'],
      body: { Title: 'Golden list', UnsubscribeSetting: 'OnlyThisList' },
      as: 'list',
    },
    { call: 'GET lists/{ListID}', path: ['list'] },
    {
      call: 'PUT lists/{ListID}',
      path: ['list'],
      body: { Title: 'Golden readers', UnsubscribeSetting: 'OnlyThisList' },
    },
    { call: 'GET clients/{ClientID}/lists', path: ['client'] },
    { call: 'POST lists/{ListID}/customfields', path: ['list'], body: { FieldName: 'City', DataType: 'Text' } },
    {
      call: 'POST lists/{ListID}/customfields',
      path: ['list'],
      body: { FieldName: 'Likes', DataType: 'MultiSelectMany', Options: ['A'], VisibleInPreferenceCenter: false },
    },
    { call: 'PUT lists/{ListID}/customfields/{Key}', path: ['list', '%5BCity%5D'], body: { FieldName: 'Town' } },
    {
      call: 'PUT lists/{ListID}/customfields/{Key}/options',
      path: ['list', '%5BLikes%5D'],
      body: { KeepExistingOptions: true, Options: ['B'] },
    },
    { call: 'GET lists/{ListID}/customfields', path: ['list'] },
    {
      call: 'POST lists/{ListID}/webhooks',
      path: ['list'],
      body: { Events: ['Subscribe', 'deactivate'], Url: `${web.url}/page`, PayloadFormat: 'json' },
      as: 'webhook',
    },
    { call: 'GET lists/{ListID}/webhooks', path: ['list'] },
    { call: 'GET lists/{ListID}/webhooks/{WebhookID}/test', path: ['list', 'webhook'] },
    { call: 'PUT lists/{ListID}/webhooks/{WebhookID}/deactivate', path: ['list', 'webhook'] },
    { call: 'PUT lists/{ListID}/webhooks/{WebhookID}/activate', path: ['list', 'webhook'] },
    { call: 'DELETE lists/{ListID}/webhooks/{WebhookID}', path: ['list', 'webhook'] },
    {
      call: 'POST subscribers/{ListID}',
      path: ['list'],
      body: { ...person, CustomFields: [{ Key: 'City', Value: 'Ulm' }] },
    },
    { call: 'POST subscribers/{ListID}', path: ['list'], body: { EmailAddress: 'no address', ConsentToTrack: 'Yes' } },
    { call: 'POST subscribers/{ListID}', path: ['list'], body: { EmailAddress: 'unsaid@golden.example' } },
    {
      call: 'PUT subscribers/{ListID}',
      path: ['list'],
      query: 'email=ann@golden.example',
      body: { Name: 'Anna', ConsentToTrack: 'No' },
    },
    {
      call: 'GET subscribers/{ListID}',
      path: ['list'],
      query: 'email=ann@golden.example&includetrackingpreference=true',
    },
    {
      call: 'POST subscribers/{ListID}/import',
      path: ['list'],
      body: {
        Subscribers: ['bob@golden.example', 'cy@golden.example', 'bad'].map(EmailAddress => ({
          EmailAddress,
          ConsentToTrack: 'Yes',
        })),
      },
    },
    { call: 'POST subscribers/{ListID}/unsubscribe', path: ['list'], body: { EmailAddress: 'bob@golden.example' } },
    { call: 'GET subscribers/{ListID}/history', path: ['list'], query: 'email=ann@golden.example' },
    { call: 'DELETE subscribers/{ListID}', path: ['list'], query: 'email=cy@golden.example' },
    ...states.map(state => ({ call: `GET lists/{ListID}/${state}`, path: ['list'] })),
    { call: 'GET lists/{ListID}/stats', path: ['list'] },
    { call: 'GET clients/{ClientID}/listsforemail', path: ['client'], query: 'email=ann@golden.example' },
    { call: 'POST clients/{ClientID}/suppress', path: ['client'], body: { EmailAddresses: ['barred@golden.example'] } },
    { call: 'GET clients/{ClientID}/suppressionlist', path: ['client'] },
    { call: 'PUT clients/{ClientID}/unsuppress', path: ['client'], query: 'email=barred@golden.example' },
    { call: 'POST segments/{ListID}', path: ['list'], body: { Title: 'Golden segment', ...rules }, as: 'segment' },
    { call: 'POST segments/{SegmentID}/rules', path: ['segment'], body: moreRules },
    { call: 'GET segments/{SegmentID}', path: ['segment'] },
    { call: 'GET segments/{SegmentID}/active', path: ['segment'] },
    { call: 'PUT segments/{SegmentID}', path: ['segment'], body: { Title: 'Golden part', ...rules } },
    { call: 'GET clients/{ClientID}/segments', path: ['client'] },
    { call: 'GET lists/{ListID}/segments', path: ['list'] },
    {
      call: 'POST campaigns/{ClientID}',
      path: ['client'],
      body: {
        ...settings,
        Name: 'Golden campaign',
        HtmlUrl: `${web.url}/page`,
        ListIDs: ['{list}'],
        SegmentIDs: ['{segment}'],
      },
      as: 'campaign',
    },
    { call: 'GET clients/{ClientID}/drafts', path: ['client'] },
    { call: 'GET campaigns/{CampaignID}/listsandsegments', path: ['campaign'] },
    {
      call: 'POST campaigns/{CampaignID}/sendpreview',
      path: ['campaign'],
      body: { PreviewRecipients: ['gus@golden.example'] },
    },
    {
      call: 'POST campaigns/{CampaignID}/send',
      path: ['campaign'],
      body: { ConfirmationEmail: 'gus@golden.example', SendDate: '2099-01-02 03:04' },
    },
    { call: 'GET clients/{ClientID}/scheduled', path: ['client'] },
    { call: 'POST campaigns/{CampaignID}/unschedule', path: ['campaign'] },
    { call: 'GET campaigns/{CampaignID}/summary', path: ['campaign'] },
    ...['emailclientusage', 'recipients', 'bounces', 'opens', 'clicks', 'unsubscribes', 'spam'].map(report => ({
      call: `GET campaigns/{CampaignID}/${report}`,
      path: ['campaign'],
    })),
    { call: 'GET clients/{ClientID}/campaigns', path: ['client'], ...(pagedCampaigns && { query: 'pagesize=10' }) },
    ...(tags ? [{ call: 'GET clients/{ClientID}/tags', path: ['client'] }] : []),
    { call: 'DELETE campaigns/{CampaignID}', path: ['campaign'] },
    { call: 'DELETE segments/{SegmentID}/rules', path: ['segment'] },
    { call: 'GET segments/{SegmentID}', path: ['segment'] },
    { call: 'DELETE segments/{SegmentID}', path: ['segment'] },
    { call: 'POST templates/{ClientID}', path: ['client'], body: pages, as: 'template' },
    { call: 'GET templates/{TemplateID}', path: ['template'] },
    { call: 'PUT templates/{TemplateID}', path: ['template'], body: pages },
    { call: 'GET clients/{ClientID}/templates', path: ['client'] },
    {
      call: 'POST campaigns/{ClientID}/fromtemplate',
      path: ['client'],
      body: {
        ...settings,
        Name: 'Golden template',
        ListIDs: ['{list}'],
        TemplateID: '{template}',
        TemplateContent: { Singlelines: [{ Content: 'Hello' }] },
        InlineCss: false,
      },
      as: 'filled',
    },
    { call: 'DELETE campaigns/{CampaignID}', path: ['filled'] },
    {
      call: 'POST templates/{TemplateID}/copy',
      path: ['template'],
      body: { DestinationClientID: '{client}', Name: 'Golden copy' },
      as: 'copy',
    },
    { call: 'GET templates/{TemplateID}', path: ['copy'] },
    { call: 'DELETE templates/{TemplateID}', path: ['template'] },
    { call: 'DELETE lists/{ListID}/customfields/{Key}', path: ['list', '%5BLikes%5D'] },
    { call: 'DELETE lists/{ListID}', path: ['list'] },
    { call: 'DELETE clients/{ClientID}', path: ['client'] },
    { call: 'DELETE clients/{ClientID}', path: ['client'] },
  ]
}

/** Calls about the administrators of the account, or the people of a client. */
function stepsOfTeam(people: string, primary: string, path: readonly string[]): readonly Step[] {
  const body = { EmailAddress: 'pia@golden.example', Name: 'Pia', AccessLevel: 23 }
  const query = 'email=pia@golden.example'
  return [
    { call: `POST ${people}`, path, body },
    { call: `POST ${people}`, path, body },
    { call: `GET ${people}`, path },
    { call: `GET ${people}`, path, query },
    { call: `PUT ${people}`, path, query, body: { ...body, Name: 'Pia Moss', AccessLevel: 3 } },
    { call: `GET ${people}`, path, query },
    { call: `GET ${primary}`, path },
    { call: `PUT ${primary}`, path, query },
    { call: `DELETE ${people}`, path, query },
    { call: `DELETE ${people}`, path, query },
    { call: `GET ${people}`, path, query },
  ]
}

for (const name of versionNames)
  test(`the answers of ${name} are those on record`, async () => {
    const service = await startTestService({ LETTERSHOP_ROLES: 'api' })
    try {
      const steps = stepsOf(versions[name])
      const asked = new Set(steps.map(({ call }) => call))
      const offered = restCalls
        .filter(({ when }) => when(versions[name]))
        .map(({ method, path }) => `${method} ${path}`)
      assert.deepEqual(
        offered.filter(call => !asked.has(call)),
        [],
        'every call is among the steps',
      )
      golden(`rest/${name}.http`, await transcript(service, name, steps))
    } finally {
      await service.stop()
    }
  })

async function transcript(service: TestService, version: VersionName, steps: readonly Step[]): Promise<string> {
  const api = restClient(service.url, service.login.apiKey, version)
  const ids = new Map<string, string>()
  const hide = (text: string) => {
    let hidden = text.replaceAll(service.url, '{service}').replaceAll(web.url, '{web}')
    for (const [known, id] of ids) hidden = hidden.replaceAll(id, `{${known}}`)
    return hidden.replace(/\bls_[0-9a-f_]+/g, '{key}').replace(/\b(?!2099)20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '{now}')
  }
  const lines: string[] = []
  for (const { call, path = [], query = '', body, as } of steps) {
    const [method, pattern] = call.split(' ') as [string, string] // as rows are written
    const values = [...path]
    const filled = pattern.replace(/\{\w+\}/g, () => {
      const value = values.shift()!
      return ids.get(value) ?? value
    })
    const target = `${filled}.json${query === '' ? '' : `?${query}`}`
    const sent =
      body === undefined
        ? undefined
        : JSON.stringify(body).replace(/\{(client|list|segment|template)\}/g, (_, id) => ids.get(id)!)
    const answer = await api(method, target, sent)
    if (as !== undefined) {
      assert.match(String(answer.body), /^[0-9a-f]{32}$/, call)
      ids.set(as, answer.body as string)
    }
    lines.push(hide(`${method} ${target}\n${sent === undefined ? '' : `${sent}\n`}\n${shorten(answer)}`))
  }
  return `${lines.join('\n\n')}\n`
}

/** Of long answers that are the same for everyone the golden file has the beginning. */
function shorten({ status, headers, text }: RestAnswer): string {
  const type = headers['content-type']
  return `${status} ${type}, length ${text === '' ? 0 : 'of the body'}\n${text.length > 3_000 ? `${text.slice(0, 200)}…` : text}`
}
