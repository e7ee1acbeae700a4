/** Imports in the console: from a file to people of a list and back, and the days on which something goes wrong. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { personPassword } from '../harness/console.ts'
import { accessibilityFlaws, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { encodeText } from '../harness/encoded.ts'
import { zipOf } from '../harness/import-files.ts'
import { needs } from '../harness/needs.ts'
import { callsOfCarla, openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

const corpus = join(import.meta.dirname, '../corpora/imports/mailchimp')

describe('imports in the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  let opened: SignedInConsole
  let page: Page
  /** The import of a file that was refused. */
  let unreadable = ''
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
  const dialog = () => page.locator('dialog[open]')
  const press = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name, exact: true }).click()
  const heading = (name: string, on: Page = page) => on.getByRole('heading', { name, exact: true }).waitFor()
  const step = () => page.locator('[aria-current=step]').innerText()
  const statesOf = async (list: string) => {
    const rows = await world.db<{ address: string; state: string }[]>`
      select address, state from subscribers s join lists l on l.client_id = s.client_id and l.id = s.list_id
      where l.public_id = ${list} order by address`
    return Object.fromEntries(rows.map(({ address, state }) => [address, state]))
  }
  const choose = (name: string, content: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  async function say() {
    await page.getByLabel('Where they agreed').fill('The form on our website')
    await page.getByLabel('When they agreed').fill('2021-03-01')
    await page.getByLabel('What they agreed to').fill('Yes, send me the letter')
  }
  /** @returns its ImportID */
  async function begin(name: string, content: string | Buffer, list = world.audience.workshops) {
    await open(`${base()}/imports/new?list=${list}`)
    await choose(name, content)
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await say()
    await press('Read the file')
    await page.waitForURL(/imports\/[0-9a-f]{32}$/)
    return page.url().slice(-32)
  }
  const asCarla = callsOfCarla(() => world)
  const moveElsewhere = (operation: string, ImportID: string) =>
    asCarla(operation, { ClientID: world.clientIds[0], ImportID })

  test('a ZIP of Mailchimp goes in by the keyboard of its step, is reviewed, written and undone; each step stays when it is loaded anew', async () => {
    const before = await statesOf(world.audience.workshops)
    const files = await readdir(corpus)
    const parts = await Promise.all(files.map(async name => [name, await readFile(join(corpus, name))] as const))
    await open(`${base()}/lists/${world.audience.workshops}`)
    await page.getByRole('link', { name: 'Import people' }).click()
    await press('Read the file')
    assert.equal(await step(), '1\nFile')
    await choose('mailchimp.zip', await zipOf(Object.fromEntries(parts)))
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await say()
    await page.reload()
    await page.getByText('mailchimp.zip').waitFor()
    assert.equal(await page.getByLabel('What they agreed to').inputValue(), 'Yes, send me the letter')
    assert.equal(await page.getByLabel('List', { exact: true }).inputValue(), world.audience.workshops)
    await press('Read the file')
    await heading('Columns')
    await page.getByText('This is an export of Mailchimp.').waitFor()
    const email = page.getByLabel('Import Email Address as')
    assert.equal(await email.inputValue(), 'Email')
    assert.equal(await email.count(), 1, 'what four files have in common is asked once')
    const answered = page.waitForResponse(/Import\.SetMapping/)
    await page.getByLabel('Import MEMBER_RATING as').selectOption({ label: 'City' })
    await answered
    await page.getByText('Saved. You review').waitFor()
    // the fields come later than the mapping: what is chosen is not shown as left out until then
    let letThrough = () => {}
    const held = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await page.route(/List\.GetCustomFields/, async route => {
      await held
      await route.fallback()
    })
    await page.reload()
    await heading('Columns')
    assert.equal(await page.getByLabel('Import MEMBER_RATING as').inputValue(), 'Field:City')
    letThrough()
    await page.unroute(/List\.GetCustomFields/)
    await press('Check all rows')
    await heading('Result of the rows')
    assert.deepEqual(await statesOf(world.audience.workshops), before, 'nothing is written before')
    await page.getByRole('link', { name: /Duplicate address/ }).click()
    await page.waitForURL(/verdict=Duplicate/)
    await page
      .getByRole('row', { name: /both@reader.example/ })
      .getByText('Row 5 is used.')
      .waitFor()
    assert.equal(await page.locator('main tbody tr').count(), 1)
    await page.reload()
    await page.getByText('Row 5 is used.').waitFor()
    await press('Add 3 people')
    await page.getByText('3 people were added.').waitFor()
    assert.deepEqual(await statesOf(world.audience.workshops), {
      ...before,
      'anna@reader.example': 'Active',
      'both@reader.example': 'Unsubscribed',
      'gone@reader.example': 'Bounced',
    })
    await page.getByRole('link', { name: 'Make a segment of the people added' }).click()
    await page.getByRole('button', { name: /^Import that the person came with is .*mailchimp\.zip/ }).waitFor()
    assert.equal(await page.getByLabel('Name of the segment').inputValue(), 'mailchimp.zip')
    assert.equal(await page.getByLabel('People of').inputValue(), world.audience.workshops)
    const size = page.getByRole('region', { name: 'People in the segment' }).getByRole('status')
    await size.getByText('1 person').waitFor()
    await page.goBack()
    await press('Undo the import')
    await dialog().getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import was undone for 3 rows.').waitFor()
    const taken = ['anna@reader.example', 'both@reader.example', 'gone@reader.example']
    assert.deepEqual(await statesOf(world.audience.workshops), {
      ...before,
      ...Object.fromEntries(taken.map(address => [address, 'Deleted'])),
    })
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByRole('row', { name: /mailchimp.zip.*Workshops.*Undone/ }).waitFor()
  })

  test('a person whom it brought is found by a part of the name, proven and erased; the import keeps its counts alone', async () => {
    await open(`${base()}/contacts?by=Name&q=ber`)
    await page.getByRole('link', { name: 'anna@reader.example' }).click()
    await heading('anna@reader.example')
    await page
      .getByRole('row', { name: /^Workshops/ })
      .getByText('Deleted')
      .waitFor()
    await page.getByRole('link', { name: 'Proof', exact: true }).click()
    await page.getByText('Yes, send me the letter').first().waitFor()
    await page.getByText('The form on our website').first().waitFor()
    await page.goBack()
    await press('Erase')
    await dialog().getByLabel('Type the address to confirm').fill('anna@reader.example')
    await press('Erase permanently')
    await heading('Receipt of an erasure')
    await page.getByText('Erased', { exact: true }).waitFor()
    await open(`${base()}/contacts?by=Name&q=ber`)
    await page.getByText('No contacts found').waitFor()
    await open(`${base()}/imports`)
    await page.getByRole('link', { name: /mailchimp.zip/ }).click()
    await page.getByText('The import was undone for 3 rows.').waitFor()
    assert.equal((await world.db`select from import_rows r where r::text like '%anna@%'`).length, 0)
    assert.equal((await statesOf(world.audience.workshops))['anna@reader.example'], undefined)
  })

  test('a field is made in place, one target is of one column, words of states are asked, and a refused row says why', async () => {
    await begin(
      'people.csv',
      'mail,other,Shoe size,stand\n' +
        'a@new.example,a2@new.example,38,ja\n' +
        'b@new.example,b2@new.example,41,nein\n' +
        'amira@readers.example,,39,ja\n' +
        'no address,,40,ja\n' +
        'c@new.example,,42,vielleicht\n',
    )
    await heading('Columns')
    await page.getByLabel('Import other as').selectOption({ label: 'Email address' })
    await page.getByText('mail is skipped now').waitFor()
    await page.getByLabel('Import mail as').selectOption({ label: 'Email address' })
    await page.getByText('other is skipped now').waitFor()
    await page.getByLabel('Import Shoe size as').selectOption({ label: 'New field …' })
    assert.equal(await dialog().getByLabel('Name').inputValue(), 'Shoe size')
    assert.equal(await dialog().getByLabel('Type').inputValue(), 'Number')
    await press('Add the field')
    await dialog().waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Import Shoe size as').inputValue(), 'Field:Shoesize')
    await page.getByLabel('Import stand as').selectOption({ label: 'State, such as active' })
    await page.getByLabel('Meaning of ja').selectOption({ label: 'Active' })
    await page.getByLabel('Meaning of nein').selectOption({ label: 'Skip' })
    await press('Check all rows')
    await page.getByRole('button', { name: 'Add 1 and update 1 people' }).waitFor()
    await page.getByRole('link', { name: /Cannot be imported/ }).click()
    await page.getByText('Its state is an unknown word').waitFor()
    await page.getByText('This is not an email address.').waitFor()
    // back to the columns, and to the review anew
    await page.getByRole('link', { name: 'Change the columns' }).click()
    await page.getByLabel('Meaning of vielleicht').selectOption({ label: 'Unconfirmed' })
    await press('Check all rows')
    await press('Add 2 and update 1 people')
    await page.getByText('2 people were added, 1 was updated.').waitFor()
  })

  test('dates that can be read in two ways are asked for, and the answer is enough', async () => {
    await begin('dates.csv', 'email,joined\ndate@new.example,03/04/2020\n')
    await heading('Columns')
    await press('Check all rows')
    await page.getByText('Choose it here, then check the rows again.').waitFor()
    await page.getByLabel('Date format', { exact: true }).selectOption('dmy')
    await press('Check all rows')
    await press('Add 1 person')
    await page.getByText('1 person was added.').waitFor()
  })

  test('columns that match nothing become fields, a file is read in another encoding, and what is lost is asked once more', async () => {
    const names = encodeText('Анна Борис', 'koi8-r')
    const text = (line: string) => Buffer.from(line)
    const file = Buffer.concat([
      text('Spring readers\n\nemail;name;born;spent;note\nv1@values.example;'),
      names,
      text(';24/07/80;1.234;x\nv2@values.example;Bo;someday;7;y\n'),
    ])
    await begin('values.csv', file)
    await heading('Columns')
    await page.getByText('3 columns match no field of the list.').waitFor()
    assert.equal(await page.getByLabel('Import born as').inputValue(), 'New:Text')
    await waitUntilSettled(page)
    assert.deepEqual(await accessibilityFlaws(page), [])
    const letters = page.getByLabel('Character encoding')
    const koi = letters.locator('option', { hasText: 'koi8-r: Анна Борис' })
    await koi.waitFor({ state: 'attached' })
    await letters.selectOption('koi8-r')
    // it is read again
    await page.getByText('was read as').waitFor({ state: 'detached' })
    await heading('Columns')
    await page.locator('tbody').getByText('Анна Борис').first().waitFor()
    await press('Skip all 3 others')
    await page.getByText('3 columns match no field of the list.').waitFor({ state: 'detached' })
    await page.getByLabel('Import born as').selectOption({ label: 'New field: Date' })
    await page.getByText('The rows do not show it: choose.').waitFor()
    await page.getByLabel('Date format of born').selectOption('dmy2')
    await page.getByText('The rows do not show it: choose.').waitFor({ state: 'detached' })
    await press('Check all rows')
    await page.getByText('1 value of the file would be lost').waitFor()
    await page
      .getByRole('row', { name: /^\[born\] 1 not a date/ })
      .getByText('someday')
      .waitFor()
    await waitUntilSettled(page)
    assert.deepEqual(await accessibilityFlaws(page), [])
    await press('Add 2 people')
    await dialog().getByText('1 value of the file is lost.').waitFor()
    const rows = () =>
      world.db`select name, fields from subscribers where address like '%@values.example' order by address`
    assert.equal((await rows()).length, 0, 'it is asked first')
    await dialog().getByRole('button', { name: 'Add 2 people' }).click()
    await page.getByText('2 people were added.').waitFor()
    assert.deepEqual(
      (await rows()).map(row => ({ ...row })),
      [
        { name: 'Анна Борис', fields: { born: '1980-07-24' } },
        { name: 'Bo', fields: {} },
      ],
    )
  })

  test('what changed since an import stays when it is undone, and is listed on its page', async () => {
    const id = await begin(
      'fair.csv',
      'email,name\nstays@fair.example,Stays\nrenamed@fair.example,Renamed\nleaves@fair.example,Leaves\n',
    )
    await press('Add 3 people')
    await page.getByText('3 people were added.').waitFor()
    const ListID = world.audience.workshops
    await asCarla('Subscriber.Add', { ListID, Email: 'renamed@fair.example', Name: 'By hand' })
    await asCarla('Subscriber.Unsubscribe', { ListID, Email: 'leaves@fair.example' })
    await press('Undo the import')
    await dialog().getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import was undone for 1 row.').waitFor()
    const left = page.getByRole('link', { name: '2 members were skipped' })
    assert.equal(await page.getByRole('heading', { name: 'Skipped members' }).count(), 0)
    await left.click()
    await page.waitForURL(/undoing=LeftAlone/)
    const rows = [
      [/^2 renamed@fair.example/, 'Their name, number or a field changed.'],
      [/^3 leaves@fair.example/, 'Their state changed.'],
    ] as const
    // it stays when the page is loaded anew
    for (const again of [false, true]) {
      if (again) await page.reload()
      for (const [name, change] of rows) await page.getByRole('row', { name }).getByText(change).waitFor()
      assert.equal(await page.locator('main tbody tr').count(), rows.length)
    }
    await waitUntilSettled(page)
    assert.deepEqual(await accessibilityFlaws(page), [])
    // its rows are kept for some time only
    await world.db`delete from import_rows where import_id = (select id from imports where public_id = ${id})`
    await page.reload()
    await page.getByText('Their names are no longer stored.').waitFor()
  })

  test('an upload that breaks off is sent again, a row or a file that cannot be read has a sentence with the reason', async () => {
    await open(`${base()}/imports/new?list=${world.audience.workshops}`)
    await page.route('**/api/uploads?**', route => route.abort('connectionrefused'), { times: 1 })
    await choose('broken.csv', 'email\n"x@new.example')
    await page.getByText('The service does not answer.').waitFor()
    await press('Upload the file again')
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await say()
    await press('Read the file')
    await page.getByText('Nothing would change: no row adds or updates a person.').waitFor()
    await page
      .getByRole('row', { name: /^1 / })
      .getByText('This text contains characters that cannot be stored.')
      .waitFor()
    await press('Cancel the import')
    await page.getByText('The import was cancelled. Nothing was imported.').waitFor()
    unreadable = await begin('not-a.zip', Buffer.from('PK\u0003\u0004 this is no archive'))
    await page.getByText('The file was refused. Nothing was imported.').waitFor()
    await page.getByText('not-a.zip is not a readable ZIP file.').waitFor()
    // home names the client, and its overview leads to the import
    await open(world.url)
    await page
      .getByRole('row', { name: /^Blossom/ })
      .getByText('Import failed')
      .waitFor()
    await open(base())
    await page.getByRole('listitem').filter({ hasText: 'The import of not-a.zip failed.' }).getByRole('link').click()
    await page.getByText('The file was refused. Nothing was imported.').waitFor()
    await open(`${base()}/imports/new`)
    await choose('empty.csv', '')
    await page.getByText('This file is empty.').waitFor()
  })

  test('an import that another person cancelled shows it as soon as one goes on', async () => {
    const id = await begin('elsewhere.csv', 'email,shoe\nelse@new.example,38\n')
    await heading('Columns')
    await moveElsewhere('Import.Cancel', id)
    await press('Check all rows')
    await page.getByText('The import was cancelled. Nothing was imported.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Check all rows' }).count(), 0)
  })

  test('of two imports into one list the second one waits, and says for what', async () => {
    const id = await begin('first.csv', 'email\nfirst@new.example\n')
    await page.getByRole('button', { name: 'Add 1 person' }).waitFor()
    // as if another one was being written
    await begin('second.csv', 'email\nsecond@new.example\n')
    await page.getByRole('button', { name: 'Add 1 person' }).waitFor()
    await world.db`
      update imports set state = 'committing', claimed_until = now() + interval '1 hour' where public_id = ${id}`
    await press('Add 1 person')
    await page.getByText('Another import into this list is being written or undone.').waitFor()
    await open(`${base()}/imports/${id}`)
    await page.getByText('0 of 1 rows').waitFor()
    assert.equal(await step(), '4\nImport')
    await world.db`
      update imports set state = 'committing', claimed_until = '-infinity' where public_id = ${id}`
    await world.db`select pg_notify('imports_wait', '')`
    // the page follows
    await page.getByText('1 person was added.').waitFor()
  })

  test('the first large import of a client is committed by who has rights on the whole account; others see whom to ask', async () => {
    const id = await begin('many.csv', 'email\nlarge@new.example\n')
    await page.getByRole('button', { name: 'Add 1 person' }).waitFor()
    await world.db`update imports set rows = 10001 where public_id = ${id}`
    await world.db`
      update grants set role = 'Manager', client_id = (select id from clients where public_id = ${world.clientIds[0]!})
      where person_id = (select id from people where address = ${world.jonas})`
    const other = await openConsole(browser, { url: world.url })
    await other.page.goto(`${base()}/imports/${id}`)
    await signInByForm(other.page, world.jonas, personPassword)
    // his language is German
    await other.page.getByText('Den ersten großen Import eines Kunden').waitFor()
    assert.equal(await other.page.getByRole('button', { name: /hinzufügen/ }).count(), 0)
    await other.page.goto(`${base()}/imports/${unreadable}`)
    await other.page.getByText('not-a.zip ist keine lesbare ZIP-Datei.').waitFor()
    await other.close()
    await page.reload()
    await press('Add 1 person')
    await page.getByText('1 person was added.').waitFor()
  })
})
