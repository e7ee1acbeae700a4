/**
 * Every screen of the console with a seeded world: no accessibility flaw, no policy violation, nothing wider than the window; light at
 * 1440 pixels in English, dark at 375 pixels in German; in the long run each width with each look and language. `npm run screens` writes pictures of them to
 * docs/screens; with `--test-name-pattern` those that it names.
 */
import assert from 'node:assert/strict'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword } from '../harness/console.ts'
import {
  accessibilityFlaws,
  type ConsolePage,
  goInside,
  openConsole,
  signInByForm,
  smallTargets,
  strayScrollbars,
  waitUntilSettled,
  writePicture,
} from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { effort } from '../harness/effort.ts'
import { needs } from '../harness/needs.ts'

const folder = join(import.meta.dirname, '../../docs/screens')

/** What is done on a screen before it is looked at. */
type Before = (page: Page) => Promise<void>
const click =
  (selector: string): Before =>
  async page =>
    page.locator(selector).first().click()

async function openNavigation(page: Page): Promise<void> {
  const burger = page.locator('header button[aria-expanded]')
  if (await burger.isVisible()) await burger.click()
}

/** Waits for the part that opens: it is loaded with its first use. */
const pressed =
  (key: string): Before =>
  async page => {
    await page.keyboard.press(key)
    await page.locator('dialog[open]').waitFor()
  }

const toLastPanel: Before = async page => {
  await page.locator('main section section li').first().waitFor()
  await page.locator('main section[aria-label]').last().scrollIntoViewIfNeeded()
}

/** With the count of what a shorter period would remove. */
const shortensRetention: Before = async page => {
  await page.locator('main tbody button').first().click()
  const dialog = page.locator('dialog[open]')
  await dialog.locator('input[type=radio]').nth(1).check()
  await dialog.locator('input[type=number]').fill('60')
  await dialog.locator('[aria-live] p').waitFor()
}

const hasRichText: Before = page => page.locator('.tiptap').first().waitFor()
const toZones: Before = async page => {
  await page.locator('main td').first().waitFor()
  await page.locator('main details fieldset').last().scrollIntoViewIfNeeded()
  await page.locator('main details').evaluate(details => details.scrollIntoView({ block: 'start' }))
}
/** They are counted by a job. */
const hasTable: Before = page => page.locator('main td').first().waitFor()
/** Counted and sampled after a pause. */
const hasPeople: Before = page => page.locator('aside section').nth(1).locator('a, p').first().waitFor()
const opensCondition: Before = async page => {
  await hasPeople(page)
  await page.locator('main [data-part] button[aria-expanded]').nth(1).click()
}
const hasCode: Before = page => page.locator('.cm-content').waitFor()

const beforeSignIn: readonly (readonly [name: string, path: string, before?: Before])[] = [
  ['sign-in', '/sign-in'],
  ['reset-password', '/reset-password'],
  ['new-password', '/reset-password#token'],
  ['accept-invitation', '/accept-invitation#token'],
  ['invitation-incomplete', '/accept-invitation'],
]

