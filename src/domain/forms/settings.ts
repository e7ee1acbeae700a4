/** What a caller gives as the settings of a form → what is stored. Everything in them is data: no markup, no script, no rule of CSS. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readListsByPublicId } from '../../store/accounts/access.ts'
import { findBrandingOf } from '../../store/accounts/branding.ts'
import type { Sql } from '../../store/connection/database.ts'
import type { FormRow, FormSettings } from '../../store/forms/forms.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { readOwnColor, refuseFaintColors } from '../clients/branding.ts'
import { type CustomField, fieldFinder, readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { cleanLines } from '../text-rules/several-lines.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { type ReadTranslation, readBoxes, type UnversionedBox } from './boxes.ts'
import { type GivenForm, longest, readSuccessPage } from './given.ts'
import { readTranslations } from './translations.ts'

const most = { lists: 20, fields: 30, tags: 20, hosts: 20, origins: 20 } as const

/** Settings as they will be stored, with the words of tags and without versions of the boxes. */
export interface ReadForm extends Pick<FormRow, 'title' | 'paused'> {
  readonly settings: Omit<FormSettings, 'consents' | 'tagIds' | 'translations'>
  readonly boxes: readonly UnversionedBox[]
  readonly translations: readonly ReadTranslation[]
  readonly tags: readonly string[]
}

/**
 * @throws Refusal InvalidForm, InvalidListId, InvalidKey, InvalidColor, InsufficientContrast, InvalidLanguage, InvalidParameter,
 *   ConfirmationNeeded, ValueTooLong, InvalidCharacters
 */
export async function readForm(sql: Sql, client: ClientRef, given: GivenForm): Promise<ReadForm> {
  const title = cleanLine('Title', given.Title, longest.title)
  if (title === '') throw new Refusal('InvalidForm', 'Title is empty.')
  const lists = await readLists(sql, client, given.Lists ?? [])
  const definitions = await readCustomFieldsOfLists(
    sql,
    client.clientId,
    lists.map(({ list }) => list.listId),
  )
  const fields = readFields(
    lists.map(({ list }) => definitions.get(list.listId) ?? []),
    given.Fields ?? [],
  )
  const redirectHosts = several('RedirectHosts', given.RedirectHosts, most.hosts).map(readHost)
  const colours = await readColours(sql, client, given)
  const language = (given.Language ?? '').trim() === '' ? '' : readLanguage(given.Language)
  const boxes = readBoxes(given.Consents ?? [])
  const own = { language, fields, redirectHosts, boxes, lists: lists.map(({ list }) => list) }
  return {
    title,
    paused: given.Paused,
    settings: {
      lists: lists.map(({ list: { listId }, title, description }) => ({ listId, title, description })),
      name: given.Name,
      fields,
      ...colours,
      language,
      heading: cleanLine('Heading', given.Heading, longest.heading),
      introduction: cleanLines('Introduction', given.Introduction, longest.text),
      buttonText: cleanLine('ButtonText', given.ButtonText, longest.button),
      successText: cleanLines('SuccessText', given.SuccessText, longest.text),
      successPage: readSuccessPage(given.SuccessPage, redirectHosts),
      redirectHosts,
      allowedOrigins: several('AllowedOrigins', given.AllowedOrigins, most.origins).map(readOrigin),
      prefill: readPrefill(given, fields),
      confirmOptIn: readConfirmOptIn(given.ConfirmOptIn, own.lists),
    },
    boxes,
    translations: readTranslations(given, own),
    tags: several('Tags', given.Tags, most.tags).map(tag => cleanLine('Tags', tag, longest.tag)),
  }
}

