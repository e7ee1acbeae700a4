/** The public archive of a list in the console: shown, read, and a campaign taken out of it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { seedSent } from '../harness/campaign.ts'
import { accessibilityFlaws, goInside, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('the public archive in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let page: Page
  let ClientID: string
  let ListID: string
  let CampaignID: string
  before(async () => {
    opened = await openSignedInConsole({ LETTERSHOP_ROLES: 'api,console,jobs,feedback' }, ['audience'])
    ;({ world, page } = opened)
    ClientID = world.clientIds[0]!
    const [list] = await world.db<{ clientId: number; listId: number; publicId: string }[]>`
      select client_id, id as list_id, public_id from lists where title = 'Workshops'`
    ListID = list!.publicId
    const [client] = await world.db<{ accountId: number; timeZone: string }[]>`
      select account_id, time_zone from clients where id = ${list!.clientId}`
    const { clientId, listId } = list!
    const ref = { ...client!, clientId, clientPublicId: ClientID }
    const campaign = await seedSent(world.db, {
      client: ref,
      list: { ...ref, listId, listPublicId: ListID },
    } as never) // the members that are read
    CampaignID = campaign.campaignPublicId
    await world.db`
      insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaign.campaignId}, ${listId})`
  })
  after(() => opened?.close())

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, params)
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const statusOf = async (url: string) => (await fetch(url)).status

  test('it is shown, and everyone can read it', async () => {
    const { URL } = await ask('List.GetArchive', { ListID })
    assert.equal(await statusOf(URL), 404)
    await goInside(page, `/clients/${ClientID}/lists/${ListID}?tab=settings`)
    await waitUntilSettled(page)
    await page.getByLabel('Show the archive to everyone').check()
    await page.getByLabel('Title of the archive').fill('Letters from Blossom')
    await page.getByLabel('Campaigns since').fill('2026-01-31')
    await page.getByRole('button', { name: 'Save the archive' }).click()
    await page.getByRole('link', { name: 'Open the archive' }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    const { Title, Since, Shown } = await ask('List.GetArchive', { ListID })
    assert.deepEqual([Title, Since, Shown], ['Letters from Blossom', '2026-01-31', true])
    const read = await (await fetch(URL)).text()
    assert.ok(read.includes('Letters from Blossom') && read.includes('>News<'))
  })

  test('a campaign is taken out of it in its report', async () => {
    const { Archives } = await ask('Campaign.GetArchived', { CampaignID })
    assert.equal(await statusOf(Archives[0].URL), 200)
    await goInside(page, `/clients/${ClientID}/campaigns/${CampaignID}/report`)
    await waitUntilSettled(page)
    await page.getByRole('link', { name: 'Letters from Blossom' }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.getByLabel('In the archive').selectOption('Hidden')
    await page.getByText('No archive shows it now.').waitFor()
    await until(async () => (await statusOf(Archives[0].URL)) === 404, 'the letter is gone')
    assert.equal((await ask('Campaign.GetArchived', { CampaignID })).Choice, 'Hidden')
  })
})
