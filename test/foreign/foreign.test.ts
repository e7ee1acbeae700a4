/** Clients that are not ours, from their packages, against the real service: each loads the WSDL and plays one scenario. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { namespace } from '../harness/dial.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'
import { play } from './clients/npm_soap.ts'
import { assertFacts, type Facts } from './facts.ts'

let service: TestService
let web: TestWeb
let wsdl: string
let page: string

before(async () => {
  service = await startTestService()
  web = await serveWeb({
    '/spring.html': {
      body: '<html><body><h1>Tulips</h1><p><a href="http://bloom.example/">Shop</a> <unsubscribe>Leave</unsubscribe></p></body></html>',
    },
  })
  wsdl = `${service.url}/api/api.asmx?WSDL`
  page = `${web.url}/spring.html`
})
after(async () => {
  await service.stop()
  await web.close()
})

/** Runs a client. @returns its output @throws with its complaint */
function run(command: string, client: string, args: readonly string[], input = ''): Promise<string> {
  const script = fileURLToPath(new URL(`clients/${client}`, import.meta.url))
  return new Promise((resolve, reject) => {
    const child = execFile(command, [script, ...args], { timeout: 120_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${client} ${args.join(' ')}:\n${stdout}${stderr}`)) : resolve(stdout),
    )
    child.stdin?.end(input)
  })
}

async function playIn(command: string, client: string, dialect: string, word: string): Promise<Facts> {
  return JSON.parse(await run(command, client, [wsdl, dialect, service.login.apiKey, page, word]))
}

describe('python3-zeep', needs('zeep'), () => {
  for (const [port, soap] of [
    ['apiSoap', true],
    ['apiSoap12', true],
    ['apiHttpGet', false],
    ['apiHttpPost', false],
  ] as const) {
    test(`plays the scenario through ${port}`, async () => {
      assertFacts(await playIn('/usr/bin/python3', 'zeep_client.py', port, `zeep-${port}`), { soap })
    })
  }
})

describe('PHP SoapClient', needs('php-soap'), () => {
  for (const version of ['1.1', '1.2']) {
    test(`plays the scenario over SOAP ${version}`, async () => {
      assertFacts(await playIn('php', 'soap_client.php', version, `php-${version}`), { soap: true })
    })
  }
})

describe('npm soap', () => {
  for (const port of ['apiSoap', 'apiSoap12'] as const) {
    test(`plays the scenario through ${port}`, async () => {
      const facts = await play({ wsdl, port, key: service.login.apiKey, page, word: `npm-${port}` })
      assertFacts(facts, { soap: true })
    })
  }
})

describe('libxml2', needs('zeep'), () => {
  test('finds every answer valid by the schema inside the WSDL', async () => {
    const documents = await collectAnswers()
    const complaints = JSON.parse(await run('/usr/bin/python3', 'validate.py', [wsdl], JSON.stringify(documents)))
    assert.ok(Object.keys(documents).length >= 30)
    for (const name of Object.keys(documents)) assert.deepEqual(complaints[name], [], `${name}: ${documents[name]}`)
  })

  test('finds an answer that breaks the schema invalid, so that the test above can fail', async () => {
    const broken = { broken: `<Result xmlns="${namespace}"><Message>no code</Message></Result>` }
    const complaints = JSON.parse(await run('/usr/bin/python3', 'validate.py', [wsdl], JSON.stringify(broken)))
    assert.equal(complaints.broken.length, 1)
  })
})

/** A value of each kind, and a refusal, over SOAP 1.1, SOAP 1.2, GET and POST. */
async function collectAnswers(): Promise<Record<string, string>> {
  const ApiKey = service.login.apiKey
  const ClientID = await value('Client.Create', {
    CompanyName: 'Schema & Co',
    ContactName: 'Sue',
    EmailAddress: 'sue@schema.example',
    Country: 'Germany',
    Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  })
  const ListID = await value('List.Create', { ClientID, Title: 'Schema', ConfirmOptIn: false })
  await value('List.CreateCustomField', {
    ListID,
    FieldName: 'Flowers',
    DataType: 'MultiSelectMany',
    Options: 'Rose||Lily',
  })
  const CustomFields = [{ Key: 'Flowers', Value: 'Rose' }]
  await value('Subscriber.AddWithCustomFields', { ListID, Email: 'sam@reader.example', Name: 'Sam <&>', CustomFields })

  const asked: readonly (readonly [operation: string, params: Record<string, string>])[] = [
    ['User.GetSystemDate', { ApiKey }],
    ['User.GetClients', { ApiKey }],
    ['User.GetTimezones', { ApiKey }],
    ['Client.GetDetail', { ApiKey, ClientID }],
    ['Client.GetSuppressionList', { ApiKey, ClientID }],
    ['Client.GetLists', { ApiKey, ClientID }],
    ['List.GetDetail', { ApiKey, ListID }],
    ['List.GetStats', { ApiKey, ListID }],
    ['List.GetCustomFields', { ApiKey, ListID }],
    ['Subscribers.GetActive', { ApiKey, ListID, Date: '2000-01-01' }],
    ['Subscribers.GetSingleSubscriber', { ApiKey, ListID, EmailAddress: 'sam@reader.example' }],
    ['Subscriber.Add', { ApiKey, ListID, Email: 'kim@reader.example', Name: 'Kim' }],
    ['Subscriber.Add', { ApiKey: 'wrong', ListID, Email: 'kim@reader.example', Name: 'Kim' }],
    ['Client.GetDetail', { ApiKey: 'wrong', ClientID }],
  ]
  const documents: Record<string, string> = {}
  for (const [operation, params] of asked) {
    const name = `${operation}${params.ApiKey === 'wrong' ? ' refused' : ''}`
    documents[`${name} over SOAP 1.1`] = await overSoap(operation, params, 'http://schemas.xmlsoap.org/soap/envelope/')
    documents[`${name} over SOAP 1.2`] = await overSoap(operation, params, 'http://www.w3.org/2003/05/soap-envelope')
    const form = new URLSearchParams(params)
    const address = `${service.url}/api/api.asmx/${operation}`
    documents[`${name} over GET`] = await text(fetch(`${address}?${form}`))
    documents[`${name} over POST`] = await text(fetch(address, { method: 'POST', body: form }))
  }
  return documents
}

async function value(operation: string, params: object): Promise<string> {
  const answer = await service.call(operation, params)
  assert.equal(answer.status, 200, JSON.stringify(answer.value))
  return answer.value as string // the ID of what was made, where it is looked at
}

async function overSoap(operation: string, params: Record<string, string>, envelope: string): Promise<string> {
  const members = Object.entries(params).map(([name, text]) => `<${name}>${text}</${name}>`)
  const type = envelope.includes('2003') ? 'application/soap+xml' : 'text/xml'
  return text(
    fetch(`${service.url}/api/api.asmx`, {
      method: 'POST',
      headers: { 'Content-Type': `${type}; charset=utf-8` },
      body: `<e:Envelope xmlns:e="${envelope}"><e:Body><${operation} xmlns="http://api.createsend.com/api/">${members.join('')}</${operation}></e:Body></e:Envelope>`,
    }),
  )
}

async function text(answer: Promise<Response>): Promise<string> {
  const response = await answer
  assert.equal(response.status, 200)
  return response.text()
}
