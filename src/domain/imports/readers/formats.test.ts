import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { bookOf, cellsOf, openFile, zipOf } from '../../../../test/harness/import-files.ts'
import { profileColumns, readColumns } from '../cell-readings.ts'
import { guessMapping } from '../guessing.ts'
import { definitionsWith } from '../mapping.ts'
import { rowReader } from '../rows.ts'
import type { ImportSource } from '../source.ts'

const corpus = new URL('../../../../test/corpora/imports/', import.meta.url)
const example = (name: string) => readFileSync(new URL(name, corpus))
const mailchimp = () =>
  Object.fromEntries(readdirSync(new URL('mailchimp/', corpus)).map(name => [name, example(`mailchimp/${name}`)]))

/** What each row asks for once the guessed mapping has read it: address, state, name and date of joining. */
async function asked(source: ImportSource) {
  const mapping = guessMapping(source, [], false)
  const rows: unknown[] = []
  const found = await profileColumns(source)
  const readings = await readColumns(source, { mapping, fields: definitionsWith(mapping, []), known: found })
  const reading = { readings, headers: source.parts.map(({ header }) => header) }
  for (const part of source.parts.keys()) {
    const read = rowReader({ ...reading, mapping, fields: definitionsWith(mapping, []), timeZone: 'UTC', asks }, part)
    for (const cells of await cellsOf(source, part)) {
      const { email, wanted, name, joinedAt } = read({ number: 1, cells })
      rows.push([email, wanted, name ?? '', joinedAt?.slice(0, 10) ?? ''])
    }
  }
  return rows
}

/** What the list asks consent for. */
const asks = { personalising: false, hygiene: false }

describe('exports of other programs', () => {
  const files: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
    [
      'listmonk.csv',
      'listmonk',
      [
        ['anna@reader.example', 'Unconfirmed', 'Anna', '2021-03-04'],
        ['block@reader.example', 'Suppressed', 'Bo', '2021-03-04'],
      ],
    ],
    [
      'brevo.csv',
      'Brevo',
      [
        ['anna@reader.example', 'Active', 'Anna Berg', '2021-03-04'],
        ['block@reader.example', 'Suppressed', 'Bo Ort', '2021-03-05'],
      ],
    ],
    [
      'sendy.csv',
      'Sendy',
      [
        ['anna@reader.example', 'Active', 'Anna', '2021-03-04'],
        ['left@reader.example', 'Unsubscribed', 'Bo', '2021-03-04'],
        ['angry@reader.example', 'Suppressed', 'Ce', '2021-03-04'],
        ['odd@reader.example', 'Skip', 'Di', '2021-03-04'],
      ],
    ],
    [
      'campaign-monitor.csv',
      'Campaign Monitor',
      [
        ['anna@reader.example', 'Active', 'Anna', '2021-03-04'],
        ['del@reader.example', 'Unsubscribed', 'Dee', '2021-03-04'],
      ],
    ],
    [
      'activecampaign.csv',
      'ActiveCampaign',
      [
        ['anna@reader.example', 'Active', 'Anna Berg', '2021-03-04'],
        ['left@reader.example', 'Unsubscribed', 'Lea', '2021-03-04'],
      ],
    ],
    [
      'kit.csv',
      'Kit',
      [
        ['anna@reader.example', 'Active', 'Anna', '2021-03-04'],
        ['never@reader.example', 'Unconfirmed', 'Ina', '2021-03-04'],
        ['angry@reader.example', 'Suppressed', 'Cem', '2021-03-04'],
      ],
    ],
    [
      'constant-contact.csv',
      'Constant Contact',
      [
        ['anna@reader.example', 'Active', 'Anna Berg', ''],
        ['left@reader.example', 'Unsubscribed', 'Lea', ''],
        ['hold@reader.example', 'Skip', 'Hal', ''],
      ],
    ],
  ]
  for (const [file, format, rows] of files) {
    test(`${format} is recognised, and its states and dates are read`, async () => {
      const source = await openFile(example(file), file)
      assert.equal(source.format, format)
      assert.deepEqual(await asked(source), rows)
    })

    test(`a state that ${format} does not define is never Active`, async () => {
      const text = example(file)
        .toString()
        .replaceAll(/\b(?:active|enabled|No)\b/gi, 'wobbly')
        .replace('0,0,0,1', '0,0,0,9')
      for (const [, state] of (await asked(await openFile(text, file))) as string[][]) assert.notEqual(state, 'Active')
    })
  }

  test('an export that was saved as a workbook is recognised, so that who left stays out', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const sheetOf = (text: string, separator: string) =>
      text
        .trim()
        .split('\n')
        .map(line => `<row>${line.split(separator).map(cell).join('')}</row>`)
        .join('')
    const brevo = example('brevo.csv').toString()
    const source = await openFile(
      await bookOf({ sheets: { Sheet1: sheetOf(brevo, ';'), Sheet2: sheetOf(brevo, ';') } }),
    )
    assert.equal(source.format, 'Brevo')
    assert.deepEqual(
      source.parts.map(({ state }) => state),
      [undefined, 'Skip'],
    )
    assert.deepEqual(((await asked(source)) as string[][]).slice(0, 2), [
      ['anna@reader.example', 'Active', 'Anna Berg', '2021-03-04'],
      ['block@reader.example', 'Suppressed', 'Bo Ort', '2021-03-05'],
    ])
    const named = await openFile(
      await bookOf({ sheets: { Sheet1: sheetOf('Email\na@x.example', ';') } }),
      'bounced.xlsx',
    )
    assert.equal(named.parts[0]!.state, 'Bounced')
  })

  test('first and last names of a plain table become one name, unless it has whole names', async () => {
    const nameOf = async (header: string) =>
      ((await asked(await openFile(`email,${header}\na@x.example,Anna,Berg\n`))) as string[][])[0]![2]
    for (const header of ['First Name,Last Name', 'Vorname,Nachname', 'Prénom,Nom', 'Nombre,Apellidos']) {
      assert.equal(await nameOf(header), 'Anna Berg', header)
    }
    assert.equal(await nameOf('First Name,Name'), 'Berg')
  })

  test('a listmonk file says that it holds no opt-outs', async () => {
    const source = await openFile(example('listmonk.csv'), 'listmonk.csv')
    assert.deepEqual(source.warnings, [{ code: 'ListmonkOptOuts', about: [] }])
    const left = await openFile(example('listmonk.csv'), 'readers-unsubscribed.csv')
    assert.equal(left.parts[0]!.state, 'Unsubscribed')
  })
})

