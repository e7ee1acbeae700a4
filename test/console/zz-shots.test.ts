import { after, before, test } from 'node:test'
import { encoded } from '../harness/encoded.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { settled } from '../harness/console-page.ts'
let o: SignedInConsole
before(async () => { o = await openSignedInConsole({}, ['audience']) })
after(() => o.close())
test('shots', async () => {
  const { page, world } = o
  await page.goto(`${world.url}/clients/${world.clientIds[0]}/imports/new?list=${world.audience.workshops}`)
  await settled(page)
  const file = Buffer.concat([Buffer.from('Spring readers\n\nemail;name;born;spent;note;Ort\nv1@values.example;'), encoded('Светлана Иванова', 'windows-1251'), Buffer.from(';24/07/80;1.234;x;Kiel\nv2@values.example;'), encoded('Анна', 'windows-1251'), Buffer.from(';someday;7;y;Ulm\n“v3@values.example”;'), encoded('Борис', 'windows-1251'), Buffer.from(';;;;\n')])
  await page.locator('input[type=file]').setInputFiles({ name: 'values.csv', mimeType: 'x/y', buffer: file })
  await page.getByRole('button', { name: 'Choose another file' }).waitFor()
  await page.getByLabel('Where they agreed').fill('The form')
  await page.getByLabel('When they agreed').fill('2021-03-01')
  await page.getByLabel('What they agreed to').fill('Yes')
  await page.getByRole('button', { name: 'Read the file', exact: true }).click()
  await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor()
  await page.getByLabel('What born becomes').selectOption({ label: 'New field: Date' })
  const shot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) for (const [w, width] of [['desktop', 1280], ['phone', 390]] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      await page.screenshot({ path: `/tmp/shot-${name}-${w}-${scheme}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await page.getByText('The rows do not say it: choose.').waitFor()
  await shot('columns')
  await page.getByLabel('How the dates of born are written').selectOption('dmy2')
  await page.getByText('Saved. You see').waitFor()
  await page.getByRole('button', { name: 'Check all rows', exact: true }).click()
  await page.getByText('would be lost').waitFor()
  await shot('review')
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await page.locator('dialog[open]').waitFor()
  await shot('ask')
})