const inside: readonly (readonly [name: string, path: string, before?: Before])[] = [
  ['home', '/'],
  ['clients', '/clients'],
  ['new-client', '/clients', click('main button')],
  ['outbox', '/clients/{client}/outbox?campaign={scheduled}'],
  ['outbox-mail', '/clients/{client}/outbox?campaign={scheduled}', click('main nav li a')],
  ['profile', '/profile/me'],
  ['password', '/profile/password'],
  ['second-factor', '/profile/factor'],
  ['sessions', '/profile/sessions'],
  ['keys', '/keys'],
  ['new-key', '/keys', click('main button')],
  ['campaign-paused', '/clients/{client}/campaigns/{paused}/report'],
  ['report', '/clients/{client}/campaigns/{sent}/report'],
  ['report-recipients', '/clients/{client}/campaigns/{sent}/report?tab=recipients'],
  ['report-recipient', '/clients/{client}/campaigns/{sent}/report?tab=recipients&recipient=1202'],
  ['report-links', '/clients/{client}/campaigns/{sent}/report?tab=links'],
  ['report-returns', '/clients/{client}/campaigns/{sent}/report?tab=returns'],
  ['report-domains', '/clients/{client}/campaigns/{sent}/report?tab=domains', hasTable],
  ['report-share', '/clients/{client}/campaigns/{sent}/report?tab=share'],
  ['report-history', '/clients/{client}/campaigns/{sent}/report?tab=share', toLastPanel],
  ['report-not-begun', '/clients/{client}/campaigns/{draft}/report'],
  ['client', '/clients/{client}'],
  ['client-overview', '/clients/{results}'],
  ['results', '/clients/{results}/results'],
  ['compare', '/clients/{results}/results/compare?one={lastSent}&other={earlierSent}'],
  ['report-mails', '/clients/{results}/results/mails'],
  ['lists', '/clients/{client}/lists'],
  ['new-list', '/clients/{client}/lists', click('main button')],
  ['list', '/clients/{client}/lists/{list}?days=90'],
  ['list-fields', '/clients/{client}/lists/{list}?tab=fields'],
  ['list-segments', '/clients/{client}/lists/{list}?tab=segments'],
  ['list-settings', '/clients/{client}/lists/{list}?tab=settings'],
  ['segments', '/clients/{client}/segments'],
  ['new-segment', '/clients/{client}/segments/new'],
  ['segment', '/clients/{client}/segments/{segment}', hasPeople],
  ['segment-condition', '/clients/{client}/segments/{segment}', opensCondition],
  ['contacts-of-list', '/clients/{client}/contacts?list={list}'],
  [
    'contacts-selected',
    '/clients/{client}/contacts',
    async page => {
      await page.locator('main tbody input').nth(1).check()
      await page.locator('main tbody input').nth(2).check()
    },
  ],
  ['reports', '/clients/{client}/reports'],
  [
    'bulk-change',
    '/clients/{client}/contacts?list={list}&state=Active',
    click('main button:has-text("Change all matching"), main button:has-text("Alle passenden ändern")'),
  ],
  [
    'list-copy',
    '/clients/{client}/lists/{list}',
    click('main button:has-text("Copy, move or merge"), main button:has-text("Kopieren, verschieben")'),
  ],
  [
    'add-subscriber',
    '/clients/{client}/contacts?list={list}',
    click('main button:has-text("Add a sub"), main button:has-text("Abonnenten hinzu")'),
  ],
  ['contact', '/clients/{client}/contacts?list={list}&subscriber=claire%40lecteurs.example&of={list}'],
  ['contacts', '/clients/{client}/contacts'],
  ['tags', '/clients/{client}/tags', hasTable],
  ['new-tag', '/clients/{client}/tags', click('main button')],
  ['delete-tag', '/clients/{client}/tags', click('main tbody button:nth-of-type(2)')],
  ['contacts-with-tag', '/clients/{client}/contacts?tag=VIP'],
  ['contact-page', '/clients/{client}/contact?address=claire%40lecteurs.example'],
  [
    'change-address',
    '/clients/{client}/contact?address=bo.lindqvist%40readers.example',
    click('main button:has-text("Change the address"), main button:has-text("Adresse ändern")'),
  ],
  ['contact-mails', '/clients/{client}/contact?address=reader2%40letters.example'],
  ['contact-proof', '/clients/{client}/contact/proof?address=reader2%40letters.example'],
  ['contact-suppressed', '/clients/{client}/contact?address=angry%40readers.example'],
  ['series', '/clients/{client}/series'],
  ['new-series', '/clients/{client}/series', click('main button')],
  ['series-steps', '/clients/{client}/series/{series}'],
  ['feeds', '/clients/{client}/feeds'],
  ['new-feed', '/clients/{client}/feeds?adding=true'],
  ['forms', '/clients/{client}/forms'],
  ['new-form', '/clients/{client}/forms?adding=true'],
  ['form', '/clients/{client}/forms/{form}'],
  ['form-phone', '/clients/{client}/forms/{form}?view=phone'],
  ['form-embed', '/clients/{client}/forms/{form}?tab=embed'],
  ['form-numbers', '/clients/{client}/forms/{form}?tab=numbers'],
  ['form-wave', '/clients/{client}/forms/{wave}?tab=numbers'],
  [
    'form-delete',
    '/clients/{client}/forms/{wave}',
    click('main button:has-text("Delete"), main button:has-text("Löschen")'),
  ],
  ['imports', '/clients/{client}/imports'],
  ['new-import', '/clients/{client}/imports/new'],
  ['import-columns', '/clients/{client}/imports/{mapping}'],
  ['import-review', '/clients/{client}/imports/{judged}'],
  ['import-refused', '/clients/{client}/imports/{judged}?verdict=Refused'],
  ['import-done', '/clients/{client}/imports/{done}'],
  ['exports', '/clients/{client}/exports', hasTable],
  ['changes', '/clients/{client}/changes', hasTable],
  ['change', '/clients/{client}/changes/{change}'],
  ['erasures', '/clients/{client}/erasures', hasTable],
  ['erasure', '/clients/{client}/erasures/{erasure}'],
  ['suppression', '/clients/{client}/suppression'],
  ['suppression-lift', '/clients/{client}/suppression?q=angry', click('main tbody button')],
  ['account-suppression', '/suppression'],
  ['add-suppressions', '/clients/{client}/suppression', click('main button')],
  ['export', '/clients/{client}/suppression', click('main button:has-text("Export")')],
  ['campaigns', '/clients/{client}/campaigns'],
  ['no-campaign-like-this', '/clients/{client}/campaigns?state=Paused'],
  ['new-campaign', '/clients/{client}/campaigns?new=true'],
  ['campaign', '/clients/{client}/campaigns/{ready}'],
  ['campaign-sender', '/clients/{client}/campaigns/{ready}?open=sender'],
  ['campaign-content', '/clients/{client}/campaigns/{ready}?open=content'],
  ['campaign-audience', '/clients/{client}/campaigns/{ready}?open=audience'],
  ['campaign-checks', '/clients/{client}/campaigns/{ready}?open=checks'],
  ['campaign-when', '/clients/{client}/campaigns/{ready}?open=when&at=2031-03-30T02:30'],
  ['campaign-when-zones', '/clients/{client}/campaigns/{zoned}?open=when&at=2031-03-28T10:00', toZones],
  ['campaign-empty', '/clients/{client}/campaigns/{empty}?open=content'],
  ['campaign-scheduled', '/clients/{client}/campaigns/{scheduled}?open=sender'],
  ['approval', '/clients/{client}/campaigns/{asked}/approval'],
  ['campaign-regions', '/clients/{client}/campaigns/{regions}?open=content', hasRichText],
  ['campaign-sections', '/clients/{client}/campaigns/{sections}?open=content&section=2', hasRichText],
  ['templates', '/clients/{client}/templates'],
  ['new-template', '/clients/{client}/templates?way=starter'],
  ['paste-template', '/clients/{client}/templates?way=paste'],
  ['template', '/clients/{client}/templates/{template}', hasCode],
  ['template-phone', '/clients/{client}/templates/{template}?view=phone', hasCode],
  ['template-regions', '/clients/{client}/templates/{template}?tab=regions'],
  ['template-revisions', '/clients/{client}/templates/{template}?tab=revisions'],
  ['domains', '/clients/{client}/domains'],
  ['domain', '/clients/{client}/domains?domain=blossom.example'],
  ['webhooks', '/clients/{client}/webhooks'],
  ['webhook', '/clients/{client}/webhooks', click('tbody a')],
  ['new-webhook', '/clients/{client}/webhooks?adding=true'],
  ['events', '/clients/{client}/events'],
  ['holds', '/clients/{client}/holds'],
  ['branding', '/clients/{client}/branding'],
  ['client-settings', '/clients/{client}/settings'],
  ['client-register', '/clients/{client}/settings/register'],
  ['client-retention', '/clients/{client}/settings', shortensRetention],
  ['people', '/people'],
  ['person', '/people', click('tbody a')],
  ['invite', '/people?inviting=true'],
  ['relays', '/relays'],
  ['system', '/system'],
  ['inbound-mail', '/inbound-mail?client={client}'],
  ['returned-mail', '/inbound-mail?client={client}&state=Read', click('tbody a')],
  ['audit', '/audit?outcome=Succeeded'],
  ['deleted', '/deleted'],
  ['account', '/account'],
  ['version', '/account?tab=version'],
  ['developers', '/developers'],
  ['not-found', '/clients/{client}/2/3'],
  ['client-not-found', '/clients/00000000000000000000000000000000'],
  // on a phone it covers the screen; elsewhere it is there already
  ['navigation', '/', openNavigation],
  ['palette', '/', pressed('Control+k')],
  ['shortcuts', '/', pressed('?')],
  ['profile-menu', '/', click('header button[popovertarget]')],
]

