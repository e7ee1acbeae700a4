/** Getting in and out of the console in a real browser. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { authenticatorOf } from '../harness/authenticator.ts'
import { launchBrowser } from '../harness/browser.ts'
import { personPassword, signedIn } from '../harness/console.ts'
import { type ConsolePageOptions, openConsole, signInByForm } from '../harness/console-page.ts'
import { type ConsoleWorld, consoleWorld } from '../harness/console-world.ts'
import { needs } from '../harness/needs.ts'
import { seen, until } from '../harness/until.ts'

describe('signing in to the console', needs('chromium'), () => {
  let world: ConsoleWorld
  let browser: Browser
  before(async () => {
    world = await consoleWorld({}, [])
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  /** Fails where anything was refused by the policy, or went wrong in a script. */
  async function inConsole(path: string, run: (page: Page) => Promise<void>, more: Partial<ConsolePageOptions> = {}) {
    const shown = await openConsole(browser, { url: world.url, ...more })
    await shown.page.goto(`${more.url ?? world.url}${path}`)
    await run(shown.page)
    await shown.close()
  }
  const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  const alert = (page: Page) => page.getByRole('alert').innerText()
  const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('a wrong password is answered with a sentence and a cure, a right one with the home screen; signing out ends it', () =>
    inConsole('/', async page => {
      await heading(page, 'Sign in')
      assert.equal(await page.title(), 'Sign in · Lettershop')
      await signInByForm(page, world.carla, 'not my password')
      assert.match(await alert(page), /The name or password is wrong\.\s+After ten wrong attempts/)
      assert.equal(await page.evaluate('document.activeElement.autocomplete'), 'username')
      await signInByForm(page, world.carla, personPassword)
      await heading(page, 'Home')
      assert.equal(await page.getByRole('alert').count(), 0)
      await page.getByRole('button', { name: 'CW, profile of Carla Weber' }).click()
      await submit(page, 'Sign out')
      await heading(page, 'Sign in')
      await page.goBack()
      await heading(page, 'Sign in')
    }))

  test('an address that was mailed is reached after the sign-in, and no other site ever is', async () => {
    await inConsole('/profile/sessions', async page => {
      await heading(page, 'Sign in')
      await signInByForm(page, world.carla, personPassword)
      await page.getByRole('heading', { name: 'Sessions' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/profile/sessions')
    })
    for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])
      await inConsole(`/sign-in?to=${encodeURIComponent(to)}`, async page => {
        await signInByForm(page, world.carla, personPassword)
        await heading(page, 'Home')
        assert.equal(page.url(), `${world.url}/`)
      })
  })

  test('the user of an account signs in with the user name alone if only one account exists', () =>
    inConsole('/', async page => {
      await page.getByLabel('Email address or user name').fill(world.login.username)
      await page.getByLabel('Site of the account').waitFor()
      await page.locator('input[type=password]').fill(world.password)
      await page.keyboard.press('Enter')
      await heading(page, 'Home')
    }))

  test('a second factor is set up with a code, asked for at the next sign-in, and a recovery code opens once', async () => {
    const EmailAddress = 'factor@morgenrot.example'
    await addMember(EmailAddress)
    await inConsole('/profile/factor', async page => {
      await signInByForm(page, EmailAddress, 'correct horse')
      await page.getByLabel('Current password').fill('correct horse')
      await submit(page, 'Set up')
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
      const nextCode = authenticatorOf((await page.locator('code').first().innerText()).replaceAll(' ', ''))
      await page.getByLabel(/^Code\b/).fill('000000')
      await submit(page, 'Confirm')
      assert.match(await alert(page), /This code is wrong/)
      await page.getByLabel(/^Code\b/).fill(await nextCode())
      await submit(page, 'Confirm')
      await page.getByText('I have stored them').waitFor()
      const recovery = await page.locator('li', { hasText: /^\w{4}-\w{4}-\w{4}$/ }).allInnerTexts()
      assert.equal(recovery.length, 10)
      await submit(page, 'I have stored them')
      await page.getByText('10 recovery codes left').waitFor()

      await page.context().clearCookies()
      await page.goto(`${world.url}/sign-in`)
      await signInByForm(page, EmailAddress, 'correct horse')
      await page.getByText('The password is correct.').waitFor()
      assert.equal(await page.getByRole('alert').count(), 0, 'a code that is asked for is no mistake')
      await page.getByLabel(/^Code\b/).fill('123456')
      await page.keyboard.press('Enter')
      assert.match(await alert(page), /This code is wrong/)
      await page.getByLabel(/^Code\b/).fill(recovery[0]!)
      await page.keyboard.press('Enter')
      await heading(page, 'Home')
      await page.goto(`${world.url}/profile/factor`)
      await page.getByText('9 recovery codes left').waitFor()
    })
  })

  test('an invitation is accepted by a new person, whose link opens nothing afterwards', async () => {
    const EmailAddress = 'neu@morgenrot.example'
    const { Link } = await called('Person.Invite', { EmailAddress, Grants: [{ Role: 'Analyst' }] })
    const path = Link.slice(world.url.length)
    await inConsole(path, async page => {
      await heading(page, 'Agentur Morgenrot invites you')
      await until(async () => new URL(page.url()).hash === '', 'the token is gone from the address')
      assert.equal(await page.getByLabel('Email address').inputValue(), EmailAddress)
      await page.getByLabel('Your name').fill('Neu Person')
      await page.getByLabel(/^Password\b/).fill('correct horse')
      await submit(page, 'Accept the invitation')
      await heading(page, 'Home')
      const places = await page.getByRole('navigation').getByRole('link').allInnerTexts()
      assert.ok(
        places.includes('Clients') && !places.includes('People') && !places.includes('API keys'),
        String(places),
      )
    })
    await inConsole(path, async page => {
      assert.match(await alert(page), /This invitation has expired/)
      assert.equal(await page.getByLabel(/^Password\b/).count(), 0)
    })
    // in a browser in which someone else is signed in
    const second = { EmailAddress: 'zweit@morgenrot.example', Name: 'Zweite Person', Grants: [{ Role: 'Analyst' }] }
    const again = await called('Person.Invite', second)
    await inConsole('/sign-in', async page => {
      await signInByForm(page, world.carla, personPassword)
      await heading(page, 'Home')
      await page.goto(again.Link)
      await page.getByText('Carla Weber is signed in in this browser and stays so.').waitFor()
      await page.getByLabel(/^Password\b/).fill('correct horse')
      await submit(page, 'Accept the invitation')
      await page.getByText('Welcome.').waitFor()
      await page.goto(`${world.url}/profile`)
      await page.locator('small', { hasText: world.carla }).first().waitFor({ state: 'attached' })
    })
    await inConsole('/accept-invitation', page => page.getByText('The link is incomplete.').waitFor())
  })

  test('a forgotten password is replaced by the link of a mail, which works once and ends the sessions there were', async () => {
    const EmailAddress = 'forgetful@morgenrot.example'
    await addMember(EmailAddress)
    await inConsole('/sign-in', async page => {
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await heading(page, 'New password')
      await page.getByLabel('Email address').fill(EmailAddress)
      await submit(page, 'Send the link')
      await page.getByText('we have sent a link').waitFor()
      const path = await linkTo(EmailAddress, '/reset-password#')
      for (const [password, expected] of [
        ['short', undefined],
        ['123456', /too easy to guess/],
        ['another horse', undefined],
      ] as const) {
        if (password === 'short') await page.goto(`${world.url}${path}`)
        await heading(page, 'Choose a new password')
        await page.getByLabel('New password').fill(password)
        await submit(page, 'Set the password')
        if (expected) assert.match(await alert(page), expected)
      }
      await page.getByText('The new password is set.').waitFor()
      await signInByForm(page, EmailAddress, 'another horse')
      await heading(page, 'Home')
      await page.goto('about:blank')
      await page.goto(`${world.url}${path}`)
      await page.getByLabel('New password').fill('a third horse')
      await submit(page, 'Set the password')
      assert.match(await alert(page), /This link is no longer valid/)
    })
  })

  test('a session that ends while one types is begun again over the screen, and what was typed is saved', () =>
    inConsole('/profile/me', async page => {
      await signInByForm(page, world.carla, personPassword)
      await page.getByLabel(/^Name\b/).fill('Carla Weber-Lang')
      await world.db`delete from sessions`
      await submit(page, 'Save')
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      assert.ok(await dialog.isVisible(), 'it is left by its buttons only')
      assert.equal(await dialog.locator('input[autocomplete=username]').inputValue(), world.carla)
      await dialog.locator('input[type=password]').fill('wrong')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').waitFor()
      await dialog.locator('input[type=password]').fill(personPassword)
      await page.keyboard.press('Enter')
      await page.getByText('Saved.').waitFor()
      assert.equal(await dialog.count(), 0)
      const [row] = await world.db`select name from people where address = ${world.carla}`
      assert.equal(row!.name, 'Carla Weber-Lang')
      await world.db`update people set name = 'Carla Weber' where address = ${world.carla}`
    }))

  test('another person who signs in there begins at home, and the call of the first one is not made', () =>
    inConsole('/profile/me', async page => {
      await signInByForm(page, world.carla, personPassword)
      await page.getByLabel(/^Name\b/).fill('Written by Carla')
      await world.db`delete from sessions`
      await submit(page, 'Save')
      await page.getByRole('dialog').waitFor()
      await signInByForm(page.getByRole('dialog').page(), world.jonas, personPassword)
      await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
      const names = await world.db`select name from people where name = 'Written by Carla'`
      assert.equal(names.length, 0)
    }))

  test('sessions are ended one by one and all at once, and this one goes on', async () => {
    await world.db`delete from sessions`
    await inConsole('/profile/sessions', async page => {
      await signInByForm(page, world.carla, personPassword)
      await page.getByText('This one').waitFor()
      await Promise.all(
        [1, 2, 3].map(() => signedIn(world.url, { id: 0, email: world.carla })), // the server reads the person from the address
      )
      await page.reload()
      const rows = page.locator('main tbody tr')
      await rows.nth(3).waitFor()
      await page
        .getByRole('button', { name: /^End the session of/ })
        .first()
        .click()
      await until(async () => (await rows.count()) === 3, 'the table has 3 rows')
      await submit(page, 'End all others')
      await until(async () => (await rows.count()) === 1, 'the table has 1 rows')
      assert.match(await rows.first().innerText(), /This one/)
      await page.reload()
      await rows.first().waitFor()
      assert.equal(await rows.count(), 1)
    })
  })

  test('plain http of a private address has no crypto.subtle and no clipboard, and everything works', async () => {
    const mapped = await launchBrowser(`--host-resolver-rules=MAP 10.1.2.3 127.0.0.1`)
    const url = `http://10.1.2.3:${new URL(world.url).port}`
    const shown = await openConsole(mapped, { url })
    const { page } = shown
    await page.goto(`${url}/keys`)
    assert.equal(await page.evaluate('isSecureContext'), false)
    await signInByForm(page, world.carla, personPassword)
    await submit(page, 'New key')
    await page.getByLabel('Label').fill('Plain')
    await page.getByLabel('Read reports').check()
    await submit(page, 'Create the key')
    await page.getByRole('heading', { name: 'The secret of “Plain”' }).waitFor()
    assert.match(await page.locator('code', { hasText: /^ls_/ }).innerText(), /^ls_[0-9a-f]{32}_\w{32}_\w{8}$/)
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await shown.close()
    await mapped.close()
  })

  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
  async function called(operation: string, params: object): Promise<any> {
    const { status, value } = await world.call(operation, params)
    assert.equal(status, 200, JSON.stringify(value))
    return value
  }

  async function addMember(EmailAddress: string) {
    const { Link } = await called('Person.Invite', { EmailAddress, Grants: [{ Role: 'Owner' }] })
    const Token = Link.split('#')[1]
    await called('Person.AcceptInvitation', {
      Token,
      EmailAddress,
      Name: 'Member',
      Password: 'correct horse',
      Language: 'en',
    })
  }

  /** The path of the link in the mail that has left for an address. */
  async function linkTo(address: string, path: string): Promise<string> {
    const outbox = join(world.dataFolder, 'outbox')
    const find = async () => {
      const names = await readdir(outbox, { recursive: true }).catch(() => [] as string[])
      for (const name of names.filter(name => name.endsWith('.eml'))) {
        const mail = await PostalMime.parse(await readFile(join(outbox, name)))
        const at = mail.text?.indexOf(`${world.url}${path}`) ?? -1
        if (mail.to?.some(one => one.address === address) && at >= 0)
          return mail.text!.slice(at + world.url.length, at + world.url.length + path.length + 43)
      }
      return undefined
    }
    return (await seen(`a mail to ${address}`, find, found => found !== undefined))!
  }
})
