/** A client's own template, made from one that comes with the service. */
import { Refusal } from '../../contract/refusals.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import { addAssets } from '../../store/campaigns/assets.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { keepFirstTemplateRevision } from '../../store/campaigns/template-revisions.ts'
import { insertTemplate } from '../../store/campaigns/templates.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef } from '../access/access.ts'
import { namedByContent, screenshotPath } from '../content/assets.ts'
import { gather } from '../content/gathering.ts'
import { PageRefused } from '../content/pages.ts'
import { taskAnswer } from '../content/tasks.ts'
import type { ContentTasks } from './content-tasks.ts'
import { findLetter, type LetterParts, letterAsTemplate, type WantedLetter } from './starter-letters.ts'
import { letters } from './starters/letters/letters.ts'
import { letterPictures } from './starters/pictures.ts'
import { starters } from './starters/starters.ts'
import { readName } from './templates.ts'

export interface StarterParts extends LetterParts {
  readonly contentTasks: LetterParts['contentTasks'] & Pick<ContentTasks, 'compileMjml' | 'templatePage'>
}

/**
 * @param given.name '' or absent for the starter's own
 * @param onCreated part of the transaction that creates it
 * @returns the TemplateID
 * @throws Refusal UnknownStarter, InvalidLanguage, InvalidTemplateName, InvalidClientId when the client is deleted meanwhile
 */
export async function createFromStarter(
  parts: StarterParts,
  client: ClientRef,
  given: WantedLetter & { readonly name: string | null },
  by: Saver,
  onCreated?: (sql: Transaction, templateId: string) => Promise<void>,
): Promise<string> {
  const { db, contentTasks } = parts
  const starter = await readStarter(parts, client, given)
  const name = readName((given.name ?? '').trim() === '' ? starter.name : given.name)

  const options = { key: client.clientId }
  const page = { url: 'about:blank', body: Buffer.from(starter.html), charset: 'utf-8' }
  const { html, files } = namedByContent(
    await gather(known => taskAnswer('RequestTimeout', contentTasks.templatePage({ html: page, known }, options)), {
      fetch: starter.fetch,
      zip: starter.pictures,
    }),
  )
  return transaction(db, async sql => {
    const row = { name, pageUrl: '', zipUrl: '', screenshotUrl: '', html }
    const template = await insertTemplate(sql, client, row)
    if (!template) throw new Refusal('InvalidClientId')
    const { clientId } = client
    await addAssets(sql, { clientId, owner: 'template', ownerId: template.id }, files)
    await keepFirstTemplateRevision(sql, { clientId, templateId: template.id }, screenshotPath, by)
    await onCreated?.(sql, template.publicId)
    return template.publicId
  })
}

interface StarterPage {
  readonly name: string
  readonly html: string
  /** By the name that the page uses. */
  readonly pictures: ReadonlyMap<string, Buffer>
  readonly fetch: Fetch
}

async function readStarter(parts: StarterParts, client: ClientRef, given: WantedLetter): Promise<StarterPage> {
  if (findLetter(given.starter)) {
    const { html, name } = await letterAsTemplate(parts, client, given, picture => `${ownPictures}${picture}.png`)
    const pictures = Object.entries(letterPictures).map(([picture, bytes]) => [`${picture}.png`, bytes] as const)
    return { name, html: html.replaceAll(ownPictures, ''), pictures: new Map(pictures), fetch: leaveThere }
  }
  const wanted = (given.starter ?? '').trim().toLowerCase()
  const starter = starters.find(({ id }) => id === wanted)
  if (!starter) {
    throw new Refusal('UnknownStarter', `There are: ${[...starters, ...letters].map(({ id }) => id).join(', ')}.`)
  }
  const { name, mjml, pictures } = starter
  // a machine that cannot compile them in time may do so later
  const compiled = parts.contentTasks.compileMjml({ source: mjml }, { key: client.clientId })
  return { name, pictures, fetch: noFetch, html: (await taskAnswer('RequestTimeout', compiled)).html }
}

/** Precedes the names of pictures while sections are compiled: they take web addresses only. */
const ownPictures = 'https://starter.invalid/'

/** The logo of the client is an image of the client already, and stays at its address. */
function leaveThere(url: string): never {
  throw new PageRefused(`${url} is not copied`)
}

/** A starter brings its pictures along, as a test checks. */
function noFetch(url: string): never {
  throw new Error(`a starter template refers to ${url}`)
}
