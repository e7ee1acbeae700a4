/** A file whose columns are all known: no click for any of them, and no step that shows them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { isCertain } from '../../console/src/screens/imports/certainty.ts'
import type { Mapping } from '../../console/src/screens/imports/columns.ts'
import { accessibilityFlaws, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { callsOfCarla, openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

const column = (Header: string, Target: string, others: object = {}) => ({
  ...{ Part: 1, Column: 1, Header, Target, Values: 2 },
  Sample: ['one', 'two'],
  ...others,
})

function mappingOf(columns: readonly object[], others: object = {}): Mapping {
  const Columns = [column('E-Mail', 'Email'), ...columns].map((one, n) => ({ ...one, Column: n + 1 }))
  const Parts = [{ Part: 1, PartName: 'file.csv', State: '', HeaderRow: 1, FirstLines: [] }]
  return { Columns, Parts, Words: [{ Word: 'active', State: 'Active' }], ...others } as unknown as Mapping // the parts of it that are looked at
}

describe('columns of an import that need no person', () => {
  const names = [
    column('Vorname', 'Ignore', { Sample: ['Anna', ''] }),
    column('First and last name', 'Name', { Sample: ['Anna Berg', 'Ort'] }),
  ]
  const cases: readonly (readonly [what: string, Mapping, certain: boolean])[] = [
    ['usual names and fields of the list', mappingOf([column('Ort', 'Field', { Key: '[City]' })]), true],
    ['a column without values', mappingOf([column('note', 'Ignore', { Values: 0, Sample: ['', ''] })]), true],
    ['first names that are in the name', mappingOf(names), true],
    ['a state in words that are known', mappingOf([column('status', 'State', { Sample: ['Active', ''] })]), true],
    ['a state in another word', mappingOf([column('status', 'State', { Sample: ['Active', 'ja'] })]), false],
    ['a new field', mappingOf([column('Shoe size', 'NewField', { Key: 'Shoe size' })]), false],
    ['a column that is left out', mappingOf([column('note', 'Ignore')]), false],
    ['a recorded consent', mappingOf([column('Tracking consent', 'MeasuringConsent')]), false],
    ['a basis', mappingOf([column('Legal basis', 'Basis')]), false],
    ['no column of addresses', { ...mappingOf([]), Columns: [column('Name', 'Name')] } as unknown as Mapping, false],
    ['an encoding that was guessed', mappingOf([], { Encodings: [{ Encoding: 'koi8-r', Samples: [] }] }), false],
    ['a warning', mappingOf([], { WarningDetails: [{ Code: 'SheetsLeftOut', Text: '', About: [] }] }), false],
    ['a header below other lines', mappingOf([], { Parts: [{ Part: 1, State: '', HeaderRow: 3 }] }), false],
    ['a state by the name of the file', mappingOf([], { Parts: [{ Part: 1, State: 'Bounced', HeaderRow: 1 }] }), false],
    [
      'dates that can be read in two ways',
      mappingOf([column('born', 'Field', { Key: '[Born]', DataType: 'Date', DateOrders: ['dmy', 'mdy'] })]),
      false,
    ],
  ]
  for (const [what, mapping, certain] of cases) {
    test(`${what}: ${certain ? 'no column is shown' : 'the columns are shown'}`, () => {
      assert.equal(isCertain(mapping), certain)
    })
  }
})

/** Clicks that a person makes on the page, from now on; scripts and keys make no click that counts. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('noteClick', () => clicks++)
  await page.addInitScript(
    `addEventListener('click', event => { if (event.isTrusted && event.detail > 0) noteClick() }, true)`,
  )
  await page.reload()
  return async () => clicks
}

describe('an import of columns that are known', needs('chromium'), () => {
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
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const asCarla = callsOfCarla(() => world)
  const peopleAt = (domain: string) => world.db`
    select address, name, fields from subscribers where address like ${`%@${domain}`} order by address`

  async function giveFile(name: string, text: string) {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Choose another file' }).waitFor()
    await page.getByLabel('Where they agreed').fill('The form on our website')
    await page.getByLabel('When they agreed').fill('2021-03-01')
    await page.getByLabel('What they agreed to').fill('Yes, send me the letter')
  }

  test('a file of 8 columns in German goes in with 4 clicks and 3 fields, none of them for a column', async () => {
    // the list that a client's imports go to unless another one is chosen
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/imports/new`)
    const ListID = await page.getByLabel('List', { exact: true }).inputValue()
    for (const [FieldName, DataType] of [
      ['City', 'Text'],
      ['Postcode', 'Text'],
      ['Birthday', 'Date'],
      ['Customer number', 'Text'],
    ] as const) {
      if (ListID !== world.audience.workshops || !['City', 'Birthday'].includes(FieldName))
        await asCarla('List.CreateCustomField', { ListID, FieldName, DataType })
    }
    await page.goto(`${world.url}/clients/${world.clientIds[0]}`)
    await waitUntilSettled(page)
    const clicks = await countClicks(page)
    await waitUntilSettled(page)
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('link', { name: 'Import people' }).click()
    await giveFile(
      'kunden.csv',
      'E-Mail;Vorname;Nachname;Handynummer;Ort;PLZ;Geburtsdatum;Kundennummer\n' +
        'anna@bekannt.example;Anna;Berg;+49 151 1234567;Kiel;24103;24.07.1980;0042\n' +
        'bo@bekannt.example;Bo;Ort;;Ulm;89073;31.12.1999;0043\n',
    )
    await press('Read the file')
    await page.getByRole('heading', { name: 'Result of the rows' }).waitFor()
    assert.equal((await peopleAt('bekannt.example')).length, 0, 'nothing is written before the review')
    await press('Add 2 people')
    await page.getByText('2 people were added.').waitFor()
    assert.equal(await clicks(), 4)
    assert.deepEqual(
      (await peopleAt('bekannt.example')).map(row => ({ ...row })),
      [
        {
          address: 'anna@bekannt.example',
          name: 'Anna Berg',
          fields: { City: 'Kiel', Postcode: '24103', Birthday: '1980-07-24', Customernumber: '0042' },
        },
        {
          address: 'bo@bekannt.example',
          name: 'Bo Ort',
          fields: { City: 'Ulm', Postcode: '89073', Birthday: '1999-12-31', Customernumber: '0043' },
        },
      ],
    )
  })

  test('the review says what each column becomes, and its columns can be changed', async () => {
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/imports/new?list=${world.audience.workshops}`)
    await giveFile('ville.csv', 'Courriel,Prénom,Nom,Ville\nanna@connu.example,Anna,Berg,Lyon\n')
    await press('Read the file')
    await page.getByText('3 columns are imported').click()
    for (const [header, target] of [
      ['Courriel', 'Email address'],
      ['Prénom', 'Part of the name'],
      ['First and last name', 'Name'],
      ['Ville', 'City'],
    ] as const) {
      const fact = page.locator('dl > div').filter({ has: page.getByText(header, { exact: true }) })
      assert.equal(await fact.locator('dd').innerText(), target)
    }
    await waitUntilSettled(page)
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.getByRole('link', { name: 'Change the columns' }).click()
    await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
    const saved = page.waitForResponse(/Import\.SetMapping/)
    await page.getByLabel('Import Ville as').selectOption('Ignore')
    await saved
    // a change is the person's: the page does not go on by itself, also where it is loaded anew
    await page.reload()
    await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
    await press('Check all rows')
    await page.getByRole('button', { name: 'Add 1 person' }).waitFor()
  })

  test('one column that is not known shows all of them, and nothing is checked before a person asks for it', async () => {
    await page.goto(`${world.url}/clients/${world.clientIds[0]}/imports/new?list=${world.audience.workshops}`)
    await giveFile('shoes.csv', 'email,name,shoe\nanna@unknown.example,Anna,38\n')
    await press('Read the file')
    await page.getByText('1 column matches no field of the list.').waitFor()
    await waitUntilSettled(page)
    const [row] = await world.db`select state from imports order by id desc limit 1`
    assert.equal(row?.state, 'mapping')
  })
})
