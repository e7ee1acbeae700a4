/** Series in the console: made, given a step and a mail, started, and people enrolled with their number. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, goInside, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

describe('series in the console', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let page: Page
  let ClientID: string
  before(async () => {
    opened = await openSignedInConsole({ LETTERSHOP_ROLES: 'api,console,jobs,sender' }, ['audience'])
    ;({ world, page } = opened)
    ClientID = world.clientIds[0]!
  })
  after(() => opened?.close())

  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, { ClientID, ...params })
    assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const open = async (path: string) => {
    await goInside(page, `/clients/${ClientID}/series${path}`)
    await waitUntilSettled(page)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.locator('dialog[open]')
  const seriesId = () => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  test('a series is made, gets a second step with hours, and starts when its mails are complete', async () => {
    await open('')
    await button('New series').first().click()
    await dialog().getByLabel('Name of the series').fill('Welcome')
    await dialog().getByLabel('List').selectOption({ label: 'Workshops' })
    await button('Create the series').click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    const id = seriesId()
    await button('Add a step').click()
    await dialog().getByLabel('How long after the step before').fill('2')
    await dialog().getByLabel('Not before').fill('08:00')
    await dialog().getByLabel('Not after').fill('18:00')
    await button('Add the step').click()
    await page.getByText('2 days later').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    const { Steps } = await ask('Series.Get', { SeriesID: id })
    assert.deepEqual(
      Steps.map(({ DelayMinutes, FromTime, ToTime }: Record<string, unknown>) => [DelayMinutes, FromTime, ToTime]),
      [
        [0, '', ''],
        [2880, '08:00', '18:00'],
      ],
    )
    await button('Start').click()
    const refused = page.getByRole('alert')
    await refused.getByText('Step 1', { exact: true }).waitFor()
    await refused.getByText('The subject is missing.').waitFor()
    await refused.getByText('The mail has no content.').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    assert.doesNotMatch((await refused.textContent()) ?? '', /Campaign\.Check|SubjectMissing/)
    await refused.getByRole('link', { name: 'Open step 1' }).click()
    await page.getByText('This mail is a step of a series.').waitFor()
    assert.equal(new URL(page.url()).pathname.split('/').at(-1), Steps[0].DraftID)
    assert.equal(new URL(page.url()).searchParams.get('open'), 'sender')
    for (const [n, { DraftID }] of Steps.entries())
      await world.call('Campaign.UpdateDraft', {
        CampaignID: DraftID,
        Revision: 1,
        Subject: n === 0 ? 'Welcome to Bloom' : 'How do you like it?',
        FromName: 'Bloom',
        FromEmail: 'news@bloom.example',
        ReplyTo: 'news@bloom.example',
        Content: { Kind: 'Html', Html: '<p>Hello [firstname]</p><p><unsubscribe>Leave</unsubscribe></p>' },
      })
    await open('')
    await open(`/${id}`)
    await page.getByRole('heading', { name: 'Welcome to Bloom' }).waitFor()
    await button('Edit the mail “Welcome to Bloom”').click()
    await page.getByText('This mail is a step of a series.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Audience/ }).count(), 0)
    await page.getByRole('link', { name: 'Back to the series' }).first().click()
    await button('Start').click()
    await until(async () => (await ask('Series.Get', { SeriesID: id })).State === 'Running', 'it runs')
    await button('Pause').waitFor()
  })

  test('of several mails the refusal names the one that lacks something, for programs in its data', async () => {
    const step = { DelayMinutes: 0, FromTime: '', ToTime: '' }
    const { ListID } = await ask('Series.Get', { SeriesID: seriesId() })
    const Steps = [step, { ...step, DelayMinutes: 1440 }]
    const { value: SeriesID } = await world.call('Series.Create', { ListID, Name: 'Half', Trigger: 'Api', Steps })
    const made = (await ask('Series.Get', { SeriesID })).Steps
    const sender = { FromName: 'Bloom', FromEmail: 'news@bloom.example', ReplyTo: 'news@bloom.example' }
    const Content = { Kind: 'Html', Html: '<p>Hello</p><p><unsubscribe>Leave</unsubscribe></p>' }
    const first = { CampaignID: made[0].DraftID, Revision: 1, ...sender, Subject: 'First', Content }
    await world.call('Campaign.UpdateDraft', first)
    const second = { CampaignID: made[1].DraftID, Revision: 1, ...sender, Subject: 'Second' }
    await world.call('Campaign.UpdateDraft', second)
    // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
    const { status, value }: { status: number; value: any } = await world.call('Series.Start', { ClientID, SeriesID })
    assert.equal(status, 409)
    assert.equal(value.detail, 'Step 2: Campaign.Check finds ContentMissing.')
    assert.deepEqual(value.data, {
      ...{ Findings: ['ContentMissing'], Step: 2, StepID: made[1].StepID },
      ...{ CampaignID: made[1].DraftID, Subject: 'Second' },
    })
    const changed = [
      { StepID: made[0].StepID, ...step },
      { StepID: made[1].StepID, ...step, FromTime: '9' },
    ]
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const update: { value: any } = await world.call('Series.Update', {
      ClientID,
      SeriesID,
      Name: 'Half',
      Trigger: 'Api',
      Steps: changed,
    })
    assert.deepEqual(update.value.data, { Step: 2, StepID: made[1].StepID })
    const before = seriesId()
    await open(`/${SeriesID}`)
    await button('Start').click()
    const refused = page.getByRole('alert')
    await refused.getByText('Step 2: “Second”').waitFor()
    await refused.getByText('The mail has no content.').waitFor()
    assert.equal(await refused.getByText('The subject is missing.').count(), 0)
    assert.equal(await refused.getByRole('link', { name: 'Open step 2' }).count(), 1)
    assert.equal((await ask('Series.Get', { SeriesID })).State, 'Draft')
    await ask('Series.Delete', { SeriesID })
    await open(`/${before}`)
  })

  test('members who were there before are enrolled with their number', async () => {
    await button('Enrol members …').click()
    const count = await ask('Series.CountExisting', { SeriesID: seriesId() })
    const typed = dialog().getByLabel(/^Type the number of people/)
    await typed.waitFor()
    await typed.fill(String(count))
    await button('Enrol').click()
    await until(async () => (await ask('Series.Get', { SeriesID: seriesId() })).Enrolled === count, 'they are enrolled')
  })

  test('the list shows it, and it is deleted after a question', async () => {
    await open('')
    await page.getByRole('link', { name: 'Welcome' }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await page.getByRole('link', { name: 'Welcome' }).click()
    await button('Delete').click()
    await button('Delete the series').click()
    await page.getByText('No series yet').waitFor()
    const { Series } = await ask('Series.List', { Cursor: '', Limit: 10 })
    assert.deepEqual(Series, [])
  })
})