describe('a Mailchimp export', () => {
  test('the state of each file is in its name, and people who never subscribed are left out', async () => {
    const source = await openFile(await zipOf(mailchimp()), 'export.zip')
    assert.equal(source.format, 'Mailchimp')
    assert.deepEqual(await asked(source), [
      ['gone@reader.example', 'Bounced', 'Gus', '2020-01-02'],
      ['buyer@reader.example', 'Skip', 'Bea', ''],
      ['anna@reader.example', 'Active', 'Anna Berg', '2021-03-04'],
      ['both@reader.example', 'Active', 'Bo', '2021-04-05'],
      ['both@reader.example', 'Unsubscribed', 'Bo', '2021-04-05'],
    ])
    const [, , subscribed, unsubscribed] = source.parts
    const targets = (part: typeof subscribed) =>
      part!.guess!.flatMap((target, index) => (target ? [[part!.header![index], target.to]] : []))
    assert.deepEqual(targets(subscribed), [
      // both are in the name
      ['First Name', 'Ignore'],
      ['Last Name', 'Ignore'],
      ['OPTIN_TIME', 'ConsentAt'],
      ['OPTIN_IP', 'ConsentAddress'],
      ['CONFIRM_TIME', 'ConfirmedAt'],
      ['TAGS', 'Tags'],
      ['Joined', 'JoinedAt'],
      ['First and last name', 'Name'],
    ])
    assert.ok(targets(unsubscribed).some(([header, to]) => header === 'UNSUB_TIME' && to === 'OptOutAt'))
  })

  test('a file that lost its name is left out until its state is said, unless its columns say it', async () => {
    const files = mailchimp()
    const named = (prefix: string) => files[`${prefix}_members_export_1a2b3c4d5e.csv`]!
    const lost = await openFile(named('subscribed'), 'audience.csv')
    assert.equal(lost.parts[0]!.state, 'Skip')
    assert.deepEqual(lost.warnings, [{ code: 'MailchimpStateUnknown', about: ['audience.csv'] }])
    assert.equal((await openFile(named('unsubscribed'), 'audience.csv')).parts[0]!.state, 'Unsubscribed')
    assert.equal((await openFile(named('cleaned'), 'subscribed_all.csv')).parts[0]!.state, 'Bounced')
  })
})
