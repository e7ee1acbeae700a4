/** A form and people who sign up with it: their browser, the worker behind, and their mailbox. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import type { ParamsOf } from '../../src/contract/operations.ts'
import { formMailJobs } from '../../src/delivery/system-mail/form-mail.ts'
import { noticeSender } from '../../src/delivery/system-mail/notices.ts'
import type { Message } from '../../src/delivery/transport.ts'
import { decideSome } from '../../src/domain/forms/deciding.ts'
import { createForm } from '../../src/domain/forms/forms.ts'
import { type Challenge, challengeFor } from '../../src/domain/forms/proof.ts'
import { formTokens, type TokenKind } from '../../src/domain/forms/tokens.ts'
import { tokens as tokensOf } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { Jobs } from '../../src/store/jobs/jobs.ts'
import { testMailLinks } from './mail-links.ts'
import { testKeys, type World } from './seed.ts'

export type FormSettings = Omit<ParamsOf<'Form.Create'>, 'ApiKey' | 'ClientID'>

export const plainForm: FormSettings = {
  Title: 'Spring sign-up',
  Paused: false,
  Lists: [],
  Name: 'Optional',
  Fields: [],
  Consents: [],
  Tags: [],
  PrimaryColor: null,
  BackgroundColor: null,
  Language: 'en',
  Translations: [],
  Heading: null,
  Introduction: null,
  ButtonText: null,
  SuccessText: null,
  SuccessPage: null,
  RedirectHosts: [],
  AllowedOrigins: [],
  Prefill: [],
  ConfirmOptIn: true,
}

export interface TestForm {
  readonly formId: number
  readonly publicId: string
  readonly path: string
}

const creator = { kind: 'login', id: 1, loginId: 1, username: 'carla', accountId: 0, grants: [] } as const

/** Of the list of the world, unless the settings name others. */
export async function seedForm(
  db: Database,
  { client, list }: World,
  settings: Partial<FormSettings> = {},
): Promise<TestForm> {
  const lists = [{ ListID: list.listPublicId, Title: '', Description: '' }]
  const publicId = await createForm(db, client, { ...plainForm, Lists: lists, ...settings }, creator)
  const [row] = await db`select id from forms where public_id = ${publicId}::uuid`
  return { formId: row!.id as number, publicId, path: `/form/${publicId}` }
}

const tokens = formTokens(tokensOf(testKeys))

/** A token of a page that was shown so many seconds ago. */
export function tokenOf({ formId }: Pick<TestForm, 'formId'>, kind: TokenKind = 'first', seconds = 10): string {
  return tokens.issue(formId, kind, new Date(Date.now() - seconds * 1000))
}

/** The number that a task asks for, as the page of the form hands it in. */
export function solve(task: Challenge): string {
  for (let number = 0; number <= task.maxnumber; number++)
    if (hash('sha256', task.salt + number) === task.challenge)
      return Buffer.from(JSON.stringify({ ...task, number })).toString('base64')
  throw new Error('The task has no solution.')
}

/** What the page of a form sends. */
export async function fillIn(
  form: TestForm,
  values: Readonly<Record<string, string>>,
  token = tokenOf(form),
): Promise<string> {
  const proof = solve(await challengeFor(tokens, token, 20))
  return new URLSearchParams({ token, proof, website: '', from: 'form', ...values }).toString()
}

/** Decides all that waits. */
export async function decideAll(db: Database): Promise<void> {
  while (await decideSome(db));
}

export interface FormMailbox {
  /** Mails that were made since the last call, in the order of their jobs. */
  read(): Promise<readonly (Email & { readonly recipient: string; readonly raw: string })[]>
}

/** Runs the jobs of forms' mails as the service does. */
export function formMailbox(db: Database): FormMailbox {
  const sent: Message[] = []
  const send = noticeSender({
    transport: {
      concurrency: 1,
      async send(message) {
        sent.push(message)
        return { kind: 'accepted', code: 250, answer: 'ok' }
      },
      async close() {},
    },
    log: createLog('silent'),
  })
  const jobs = formMailJobs({
    db,
    tokens: tokensOf(testKeys),
    mailLinks: testMailLinks,
    contentUrl: null,
    from: null,
    send,
  })
  return {
    async read() {
      sent.length = 0
      const waiting = await db<{ id: number; name: 'formMail' | 'formWaveMail'; payload: never }[]>`
        select j.id, t.identifier as name, j.payload
        from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier in ('formMail', 'formWaveMail')
        order by j.id`
      for (const { id, name, payload } of waiting) {
        await jobs[name](payload as Jobs['formMail'] & Jobs['formWaveMail'])
        await db`select graphile_worker.complete_jobs(array[${id}::bigint])`
      }
      return Promise.all(
        sent.map(async ({ data, to }) => ({ ...(await PostalMime.parse(data)), recipient: to, raw: data.toString() })),
      )
    },
  }
}

/** The path of the link of this kind in a mail. */
export function linkIn({ text = '' }: Pick<Email, 'text'>, kind: 'join' | 'stop'): string {
  const path = new RegExp(`/${kind}/[\\w-]{36}`).exec(text)?.[0]
  assert.ok(path, `a link to ${kind} in ${text}`)
  return path
}

/** Lets the limits of mails forget what was mailed. */
export async function forgetMails(db: Database): Promise<void> {
  await db`delete from occurrences`
}
