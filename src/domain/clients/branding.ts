/**
 * How the public pages and confirmation mails of a client look and what they say: plain text, two colours and an image, each checked
 * when it is set, so that nothing of a caller's is HTML, CSS or script. See docs/decisions/content.md#branding-is-data-never-markup.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import {
  type BrandingSettings,
  brandingOf,
  type Logo,
  type StoredWording,
  saveBranding,
} from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef } from '../access.ts'
import { parseAddress } from '../address.ts'
import { mediaTypeOf } from '../content/media.ts'
import { mergeTags } from '../content/merge-tags.ts'
import { fetchOk, orRefuse } from '../content/pages.ts'
import { cleanLine, webAddress } from '../single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { carriesText, contrastOf, inkOn, isReadableOn, nearest, paletteOf, readable, readColor } from './contrast.ts'

/** What the caller gives; absent is null. */
export interface GivenBranding {
  readonly logoUrl: string | null
  readonly primaryColor: string | null
  readonly backgroundColor: string | null
  readonly footerText: string | null
  readonly postalAddress: string | null
  readonly imprintUrl: string | null
  readonly fromName: string | null
  readonly fromEmail: string | null
  readonly wordings: readonly (GivenWording | null)[]
}

export interface GivenWording {
  readonly page: StoredWording['page']
  readonly language: string | null
  readonly title: string | null
  readonly text: string | null
}

/** Pages are small, and the logo is in every confirmation mail. */
const logoLimits = { maxBytes: 500_000, timeoutMs: 10_000 } as const
const longest = { footer: 500, address: 300, name: 200, title: 100, text: 1000 } as const

/** Stand in wordings for the name of the list and of the client. */
const wordingTags: readonly string[] = ['list', 'client']

/**
 * Replaces all of it; what is empty is as without branding. The logo is fetched when its URL is another than before.
 * @throws Refusal InvalidColor, InsufficientContrast, InvalidLogo, InvalidWording, InvalidParameter, InvalidLanguage,
 *   InvalidFromEmail, ValueTooLong, InvalidCharacters
 */
export async function changeBranding(
  { db, fetch }: { readonly db: Database; readonly fetch: Fetch },
  { clientId }: ClientRef,
  given: GivenBranding,
): Promise<void> {
  const settings = readBranding(given)
  const before = await brandingOf(db, clientId)
  const isSame = before?.hasLogo === true && before.logoUrl === settings.logoUrl
  const logo = settings.logoUrl === '' ? null : isSame ? undefined : await fetchLogo(fetch, settings.logoUrl)
  await saveBranding(db, clientId, settings, logo)
}

function readBranding(given: GivenBranding): BrandingSettings {
  const primaryColor = readOwnColor('PrimaryColor', given.primaryColor)
  const backgroundColor = readOwnColor('BackgroundColor', given.backgroundColor)
  refuseFaintColors(primaryColor, backgroundColor)
  return {
    logoUrl: readUrl('LogoUrl', given.logoUrl, 'InvalidLogo'),
    primaryColor,
    backgroundColor,
    footerText: readLines('FooterText', given.footerText, longest.footer, []),
    postalAddress: readLines('PostalAddress', given.postalAddress, longest.address, []),
    imprintUrl: readUrl('ImprintUrl', given.imprintUrl, 'InvalidParameter'),
    fromName: cleanLine('ConfirmationFromName', given.fromName, longest.name),
    fromEmail: readSender(given.fromEmail),
    wordings: readWordings(given.wordings),
  }
}

function readOwnColor(parameter: string, text: string | null): string {
  const trimmed = (text ?? '').trim()
  const color = trimmed === '' ? '' : readColor(trimmed)
  if (color === undefined) throw new Refusal('InvalidColor', `${parameter} is a colour as #rrggbb or #rgb.`)
  return color
}

