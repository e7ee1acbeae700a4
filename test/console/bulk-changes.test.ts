/** What is filtered is what is changed: bulk changes, a contact's address, and taking one off a list, as a person works with them. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('changing subscribers', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, page } = opened)
  })
  after(async () => {
    await opened?.close()
  })
  const base = () => `${world.url}/clients/${world.clientIds[0]}`
  const open = async (address: string) => {
    await page.goto(address)
    await waitUntilSettled(page)
  }
  const dialog = () => page.locator('dialog[open]')
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const states = async (list: string) => {
    const rows = await world.db<{ address: string; state: string }[]>`
      select s.address, s.state from subscribers s join lists l on l.client_id = s.client_id and l.id = s.list_id
      where l.public_id = ${list} order by s.address`
    return Object.fromEntries(rows.map(({ address, state }) => [address.split('@')[0], state]))
  }

  test('what is found and selected is counted on the button, changed, and undone', async () => {
    const { workshops } = world.audience
    const was = await states(workshops)
    await open(`${base()}/contacts?list=${workshops}&q=amira`)
    await page.getByLabel('Select all shown').check()
    await press('Change the selected')
    await dialog().getByText('The selected contacts that are on Workshops.').waitFor()
    await dialog().getByRole('button', { name: 'Unsubscribe 1 person' }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await press('Unsubscribe 1 person')
    await dialog().getByText('1 person was changed.').waitFor()
    assert.deepEqual(await states(workshops), { ...was, amira: 'Unsubscribed' })
    await press('Undo')
    await dialog().getByText('1 person was restored.').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.keyboard.press('Escape')
    assert.deepEqual(await states(workshops), was)
  })

  test('a value of a custom field is given to everyone on the list', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await press('Change all')
    await dialog().getByLabel('Set a custom field').check()
    await dialog().getByLabel('City').fill('Ulm')
    await press(/^Change \d+ people$/)
    await dialog()
      .getByText(/people were changed/)
      .waitFor()
    await press('Undo')
    await dialog()
      .getByText(/people were restored/)
      .waitFor()
    await page.keyboard.press('Escape')
  })

  test('a change has a page of its own, is in the list, and is undone there after a question', async () => {
    const { workshops } = world.audience
    const was = await states(workshops)
    await open(`${base()}/contacts?list=${workshops}&q=amira`)
    await page.getByLabel('Select amira@readers.example').check()
    await press('Change the selected')
    await press('Unsubscribe 1 person')
    await dialog().getByText('1 person was changed.').waitFor()
    await dialog().getByRole('link', { name: 'Details of this change' }).click()
    await page.getByRole('heading', { level: 1, name: 'Unsubscribe' }).waitFor()
    await page.getByText('1 person was changed.').waitFor()
    await page.locator('main').getByText('Carla Weber', { exact: true }).first().waitFor()
    assert.equal(await dialog().count(), 0)
    await page.reload()
    await page.getByRole('link', { name: 'All changes' }).click()
    const row = page.locator('tbody tr').first()
    await row.getByText('Unsubscribe', { exact: true }).waitFor()
    await row.getByText('Carla Weber').waitFor()
    await row.getByRole('button', { name: 'Undo the change of Workshops' }).click()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.keyboard.press('Escape')
    assert.equal((await states(workshops)).amira, 'Unsubscribed')
    await row.getByRole('button', { name: 'Undo the change of Workshops' }).click()
    await press('Undo the change')
    await row.getByText('Undone', { exact: true }).waitFor()
    assert.deepEqual(await states(workshops), was)
  })

  test('a list is copied to another, and the other knows no one who left as active', async () => {
    const { workshops, nightList } = world.audience
    await open(`${base()}/lists/${workshops}`)
    await press('Copy, move or merge')
    await press(/^Copy \d+ people$/)
    await dialog()
      .getByText(/people were changed/)
      .waitFor()
    const there = await states(nightList)
    assert.equal(there.claire, 'Unsubscribed')
    // the other list asks to confirm
    assert.equal(there.amira, 'Unconfirmed')
    await page.keyboard.press('Escape')
  })

  test('the address of a contact changes on its lists, and back', async () => {
    await open(`${base()}/contact?address=george%40readers.example`)
    await press('Change the address')
    await dialog().getByLabel('New address').fill('claire@lecteurs.example')
    await dialog().getByRole('button', { name: 'Change the address' }).click()
    await dialog()
      .getByText(/is on the list “Workshops”/)
      .waitFor()
    await dialog().getByLabel('New address').fill('georg@new.example')
    await dialog().getByRole('button', { name: 'Change the address' }).click()
    await page.getByRole('heading', { level: 1, name: 'georg@new.example' }).waitFor()
    await page.getByText(/from george@readers.example to georg@new.example/).waitFor()
    // the event of the change is heard first: the contact that is shown is being read, and is gone, when the change is answered
    const order = new EventEmitter()
    const read = once(order, 'read')
    const changed = once(order, 'changed')
    await page.route('**/Subscriber.UpdateEmail', async route => {
      const response = await route.fetch()
      await read
      await route.fulfill({ response })
      order.emit('changed')
    })
    await page.route('**/Subscriber.GetContact', async route => {
      order.emit('read')
      await changed
      await setTimeout(1000)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: 'george@readers.example' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('one is taken off the list, and comes back with Undo', async () => {
    const { workshops } = world.audience
    await open(`${base()}/subscribers?list=${workshops}&subscriber=eva%40leser.example&of=${workshops}`)
    await press('Remove from the list')
    await until(async () => (await states(workshops)).eva === 'Deleted', 'she is Deleted')
    await press('Undo')
    await until(async () => (await states(workshops)).eva === 'Active', 'she is back')
  })
})
