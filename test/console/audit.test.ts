/** The audit log and events in the browser: sentences with names, folds that open, filters in the address, machine names behind Details. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('the audit log in sentences', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let opened: SignedInConsole
  let page: Page
  let museo = ''
  let list = ''

  before(async () => {
    opened = await openSignedInConsole()
    ;({ world, browser, page } = opened)
    museo = world.clientIds[3] ?? ''
    const created = await world.call('List.Create', {
      ...{ ClientID: museo, Title: strange, UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
    })
    list = created.value as string
    for (let n = 0; n < 12; n++)
      await world.call('Subscriber.Add', { ListID: list, Email: `flower${n}@readers.example`, Name: 'Flora' })
    await world.call('Subscriber.Add', { ListID: list, Email: 'no address', Name: '' })
    for (let n = 0; n < 14; n++) await world.call('Subscribers.GetActive', { ListID: list, Date: '2020-01-01' })
  })
  after(async () => {
    assert.ok(browser)
    await opened?.close()
  })

  /** Right to left, with a script that must not run. */
  const strange = 'فل الربيع <script>document.title = "run"</script>'

  async function open(path: string) {
    await page.goto(world.url + path)
    await waitUntilSettled(page)
  }
  const line = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
  const search = () => new URL(page.url()).searchParams

  test('additions and reads of a day are one line each, with who, what and how often', async () => {
    await open(`/audit?client=${museo}`)
    await line(`added 12 subscribers to ${strange}`).waitFor()
    await line(`viewed the active subscribers of ${strange} 14 times`).waitFor()
    await line(`created the list ${strange}`).waitFor()
    assert.notEqual(await page.title(), 'run')
  })

  test('a refused call is said to have changed nothing', async () => {
    await line('Nothing was changed: This is not an email address.').waitFor()
  })

  test('names of operations and identifiers are behind Details, which opens by keyboard', async () => {
    const created = line(`created the list ${strange}`)
    const details = created.locator('details').last()
    assert.equal(await created.getByText('List.Create').isVisible(), false)
    await details.locator('summary').focus()
    await page.keyboard.press('Enter')
    await created.getByText('List.Create').waitFor()
    assert.match(await details.innerText(), new RegExp(`ListID ${list}`))
  })

  test('a fold opens into its moments', async () => {
    const reads = line('14 times')
    await reads.getByText('Show all 14').click()
    await reads.locator('ol li').nth(13).waitFor()
    assert.equal(await reads.locator('ol li').count(), 14)
  })

  test('the list leads to its page; a deleted one is said to be deleted and leads nowhere', async () => {
    const link = line(`created the list ${strange}`).getByRole('link', { name: strange })
    assert.match((await link.getAttribute('href')) ?? '', new RegExp(`/clients/${museo}/lists/${list}$`))
    await world.call('List.Delete', { ListID: list })
    await page.reload()
    const created = line(`created the list ${strange} (deleted)`)
    await created.waitFor()
    assert.equal(await created.getByRole('link', { name: strange }).count(), 0)
    await world.call('Deleted.Restore', { Kind: 'List', ID: list })
    await page.reload()
    const restored = line(`restored the list ${strange}`)
    await restored.waitFor()
    assert.equal(await restored.getByRole('link', { name: strange }).count(), 1)
  })

  test('what entries are about is found by name among more campaigns than are listed', async () => {
    await world.db`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state)
      select c.id, 'Autumn ' || n, 's', 'f', 'f@x.example', 'f@x.example', '', '', 'draft'
      from clients c cross join generate_series(1, 130) n where c.public_id = ${museo}`
    await open(`/audit?client=${museo}`)
    const about = page.getByLabel('About')
    const options = () => about.locator('option').allInnerTexts()
    await page.getByLabel('Find a campaign').fill('autumn 7')
    const wanted = ['Autumn 7', ...Array.from({ length: 10 }, (_, n) => `Autumn ${70 + n}`)]
    await until(
      async () =>
        (await options())
          .filter(name => name.startsWith('Autumn'))
          .toSorted()
          .join() === wanted.toSorted().join(),
      'the campaigns with these words',
    )
    await about.selectOption({ label: 'Autumn 7' })
    await page.waitForURL(url => url.searchParams.has('about'))
    await page.getByLabel('Find a campaign').fill('')
    await until(async () => (await options()).length > 100, 'the latest campaigns')
    assert.equal(await about.locator('option:checked').innerText(), 'Autumn 7')
    await world.db`delete from campaigns where name like 'Autumn %' and client_id = (select id from clients where public_id = ${museo})`
  })

  test('entries are filtered by person, subject and day, each in the address', async () => {
    await open(`/audit?client=${museo}`)
    await page.getByLabel('About').selectOption({ label: strange })
    await page.waitForURL(url => url.searchParams.get('about') === list)
    await line(`created the list ${strange}`).waitFor()
    await page.getByLabel('Person or API key').selectOption({ index: 1 })
    await page.waitForURL(url => url.searchParams.has('actor'))
    await page.getByLabel('Until').fill('2001-01-01')
    await page.getByText('No matching entries').waitFor()
    assert.equal(search().get('until'), '2001-01-01')
  })

  test('commands of the operator, unknown names and unknown keys are shown as such', async () => {
    await world.db`
      insert into audit_log (account_id, client_id, actor_kind, actor_id, actor_name, means, wire, operation, subject, outcome, request_id, remote)
      select account_id, id, kind, 0, name, means, '', operation, '', outcome, '', ''
      from clients cross join (values ('system', 'operator', 'system', 'lettershop hold', ''),
        ('none', '', 'password', 'Session.SignIn', 'InvalidLogin'), ('key', 'key Gone', 'key', 'List.Update', '')
      ) as made (kind, name, means, operation, outcome) where public_id = ${museo}`
    await open(`/audit?client=${museo}`)
    await line('The operator put sending on hold on the command line').waitFor()
    await line('Someone unknown signed in').waitFor()
    await line('The API key Gone changed the settings of (unknown name)').waitFor()
  })

  test('events are sentences with links to the contact and the list, and are filtered by address and kind', async () => {
    await open(`/clients/${museo}/events`)
    const subscribed = line(`flower3@readers.example subscribed to ${strange}`)
    await subscribed.waitFor()
    assert.equal(await subscribed.getByText('subscriber.subscribed').isVisible(), false)
    await page.getByLabel('Email address').fill('flower3@readers.example')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.searchParams.get('contact') === 'flower3@readers.example')
    await line('flower4@readers.example').waitFor({ state: 'detached' })
    await subscribed.waitFor()
    await page.getByLabel('Kind').selectOption({ label: 'Campaigns' })
    await page.getByText('No matching events').waitFor()
  })
})
