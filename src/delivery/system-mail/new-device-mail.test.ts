import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPerson } from '../../../test/harness/console.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seed } from '../../../test/harness/seed.ts'
import { languages } from '../../domain/texts/texts.ts'
import { newDeviceMailJobs } from './new-device-mail.ts'
import type { SendNotice } from './notices.ts'

let it: TestDatabase
let personId: number
before(async () => {
  it = await freshDatabase()
  const { accountId } = await seed(it.db)
  personId = (await addPerson(it.db, { accountId })).id
})
after(() => it.drop())

async function mailed(payload: { agent?: string } = {}, from: string | null = null) {
  const sent: Parameters<SendNotice>[] = []
  const send: SendNotice = async (...mail) => void sent.push(mail)
  const jobs = newDeviceMailJobs({ db: it.db, mailLinks: testMailLinks, from, send })
  await jobs.newDeviceMail({
    personId,
    agent: 'Firefox, <Linux>',
    network: '192.0.2.7',
    at: '2026-11-22T12:00:00.000Z',
    ...payload,
  })
  return sent
}

test("the mail names the browser, the place, the time in the person's zone, and the page that ends sessions", async () => {
  const [[clientId, notice, about] = [], ...others] = await mailed()
  assert.deepEqual([clientId, others], [null, []])
  for (const said of ['Firefox, <Linux>', '192.0.2.7', '22 November 2026', '13:00', `${testMailLinks.base()}/sessions`])
    assert.ok(notice!.text.includes(said), said)
  assert.ok(notice!.html.toString().includes('Firefox, &lt;Linux&gt;'))
  assert.match(notice!.from.email, /^lettershop@/)
  assert.deepEqual(Object.keys(about!), ['person'], 'the log names no address')
})

test('the sender of the settings is used, and a browser that says nothing is called unknown', async () => {
  const [[, notice] = []] = await mailed({ agent: '' }, 'post@agency.example')
  assert.equal(notice!.from.email, 'post@agency.example')
  assert.match(notice!.text, /an unknown browser/)
})

test('it is written in the language of the person', async () => {
  const subjects = new Set<string>()
  for (const { language } of languages) {
    await it.db`update people set language = ${language} where id = ${personId}`
    const [[, notice] = []] = await mailed()
    assert.equal(notice!.language, language)
    subjects.add(notice!.subject)
  }
  assert.equal(subjects.size, languages.length)
})

test('a person who was removed, or has no address any more, is not mailed', async () => {
  await it.db`update people set removed_at = now() where id = ${personId}`
  assert.deepEqual(await mailed(), [])
  await it.db`update people set removed_at = null where id = ${personId}`
})
