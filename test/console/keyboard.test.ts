/** The console with the keyboard alone, its commands, what is not translated, and what a role hides. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import { type ConsolePage, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { type Keyboard, keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'

describe('with the keyboard alone', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let shown: ConsolePage
  let page: Page
  let keys: Keyboard
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    shown = await openConsole(browser, { url: world.url })
    page = shown.page
    keys = keyboardOf(page, { by: 'element', most: 60 })
  })
  after(async () => {
    await shown?.close()
    await browser?.close()
    await world?.stop()
  })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const focused = () => keys.focused()
  const tabTo = (words: RegExp) => keys.tabTo(words)

  test('one signs in by typing: the first field has the focus', async () => {
    await page.goto(world.url)
    await heading('Sign in')
    await page.keyboard.type(world.carla)
    await page.keyboard.press('Tab')
    await page.keyboard.type(personPassword)
    await page.keyboard.press('Enter')
    await heading('Home')
    assert.equal(await page.title(), 'Home · Lettershop')
  })

  test('the first Tab offers to skip the navigation, and then the focus is in the content', async () => {
    await page.goto(world.url)
    await heading('Home')
    await page.keyboard.press('Tab')
    assert.match(await focused(), /^A Skip to the content/)
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  })

  test('a link leads to a screen whose title then has the focus', async () => {
    await page.goto(world.url)
    await heading('Home')
    await tabTo(/^A Clients/)
    await page.keyboard.press('Enter')
    await heading('Clients')
    assert.equal(await focused(), 'H1 Clients')
    await page.goBack()
    await heading('Home')
    assert.equal(await focused(), 'H1 Home')
  })

  test('g and a letter lead to places, not while one types', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await heading('Clients')
    await page.keyboard.press('/')
    await page.keyboard.type('ghost')
    assert.equal(await page.locator('main input[type=search]').inputValue(), 'ghost')
    await page.getByText('No client has this name.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await heading('Home')
  })

  test('the palette finds places, clients and operations, and gives the focus back', async () => {
    for (const [text, title] of [
      ['keys', 'API keys'],
      ['Person.Invite', 'People'],
      ['KAFFEERÖST', 'Overview'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to' }).fill(text)
      await page.keyboard.press('Enter')
      await heading(title)
      assert.equal(await page.getByRole('dialog').count(), 0)
    }
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await heading('Home')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading('Clients')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('zzz')
    await page.keyboard.press('Enter')
    await page.getByText('No results.').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('? shows the keys there are, and Escape closes it', async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('a client is added, and a second press of the button adds no second one', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await heading('Clients')
    await tabTo(/^BUTTON New client/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New client' }).waitFor()
    await page.getByLabel('Company').focus()
    await page.keyboard.type('Ölmühle <b>')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ola')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ola@oel.example')
    await page.keyboard.press('Tab')
    await page.getByRole('option', { name: 'Germany' }).waitFor({ state: 'attached' })
    await page.keyboard.type('Germany')
    await page.keyboard.press('Tab')
    await tabTo(/^BUTTON Add the client/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await heading('Overview')
    const made = await world.db`select company_name from clients where email = 'ola@oel.example'`
    assert.deepEqual(
      made.map(({ companyName }) => companyName),
      ['Ölmühle <b>'],
    )
    await page.getByRole('navigation').getByRole('button', { name: 'Ölmühle <b>' }).waitFor()
  })

  /** Paths of the navigation, those in folded groups, too. */
  const placesShown = () =>
    page.locator('nav a').evaluateAll(links => [...new Set(links.map(link => link.getAttribute('href') ?? ''))])

  test('nothing on a screen is said in English only: the pseudo language has no plain words', async () => {
    await page.goto(world.url)
    await page.evaluate("localStorage.setItem('lettershop-language', 'pseudo')")
    await page.goto(`${world.url}/clients/${world.clientIds[0]}`)
    await waitUntilSettled(page)
    const list = `/clients/${world.clientIds[0]}/lists/${world.audience.workshops}`
    const deeper = ['/profile/password', '/profile/factor', '/profile/sessions', list, `${list}?tab=settings`]
    for (const path of [...(await placesShown()), ...deeper]) {
      await page.goto(`${world.url}${path}`)
      await waitUntilSettled(page)
      const texts = await page
        .locator('h1, h2, h3, th, label, legend, dt, button, nav a, p, summary, figcaption')
        .allInnerTexts()
      const plain = texts.map(text => text.trim()).filter(text => /[a-z]{3}/i.test(text) && !/[À-ɏ]/.test(text))
      assert.deepEqual(
        plain.filter(text => !isData(text)),
        [],
        path,
      )
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 1440)
    }
    await page.evaluate("localStorage.removeItem('lettershop-language')")
  })

  test('every place of the navigation is an address of its own, which the service answers with the console', async () => {
    await page.goto(`${world.url}/clients/${world.clientIds[0]}`)
    await heading('Overview')
    const places = await placesShown()
    assert.ok(places.length > 15)
    for (const place of places) {
      const answer = await fetch(`${world.url}${place}`)
      assert.equal(answer.status, 200, place)
      assert.match(await answer.text(), /<div id="console">/)
    }
  })

  test('markup as text is refused, wherever it comes from', async () => {
    const victim = await openConsole(browser, { url: world.url })
    await victim.page.goto(`${world.url}/sign-in`)
    const isRefused = (script: string) =>
      victim.page.evaluate<boolean>(
        `(() => { try { ${script}; return false } catch (error) { return error instanceof TypeError } })()`,
      )
    assert.equal(await isRefused("document.body.innerHTML = '<img src=x onerror=alert(1)>'"), true)
    assert.equal(await isRefused("document.createElement('script').text = 'alert(1)'"), true)
    assert.equal(await isRefused("document.createElement('style').innerHTML = 'a { color: red }'"), false)
    assert.equal(await victim.page.locator('img[src=x]').count(), 0)
    await victim.page.context().close()
  })

  /** Names of what is in the world, and days of the week, which the browser names. */
  const isData = (text: string) =>
    /Ctrl|utm_|carla@|Carla|tulips|Canal|Morgenrot|Workshops|Blossom|Fjord|Kaffee|Museo|Ölmühle|English|Lettershop|^blossom\.example|^(?:[A-Z][a-z]{2} \d{1,2}, \d{4}|City|Plants|Birthday|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/.test(
      text,
    )

  test('a role sees the places it may go to, and a refusal is a sentence all the same', async () => {
    await world.db`update grants set role = 'Analyst' where person_id = (select id from people where address = ${world.jonas})`
    const analyst = await openConsole(browser, { url: world.url, locale: 'de' })
    await analyst.page.goto(`${world.url}/keys`)
    await signInByForm(analyst.page, world.jonas, personPassword)
    await analyst.page.getByText('Ihre Rolle erlaubt das nicht.').waitFor()
    const places = await analyst.page.getByRole('navigation').getByRole('link').allInnerTexts()
    assert.ok(places.includes('Kunden'))
    for (const hidden of ['Personen', 'API-Schlüssel', 'Relays', 'Konto']) assert.ok(!places.includes(hidden), hidden)
    await analyst.close()
  })
})
