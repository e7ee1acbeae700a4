/** Starter letters for a client: listed, shown, and made its own. Their look is that of its branding. */
import { Refusal } from '../../contract/refusals.ts'
import { findBrandingOf } from '../../store/accounts/branding.ts'
import { readClientRow } from '../../store/accounts/clients.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'
import { logoPathOf } from '../clients/brand.ts'
import { mergeTags } from '../content/merge-tags.ts'
import { brandOfSections, noBrand } from '../content/sections/look.ts'
import { readSections } from '../content/sections/schema.ts'
import { taskAnswer } from '../content/tasks.ts'
import { smallPath } from '../images/copies.ts'
import { imagePath, keepImage } from '../images/images.ts'
import type { ImageTasks } from '../images/tasks.ts'
import { readLanguage } from '../texts/read-language.ts'
import { publicPaths } from '../tokens/tokens.ts'
import type { ContentTasks } from './content-tasks.ts'
import type { Kit } from './starters/letters/kit.ts'
import type { Letter } from './starters/letters/letter.ts'
import { isLetterLanguage, type LetterLanguage, letters, writeLetter } from './starters/letters/letters.ts'
import { wordsByLanguage } from './starters/letters/words.ts'
import { type LetterPicture, letterPictures, logo, story } from './starters/pictures.ts'
import { type Starter, starters } from './starters/starters.ts'

export interface LetterParts {
  readonly db: Database
  readonly contentTasks: Pick<ContentTasks, 'compileSections' | 'compileAsTemplate' | 'compileMjml' | 'fillRegions'>
  readonly imageTasks: Pick<ImageTasks, 'readImage'>
  /** Base of the addresses of images in mails, without a slash at the end. */
  readonly imageBase: string
}

export interface WantedLetter {
  readonly starter: string | null
  /** A tag of a language; empty for English. */
  readonly language: string | null
}

/** Names and sentences about them in a language. @throws Refusal InvalidLanguage */
export function listLetters(language: string | null) {
  const words = wordsByLanguage[letterLanguage(language)]
  return letters.map(letter => ({ id: letter.id, name: words[letter.of].name, about: words[letter.of].about }))
}

/**
 * A letter as it would look, with pictures of the service and every tag showing its fallback.
 * @param picturesAt base of the addresses of its pictures
 * @throws Refusal UnknownStarter, InvalidLanguage, RequestTimeout
 */
export async function previewLetter(
  parts: LetterParts,
  client: ClientRef,
  wanted: WantedLetter,
  picturesAt: string,
): Promise<string> {
  const template = starters.find(({ id }) => id === (wanted.starter ?? '').trim().toLowerCase())
  if (template) return previewStarter(parts, client, template, picturesAt)
  const { source, brand } = await letterOf(parts, client, wanted, ownPictures(picturesAt))
  const task = parts.contentTasks.compileSections({ document: readSections(source), brand }, { key: client.clientId })
  return withFallbacks((await taskAnswer('RequestTimeout', task)).html)
}

/** A starter template, with what its regions show. */
async function previewStarter(
  { contentTasks }: LetterParts,
  { clientId: key }: ClientRef,
  { mjml, pictures }: Starter,
  picturesAt: string,
): Promise<string> {
  const { html } = await taskAnswer('RequestTimeout', contentTasks.compileMjml({ source: mjml }, { key }))
  const filled = await taskAnswer('RequestTimeout', contentTasks.fillRegions({ html, values: [] }, { key }))
  const shown = [...pictures.keys()].reduce(
    (page, file) =>
      page.replaceAll(`src="${file}"`, `src="${picturesAt}${publicPaths.starterPicture(file.replace('.png', ''))}"`),
    filled.html,
  )
  return withFallbacks(shown)
}

/**
 * The letter as a document of sections. Its pictures become images of the client; those that it has already are not kept twice.
 * @throws Refusal UnknownStarter, InvalidLanguage, TooManyAssets, RequestTimeout
 */
