/** Segments in the console: built with the keyboard alone, counted, explained, saved, used, and what is said where one is broken. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { personPassword } from '../harness/console.ts'
import { accessibilityFlaws, openConsole, signInByForm, waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { type Keyboard, keyboardOf } from '../harness/keyboard.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { until } from '../harness/until.ts'

/** Whether this browser has stored what was typed. */
const copyIsKept = `new Promise(resolve => {
  const opened = indexedDB.open('lettershop-drafts')
  opened.onsuccess = () => {
    const counted = opened.result.transaction('copies').objectStore('copies').count()
    counted.onsuccess = () => {
      opened.result.close()
      resolve(counted.result > 0)
    }
  }
})`

describe('segments', needs('chromium'), () => {
  let opened: SignedInConsole
  let world: ConsoleWorld
  let browser: Browser
  let page: Page
  let keys: Keyboard
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, browser, page } = opened)
    keys = keyboardOf(page, { by: 'name', most: 80 })
  })
  after(() => opened?.close())
  const base = () => `${world.url}/clients/${world.clientIds[0]}`
  const open = async (path: string) => {
    await page.goto(`${base()}${path}`)
    await waitUntilSettled(page)
  }
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const total = () => page.getByRole('region', { name: 'People in the segment' }).getByRole('status')
  const sentences = () => page.locator('main [data-part] button[aria-expanded]').allInnerTexts()
  const setTree = async (Title: string, Tree: object, ListID = '') => {
    const { status, value } = await world.call('Segment.SetTree', { ClientID: world.clientIds[0], ListID, Title, Tree })
    assert.equal(status, 200, JSON.stringify(value))
    return value as string // its identifier
  }
  const city = (...Values: string[]) => ({ Subject: 'Field', Key: '[City]', Operator: 'AnyOf', Values })
  const address = (...Values: string[]) => ({ Subject: 'Address', Operator: 'AnyOf', Values })

  describe('with the keyboard alone', () => {
    test('a segment is built of conditions in groups, counted, and saved', async () => {
      await page.goto(base())
      await heading('Overview')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to' }).fill('Segment.SetTree')
      await page.getByRole('option', { name: /^Segments/ }).waitFor()
      await page.keyboard.press('Enter')
      await heading('Segments')
      await keys.go(/^New segment/)
      await heading('New segment')
      await keys.go(/^Without conditions/)
      await page.getByText('Without conditions no one is in the segment.').waitFor()
      await keys.write(/^Name of the segment/, 'Oslo without Amira')
      await keys.go(/^Add a condition/)
      await until(
        async () => (await keys.focused()) === 'opened a mail in the last 90 days',
        'the new one has the focus',
      )
      await keys.tabTo(/^Condition about/)
      await page.keyboard.type('City')
      await keys.write(/^Value/, 'Oslo')
      await total().getByText('2 people').waitFor()
      await keys.go(/^Add a group/)
      // the new group is given the keyboard: what its conditions must be
      await until(async () => /conditions of group 1/.test(await keys.focused()), 'the new group has the focus')
      await keys.go(/^Add a condition to group 1/)
      await keys.tabTo(/^Condition about/)
      await page.keyboard.type('Email')
      await keys.tabTo(/^Comparison/)
      await page.keyboard.type('begins')
      await keys.write(/^Value/, 'amira')
      await total().getByText('1 person').waitFor()
      await page.getByRole('region', { name: 'Some of them, and why' }).getByText('fatma@readers.example').waitFor()
      assert.deepEqual(await sentences(), ['City is “Oslo”', 'Email address begins with “amira”'])
      await page.keyboard.press('Control+s')
      await heading('Oslo without Amira')
      await page.getByText('Saved', { exact: true }).waitFor()
    })

    test('a condition goes up, into a group and out of it by Alt and the arrows, and keeps the focus', async () => {
      await setTree('To move', {
        Match: 'All',
        Leaves: [city('Oslo'), address('amira@readers.example')],
        Groups: [{ Match: 'Any', Leaves: [city('Kiel')] }],
      })
      await open('/segments')
      await keys.go(/^To move/)
      await heading('To move')
      await keys.tabTo(/^Email address is/)
      await page.keyboard.press('Alt+ArrowUp')
      await until(async () => (await sentences())[0]?.startsWith('Email') === true, 'it is the first')
      assert.match(await keys.focused(), /^Email address is/)
      await page.keyboard.press('Alt+ArrowRight')
      await until(async () => (await sentences())[1]?.startsWith('Email') === true, 'it is in the group')
      await until(async () => /^Email address is/.test(await keys.focused()), 'it has the focus')
      await page.keyboard.press('Alt+ArrowLeft')
      await until(async () => (await sentences()).at(-1)?.startsWith('City is “Kiel”') === true, 'it is out again')
      // it is where it was: there is nothing to save
      await page.getByText('Saved', { exact: true }).waitFor()
    })

    test('it is used in a campaign, which counts its people', async () => {
      await open('/segments')
      await keys.go(/^Oslo without Amira/)
      await heading('Oslo without Amira')
      await keys.go(/^Use in a campaign/)
      await page.waitForURL(/open=audience/)
      await page.getByText('1 person').first().waitFor()
      const ticked = page.getByRole('group', { name: 'Send to' }).getByRole('checkbox', { checked: true })
      await ticked.waitFor()
      assert.equal(await ticked.count(), 1)
      await page.getByText(/Segments are evaluated when the campaign starts/).waitFor()
    })
  })

  test('what is removed comes back with Undo', async () => {
    const id = await setTree('With undo', { Match: 'All', Leaves: [city('Oslo'), address('amira@readers.example')] })
    await open(`/segments/${id}`)
    await page.getByRole('button', { name: 'City is “Oslo”' }).click()
    await press('Remove')
    assert.deepEqual(await sentences(), ['Email address is “amira@readers.example”'])
    await press('Undo')
    await until(async () => (await sentences()).length === 2, 'it is back')
    assert.deepEqual(await sentences(), ['City is “Oslo”', 'Email address is “amira@readers.example”'])
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  test('a condition is dragged into a group', async () => {
    const id = await setTree('To drag', {
      Match: 'All',
      Leaves: [city('Oslo'), city('Kiel')],
      Groups: [{ Match: 'Any', Leaves: [city('Lyon')] }],
    })
    await open(`/segments/${id}`)
    const handle = page.locator('[data-part] [title="Drag to move"]').first()
    const target = page.locator('[data-part]').last()
    await handle.hover()
    await page.mouse.down()
    const { x, y, height } = (await target.boundingBox())!
    await page.mouse.move(x + 60, y + height / 2, { steps: 5 })
    await page.mouse.move(x + 60, y + height - 4, { steps: 3 })
    await page.mouse.up()
    assert.deepEqual(await sentences(), ['City is “Kiel”', 'City is “Lyon”', 'City is “Oslo”'])
  })

  test('one asks why a person is in or out, and is answered by each condition', async () => {
    const id = await setTree('To explain', {
      Match: 'All',
      Leaves: [city('Oslo')],
      Groups: [{ Match: 'None', Leaves: [address('amira@readers.example')] }],
    })
    await open(`/segments/${id}`)
    const why = page.getByRole('region', { name: 'Why is a person in or out?' })
    await why.getByLabel('Email address').fill('amira@readers.example')
    await why.getByRole('button', { name: 'Explain' }).click()
    await why.getByText('Not in the segment').waitFor()
    const answers = await why.getByRole('listitem').allInnerTexts()
    assert.deepEqual(answers, ['City is “Oslo”: yes', 'Email address is “amira@readers.example”: yes'])
    await why.getByLabel('Email address').fill('fatma@readers.example')
    await why.getByRole('button', { name: 'Explain' }).click()
    await why.getByText('In the segment', { exact: true }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
  })

  test('never opened says how many are unknown, and does not count them', async () => {
    await open('/segments/new?start=asleep')
    await total()
      .getByText(/0 people|not available/)
      .waitFor()
    assert.deepEqual(await sentences(), [
      'got a mail in the last 365 days, on at least 5 days',
      'opened no mail in the last 365 days',
    ])
  })

  test('what was changed and not saved is offered when one comes back', async () => {
    const id = await setTree('Left early', { Match: 'All', Leaves: [city('Oslo')] })
    await open(`/segments/${id}`)
    await page.getByLabel('Name of the segment').fill('Left early, renamed')
    await page.getByText('Not saved yet').waitFor()
    await page.waitForFunction(copyIsKept)
    await open(`/segments/${id}`)
    await press('Restore my changes')
    assert.equal(await page.getByLabel('Name of the segment').inputValue(), 'Left early, renamed')
    await press('Save')
    await heading('Left early, renamed')
    await press('Save as …')
    await page.getByRole('dialog').getByLabel('Name of the segment').fill('Another one')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await heading('Another one')
  })

  test('saving without any change writes the same tree', async () => {
    const tree = {
      Match: 'Any',
      Leaves: [
        { Subject: 'Opened', Operator: 'AtLeast', Days: 90, Times: 1 },
        { Subject: 'Field', Key: '[Birthday]', Operator: 'EveryYearInNextDays', Days: 7 },
        { Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 },
      ],
    }
    const id = await setTree('Relative', tree)
    const before = await world.call('Segment.GetTree', { SegmentID: id })
    await open(`/segments/${id}`)
    await page.getByLabel('Name of the segment').fill('Relative dates')
    await press('Save')
    await heading('Relative dates')
    const after = await world.call('Segment.GetTree', { SegmentID: id })
    const treeOf = ({ value }: { readonly value: unknown }) => (value as { readonly Tree: unknown }).Tree // as the contract has it
    assert.deepEqual(treeOf(after), treeOf(before))
  })

  test('a segment that lost a field names it, and is found among the others', async () => {
    const key = '[Shoesize]'
    const field = { ListID: world.audience.workshops, FieldName: 'Shoe size', DataType: 'Number', Options: '' }
    const made = await world.call('List.CreateCustomField', field)
    assert.equal(made.status, 200, JSON.stringify(made.value))
    const large = { Subject: 'Field', Key: key, Operator: 'AtLeast', Values: ['44'] }
    const id = await setTree('Large shoes', { Match: 'All', Leaves: [large] }, world.audience.workshops)
    await world.call('List.DeleteCustomField', { ListID: world.audience.workshops, Key: key })
    await open('/segments')
    await page.getByLabel('Only those that are broken').check()
    await page.waitForURL(/broken=true/)
    const rows = page.locator('tbody tr')
    await rows.getByText('Large shoes').waitFor()
    assert.equal(await rows.count(), 1)
    await rows.getByText('No one is in it').waitFor()
    await rows.getByText(/The custom field \[?Shoesize\]? was deleted\./).waitFor()
    await open(`/segments/${id}`)
    await page.getByText('No one is in this segment: something that it asks about does not exist any more.').waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
  })

  test('one that another segment uses is not deleted, and the other is named; otherwise Undo brings it back', async () => {
    const used = await setTree('Used', { Match: 'All', Leaves: [city('Oslo')] })
    await setTree('User of it', { Match: 'All', Leaves: [{ Subject: 'Segment', Operator: 'Is', Key: used }] })
    await open('/segments?q=use')
    await press('Delete Used')
    const dialog = page.locator('dialog[open]')
    await dialog.getByText('Other segments use this one.').waitFor()
    await dialog.getByText('User of it').waitFor()
    await page.keyboard.press('Escape')
    await press('Delete User of it')
    await page.getByText('The segment “User of it” was deleted.').waitFor()
    await press('Undo')
    await page.getByRole('link', { name: 'User of it' }).waitFor()
  })

  test('a segment is kept as a template with the keyboard, which begins another, is renamed and deleted', async () => {
    const id = await setTree('Of Oslo', { Match: 'All', Leaves: [city('Oslo')] })
    await open(`/segments/${id}`)
    await keys.go(/^Save as template/)
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Name of the template').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Of a capital')
    await page.keyboard.press('Enter')
    await page.getByText('The template “Of a capital” is saved.').waitFor()
    await open('/segments/new')
    await keys.go(/^Rename Of a capital/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Capitals')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^Capitals/ }).waitFor()
    assert.deepEqual(await accessibilityFlaws(page), [])
    await keys.go(/^Capitals/)
    await page.getByRole('button', { name: 'City is “Oslo”' }).waitFor()
    assert.equal(await page.getByLabel('Name of the segment').inputValue(), 'Capitals')
    await total().getByText('2 people').waitFor()
    await open('/segments/new')
    await keys.go(/^Delete Capitals/)
    await dialog.getByRole('button', { name: 'Delete the template' }).click()
    await page.getByRole('link', { name: /^Capitals/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Without conditions/ }).waitFor()
  })

  test('what belongs to one client makes no template: the dialog shows the refusal', async () => {
    const onList = { Subject: 'List', Operator: 'Is', Key: world.audience.workshops }
    const id = await setTree('On a list', { Match: 'All', Leaves: [onList] })
    await open(`/segments/${id}`)
    await press(/^Save as template/)
    const dialog = page.locator('dialog[open]')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
  })

  test('segments are named before the list, tag or campaign that they ask about is deleted', async () => {
    const [ClientID] = world.clientIds
    const made = async (operation: string, parameters: object) => {
      const { status, value } = await world.call(operation, parameters)
      assert.equal(status, 200, JSON.stringify(value))
      return value as string & { CampaignID: string; Revision: number } // an identifier, or a draft with one
    }
    await made('Tag.Create', { ClientID, Name: 'Walkers', Color: 'Teal' })
    const { CampaignID, Revision } = await made('Campaign.CreateDraft', { ClientID })
    await made('Campaign.UpdateDraft', { CampaignID, Revision, Name: 'Asked about' })
    const leaf = (Subject: string, given: object) => ({ Match: 'All', Leaves: [{ Subject, ...given }] })
    await setTree('By list', leaf('List', { Operator: 'Is', Key: world.audience.workshops }))
    await setTree('By tag', leaf('Tag', { Operator: 'AnyOf', Values: ['Walkers'] }))
    await setTree('By campaign', leaf('Sent', { Operator: 'AtLeast', Times: 1, CampaignID }))
    const emptied = (within = page.locator('main')) =>
      within.locator('p', { hasText: 'These segments contain no one until they are changed:' }).locator('xpath=..')
    const dialog = page.locator('dialog[open]')
    await open(`/lists/${world.audience.workshops}?tab=settings`)
    await emptied().getByText('By list', { exact: true }).waitFor()
    await open('/tags')
    await press('Delete the tag Walkers')
    await emptied(dialog).getByText('By tag', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await open('/campaigns?q=Asked')
    await press('Delete Asked about')
    await emptied(dialog).getByText('By campaign', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Asked about' }).waitFor()
    await press('Delete Asked about')
    await dialog.getByRole('button', { name: 'Delete the campaign' }).click()
    await page.getByText('“Asked about” is deleted.').waitFor()
  })

  test('limits are said before they are hit', async () => {
    const id = await setTree('Nearly full', {
      Match: 'Any',
      Leaves: Array.from({ length: 49 }, (_, n) => city(`City ${n}`)),
    })
    await open(`/segments/${id}`)
    await page.getByText('1 more condition is possible: a segment can have 50.').waitFor()
    await press('Add a condition')
    await page.getByText('A segment can have 50 conditions. Remove one to add another.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a condition' }).isDisabled(), true)
  })

  test('who may only read sees the sentences, and nothing to change', async () => {
    const id = await setTree('Read only', { Match: 'All', Leaves: [city('Oslo')] })
    await world.db`update grants set role = 'Analyst' where person_id = (select id from people where address = ${world.jonas})`
    const analyst = await openConsole(browser, { url: world.url, locale: 'de' })
    await analyst.page.goto(`${base()}/segments`)
    await signInByForm(analyst.page, world.jonas, personPassword)
    await analyst.page.getByRole('heading', { level: 1, name: 'Segmente' }).waitFor()
    await analyst.page.getByRole('link', { name: 'Read only' }).waitFor()
    assert.equal(await analyst.page.getByRole('link', { name: 'Neues Segment' }).count(), 0)
    assert.ok(id)
    await analyst.close()
  })
})
