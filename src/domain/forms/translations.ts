/** The texts of a form in further languages, as a caller gives them. */
import { Refusal } from '../../contract/refusals.ts'
import type { FormSettings, FormTranslation } from '../../store/forms/forms.ts'
import type { ListRef } from '../access/access.ts'
import { cleanLines } from '../text-rules/several-lines.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { isSameBox, type ReadTranslation, readBoxes, type UnversionedBox } from './boxes.ts'
import { type GivenForm, longest, readSuccessPage } from './given.ts'

/** What the form itself has: translations name nothing else. */
export interface Translated extends Pick<FormSettings, 'language' | 'fields' | 'redirectHosts'> {
  readonly lists: readonly ListRef[]
  readonly boxes: readonly UnversionedBox[]
}

type GivenTranslation = NonNullable<NonNullable<GivenForm['Translations']>[number]>

/** @throws Refusal InvalidForm, InvalidLanguage, InvalidListId, InvalidKey, InvalidParameter, ValueTooLong, InvalidCharacters */
export function readTranslations(given: GivenForm, form: Translated): readonly ReadTranslation[] {
  const read = (given.Translations ?? []).map(one => readTranslation(one, form))
  if (read.length === 0) return []
  if (form.language === '')
    throw new Refusal('InvalidForm', 'With Translations, Language is the language of the form’s own texts: give it.')
  if (new Set([form.language, ...read.map(({ language }) => language)]).size <= read.length)
    throw new Refusal('InvalidForm', 'Translations has a language twice, or that of the form.')
  refuseSharedWords([form.boxes, ...read.map(({ boxes }) => boxes)])
  return read
}

function readTranslation(given: GivenTranslation | null, form: Translated): ReadTranslation {
  if (!given) throw new Refusal('InvalidForm', 'Translations has an empty entry.')
  const language = readLanguage(given.Language)
  return {
    language,
    heading: cleanLine('Heading', given.Heading, longest.heading),
    introduction: cleanLines('Introduction', given.Introduction, longest.text),
    buttonText: cleanLine('ButtonText', given.ButtonText, longest.button),
    successText: cleanLines('SuccessText', given.SuccessText, longest.text),
    successPage: readSuccessPage(given.SuccessPage, form.redirectHosts),
    lists: readLists(given.Lists ?? [], form.lists),
    fields: readLabels(given.Fields ?? [], form.fields),
    boxes: readWordings(given.Consents ?? [], form.boxes, language),
  }
}

function readLists(given: NonNullable<GivenTranslation['Lists']>, lists: readonly ListRef[]): FormTranslation['lists'] {
  const read = given.map(one => {
    const list = lists.find(({ listPublicId }) => listPublicId === (one?.ListID ?? '').toLowerCase())
    if (!list) throw new Refusal('InvalidListId')
    return {
      listId: list.listId,
      title: cleanLine('Title', one!.Title, longest.listTitle),
      description: cleanLines('Description', one!.Description, longest.description),
    }
  })
  if (new Set(read.map(({ listId }) => listId)).size < read.length)
    throw new Refusal('InvalidForm', 'Translations names a list twice in a language.')
  return read
}

function readLabels(
  given: NonNullable<GivenTranslation['Fields']>,
  fields: FormSettings['fields'],
): FormTranslation['fields'] {
  const read = given.map(one => {
    const bare = (one?.Key ?? '').trim().replace(/^\[(.*)\]$/s, '$1')
    const field = fields.find(({ key }) => key.toLowerCase() === bare.toLowerCase())
    if (!field) throw new Refusal('InvalidKey', `Translations names the field ${bare}, which the form does not ask.`)
    return { key: field.key, label: cleanLine('Label', one!.Label, longest.label) }
  })
  if (new Set(read.map(({ key }) => key)).size < read.length)
    throw new Refusal('InvalidForm', 'Translations names a field twice in a language.')
  return read
}

/** In the order of the form's boxes. A box whose words someone cannot read would be no consent. */
function readWordings(
  given: NonNullable<GivenForm['Consents']>,
  boxes: readonly UnversionedBox[],
  language: string,
): readonly UnversionedBox[] {
  const read = readBoxes(given)
  const worded = boxes.flatMap(box => read.find(one => isSameBox(one, box)) ?? [])
  if (worded.length < boxes.length || worded.length < read.length)
    throw new Refusal('InvalidForm', `Translations must have the wording of each box, and of no other, in ${language}.`)
  return worded
}

/** A ticked box is known by its words, in whichever language they were shown. */
function refuseSharedWords(all: readonly (readonly UnversionedBox[])[]): void {
  const known = new Map<string, UnversionedBox>()
  for (const box of all.flat()) {
    const other = known.get(box.hash)
    if (other && !isSameBox(other, box))
      throw new Refusal('InvalidForm', 'Two boxes have the same Wording in two languages.')
    known.set(box.hash, box)
  }
}
