/** Boxes for consent: their words in each language of a form, with hashes and versions. */
import { hash } from 'node:crypto'
import { longestWording } from '../../contract/groups/consents.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { FormPurpose, FormSettings, FormTranslation, StoredBox, Wording } from '../../store/forms/forms.ts'
import { cleanLines } from '../text-rules/several-lines.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { type GivenForm, longest } from './given.ts'

export type UnversionedBox = Omit<StoredBox, 'version'>

const purposes = {
  Measuring: 'measuring',
  Personalising: 'personalising',
  Further: 'further',
} as const satisfies Record<string, FormPurpose>

const most = 10

export function readBoxes(given: NonNullable<GivenForm['Consents']>): readonly UnversionedBox[] {
  if (given.length > most) throw new Refusal('InvalidForm', `A form has at most ${most} boxes.`)
  const boxes = given.map(one => {
    if (!one) throw new Refusal('InvalidForm', 'Consents holds an empty entry.')
    const purpose = purposes[one.Purpose]
    const name = cleanLine('Name', one.Name, longest.boxName)
    const wording = cleanLines('Wording', one.Wording, longestWording)
    if (wording === '') throw new Refusal('InvalidForm', 'A box needs a Wording.')
    if ((purpose === 'further') !== (name !== ''))
      throw new Refusal('InvalidForm', 'Name goes with the purpose Further, and only with it.')
    return { purpose, name, wording, hash: hash('sha256', wording) }
  })
  if (new Set(boxes.map(({ purpose, name }) => `${purpose} ${name.toLowerCase()}`)).size < boxes.length)
    throw new Refusal('InvalidForm', 'Consents asks for a purpose twice.')
  // a ticked box is known by its words: with the same words twice, one would be taken for the other
  if (new Set(boxes.map(box => box.hash)).size < boxes.length)
    throw new Refusal('InvalidForm', 'Two boxes have the same Wording.')
  return boxes
}

/** A translation as it will be stored, without versions of its wordings. */
export interface ReadTranslation extends Omit<FormTranslation, 'consents'> {
  readonly boxes: readonly UnversionedBox[]
}

interface WordedForm {
  readonly settings: Pick<FormSettings, 'language'>
  readonly boxes: readonly UnversionedBox[]
  readonly translations: readonly ReadTranslation[]
}

/**
 * Gives boxes the versions of their words, in all languages of the form: what was changed has a new version, what is as before keeps its own.
 * @param newest the newest version of each box that the form ever had, by language
 */
export function withVersions(
  { boxes, translations, settings }: WordedForm,
  newest: readonly Wording[],
): Pick<FormSettings, 'consents' | 'translations'> & { readonly added: readonly Wording[] } {
  const added: Wording[] = []
  /** @param unnamed whether words without a language, as earlier versions stored them, may be these */
  const versioned = (box: UnversionedBox, language: string, unnamed: boolean): StoredBox => {
    const known = [...newest, ...added].filter(one => isSameBox(one, box))
    const before = known
      .filter(one => one.language === language || (unnamed && one.language === ''))
      .reduce<Wording | undefined>((last, one) => (last && last.version > one.version ? last : one), undefined)
    if (before?.hash === box.hash) return { ...box, version: before.version }
    const made = { ...box, version: Math.max(0, ...known.map(({ version }) => version)) + 1 }
    added.push({ ...made, language })
    return made
  }
  return {
    consents: boxes.map(box => versioned(box, settings.language, true)),
    translations: translations.map(({ boxes: words, ...texts }) => ({
      ...texts,
      consents: words.map(box => versioned(box, texts.language, false)),
    })),
    added,
  }
}

/** The boxes of a form in all of its languages. */
export function boxesOf({ consents, translations = [] }: FormSettings): readonly StoredBox[] {
  return [...consents, ...translations.flatMap(one => one.consents)]
}

export function isSameBox(
  one: Pick<StoredBox, 'purpose' | 'name'>,
  other: Pick<StoredBox, 'purpose' | 'name'>,
): boolean {
  return one.purpose === other.purpose && one.name === other.name
}
