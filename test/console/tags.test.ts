/** Tags in the console: given and taken away in place, the page of a client's tags, and colours that can be read. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { contrastOf, readableContrast } from '../../console/src/lib/contrast.ts'
import { waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

test('the ink of each tag can be read on its ground, in light and in dark colours', () => {
  const file = readFileSync(new URL('../../console/src/screens/tags/tags.module.css', import.meta.url), 'utf8')
  const pairs = [...file.matchAll(/\.(\w+) \{\s+--tag-ink: (#\w+);\s+--tag-ground: (#\w+);/g)]
  assert.equal(pairs.length, 18)
  for (const [, name, ink, ground] of pairs) {
    const contrast = contrastOf(ink!, ground!)
    assert.ok(contrast >= readableContrast, `${name} ${ink} on ${ground}: ${contrast}`)
  }
})

describe('tags in the console', needs('chromium'), () => {
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
  const tagsOf = (region = page.getByRole('region', { name: 'Tags' })) => region.locator('li bdi').allInnerTexts()
  const shown = (names: readonly string[]) =>
    until(
      async () => JSON.stringify(await tagsOf()) === JSON.stringify(names),
      `the tags ${names.join(', ')} are shown`,
    )

  test('by keyboard a contact gets a new tag and loses it, and Undo gives it back', async () => {
    await open(`${base()}/contact?address=fatma%40readers.example`)
    await page.getByText('This contact has no tags.').waitFor()
    await page.getByLabel('Contact tag').focus()
    await page.keyboard.type('Met in Oslo')
    await page.getByRole('button', { name: 'Create and add the tag' }).waitFor()
    await page.keyboard.press('Enter')
    await shown(['Met in Oslo'])
    await page.getByLabel('Contact tag').fill('vip')
    await page.getByRole('button', { name: 'Add the tag', exact: true }).click()
    await shown(['Met in Oslo', 'VIP'])
    await page.getByRole('button', { name: 'Remove the tag VIP' }).focus()
    await page.keyboard.press('Enter')
    await shown(['Met in Oslo'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await shown(['Met in Oslo', 'VIP'])
  })

  test('a tag is created, recoloured and deleted on the page of tags, which leads to its people', async () => {
    await open(`${base()}/tags`)
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill('Speakers')
    await page.getByLabel('Teal').check()
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: /^Speakers/ })
    await row.waitFor()
    await row.getByRole('button', { name: 'Edit the tag Speakers' }).click()
    await page.getByLabel('Name').fill('VIP')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Name').fill('Talks')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row', { name: /^Talks/ })
      .getByRole('button', { name: 'Delete the tag Talks' })
      .click()
    await page.getByRole('button', { name: 'Delete the tag', exact: true }).click()
    await page.getByRole('row', { name: /^Talks/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /people with the tag VIP/ }).click()
    await page.waitForURL(/tag=VIP/)
    await page.getByRole('link', { name: 'claire@lecteurs.example' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'bo.lindqvist@readers.example' }).count(), 0)
  })

  test('in a bulk change a tag is given to all who match', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}&state=Active`)
    await page.getByRole('button', { name: 'Change all matching' }).click()
    await page.getByLabel('Add a tag').check()
    await page.locator('dialog[open]').getByLabel('Contact tag').selectOption('Press')
    await page.getByRole('button', { name: /^Change \d+ people/ }).click()
    await page.getByText('Done.').waitFor()
    const { value } = await world.call('Tag.List', { ClientID: world.clientIds[0] })
    const press = (value as { Name: string; People: number }[]).find(({ Name }) => Name === 'Press')
    assert.equal(press?.People, 7)
  })
})