export async function takeLetter(parts: LetterParts, client: ClientRef, wanted: WantedLetter): Promise<string> {
  // written with names in place of addresses, to know which pictures it shows
  const names = Object.fromEntries(pictureNames.map(name => [name, `${placeholder}${name}`]))
  const { source } = await letterOf(parts, client, wanted, names as Readonly<Record<LetterPicture, string>>) // each name
  let taken = source
  for (const name of pictureNames.filter(one => source.includes(JSON.stringify(`${placeholder}${one}`)))) {
    const file = { bytes: letterPictures[name], name: `${name}.png` }
    const image = await keepImage(parts.db, parts.imageTasks, client, file)
    const address = parts.imageBase + imagePath(client.clientPublicId, image)
    taken = taken.replaceAll(JSON.stringify(`${placeholder}${name}`), JSON.stringify(address))
  }
  return taken
}

/**
 * The page of a template made of a letter: HTML with regions.
 * @param picture its address in the page
 * @throws Refusal UnknownStarter, InvalidLanguage, RequestTimeout
 */
export async function letterAsTemplate(
  parts: LetterParts,
  client: ClientRef,
  wanted: WantedLetter,
  picture: (name: LetterPicture) => string,
): Promise<{ readonly html: string; readonly name: string }> {
  const addresses = Object.fromEntries(pictureNames.map(name => [name, picture(name)]))
  const { source, brand, letter, language } = await letterOf(
    parts,
    client,
    wanted,
    addresses as Readonly<Record<LetterPicture, string>>, // each name
  )
  const words = wordsByLanguage[language]
  const given = { document: readSections(source), brand, labels: words.regions }
  const task = parts.contentTasks.compileAsTemplate(given, { key: client.clientId })
  return { html: (await taskAnswer('RequestTimeout', task)).html, name: words[letter.of].name }
}

/** @returns undefined for what is no letter */
export function findLetter(starter: string | null): Letter | undefined {
  const wanted = (starter ?? '').trim().toLowerCase()
  return letters.find(({ id }) => id === wanted)
}

/** The file of `/files/starter/<name>.png`. */
export function pictureOfStarters(name: string): Buffer | undefined {
  const all: Readonly<Record<string, Buffer>> = { ...letterPictures, logo, story }
  return Object.hasOwn(all, name) ? all[name] : undefined
}

const placeholder = 'starter:'
const pictureNames = Object.keys(letterPictures) as readonly LetterPicture[] // its own keys

function ownPictures(base: string): Readonly<Record<LetterPicture, string>> {
  return Object.fromEntries(pictureNames.map(name => [name, base + publicPaths.starterPicture(name)])) as Readonly<
    Record<LetterPicture, string> // each name
  >
}

async function letterOf(
  { db, imageBase }: LetterParts,
  client: ClientRef,
  { starter, language: given }: WantedLetter,
  pictures: Readonly<Record<LetterPicture, string>>,
) {
  const letter = findLetter(starter)
  if (!letter) throw new Refusal('UnknownStarter', `There are: ${letters.map(({ id }) => id).join(', ')}.`)
  const language = letterLanguage(given)
  const row = await findBrandingOf(db, client.clientId)
  const logo = row && logoPathOf(row)
  const brand = brandOfSections(row ?? noBrand)
  const kit: Kit = {
    logo: logo === undefined ? '' : imageBase + smallPath(logo, 300, 2),
    company: row?.companyName ?? (await readClientRow(db, client)).companyName,
    ...{ primaryColor: brand.primaryColor, backgroundColor: brand.backgroundColor },
    ...{ headingFont: brand.headingFont, textFont: brand.textFont, socialLinks: brand.socialLinks },
  }
  return { letter, language, brand, source: writeLetter(letter, language, kit, pictures) }
}

function letterLanguage(tag: string | null): LetterLanguage {
  const language = (tag ?? '').trim() === '' ? 'en' : readLanguage(tag)
  return isLetterLanguage(language) ? language : 'en'
}

/** As readers see it of whom nothing is known. */
function withFallbacks(html: string): string {
  let at = 0
  let filled = ''
  for (const { fallback, value, start, end } of mergeTags(html, new Map())) {
    if (!value) continue
    filled += html.slice(at, start) + (fallback ?? '')
    at = end
  }
  return filled + html.slice(at)
}
