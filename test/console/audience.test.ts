/** A client's home, its lists, subscribers and suppressions, as a person works with them. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { personPassword } from '../harness/console.ts'
import { openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { callsOfCarla, openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

/** More than is put into the page at once. */
const longList = 270

describe("a client's audience", needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, browser, page } = opened)
  })
  after(async () => {
    await opened?.close()
  })
  const base = () => `${world.url}/clients/${world.clientIds[0]}`
  const open = async (address: string) => {
    await page.goto(address)
    await waitUntilSettled(page)
  }
  const asCarla = callsOfCarla(() => world)
  const dialog = () => page.locator('dialog[open]')
  const drawer = () => page.locator('[role=dialog]:not(dialog)[aria-labelledby]')
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const addresses = () => page.locator('main tbody tr td:nth-child(2) a').allInnerTexts()
  const stateOf = async (email: string) => {
    const [row] = await world.db<{ state: string }[]>`
      select state from subscribers s join lists l on l.client_id = s.client_id and l.id = s.list_id
      where address = ${email} and l.public_id = ${world.audience.workshops}`
    return row?.state
  }

  test('a new client teaches what comes first, and its first list is made there', async () => {
    await open(`${world.url}/clients/${world.clientIds[2]}`)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await press('New list')
    await page.getByLabel('Name of the list').fill('<img src=x onerror=alert(1)> & Söhne')
    await press('Create the list')
    await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)> & Söhne' }).waitFor()
    assert.equal(await page.locator('img[src=x]').count(), 0)
    await page.getByText('The chart starts tomorrow').waitFor()
  })

  test('the home of a client shows campaigns, growth of one list by address, standing and events', async () => {
    await open(base())
    await page.getByRole('link', { name: 'Last bulbs' }).waitFor()
    await page.getByText(/active subscribers, \+\d+ since/).waitFor()
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Garden letter' })
    await page.waitForURL(/list=/)
    await page.getByText('The chart starts tomorrow').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'hiroko@readers.example subscribed to' }).waitFor()
    // there is a list, and no campaign was sent yet
    await page.getByRole('img', { name: 'Done' }).first().waitFor()
  })

  test('a list that cannot be made says why, and keeps what was typed', async () => {
    await open(`${base()}/lists`)
    await press('New list')
    await page.getByLabel('Name of the list').fill('Workshops')
    await press('Create the list')
    await dialog().getByText('Another list of this client has this name.').waitFor()
    assert.equal(await page.getByLabel('Name of the list').inputValue(), 'Workshops')
    await page.keyboard.press('Escape')
    assert.equal(await dialog().count(), 0)
  })

  test('the parts of a list are addresses; a field is made, and deleted after a question', async () => {
    await open(`${base()}/lists/${world.audience.workshops}`)
    await page.getByRole('link', { name: 'Custom fields' }).click()
    await page.waitForURL(/tab=fields/)
    await press('New field')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Shoe size')
    await page.getByLabel('Type').selectOption('Number')
    await press('Add the field')
    await page.getByText('[Shoesize]').waitFor()
    await press('Delete Shoe size')
    await page.keyboard.press('Escape')
    await page.getByText('[Shoesize]').waitFor()
    await press('Delete Shoe size')
    await press('Delete the field and its values')
    await page.getByText('[Shoesize]').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: 'Joined and left by period' }).waitFor()
  })

  test('a segment of a list is counted; its deletion is undone with the same rules', async () => {
    await open(`${base()}/lists/${world.audience.workshops}?tab=segments`)
    const row = page.getByRole('row', { name: /Readers in Oslo/ })
    await row.getByText('2 people').waitFor()
    await press('Delete Readers in Oslo')
    await row.waitFor({ state: 'detached' })
    await press('Undo')
    await row.getByText('2 people').waitFor()
    await page.getByRole('link', { name: 'Readers in Oslo' }).click()
    await page.getByRole('button', { name: 'City is “Oslo”' }).waitFor()
    await page.getByRole('button', { name: 'Name is known' }).waitFor()
  })

  test('a subscriber is added with fields and consent; the table of all lists shows each person once', async () => {
    await open(`${base()}/subscribers`)
    assert.equal((await addresses()).length, 9)
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await press('Add a subscriber')
    await page.getByLabel('Email address').fill('press@paper.example')
    await press('Add')
    await dialog().getByText('This address is on the suppression list and cannot be mailed.').waitFor()
    await page.getByLabel('Email address').fill('Zoe@Readers.example')
    await dialog().getByLabel('Name').fill('Zoë')
    await page.getByLabel('City').fill('Bergen')
    await page.getByLabel('Roses').check()
    await page.getByLabel('Tracking of opens and clicks').selectOption('Denied')
    await press('Add')
    await page.getByText('Zoe@Readers.example is on the list.').waitFor()
    await page.getByRole('link', { name: 'Zoe@readers.example' }).click()
    await drawer().getByText('Bergen').waitFor()
    await drawer().getByText('Declined tracking of opens and clicks').waitFor()
    const proof = drawer()
      .getByText(/in the console · by Carla Weber/)
      .first()
    await proof.waitFor()
    assert.equal(await proof.getByText(/^from /).isVisible(), false)
    await proof.getByText('Details').click()
    await proof.getByText(/^from .* \(JSON\)$/).waitFor()
    const consent = drawer().getByRole('region', { name: 'Consent' })
    await consent.getByText('Declined', { exact: true }).waitFor()
    await consent.getByText('Not asked').first().waitFor()
  })

  test('an answer is recorded with its proof, and the basis with its end', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await page.getByRole('link', { name: 'bo.lindqvist@readers.example' }).click()
    const consent = drawer().getByRole('region', { name: 'Consent' }).locator('dd')
    await press('Record an answer')
    await dialog().getByLabel('Answer', { exact: true }).selectOption('Granted')
    await dialog().getByLabel('The words they were shown').fill('May we see what you open?')
    await dialog().getByLabel('Where they answered').fill('Phone call')
    await dialog().getByLabel('When they answered').fill('2020-02-29')
    await dialog().getByRole('button', { name: 'Record', exact: true }).click()
    await consent.getByText('May we see what you open?').waitFor()
    await consent.getByText('Agreed', { exact: true }).waitFor()
    await drawer().getByText('Agreed to tracking of opens and clicks').waitFor()
    await press('Record an answer')
    await dialog().getByLabel('Purpose').selectOption('Hygiene')
    await dialog().getByText('The list does not ask for this purpose, so only a refusal can be recorded.').waitFor()
    await dialog().getByLabel('Answer', { exact: true }).selectOption('Denied')
    await dialog().getByRole('button', { name: 'Record', exact: true }).click()
    await consent.getByText('Declined', { exact: true }).waitFor()
    await press('Change the basis')
    await dialog().getByLabel('Mailed because of').selectOption('Implied')
    await dialog().getByLabel('Last day').fill('2030-01-31')
    await press('Save')
    await consent.getByText('Implied consent').waitFor()
  })

  test('a contact is changed and unsubscribed at the side of the table, and comes back by Undo', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await page.getByRole('link', { name: 'bo.lindqvist@readers.example' }).click()
    await press('Change name and fields')
    await dialog().getByLabel('City').fill('Lund')
    await press('Save')
    await drawer().getByText('Lund').waitFor()
    assert.equal(await dialog().count(), 0)
    await press('Unsubscribe')
    await drawer().getByText('Unsubscribed').first().waitFor()
    assert.equal(await stateOf('bo.lindqvist@readers.example'), 'Unsubscribed')
    await press('Undo')
    await drawer().getByText('Added again').waitFor()
    assert.equal(await stateOf('bo.lindqvist@readers.example'), 'Active')
    await drawer().getByText('Lund').waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await drawer().count(), 0)
    assert.ok(!page.url().includes('subscriber='))
    await page.goBack()
    await drawer().getByText('Added again').waitFor()
  })

  test('filters stand in the address, / leads to the search, and Back takes them back', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await page.getByLabel('State').selectOption('Unsubscribed')
    await page.waitForURL(/state=Unsubscribed/)
    await page.getByRole('link', { name: 'amira@readers.example' }).waitFor({ state: 'detached' })
    assert.deepEqual(await addresses(), ['claire@lecteurs.example'])
    await page.goBack()
    await page.getByRole('link', { name: 'amira@readers.example' }).waitFor()
    await page.locator('h1').click()
    await page.keyboard.press('/')
    await page.keyboard.type('EVA@')
    await page.waitForURL(/q=EVA/)
    await page.getByRole('link', { name: 'amira@readers.example' }).waitFor({ state: 'detached' })
    assert.deepEqual(await addresses(), ['eva@leser.example'])
    assert.equal(await page.getByLabel('Joined from').isDisabled(), true)
    await page.reload()
    await page.getByRole('link', { name: 'eva@leser.example' }).waitFor()
    assert.deepEqual(await addresses(), ['eva@leser.example'])
    await page.keyboard.press('/')
    await page.keyboard.type('nobody')
    await page.getByText('No contacts found').waitFor()
    await press('Reset the filters')
    await page.getByRole('link', { name: 'amira@readers.example' }).waitFor()
    assert.ok(!page.url().includes('q='))
  })

  test('a column is chosen once and stays', async () => {
    await open(`${base()}/subscribers?list=${world.audience.workshops}`)
    await press('Columns')
    await dialog().getByLabel('City').check()
    await dialog().getByLabel('Name').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'Kiel' }).waitFor()
    await page.reload()
    await page.getByRole('cell', { name: 'Kiel' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Name' }).count(), 0)
  })

  test('a long list is read page by page, and what is far from the window is not in the page', async () => {
    const { nightList } = world.audience
    await world.db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select l.client_id, l.id, a.address, a.address, 'Reader ' || a.n, 'Active', now(), now() - a.n * interval '1 minute'
      from lists l, lateral (
        select n, 'reader' || lpad(n::text, 4, '0') || '@long.example' as address from generate_series(1, ${longList}) as n
      ) a
      where l.public_id = ${nightList}`
    await world.db`
      update list_totals set active = active + ${longList}
      where list_id = (select id from lists where public_id = ${nightList})`
    await open(`${base()}/subscribers?list=${nightList}&order=address`)
    // who joins meanwhile must not break off the reading of the next page
    await page.getByText('· 50 shown').waitFor()
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/api/json/Subscriber.List', route => released.then(() => route.continue()), { times: 1 })
    const listsLoaded = page.waitForResponse('**/api/json/Client.GetLists')
    await press('Show more')
    await world.call('Subscriber.Add', { ListID: world.audience.workshops, Email: 'late@readers.example', Name: '' })
    await listsLoaded
    release()
    for (const count of [100, 150, 200, 250]) {
      await page.getByText(`· ${count} shown`).waitFor()
      await press('Show more')
    }
    await page.getByText(`${longList} contacts`, { exact: true }).waitFor()
    assert.ok((await page.locator('main tbody tr').count()) < 150)
    const last = page.getByRole('link', { name: `reader0${longList}@long.example` })
    // what comes in by the live stream may break off one scroll
    await until(async () => {
      await page.keyboard.press('End')
      await waitUntilSettled(page)
      return last.isVisible()
    }, 'the last row is shown')
    await waitUntilSettled(opened.shown.page)
    await page.keyboard.press('Home')
    await waitUntilSettled(opened.shown.page)
    await page.getByRole('link', { name: 'reader0001@long.example' }).click()
    await press('Unsubscribe')
    await page
      .getByRole('row', { name: /reader0001@/ })
      .getByText('Unsubscribed')
      .waitFor()
    await page.getByText(`${longList} contacts`, { exact: true }).waitFor()
    // on this list an address comes back only by a new confirmation
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  })

  test('addresses are suppressed, what is no address is said, and lifting asks first', async () => {
    await open(`${base()}/suppression`)
    await press('Add entries')
    const entries = page.getByRole('textbox', { name: 'Addresses, domains and hashes' })
    const hash = '0bc83cb571cd1c50ba6f3e8a78ef1346'
    await entries.fill(`one@new.example, no address\ntwo@new.example @spam.example\n${hash}`)
    await press('Add')
    await dialog().getByText('2 lines are not entries and were skipped.').waitFor()
    assert.equal(await entries.inputValue(), 'no\naddress')
    await page.keyboard.press('Escape')
    await page.getByText('one@new.example').waitFor()
    await page.getByLabel('Kind').selectOption({ label: 'Domains and hashes' })
    await page.waitForURL(/kind=rules/)
    await page.getByText('one@new.example').waitFor({ state: 'detached' })
    assert.deepEqual(await page.locator('main tbody tr td:first-child').allInnerTexts(), [
      `@md5:${hash}`,
      '@rival.example',
      '@spam.example',
    ])
    await page.getByLabel('Kind').selectOption({ label: 'MD5' })
    await page.getByText('@spam.example').waitFor({ state: 'detached' })
    await page.getByLabel('Kind').selectOption({ label: 'All entries' })
    await page.getByText('one@new.example').waitFor()
    // of a file the first column counts, and what is there already is not counted twice
    await press('Add entries')
    await page.locator('dialog[open] input[type=file]').setInputFiles({
      name: 'partner.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email;since\n"three@new.example";2020\n\none@new.example;2021\n'),
    })
    await press('Add')
    await dialog().getByText('1 were added, 1 already existed.').waitFor()
    await dialog().getByText('Line 1: email').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('three@new.example').waitFor()
    await page.getByLabel('Reason').selectOption('Complained')
    await page.waitForURL(/reason=Complained/)
    await page.getByText('one@new.example').waitFor({ state: 'detached' })
    await press('Remove the suppression of angry@readers.example')
    await dialog().getByText('This person reported a mail as spam.').waitFor()
    await page.keyboard.press('Escape')
    const isSuppressed = () => world.db`select from suppressions where address = 'angry@readers.example'`
    assert.equal((await isSuppressed()).length, 1)
    await press('Remove the suppression of angry@readers.example')
    await press('Remove the suppression')
    await page.getByText('No matching addresses').waitFor()
    assert.equal((await isSuppressed()).length, 0)
  })

  test('entries hold for a client, a list or the account, and lifting one says which still stand', async () => {
    const { workshops } = world.audience
    await open(`${base()}/lists/${workshops}`)
    await page.getByRole('link', { name: 'Addresses that get no mail of this list' }).click()
    await page.waitForURL(new RegExp(`suppression\\?scope=${workshops}`))
    const shown = () => page.locator('main tbody tr td:first-child').allInnerTexts()
    await page.getByText('@rival.example').waitFor()
    assert.deepEqual(await shown(), ['@rival.example', 'teacher@workshop.example'])
    // what is added is of the list that is shown, unless another is chosen
    await press('Add entries')
    await page.getByRole('textbox', { name: 'Addresses, domains and hashes' }).fill('both@new.example')
    assert.equal(await dialog().getByLabel('Applies to').inputValue(), workshops)
    await press('Add')
    await page.locator('main').getByText('both@new.example').waitFor()
    await press('Add entries')
    await page.getByRole('textbox', { name: 'Addresses, domains and hashes' }).fill('both@new.example')
    await dialog().getByLabel('Applies to').selectOption({ label: 'All lists of the client' })
    await press('Add')
    await dialog().waitFor({ state: 'detached' })
    await page.getByLabel('Applies to').selectOption({ label: 'Client and lists' })
    await page.waitForURL(address => !address.search.includes('scope'))
    const both = page.getByRole('row', { name: /^both@new.example/ })
    await until(async () => (await both.count()) === 2, 'both entries are shown')
    assert.deepEqual((await Promise.all((await both.all()).map(row => row.locator('td').nth(1).innerText()))).sort(), [
      'All lists of the client',
      'Workshops',
    ])
    await both.filter({ hasText: 'All lists of the client' }).getByRole('button').click()
    await press('Remove the suppression')
    await dialog().getByText('both@new.example, Workshops: Added manually').waitFor()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await until(async () => (await both.count()) === 1, 'one entry is left')
    await page.getByRole('link', { name: 'both@new.example' }).click()
    await page.getByText('No mail of the list Workshops is sent to this address').waitFor()
    await press('Remove the suppression of both@new.example on Workshops')
    await press('Remove the suppression')
    await page.getByText('No mail of the list').waitFor({ state: 'detached' })
    // of the account, for every client
    await open(`${world.url}/suppression`)
    await press('Add entries')
    assert.equal(await dialog().getByLabel('Applies to').count(), 0)
    await page.getByRole('textbox', { name: 'Addresses, domains and hashes' }).fill('press@paper.example')
    await press('Add')
    await page.locator('main').getByText('press@paper.example').waitFor()
    await page.getByLabel('Kind').selectOption({ label: 'Domains and hashes' })
    await page.getByText('press@paper.example').waitFor({ state: 'detached' })
    await page.getByText('lawyer@court.example').waitFor({ state: 'detached' })
    assert.deepEqual(await shown(), ['@competitor.example'])
    await open(`${base()}/contact?address=press%40paper.example`)
    await page.getByText('which applies to all its clients').waitFor()
    await page
      .getByRole('button', { name: /^Remove the suppression of press/ })
      .first()
      .click()
    await press('Remove the suppression')
    await page.getByText('which applies to all its clients').waitFor({ state: 'detached' })
    await page.getByText('No mail of this client is sent to this address').waitFor()
    assert.equal((await world.db`select from account_suppressions where address = 'press@paper.example'`).length, 0)
  })

  test('the keyed hash of an erased contact is shown as such, and cannot be lifted', async () => {
    const ClientID = world.clientIds[0]
    await asCarla('Erasure.Create', { ClientID, Email: 'quiet@readers.example' })
    await open(`${base()}/suppression`)
    const row = page.getByRole('row', { name: /^Erased contact/ })
    await row.waitFor()
    assert.equal(await row.getByRole('button').count(), 0)
    assert.equal(await page.getByText('quiet@').count(), 0)
    await open(`${base()}/contact?address=quiet%40readers.example`)
    await page.getByText('The contact was erased and is never mailed again.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
  })

  test('the suppression list becomes a file in the format that is chosen, and is downloaded', async () => {
    await open(`${base()}/suppression`)
    await press('Export')
    await dialog().getByRole('radio', { name: 'CSV for programs' }).check()
    await press('Create the file')
    await dialog().getByText('The file is ready').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download')])
    assert.match(download.suggestedFilename(), /^suppression-list-[\d-]+\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const [{ count } = { count: 0 }] = await world.db<{ count: number }[]>`
      select count(*)::integer as count from suppressions s join clients c on c.id = s.client_id
      where c.public_id = ${world.clientIds[0]!}`
    assert.equal(text.trimEnd().split('\r\n').length, 1 + count)
    assert.match(text, /^EmailAddress,Reason/)
    await dialog().getByRole('link', { name: 'All exports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
    await page.locator('main').getByText('Carla Weber', { exact: true }).first().waitFor()
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download suppression-list/ }).click()
    assert.equal(await readFile(await (await again).path(), 'utf8'), text)
    await page.getByRole('button', { name: /^Delete suppression-list/ }).click()
    await page.getByText('No exports').waitFor()
    assert.equal((await world.db`select from exports where expires_at > now()`).length, 0)
  })

  test('a segment and the history of a list become files of their own', async () => {
    const list = `${base()}/lists/${world.audience.workshops}`
    await open(`${list}?tab=segments`)
    await press('Export Readers in Oslo')
    await press('Create the file')
    await dialog().getByText('The file is ready').waitFor()
    await page.keyboard.press('Escape')
    await press('Export')
    await dialog().getByRole('radio', { name: 'History' }).check()
    await press('Create the file')
    await dialog().getByText('The file is ready').waitFor()
    await page.keyboard.press('Escape')
    const made = await world.db<{ kind: string; about: { segment?: string | null } }[]>`
      select kind, about from exports order by id desc limit 2`
    assert.deepEqual(
      made.map(({ kind, about }) => [kind, about.segment]),
      [
        ['history', undefined],
        ['subscribers', 'Readers in Oslo'],
      ],
    )
  })

  test('a list is deleted at once, and comes back with its subscribers by Undo', async () => {
    await open(`${base()}/lists/${world.audience.workshops}?tab=settings`)
    await page.getByLabel('Name of the list').fill('Workshops and walks')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Workshops and walks' }).waitFor()
    await press('Delete the list')
    await page.waitForURL(/\/lists$/)
    await page.getByRole('link', { name: 'Garden letter' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Workshops and walks' }).count(), 0)
    await press('Undo')
    await page.getByRole('link', { name: 'Workshops and walks' }).waitFor()
    assert.equal(await stateOf('amira@readers.example'), 'Active')
  })

  test('a role without the rights sees no buttons, and no numbers that it may not see', async () => {
    await world.db`update grants set role = 'Designer' where person_id = (select id from people where address = ${world.jonas})`
    const designer = await openConsole(browser, { url: world.url })
    await designer.page.goto(`${base()}/lists`)
    await signInByForm(designer.page, world.jonas, personPassword)
    await designer.page.getByRole('link', { name: 'Garden letter' }).waitFor()
    assert.equal(await designer.page.getByRole('button', { name: 'Neue Liste' }).count(), 0)
    assert.deepEqual(await designer.page.getByRole('columnheader').allInnerTexts(), ['Liste'])
    await designer.page.goto(`${base()}/subscribers`)
    await designer.page.getByText('Ihre Rolle erlaubt das nicht.').first().waitFor()
    await designer.close()
  })
})
