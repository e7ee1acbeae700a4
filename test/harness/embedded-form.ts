/** A person who signs up with a form on a page of another site, in a browser, and confirms from the mail. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { root } from './markdown.ts'
import { until } from './until.ts'

/** The address of the form in the examples. */
const exampleUrl = /https:\/\/mail\.example\.com\/form\/9{32}/g

/** An example of this repository with the address of a form. */
export async function exampleWith(name: string, formUrl: string): Promise<string> {
  return (await readFile(join(root, 'examples', name), 'utf8')).replace(exampleUrl, formUrl)
}

/** Mails to one address that were written into the outbox, the first one first. */
export async function mailsTo(dataFolder: string, address: string): Promise<readonly Email[]> {
  const outbox = join(dataFolder, 'outbox')
  const names = await readdir(outbox, { recursive: true }).catch(() => [])
  const files = names.filter(name => name.endsWith('.eml')).sort()
  const all = await Promise.all(files.map(async name => PostalMime.parse(await readFile(join(outbox, name)))))
  return all.filter(({ to }) => to?.[0]?.address === address)
}

/** Presses the one button of a page of the service, or of an example. */
export const pressButton = (page: Page): Promise<void> => page.getByRole('button').first().click()

/** Fills in the form of a page that is shown, and presses its button and that of the form's own page. */
export async function signUpOn(page: Page, formUrl: string, address: string, name: string): Promise<void> {
  await page.getByLabel('Email address').fill(address)
  await page.getByLabel('Name').fill(name)
  await pressButton(page)
  await page.waitForURL(url => url.href.startsWith(formUrl))
  assert.equal(await page.getByLabel('Email address').inputValue(), address, 'what was typed is there')
  await pressButton(page)
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** The link of the confirmation mail, which is the only mail to the address. */
export async function confirmationLink(dataFolder: string, address: string): Promise<string> {
  await until(async () => (await mailsTo(dataFolder, address)).length > 0, 'the confirmation mail is there')
  const [mail, ...others] = await mailsTo(dataFolder, address)
  assert.equal(others.length, 0)
  const link = /https?:\/\/\S+\/join\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  assert.ok(link, mail?.text)
  return link
}
