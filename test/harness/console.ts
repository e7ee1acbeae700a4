/** The console as the service sees it: people with passwords, and browsers that keep cookies. */
import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import type { Database } from '../../src/store/connection/database.ts'

/** Of every person made here. */
export const personPassword = 'a password of a person'
/** Of less work than the program's own, which would take a quarter of a second at each sign-in. */
export const personPasswordHash = (() => {
  const salt = Buffer.alloc(16)
  const hash = scryptSync(personPassword, salt, 32, { N: 2 ** 10, r: 8, p: 1 })
  return `scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
})()
let made = 0

export interface MadePerson {
  readonly id: number
  readonly email: string
}

/** A person with a role on an account, or on one client of it. */
export async function addPerson(
  db: Database,
  { accountId, clientId = null, role = 'Owner' }: { accountId: number; clientId?: number | null; role?: string },
): Promise<MadePerson> {
  const email = `person${++made}@people.example`
  const [row] = await db<{ id: number }[]>`
    insert into people (email, address, name, time_zone, password_hash)
    values (${email}, ${email}, ${`Person ${made}`}, 'Europe/Berlin', ${personPasswordHash})
    returning id`
  await db`
    insert into grants (person_id, account_id, client_id, role) values (${row!.id}, ${accountId}, ${clientId}, ${role})`
  return { id: row!.id, email }
}

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
  readonly value: any
  readonly setCookies: readonly string[]
}

/** A browser that shows pages of the service. */
export interface Browser {
  readonly cookies: Map<string, string>
  /** @param headers that differ from those of a page's own calls; undefined leaves one out */
  call(operation: string, params?: object, headers?: Readonly<Record<string, string | undefined>>): Promise<Reply>
}

export function openBrowser(url: string): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(operation, params = {}, headers = {}) {
      const all = {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
        ...headers,
      }
      const response = await fetch(`${url}/api/json/${operation}`, {
        method: 'POST',
        headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
        body: new TextEncoder().encode(JSON.stringify(params)), // bytes: a text would get a Content-Type
      })
      const setCookies = response.headers.getSetCookie()
      for (const line of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return { status: response.status, value: await response.json(), setCookies }
    },
  }
}

/** A browser in which a person has signed in. */
export async function signedIn(url: string, { email }: MadePerson): Promise<Browser> {
  const browser = openBrowser(url)
  const { status, value } = await browser.call('Session.SignIn', { EmailAddress: email, Password: personPassword })
  if (status !== 200) throw new Error(`The sign-in was refused: ${JSON.stringify(value)}`)
  return browser
}

/** The value of a call that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
export async function ask(browser: Browser, operation: string, params: object = {}): Promise<any> {
  const { status, value } = await browser.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value
}

/** The body of a call that must be refused so. */
export async function refuses(browser: Browser, operation: string, params: object, refusal: RefusalName) {
  const { value } = await browser.call(operation, params)
  assert.equal(value.code, refusals[refusal][0], `${operation}: ${JSON.stringify(value)}`)
  return value
}
