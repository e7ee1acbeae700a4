/** A person whose role changes while something is open: the next action says it in the reader's language, and nothing that was typed is lost. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/contract/rights.ts'
import { waitUntilSettled } from '../harness/console-page.ts'
import type { ConsoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { openSignedInConsole, type SignedInConsole } from '../harness/signed-in-console.ts'
import { seen } from '../harness/until.ts'

/** In the reader's language, German. */
const said = 'Ihre Rolle erlaubt das nicht.'

describe('a role that changes while something is open', needs('chromium'), () => {
  let world: ConsoleWorld
  let opened: SignedInConsole
  let page: Page
  let clientId: string
  before(async () => {
    opened = await openSignedInConsole({}, ['audience'])
    ;({ world, page } = opened)
    clientId = world.clientIds[0]!
    await world.db`update people set language = 'de' where address = ${world.carla}`
  })
  after(() => opened?.close())
  beforeEach(() => giveRole('Manager'))

  async function giveRole(role: Role) {
    await world.db`
      update grants set role = ${role}, client_id = (select id from clients where public_id = ${clientId}), access_level = null
      where person_id = (select id from people where address = ${world.carla})`
  }
  const open = async (path: string) => {
    await page.goto(`${world.url}/clients/${clientId}${path}`)
    await waitUntilSettled(page)
  }
  const draft = async (Name: string, Content: object) => {
    const { status, value } = await world.call('Campaign.CreateDraft', {
      ...{ ClientID: clientId, Name, Subject: 'Vorher' },
      ...{ FromName: 'Rosa', FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example', Content },
    })
    assert.equal(status, 200, JSON.stringify(value))
    return (value as { CampaignID: string }).CampaignID
  }
  const storedOf = async (CampaignID: string) => {
    const { value } = await world.call('Campaign.GetDraft', { CampaignID })
    return value as { readonly Subject?: string; readonly Content?: { readonly Kind: string; readonly Html?: string } }
  }
  /** The screen is there, and no error of the program in its place. */
  const isWhole = async () => {
    assert.equal(await page.locator('#main h1').count(), 1)
    assert.equal(await page.getByText('Diese Seite kann nicht angezeigt werden').count(), 0)
  }
  const saysSo = () => page.getByText(said).first().waitFor()

  test('the dialog of a new campaign: it stays with what was typed and chosen', async () => {
    const Html =
      '<html><body><h1><singleline label="T">x</singleline></h1><unsubscribe>Abmelden</unsubscribe></body></html>'
    const made = await world.call('Template.CreateFromContent', { ClientID: clientId, Name: 'Frühling', Html })
    assert.equal(made.status, 200, JSON.stringify(made.value))
    await open('/campaigns')
    await page.getByRole('button', { name: 'Neue Kampagne' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Neue Kampagne' })
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Lange überlegt')
    await dialog.getByRole('button', { name: 'Frühling' }).click()
    await giveRole('Analyst')
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    await dialog.getByText(said).waitFor()
    await waitUntilSettled(page)
    assert.equal(await name.inputValue(), 'Lange überlegt')
    assert.equal(await dialog.getByRole('button', { name: 'Frühling' }).getAttribute('aria-pressed'), 'true')
    await isWhole()
    // the role is given back: the same dialog goes on
    await giveRole('Manager')
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    await page.waitForURL(/campaigns\/[0-9a-f]{32}/)
    await page.getByRole('heading', { level: 1, name: 'Lange überlegt' }).waitFor()
  })

  test('the gallery of starter letters: the choice is refused with a sentence, and the gallery stays', async () => {
    const campaignId = await draft('Ohne Inhalt', { Kind: 'Html', Html: '' })
    await open(`/campaigns/${campaignId}?open=content`)
    const chooser = page.getByRole('list', { name: 'Vorlagen zum Beginnen' })
    await chooser.getByRole('button').first().waitFor()
    await giveRole('Analyst')
    await chooser.getByRole('button').first().click()
    await saysSo()
    await waitUntilSettled(page)
    await isWhole()
    assert.notEqual((await storedOf(campaignId)).Content?.Kind, 'Sections')
  })

  test('the editor of a mail and its subject: the page says that it is not saved, and keeps every word', async () => {
    const campaignId = await draft('Mit Inhalt', {
      Kind: 'Html',
      Html: '<p>Vorher <unsubscribe>Abmelden</unsubscribe></p>',
    })
    await open(`/campaigns/${campaignId}?open=sender`)
    const subject = page.getByRole('textbox', { name: 'Betreff', exact: true })
    await subject.waitFor()
    await giveRole('Analyst')
    await subject.fill('Mit Mühe geschrieben')
    await subject.press('Tab')
    await saysSo()
    await waitUntilSettled(page)
    await isWhole()
    assert.equal(await subject.inputValue(), 'Mit Mühe geschrieben')
    await page.getByText('Ihre letzten Änderungen sind in diesem Browser gespeichert').waitFor()
    assert.match(page.url(), new RegExp(`/campaigns/${campaignId}\\?open=sender$`), 'the person stays where they wrote')
    assert.equal((await storedOf(campaignId)).Subject, 'Vorher')
    // what this browser keeps is saved when the role is back, also after the page was loaded anew
    await giveRole('Manager')
    await open(`/campaigns/${campaignId}?open=sender`)
    await seen(
      'what was typed is there',
      () => subject.inputValue(),
      text => text === 'Mit Mühe geschrieben',
    )
    await seen(
      'it is saved',
      () => storedOf(campaignId),
      ({ Subject }) => Subject === 'Mit Mühe geschrieben',
    )
  })

  test('the code of a template: the save is refused with a sentence, and the code stays as it was typed', async () => {
    const Html =
      '<html><body><h1><singleline label="T">Vorher</singleline></h1><unsubscribe>Abmelden</unsubscribe></body></html>'
    const made = await world.call('Template.CreateFromContent', { ClientID: clientId, Name: 'Offen', Html })
    assert.equal(made.status, 200, JSON.stringify(made.value))
    await open(`/templates/${made.value as string}`)
    const code = page.locator('.cm-content')
    await code.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('<!-- lange überlegt -->')
    await giveRole('Analyst')
    await page.keyboard.press('Control+s')
    await saysSo()
    await waitUntilSettled(page)
    await isWhole()
    assert.match(await code.innerText(), /<!-- lange überlegt -->/)
  })
})
