/**
 * Public pages and mails in a client's branding, in a real browser: contrast, narrow screens, both colour schemes, and not one complaint
 * of the content security policy. SCREENSHOTS=<folder> keeps what is seen.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { confirmation } from '../../src/delivery/system-mail/compose/confirmation.ts'
import { brandFinder } from '../../src/domain/clients/brand.ts'
import { contrastOf } from '../../src/domain/content/contrast.ts'
import { textsIn } from '../../src/domain/texts/texts.ts'
import { guardedFetch } from '../../src/lib/fetcher.ts'
import { handlers } from '../../src/operations/handlers.ts'
import { launchBrowser } from '../harness/browser.ts'
import { caller } from '../harness/caller.ts'
import { type SentCampaign, seedSent } from '../harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { needs } from '../harness/needs.ts'
import { type PublicSite, publicSite } from '../harness/public-site.ts'
import { seed } from '../harness/seed.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const brands = {
  strong: {
    company: 'Nordlicht Festival',
    PrimaryColor: '#ffcc4d',
    BackgroundColor: '#14213d',
    logo: '<b style="font:800 44px sans-serif;color:#ffcc4d;letter-spacing:-1px">NORD<span style="color:#fff">LICHT</span></b>',
  },
  pale: {
    company: 'Bloom & Sons',
    PrimaryColor: '#9a3412',
    BackgroundColor: '#fff7ed',
    logo: '<b style="font:italic 700 46px serif;color:#9a3412">Bloom &amp; Sons</b>',
  },
} as const

const views = {
  desktop: { width: 1280, height: 900, colorScheme: 'light' },
  phone: { width: 320, height: 700, colorScheme: 'light' },
  dark: { width: 1280, height: 900, colorScheme: 'dark' },
} as const

describe('branding in a browser', needs('chromium'), () => {
  let database: TestDatabase
  let site: PublicSite
  let web: TestWeb
  let browser: Browser
  const logos: Record<string, { type: string; body: Buffer }> = {}

  before(async () => {
    database = await freshDatabase()
    site = await publicSite(database.db, async () => undefined)
    browser = await launchBrowser()
    const page = await browser.newPage({ deviceScaleFactor: 2 })
    for (const [name, { logo }] of Object.entries(brands)) {
      await page.setContent(`<div id="logo" style="display:inline-block">${logo}</div>`)
      const body = await page.locator('#logo').screenshot({ omitBackground: true, type: 'png' })
      logos[`/${name}.png`] = { type: 'image/png', body }
    }
    await page.close()
    web = await serveWeb(logos)
  })
  after(async () => {
    await browser?.close()
    await site?.stop()
    await web?.close()
    await database?.drop()
  })

  async function branded(name: keyof typeof brands, more: object = {}): Promise<SentCampaign & { clientId: number }> {
    const { db } = database
    const world = await seed(db)
    const { clientId } = world.client
    const { company, PrimaryColor, BackgroundColor } = brands[name]
    await db`update clients set company_name = ${company} where id = ${clientId}`
    await db`update lists set title = 'Spring news' where id = ${world.list.listId}`
    const api = caller(db, handlers, { fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }) })
    await api.call('Client.SetBranding', {
      ApiKey: world.accountKey,
      ClientID: world.client.clientPublicId,
      LogoUrl: `${web.url}/${name}.png`,
      PrimaryColor,
      BackgroundColor,
      FooterText: 'You get these emails because you signed up on our website.',
      PostalAddress: `${company}\nCanal 1\n1012 AB Amsterdam`,
      ImprintUrl: 'https://client.example/imprint',
      ConfirmationFromName: '',
      ConfirmationFromEmail: '',
      Wordings: [
        {
          Page: 'Confirm',
          Language: 'en',
          Title: 'Almost there',
          Text: 'Press the button and [list] from [client] is yours.\n\nThree letters a year, never more.',
        },
      ],
      ...more,
    })
    return { ...(await seedSent(db, world)), clientId }
  }

  /** Every page that a link of a mail leads to. */
  async function pagesOf(sent: SentCampaign): Promise<Record<string, string>> {
    const { recipients, campaignId } = sent
    const tokenOf = (number: number) => site.tokens.sign('recipient', campaignId, number)
    const { list, subscriberId } = recipients[0]!
    const member = site.tokens.sign('membership', list.listId, subscriberId)
    await database.db`update subscribers set state = 'Unconfirmed' where id = ${subscriberId}`
    await database.db`update subscribers set state = 'Unsubscribed' where id = ${recipients[2]!.subscriberId}`
    return {
      confirm: `/confirm/${member}`,
      unsubscribe: `/u/${tokenOf(2)}`,
      unsubscribed: `/u/${tokenOf(3)}`,
      preferences: `/p/${tokenOf(2)}`,
      forward: `/f/${tokenOf(2)}`,
      'not-found': `/w/${tokenOf(1)}`,
    }
  }

  /** Computed colours, by a script as text: the DOM is in the browser, not in our types. */
  const styleOf = (page: Page, selector: string) =>
    page.evaluate<{ color: string; backgroundColor: string } | null>(`(() => {
      const found = document.querySelector('${selector}')
      if (!found) return null
      const { color, backgroundColor } = getComputedStyle(found)
      return { color, backgroundColor }
    })()`)

  for (const name of ['strong', 'pale'] as const)
    for (const [view, { width, height, colorScheme }] of Object.entries(views))
      test(`${name} colours, ${view}: every page can be read, fits, shows the logo and the footer`, async () => {
        const pages = await pagesOf(await branded(name))
        const context = await browser.newContext({ viewport: { width, height }, colorScheme })
        const page = await context.newPage()
        const complaints: string[] = []
        page.on('console', message => complaints.push(message.text()))
        page.on('requestfailed', request => complaints.push(`${request.url()} failed`))
        for (const [which, path] of Object.entries(pages)) {
          await page.goto(site.url + path)
          await keep(page, `${name}-${view}-${which}`)
          const { backgroundColor: paper } = (await styleOf(page, 'body'))!
          assert.equal(hex(paper), brands[name].BackgroundColor, 'the colours of the client in both schemes')
          for (const selector of [
            'h1',
            'p',
            'footer',
            'footer a',
            'main a',
            'button',
            'button.quiet',
            'legend',
            'select',
          ]) {
            const style = await styleOf(page, selector)
            if (!style) continue
            const behind = style.backgroundColor.startsWith('rgba') ? paper : style.backgroundColor
            const contrast = contrastOf(hex(style.color), hex(behind))
            assert.ok(contrast >= 4.5, `${which}, ${selector}: ${contrast}`)
          }
          const logo = await page.evaluate<number>("document.querySelector('header img').naturalWidth")
          assert.ok(logo > 1, 'the logo is shown')
          assert.match((await page.locator('footer').textContent())!, /Canal 1\n1012 AB Amsterdam/)
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
          assert.ok(wide <= width, `${which} is ${wide} px wide`)
        }
        assert.deepEqual(
          complaints.filter(text => !text.includes('404')),
          [],
        )
        await context.close()
      })

  for (const name of ['strong', 'pale'] as const)
    test(`the confirmation mail in ${name} colours can be read and shows the logo`, async () => {
      const { clientId } = await branded(name)
      const brand = (await brandFinder(database.db, null)(clientId))!
      const { html } = confirmation(textsIn('en'), {
        companyName: brands[name].company,
        listTitle: 'Spring news',
        link: `${site.url}/confirm/x`,
        branded: { brand, base: site.url },
      })
      for (const [view, { width, height, colorScheme }] of Object.entries(views)) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme })
        const page = await context.newPage()
        await page.setContent(html.toString(), { waitUntil: 'load' })
        await keep(page, `${name}-${view}-mail`)
        for (const [selector, behind] of [
          ['td p', 'td'],
          ['td a', 'td a'],
        ] as const) {
          const contrast = contrastOf(
            hex((await styleOf(page, selector))!.color),
            hex((await styleOf(page, behind))!.backgroundColor),
          )
          assert.ok(contrast >= 4.5, `${selector}: ${contrast}`)
        }
        assert.ok((await page.evaluate<number>("document.querySelector('img').naturalWidth")) > 1)
        await context.close()
      }
    })

  test('words, footer and name of a client are text, whatever they hold', async () => {
    const attack = '</style><script>document.title="x"</script><img src=x onerror="document.title=1">'
    const sent = await branded('pale', {
      FooterText: attack,
      PostalAddress: attack,
      Wordings: [{ Page: 'Unsubscribe', Language: 'en', Title: attack.slice(0, 90), Text: attack }],
    })
    await database.db`update clients set company_name = ${attack} where id = ${sent.clientId}`
    const page = await browser.newPage()
    await page.goto(`${site.url}/u/${site.tokens.sign('recipient', sent.campaignId, 2)}`)
    assert.equal(await page.title(), attack.slice(0, 90))
    assert.equal(await page.locator('script').count(), 0)
    assert.equal(await page.locator('img').count(), 1, 'the logo alone')
    assert.equal(await page.locator('footer p').first().textContent(), attack)
    await page.close()
  })
})

async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** `rgb(1, 2, 3)` → `#010203`. */
function hex(color: string): string {
  const parts = color.match(/\d+/g)!.slice(0, 3)
  return `#${parts.map(part => Number(part).toString(16).padStart(2, '0')).join('')}`
}
