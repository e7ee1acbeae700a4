import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFlaws, waitUntilSettled } from '../harness/console-page.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'

const id = 'f'.repeat(32)
const leaf = (o: object) => ({ Key: '', Values: [], Days: null, CampaignID: '', CampaignTag: '', Link: '', Times: null, ...o })
const sizes = Array.from({ length: 60 }, (_, n) => ({ Day: new Date(Date.UTC(2026, 8, 1 + n)).toISOString().slice(0, 10), People: 1000 + Math.round(200 * Math.sin(n / 9)) + n * 4, Unknown: 40 }))
describe('look', () => {
  let opened: SignedInConsole
  let page: Page
  before(async () => {
    opened = await openSignedInConsole({}, ['audience', 'reports'])
    page = opened.page
  })
  after(() => opened?.close())
  test('look', async () => {
    const { world } = opened
    const tree = {
      Match: 'All',
      Leaves: [leaf({ Subject: 'Clicked', Operator: 'AtLeast', Times: 1, Days: 90 }), leaf({ Subject: 'Field', Key: '[City]', Operator: 'AnyOf', Values: ['Oslo', 'Malmö'] })],
      Groups: [
        { Match: 'None', Leaves: [leaf({ Subject: 'Accepted', Operator: 'AtLeast', Times: 1, CampaignID: world.reports.sent }), leaf({ Subject: 'Tag', Operator: 'AnyOf', Values: ['VIP'] })], Groups: [] },
        { Match: 'Any', Leaves: [leaf({ Subject: 'Opened', Operator: 'Exactly', Times: 0, Days: 365 }), leaf({ Subject: 'List', Operator: 'Is', Key: world.audience.nightList })], Groups: [{ Match: 'All', Leaves: [leaf({ Subject: 'Field', Key: '[Birthday]', Operator: 'EveryYearInNextDays', Days: 7 })], Groups: [] }] },
      ],
    }
    let n = 0
    const answers: Record<string, (body: any) => unknown> = {
      'Segment.GetTree': () => ({ ClientID: world.clientIds[0], ListID: '', SegmentID: id, Title: 'Readers who click', Tree: tree, Problems: [] }),
      'Segment.ListAll': () => [
        { ListID: '', SegmentID: id, Title: 'Readers who click', IsTree: true, Problems: [], UsedBy: ['Best customers'], Sizes: sizes },
        { ListID: world.audience.workshops, SegmentID: 'e'.repeat(32), Title: 'Readers in Oslo', IsTree: false, Problems: [{ Path: 'Leaves[0]', Problem: 'The field [City] was deleted.' }], UsedBy: [], Sizes: [] },
        { ListID: world.audience.workshops, SegmentID: 'd'.repeat(32), Title: 'Best customers', IsTree: false, Problems: [], UsedBy: [], Sizes: sizes.slice(20).reverse().map((s, n) => ({ ...s, Day: sizes[20 + n]!.Day })) },
      ],
      'Segment.Count': () => ({ State: 'Exact', Count: 1204, Unknown: 37, At: '2026-11-26 14:03:00', Problems: [] }),
      'Segment.CountTree': () => (++n % 3 === 0 ? { State: 'About', Count: 12437, Unknown: 0, At: '2026-11-26 14:03:00', Problems: [] } : { State: 'Exact', Count: 1204 + n, Unknown: 37, At: '2026-11-26 14:03:00', Problems: [] }),
      'Segment.SampleTree': () => ({ People: ['amira', 'bo.lindqvist', 'fatma'].map(name => ({ Email: `${name}@readers.example`, Name: name, ListID: world.audience.workshops, Leaves: ['Leaves[0]', 'Leaves[1]', 'Groups[1].Leaves[0]'] })), Problems: [] }),
      'Segment.Explain': () => ({ In: false, Suppressed: '', Memberships: [{ ListID: world.audience.workshops, State: 'Active', Answer: 'No', Leaves: [{ Path: 'Leaves[0]', Answer: 'Yes' }, { Path: 'Leaves[1]', Answer: 'No' }, { Path: 'Groups[0].Leaves[0]', Answer: 'No' }, { Path: 'Groups[1].Leaves[0]', Answer: 'Unknown' }] }], Problems: [] }),
    }
    await page.route('**/api/json/Segment.*', route => {
      const name = route.request().url().split('/').at(-1)!
      const answer = answers[name]
      if (!answer) return route.continue()
      return route.fulfill({ json: answer(route.request().postDataJSON()), headers: { 'content-type': 'application/json' } })
    })
    const base = `${world.url}/clients/${world.clientIds[0]}`
    const shoot = async (name: string) => {
      await waitUntilSettled(page)
      await page.waitForTimeout(900)
      await waitUntilSettled(page)
      const flaws = await accessibilityFlaws(page)
      console.log(name, flaws, await page.evaluate('document.documentElement.scrollWidth'))
      await page.screenshot({ path: `/tmp/look-${name}.png`, fullPage: true })
    }
    const lang = process.env.LOOK ?? 'en'
    if (lang !== 'en') await world.db`update people set language = ${lang}`
    for (const [suffix, width, scheme] of [['', 1440, 'light'], ['-phone', 375, 'dark']] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`${base}/segments`)
      await shoot(`list${suffix}`)
      await page.goto(`${base}/segments/new`)
      await shoot(`new${suffix}`)
      await page.goto(`${base}/segments/${id}`)
      await waitUntilSettled(page)
      await page.locator('aside input[type=email]').fill('amira@readers.example')
      await page.locator('aside form button').click()
      await shoot(`edit${suffix}`)
      await page.locator('main button[aria-expanded]').nth(0).click()
      await shoot(`event${suffix}`)
      await page.locator('main button[aria-expanded]').nth(1).click()
      await shoot(`field${suffix}`)
      await page.goto(`${base}/campaigns/${world.draftId}?open=audience`)
      await shoot(`audience${suffix}`)
    }
  })
})
