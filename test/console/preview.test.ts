/** The preview of a campaign: it asks for nothing that is refused, and comes back by itself when the service does. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

describe('the preview of a campaign', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, page } = opened)
  })
  after(() => opened?.close())
  const pathOf = (id: string) => `${world.url}/clients/${world.clientIds[0]}/campaigns/${id}`

  test('a draft without a sender is not asked for, so the browser logs no refusal', async () => {
    const { value } = await world.call('Campaign.CreateDraft', {
      ClientID: world.clientIds[0],
      Name: 'No sender yet',
      Content: { Kind: 'Html', Html: '<p>Hello <unsubscribe>leave</unsubscribe></p>', Text: '' },
    })
    const logged: string[] = []
    page.on('console', message => message.type() === 'error' && logged.push(message.text()))
    await page.goto(pathOf((value as { CampaignID: string }).CampaignID))
    await page.getByText('as soon as it has a sender and content').waitFor()
    await waitUntilSettled(page)
    assert.deepEqual(logged, [])
  })

  test('a mail that cannot be composed is said with its reason, and the browser logs no error', async () => {
    const { value } = await world.call('Campaign.CreateDraft', {
      ClientID: world.clientIds[0],
      Name: 'Not to be composed',
      FromEmail: 'rosa@blossom.example',
      FromName: 'Rosa',
      Content: { Kind: 'Html', Html: '<p>Hello <unsubscribe>leave</unsubscribe></p>', Text: '' },
    })
    const CampaignID = (value as { CampaignID: string }).CampaignID
    await world.db`update campaigns set from_email = 'news' where public_id = ${CampaignID}`
    const logged: string[] = []
    page.on('console', message => message.type() === 'error' && logged.push(message.text()))
    const answers: [status: number, code: number][] = []
    page.on('response', async response => {
      if (!response.url().endsWith('/Campaign.Preview')) return
      answers.push([response.status(), ((await response.json()) as { code: number }).code])
    })
    await page.goto(pathOf(CampaignID))
    const preview = page.locator('aside [role=alert]')
    await preview.getByText('The mail cannot be composed.').waitFor()
    assert.deepEqual(answers, [[200, 355]])
    page.removeAllListeners('response')

    assert.match(await preview.innerText(), /sender|address|From/i, 'the reason of the service')
    assert.deepEqual(logged, [])
  })

  test('a draft that is being saved is asked for again, and the browser logs no error', async () => {
    const logged: string[] = []
    page.on('console', message => message.type() === 'error' && logged.push(message.text()))
    let asked = 0
    await page.route('**/api/json/Campaign.Preview', route => {
      assert.equal(route.request().headers().prefer, 'conflicts=200')
      return ++asked < 3
        ? route.fulfill({
            status: 200,
            headers: { 'Preference-Applied': 'conflicts=200', 'Content-Type': 'application/json' },
            body: '{"code":363,"message":"Saved By Another Since","detail":"The draft is being saved. Repeat the call."}',
          })
        : route.continue()
    })
    await page.goto(pathOf(world.draftId))
    await page.frameLocator('iframe').getByText('Dear reader, the shop is full of it.').waitFor()
    assert.equal(asked, 3)
    await page.unrouteAll()
    assert.deepEqual(logged, [])
  })

  test('a preview that gets no answer is asked for until there is one, and shows no error afterwards', async () => {
    let asked = 0
    await page.route('**/api/json/Campaign.Preview', route =>
      ++asked < 3 ? route.abort('connectionrefused') : route.continue(),
    )
    await page.goto(pathOf(world.draftId))
    await page.frameLocator('iframe').getByText('Dear reader, the shop is full of it.').waitFor()
    assert.equal(asked, 3)
    assert.equal(await page.locator('aside [role=alert]').count(), 0)
    await page.unrouteAll()
  })
})