const desktop = { width: 1440, height: 900 }
const phone = { width: 375, height: 812 }
const english = { locale: 'en', who: 'carla' } as const
const german = { locale: 'de', who: 'jonas' } as const

interface Look {
  /** Of pictures. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  readonly locale: 'en' | 'de'
  readonly who: 'carla' | 'jonas'
}
const usual: readonly Look[] = [
  { name: 'light', ...desktop, colorScheme: 'light', ...english },
  { name: 'dark-phone', ...phone, colorScheme: 'dark', ...german },
]
const further: readonly Look[] = [
  { name: 'dark', ...desktop, colorScheme: 'dark', ...english },
  { name: 'light-phone', ...phone, colorScheme: 'light', ...german },
  { name: 'light-de', ...desktop, colorScheme: 'light', ...german },
  { name: 'dark-de', ...desktop, colorScheme: 'dark', ...german },
  { name: 'light-phone-en', ...phone, colorScheme: 'light', ...english },
  { name: 'dark-phone-en', ...phone, colorScheme: 'dark', ...english },
]
const looks = [...usual, ...further.slice(0, effort(0, further.length))]

function pictureOf(name: string, look: Look): string {
  return `${name}-${look.name}.webp`
}

/** Pictures of screens that are no more. The others are written anew as their screens are shown: all of them, or those that a pattern names. */
async function removeForgotten(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = [...beforeSignIn, ...inside].map(([name]) => name)
  const known = new Set(names.flatMap(name => usual.map(look => pictureOf(name, look))))
  // no screen of the console: demo/dashboard.ts makes it
  known.add('dashboard.webp')
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(join(folder, file))
}

// both looks at the same time, in two windows of one browser
describe('screens of the console', { ...needs('chromium'), concurrency: true }, () => {
  let world: ConsoleWorld
  let browser: Browser
  before(async () => {
    world = await consoleWorld()
    browser = await launchBrowser()
    if (process.env.SCREENS) await removeForgotten()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  for (const look of looks) {
    describe(`${look.name}, ${look.width} pixels, ${look.locale}`, { concurrency: false }, () => {
      let shown: ConsolePage
      before(async () => {
        shown = await openConsole(browser, { url: world.url, ...look })
      })
      after(() => shown.close())

      function addressed(path: string): string {
        const { sentId, pausedId } = world.reports
        const ids = {
          client: world.clientIds[0]!,
          list: world.audience.workshops,
          draft: world.draftId,
          sent: sentId,
          paused: pausedId,
          template: world.templateId,
          regions: world.regionsDraftId,
          sections: world.sectionsDraftId,
          ...world.campaigns,
          ...world.imports,
          ...world.changes,
          segment: world.segments.regulars,
          ...world.forms,
          ...world.series,
          results: world.results.clientId,
          lastSent: world.results.sentIds[0],
          earlierSent: world.results.sentIds[1],
        }
        return path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name])
      }

      async function load(name: string, path: string, prepare?: Before) {
        // so that one address after the other is loaded, and not only the part behind its #
        await shown.page.goto('about:blank')
        await shown.page.goto(`${world.url}${path}`)
        await check(name, prepare)
      }

      async function go(name: string, path: string, prepare?: Before) {
        await goInside(shown.page, addressed(path))
        await check(name, prepare)
      }

      async function check(name: string, prepare?: Before) {
        const { page } = shown
        await waitUntilSettled(page)
        if (prepare) {
          await prepare(page)
          await waitUntilSettled(page)
        }
        // no row is pointed at
        await page.mouse.move(0, 0)
        if (process.env.SCREENS && usual.includes(look)) await writePicture(page, join(folder, pictureOf(name, look)))
        assert.deepEqual(await accessibilityFlaws(page), [])
        assert.deepEqual(await strayScrollbars(page), [])
        if (look.width === phone.width) assert.deepEqual(await smallTargets(page), [])
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          look.width,
          'nothing is wider than the window',
        )
      }

      for (const [name, path, prepare] of beforeSignIn) test(name, () => load(name, path, prepare))
      test('signing in', async () => {
        await shown.page.goto(`${world.url}/sign-in`)
        await signInByForm(shown.page, world[look.who], personPassword)
        await shown.page.waitForURL(`${world.url}/`)
      })
      for (const [name, path, prepare] of inside) test(name, () => go(name, path, prepare))
    })
  }
})
