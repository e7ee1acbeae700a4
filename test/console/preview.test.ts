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