/** @throws Refusal InsufficientContrast with the ratio and the nearest colour that would do */
function refuseFaintColors(primary: string, background: string): void {
  if (background !== '' && !carriesText(background)) {
    const ratio = shown(contrastOf(inkOn(background), background))
    throw faint(`Text on BackgroundColor ${background} has ${ratio} at best`, nearest(background, carriesText))
  }
  if (primary === '') return
  const { paper } = paletteOf('', background)
  if (isReadableOn(primary, paper)) return
  const onPaper = contrastOf(primary, paper)
  const measured =
    onPaper < readable
      ? `PrimaryColor ${primary} has ${shown(onPaper)} against the background ${paper}`
      : `Text on PrimaryColor ${primary} has ${shown(contrastOf(inkOn(primary), primary))} at best`
  throw faint(
    measured,
    nearest(primary, color => isReadableOn(color, paper)),
  )
}

function faint(measured: string, suggestion: string): Refusal {
  return new Refusal(
    'InsufficientContrast',
    `${measured}; ${readable}:1 is needed (WCAG 2.2 AA). ${suggestion} would do.`,
  )
}

/** Rounded down, so that what is too little never looks like enough. */
function shown(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
}

function readUrl(parameter: string, text: string | null, refusal: RefusalName): string {
  if ((text ?? '').trim() === '') return ''
  const url = webAddress(text)
  if (url !== undefined && /^https?:/i.test(url)) return url
  throw new Refusal(refusal, `${parameter} must be a URL http://… or https://… of at most 2,000 characters.`)
}

/** As for campaigns: any address; mails are signed where its domain is a verified one of the client. */
function readSender(text: string | null): string {
  if ((text ?? '').trim() === '') return ''
  const parsed = parseAddress(text)
  if (!parsed) throw new Refusal('InvalidFromEmail')
  return parsed.email
}

/** Text of several lines. @param tags the only names in brackets that stand for something there */
function readLines(parameter: string, text: string | null, most: number, tags: readonly string[]): string {
  const clean = (text ?? '').replace(/\r\n?/g, '\n').trim()
  if (clean.length > most) throw new Refusal('ValueTooLong', `${parameter} is longer than ${most} characters.`)
  if (/[^\P{Cc}\n]/u.test(clean) || !clean.isWellFormed())
    throw new Refusal('InvalidCharacters', `${parameter} must not hold control characters besides line breaks.`)
  for (const { name, fallback } of mergeTags(clean, new Map())) {
    if (fallback === undefined && tags.includes(name.toLowerCase())) continue
    const allowed = tags.length === 0 ? 'no merge tags' : `only ${tags.map(tag => `[${tag}]`).join(' and ')}`
    throw new Refusal('InvalidWording', `${parameter} holds [${name.slice(0, 40)}]; here stand ${allowed}.`)
  }
  return clean
}

function readWordings(given: GivenBranding['wordings']): StoredWording[] {
  const read = new Map<string, StoredWording>()
  for (const wording of given) {
    if (wording === null) continue
    const language = readLanguage(wording.language)
    const title = cleanLine('Title', wording.title, longest.title)
    if (title !== '') readLines('Title', title, longest.title, [])
    const text = readLines('Text', wording.text, longest.text, wordingTags)
    if (title === '' && text === '') continue
    const key = `${wording.page} ${language}`
    if (read.has(key)) throw new Refusal('InvalidWording', `There are two wordings for the page ${key}.`)
    read.set(key, { page: wording.page, language, title, text })
  }
  return [...read.values()]
}

async function fetchLogo(fetch: Fetch, url: string): Promise<Logo> {
  const { body } = await orRefuse('InvalidLogo', fetchOk(fetch, url, logoLimits))
  const mediaType = mediaTypeOf(body)
  if (
    mediaType !== 'image/jpeg' &&
    mediaType !== 'image/png' &&
    mediaType !== 'image/gif' &&
    mediaType !== 'image/webp'
  )
    throw new Refusal('InvalidLogo', 'The logo is not a PNG, JPEG, GIF or WebP image.')
  return { mediaType, bytes: body }
}
