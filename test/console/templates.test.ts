/** Templates in the console: made, written, saved against another person, found again after a reload, restored and deleted. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { until } from '../harness/until.ts'

const exit = '<p><unsubscribe>Leave us</unsubscribe></p>'
const pageOf = (text: string) => `<h1><singleline label="Headline">${text}</singleline></h1>\n${exit}`

describe('templates in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  let list: string
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    list = `${world.url}/clients/${world.clientIds[0]}/templates`
    await page.goto(list)
    await signInByForm(page, world.carla, personPassword)
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const code = () => page.getByRole('textbox', { name: 'HTML' })
  const state = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
  const idHere = () => new URL(page.url()).pathname.split('/').at(-1)!

  async function called(operation: string, params: object): Promise<unknown> {
    const { status, value } = await world.call(operation, params)
    assert.equal(status, 200, JSON.stringify(value))
    return value
  }
  async function htmlNow(TemplateID: string): Promise<string> {
    const { Revisions } = (await called('Template.ListRevisions', { TemplateID, Limit: 1 })) as {
      Revisions: { Revision: number }[]
    }
    const { Html } = (await called('Template.GetRevision', { TemplateID, Revision: Revisions[0]!.Revision })) as {
      Html: string
    }
    return Html
  }
  async function open(Name: string): Promise<string> {
    const given = { ClientID: world.clientIds[0], Name, Html: pageOf('First') }
    const id = (await called('Template.CreateFromContent', given)) as string
    await page.goto(`${list}/${id}`)
    await waitUntilSettled(page)
    await code().waitFor()
    return id
  }
  /** Types at the end of the page. */
  async function type(text: string) {
    await code().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(text)
  }

  test('what is pasted becomes a template, after the service has said what is wrong with it; its name is text', async () => {
    await button('New template').click()
    const dialog = page.getByRole('dialog', { name: 'New template' })
    await dialog.getByRole('button', { name: 'Paste' }).click()
    assert.equal(new URL(page.url()).searchParams.get('way'), 'paste')
    await dialog.getByLabel('HTML or MJML').fill('<p>Nothing is open</p>')
    await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
    await dialog.getByRole('button', { name: 'Create the template' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('HTML or MJML').fill(pageOf('Pasted'))
    await dialog.getByRole('button', { name: 'Create the template' }).click()
    await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor()
    await code().waitFor()
    assert.match(await code().innerText(), /Pasted/)
    assert.equal(await htmlNow(idHere()), pageOf('Pasted'))
    await page.goto(list)
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor()
  })

  test('Ctrl-S saves what was typed as the next revision, and the preview shows it on the other origin', async () => {
    const id = await open('Typed')
    assert.ok(await button('Save').isDisabled())
    await type('<p>Typed</p>')
    await state(/Not saved yet/)
    await page.keyboard.press('Control+s')
    await state(/^Saved\s*Revision 2/)
    assert.equal(await htmlNow(id), `${pageOf('First')}<p>Typed</p>`)
    const frame = page.frameLocator('aside iframe')
    await frame.getByText('Typed').waitFor()
    const source = new URL((await page.locator('aside iframe').getAttribute('src'))!)
    assert.notEqual(source.origin, world.url)
    assert.equal(await page.locator('aside iframe').getAttribute('sandbox'), '')
    await button('Phone').click()
    assert.equal(new URL(page.url()).searchParams.get('view'), 'phone')
  })

  test('editable regions are listed and lead to their place in the code', async () => {
    await open('Regions')
    await page.getByRole('link', { name: 'Editable regions' }).click()
    await page.getByRole('button', { name: 'In the code: Headline' }).click()
    await page.waitForFunction("document.activeElement?.classList.contains('cm-content')")
    await page.goBack()
    await page.getByRole('cell', { name: 'Headline', exact: true }).waitFor()
  })

  test('two who write: both versions are shown, mine becomes the next revision, and theirs is kept', async () => {
    const id = await open('Two')
    await type('<p>Mine</p>')
    await called('Template.SaveContent', { TemplateID: id, Revision: 1, Name: 'Two', Html: pageOf('Theirs') })
    await button('Save').click()
    const both = page.getByRole('alertdialog', { name: 'Two versions' })
    await both.getByRole('region', { name: 'Lines that differ: Yours' }).filter({ hasText: 'Mine' }).waitFor()
    await both.getByRole('region', { name: 'Lines that differ: admin' }).filter({ hasText: 'Theirs' }).waitFor()
    assert.equal(await htmlNow(id), pageOf('Theirs'), 'nothing was saved over it')
    await both.getByRole('button', { name: 'Save my version as the next revision' }).click()
    await state(/^Saved\s*Revision 3/)
    assert.equal(await htmlNow(id), `${pageOf('First')}<p>Mine</p>`)
    await page.getByRole('link', { name: 'Revisions' }).click()
    await button('Restore revision 2').click()
    await state(/^Saved\s*Revision 4/)
    assert.equal(await htmlNow(id), pageOf('Theirs'))
  })

  test('what was typed and not saved is offered after a reload', async () => {
    const id = await open('Left')
    await type('<p>Unsaved</p>')
    await state(/Not saved yet/)
    // a person takes longer to reload than the browser to write the last keys
    await until(
      async () => JSON.stringify(await page.evaluate(copiesInBrowser)).includes('Unsaved</p>'),
      'a copy of it',
    )
    await page.reload()
    await page.getByText('This browser has stored your changes').waitFor()
    assert.doesNotMatch(await htmlNow(id), /Unsaved/)
    await button('Restore my changes').click()
    await state(/Not saved yet/)
    await button('Save').click()
    await state(/^Saved\s*Revision 2/)
    assert.match(await htmlNow(id), /Unsaved/)
    await page.reload()
    await state(/^Saved\s*Revision 2/)
    assert.equal(await page.getByText('This browser has stored your changes').count(), 0)
  })

  test('a template is deleted at once, and Undo brings it back', async () => {
    const id = await open('Gone')
    await button('Delete').click()
    await page.getByText('“Gone” is deleted.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
    assert.equal((await world.call('Template.GetDetail', { TemplateID: id })).status, 404)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('link', { name: 'Gone', exact: true }).waitFor()
    assert.equal((await world.call('Template.GetDetail', { TemplateID: id })).status, 200)
  })
})

/** All that the browser keeps of what was typed (console/src/drafts/local-copies.ts). */
const copiesInBrowser = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('lettershop-drafts')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const database = opening.result
    const reading = database.transaction('copies').objectStore('copies').getAll()
    reading.onsuccess = () => {
      database.close()
      resolve(reading.result)
    }
  }
})`
