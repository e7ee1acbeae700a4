/** The page of the system: problems are on top, and disappear when they are solved. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { placeHold, releaseHolds } from '../../src/store/limits/guards.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { seen, until } from '../harness/until.ts'

describe('the page of the system', needs('chromium'), () => {
  let it: SignedInConsole
  before(async () => {
    it = await openSignedInConsole({}, ['account'])
    await it.page.goto(`${it.world.url}/system`)
  })
  after(() => it?.close())

  /** The text of the panel of that title. */
  const panel = (title: string) => it.page.locator('section', { has: it.page.getByRole('heading', { name: title }) })

  test('processes are named with what they do, and one that is silent says since when', async () => {
    const rows = panel('Processes').locator('tbody tr')
    await until(async () => (await rows.count()) === 3, 'there are three')
    const texts = await rows.allInnerTexts()
    assert.ok(texts.some(text => /mail-2[\s\S]*sender, feedback[\s\S]*Running/.test(text)))
    assert.ok(texts.some(text => /mail-3[\s\S]*Not reporting[\s\S]*since/.test(text)))
    assert.ok(texts.some(text => text.includes(`process ${process.pid}`)))
    const problems = await panel('Problems').innerText()
    assert.match(problems, /relay-b\.example:587 does not accept mail/)
    assert.match(problems, /mail-3 has not reported since/)
  })

  test('backups stand with what became of them', async () => {
    const text = await panel('Backups').innerText()
    for (const word of ['Created', 'Failed', 'Verified', 'without personal data', '812.4 MB'])
      assert.ok(text.includes(word), word)
    assert.ok(!text.includes('/backups/'), 'folders are the operator’s')
  })

  test('a hold is shown without a reload, and gone when it is released', async () => {
    const { db } = it.world
    await placeHold(db, { kind: 'by hand', folder: '', detail: 'The operator looks into it.' }, new Date())
    const problems = () => panel('Problems').innerText()
    await seen('the hold is shown', problems, text => text.includes('Nothing is sent: sending is on hold.'))
    await releaseHolds(db)
    await seen('it is gone', problems, text => !text.includes('Nothing is sent'))
  })
})