async function readLists(sql: Sql, client: ClientRef, given: NonNullable<GivenForm['Lists']>) {
  if (given.length === 0) throw new Refusal('InvalidForm', 'Lists names no list.')
  if (given.length > most.lists) throw new Refusal('InvalidForm', `A form has at most ${most.lists} lists.`)
  const ids = given.flatMap(one => (isPublicId(one?.ListID ?? null) ? [one!.ListID!.toLowerCase()] : []))
  const found = new Map((await readListsByPublicId(sql, ids)).map(list => [list.listPublicId, list]))
  const named = given.map(one => {
    const list = found.get((one?.ListID ?? '').toLowerCase())
    if (!list || list.clientId !== client.clientId) throw new Refusal('InvalidListId')
    return {
      list,
      title: cleanLine('Title', one!.Title, longest.listTitle),
      description: cleanLines('Description', one!.Description, longest.description),
    }
  })
  if (new Set(named.map(({ list }) => list.listId)).size < named.length)
    throw new Refusal('InvalidForm', 'Lists names a list twice.')
  return named
}

/** @param definitions of each list: a form may ask what one of them has */
function readFields(definitions: readonly (readonly CustomField[])[], given: NonNullable<GivenForm['Fields']>) {
  if (given.length > most.fields) throw new Refusal('InvalidForm', `A form asks at most ${most.fields} fields.`)
  const finders = definitions.map(fields => fieldFinder(fields))
  const read = given.map(one => {
    const field = finders.map(find => find(one?.Key ?? null)).find(found => found !== undefined)
    if (!field) throw new Refusal('InvalidKey', `No list of the form has the field ${one?.Key ?? ''}.`)
    return { key: field.key, label: cleanLine('Label', one!.Label, longest.label), required: one!.Required }
  })
  if (new Set(read.map(({ key }) => key.toLowerCase())).size < read.length)
    throw new Refusal('InvalidForm', 'Fields names a field twice.')
  return read
}

/** Own colours stand together with those of the client where only one of them is given. */
async function readColours(sql: Sql, { clientId }: ClientRef, given: GivenForm) {
  const primaryColor = readOwnColor('PrimaryColor', given.PrimaryColor)
  const backgroundColor = readOwnColor('BackgroundColor', given.BackgroundColor)
  if (primaryColor !== '' || backgroundColor !== '') {
    const brand = await findBrandingOf(sql, clientId)
    refuseFaintColors(primaryColor || (brand?.primaryColor ?? ''), backgroundColor || (brand?.backgroundColor ?? ''))
  }
  return { primaryColor, backgroundColor }
}

function several(parameter: string, given: readonly (string | null)[] | null, limit: number): readonly string[] {
  const texts = (given ?? []).map(text => (text ?? '').trim()).filter(text => text !== '')
  if (texts.length > limit) throw new Refusal('InvalidParameter', `${parameter} has at most ${limit} entries.`)
  return [...new Set(texts)]
}

function readHost(text: string): string {
  const url = `https://${text}/`
  const host = /^[^\s/?#@:]+$/.test(text) && URL.canParse(url) ? new URL(url).hostname : undefined
  if (host === undefined) throw new Refusal('InvalidParameter', 'RedirectHosts holds hosts, such as bloom.example.')
  return host
}

function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null'
  if (origin !== text.toLowerCase().replace(/\/$/, '') || !/^https?:/.test(origin))
    throw new Refusal('InvalidParameter', 'AllowedOrigins holds origins, such as https://bloom.example.')
  return origin
}

function readPrefill(given: GivenForm, fields: FormSettings['fields']): readonly string[] {
  return several('Prefill', given.Prefill, most.fields + 2).map(text => {
    if (text === 'Email' || (text === 'Name' && given.Name !== 'NotAsked')) return text
    const key = text.replace(/^\[(.*)\]$/s, '$1').toLowerCase()
    const field = fields.find(one => one.key.toLowerCase() === key)
    if (!field)
      throw new Refusal('InvalidParameter', 'Prefill names Email, Name, or keys of fields that the form asks.')
    return field.key
  })
}

function readConfirmOptIn(given: boolean | null, lists: readonly ListRef[]): boolean {
  if (given !== false) return true
  const asking = lists.find(({ confirmOptIn }) => confirmOptIn)
  if (asking)
    throw new Refusal('ConfirmationNeeded', `The list “${asking.title}” asks for confirmation, and so does its form.`)
  return false
}
