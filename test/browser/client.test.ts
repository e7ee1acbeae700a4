/** The typed client as the service hands it out, compiled by a stranger's project, in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { compile, forBrowsers } from '../harness/compile.ts'
import { needs } from '../harness/needs.ts'
import { startTestService, type TestService } from '../harness/service.ts'

/** A project's own file beside the two that were downloaded. */
const app = `import { createClient, LettershopError } from './client'
import type { Campaign } from './paths'

export async function lists(url: string, key: string): Promise<string[]> {
  const lettershop = createClient({ url, key })
  const [client] = await lettershop.call('User.GetClients')
  if (client?.ClientID === undefined) return []
  const campaigns: Campaign[] = await lettershop.call('Client.GetCampaigns', { ClientID: client.ClientID })
  const all = await lettershop.call('Client.GetLists', { ClientID: client.ClientID })
  return [...campaigns.map(campaign => campaign.Name ?? ''), ...all.map(list => list.Name)]
}

export async function refusal(url: string): Promise<string> {
  try {
    await createClient({ url }).call('User.GetClients')
    return 'none'
  } catch (error) {
    return error instanceof LettershopError ? \`\${error.status} \${error.code} \${error.message}\` : String(error)
  }
}
`

describe('the client of /api/client.ts', needs('chromium'), () => {
  let service: TestService
  let browser: Browser
  const scripts: Record<string, string> = {}

  before(async () => {
    service = await startTestService()
    const person = { ContactName: 'Ina', EmailAddress: 'i@b.example', Country: 'Germany', Timezone: 'Europe/Berlin' }
    const { value: ClientID } = await service.call('Client.Create', { ...person, CompanyName: 'Bloom' })
    await service.call('List.Create', { ClientID, Title: 'Grüße', ConfirmOptIn: false })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('compiles where nothing is known of Node', async () => {
    const [client, paths] = await Promise.all(
      ['client.ts', 'paths.ts'].map(async file => (await fetch(`${service.url}/api/${file}`)).text()),
    )
    const files = { 'client.ts': client!, 'paths.ts': paths!, 'app.ts': app }
    await compile(files, { ...forBrowsers, outDir: 'out', verbatimModuleSyntax: true }, ({ errors, folder }) => {
      assert.deepEqual(errors, [])
      for (const name of ['client', 'app'])
        scripts[`/${name}`] = readFileSync(join(folder, 'out', `${name}.js`), 'utf8')
      const library = join(folder, 'node_modules/openapi-fetch/dist/index.mjs')
      scripts['/openapi-fetch.js'] = readFileSync(library, 'utf8')
    })
  })

  /** A page of the service's own origin, as a console is one. */
  async function open(): Promise<Page> {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.route(/\/app\.html$|\/client$|\/app$|\/openapi-fetch\.js$/, async route => {
      const script = scripts[new URL(route.request().url()).pathname]
      const html = '<script type="importmap">{"imports":{"openapi-fetch":"/openapi-fetch.js"}}</script>'
      await route.fulfill(
        script === undefined
          ? { contentType: 'text/html', body: html }
          : { contentType: 'text/javascript; charset=utf-8', body: script },
      )
    })
    await page.goto(`${service.url}/app.html`)
    return page
  }

  test('reads lists, and refusals as they are', async () => {
    const page = await open()
    const run = (expression: string) => page.evaluate(`import('/app').then(app => ${expression})`)
    const url = JSON.stringify(service.url)
    assert.deepEqual(await run(`app.lists(${url}, ${JSON.stringify(service.login.apiKey)})`), ['Grüße'])
    assert.equal(await run(`app.refusal(${url})`), '401 100 Invalid API Key')
    await page.close()
  })
})
