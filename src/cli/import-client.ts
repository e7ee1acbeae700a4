/** What a client of Campaign Monitor has besides its lists: the suppression list and templates. They are read by this command itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Lettershop, LettershopError } from '../client/client.ts'
import { readConfig } from '../config.ts'
import { Refusal } from '../contract/refusals.ts'
import { asking, patient } from '../domain/imports/api/ask.ts'
import { readSuppressionList, templatesOf } from '../domain/imports/api/campaign-monitor.ts'
import { readAccount } from '../domain/imports/api/remote.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import type { RemoteAccount } from './import-steps.ts'
import { CommandFailed, say, sentenceOf } from './run.ts'

/** Lines of one call. */
const mostLines = 50_000
/** Words of Campaign Monitor, and what they are here; any other is Manual. */
const reasons: Readonly<Record<string, 'Bounced' | 'Unsubscribed'>> = {
  Bounced: 'Bounced',
  Unsubscribed: 'Unsubscribed',
}

/** @throws CommandFailed if they cannot be read; a refused template is reported, and the others are imported */
export async function bringSuppressionsAndTemplates(
  client: Lettershop,
  ClientID: string,
  remote: RemoteAccount,
): Promise<void> {
  const { account, credentials } = readAccount({
    source: remote.Source,
    url: remote.Url,
    clientId: remote.RemoteClientID,
    username: remote.Username,
    secret: remote.Secret,
  })
  const fetch = guardedFetch({ allowPrivate: readConfig().LETTERSHOP_FETCH_PRIVATE, userAgent: 'Lettershop' })
  const ask = asking(fetch, account, credentials, { ...patient, wait: ms => sleep(ms) })
  try {
    await bringSuppressions(client, ClientID, readSuppressionList(ask, account.clientId))
    await bringTemplates(client, ClientID, await templatesOf(ask, account.clientId))
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(error.detail ?? error.title) : error
  }
}

async function bringSuppressions(
  client: Lettershop,
  ClientID: string,
  pages: ReturnType<typeof readSuppressionList>,
): Promise<void> {
  const waiting = new Map<string, string[]>()
  const totals = { Lines: 0, Added: 0, Refused: 0 }
  const send = async (Reason: string, lines: readonly string[]) => {
    const sent = await client.call('Suppression.Import', {
      ClientID,
      Reason: Reason as 'Manual',
      Entries: lines.join('\n'),
    })
    for (const name of ['Lines', 'Added', 'Refused'] as const) totals[name] += sent[name]
  }
  for await (const entries of pages) {
    for (const { email, reason } of entries) {
      // an entry is one line, and one that begins with @ would be a rule
      if (/^@|[\r\n]/.test(email.trim()) || email.trim() === '') continue
      const word = reasons[reason] ?? 'Manual'
      const lines = waiting.get(word)
      if (lines) lines.push(email)
      else waiting.set(word, [email])
    }
    for (const [word, lines] of waiting) {
      if (lines.length < mostLines) continue
      await send(word, lines)
      waiting.delete(word)
    }
  }
  for (const [word, lines] of waiting) await send(word, lines)
  process.stdout.write(`${JSON.stringify({ Suppressed: totals }, null, 2)}\n`)
}

async function bringTemplates(
  client: Lettershop,
  ClientID: string,
  templates: Awaited<ReturnType<typeof templatesOf>>,
): Promise<void> {
  const present = new Set((await client.call('Client.GetTemplates', { ClientID })).map(({ Name }) => Name))
  const made: string[] = []
  for (const { name, previewUrl } of templates) {
    if (present.has(name)) continue
    const pages = { HTMLPageURL: previewUrl, ZipFileURL: '', ScreenshotURL: '' }
    try {
      made.push(await client.call('Template.Create', { ClientID, TemplateName: name, ...pages }))
    } catch (error) {
      if (!(error instanceof LettershopError)) throw error
      say(`The template ${name} was left out. ${sentenceOf(error)}`, 0)
    }
  }
  process.stdout.write(`${JSON.stringify({ Templates: made }, null, 2)}\n`)
}
