/**
 * How the public pages and confirmation mails of a client look and what they say: plain text, two colours and an image, each checked
 * when it is set, so that nothing of a caller's is HTML, CSS or script. See docs/decisions/content.md#branding-is-data-never-markup.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Fetch } from '../../lib/fetcher.ts'
import {
  type BrandingSettings,
  findBrandingOf,
  type SocialLink,
  type StoredWording,
  saveBranding,
} from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'
import {
  carriesText,
  contrastOf,
  inkOn,
  isReadableOn,
  nearest,
  paletteOf,
  readable,
  readColor,
} from '../content/contrast.ts'
import { mergeTags } from '../content/merge-tags.ts'
import { fetchOk, orRefuse } from '../content/pages.ts'
import { isTypeface, typefaceNames } from '../content/typefaces.ts'
import { keepImage, readOwnImage } from '../images/images.ts'
import type { ImageTasks } from '../images/tasks.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLines } from '../text-rules/several-lines.ts'
import { cleanLine, webAddress } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'

/** What the caller gives; absent is null. */
export interface GivenBranding {
  /** Where to fetch the logo, or an image of the client. */
  readonly logoUrl: string | null
  readonly logoAssetId: string | null
  readonly primaryColor: string | null
  readonly backgroundColor: string | null
  readonly footerText: string | null
  readonly postalAddress: string | null
  readonly imprintUrl: string | null
  readonly fromName: string | null
  readonly fromEmail: string | null
  readonly wordings: readonly (GivenWording | null)[]
  readonly headingFont: string | null
  readonly textFont: string | null
  readonly colors: readonly (string | null)[]
  readonly socialLinks: readonly ({ readonly name: string | null; readonly href: string | null } | null)[]
}

export interface GivenWording {
  readonly page: StoredWording['page']
  readonly language: string | null
  readonly title: string | null
  readonly text: string | null
}

/** Pages are small, and the logo is in every confirmation mail. */
const mostLogoBytes = 500_000
const logoLimits = { maxBytes: mostLogoBytes, timeoutMs: 10_000 } as const
const longest = { footer: 500, address: 300, name: 200, title: 100, text: 1000, link: 60 } as const
export const mostBrandColors = 6
export const mostSocialLinks = 10

/** Stand in wordings for the name of the list and of the client. */
const wordingTags: readonly string[] = ['list', 'client']

/**
 * Replaces all of it; what is empty is as without branding. A logo is fetched when its URL is another than before, and becomes an image
 * of the client.
 * @throws Refusal InvalidColor, InsufficientContrast, InvalidLogo, UnknownAsset, TooManyAssets, InvalidWording, InvalidParameter,
 *   InvalidLanguage, InvalidFromEmail, ValueTooLong, InvalidCharacters, RequestTimeout when many images are being read
 */
export async function changeBranding(
  parts: BrandingParts,
  client: ClientRef,
  { logoAssetId, ...given }: GivenBranding,
): Promise<void> {
  const settings = readBranding(given)
  const logoImageId = await logoImage(parts, client, settings.logoUrl, logoAssetId ?? '')
  await saveBranding(parts.db, client.clientId, { ...settings, logoImageId })
}

export interface BrandingParts {
  readonly db: Database
  readonly fetch: Fetch
  readonly imageTasks: Pick<ImageTasks, 'readImage'>
}

/** @returns the id of the image; null for no logo */
async function logoImage(
  { db, fetch, imageTasks }: BrandingParts,
  client: ClientRef,
  url: string,
  assetId: string,
): Promise<number | null> {
  if (url !== '' && assetId !== '') throw new Refusal('InvalidLogo', 'Give LogoUrl or LogoAssetID, not both.')
  if (url === '' && assetId === '') return null
  const before = await findBrandingOf(db, client.clientId)
  if (assetId !== '') {
    // a branding that is written back as it was read keeps a logo that was deleted meanwhile
    if (before?.logoPublicId === assetId) return before.logoImageId
    const { id, size } = await readOwnImage(db, client, assetId)
    if (size > mostLogoBytes) throw new Refusal('InvalidLogo', `The image has ${size} octets; a logo may have 500 KB.`)
    return id
  }
  if (before?.logoImageId && before.logoUrl === url) return before.logoImageId
  const { body } = await orRefuse('InvalidLogo', fetchOk(fetch, url, logoLimits))
  const kept = keepImage(db, imageTasks, client, { bytes: body, name: 'Logo' })
  const { id } = await kept.catch((error: unknown) => {
    const isFile = error instanceof Refusal && (error.refusal === 'NotAnImage' || error.refusal === 'ImageTooLarge')
    throw isFile ? new Refusal('InvalidLogo', error.detail) : error
  })
  return id
}

function readBranding(given: Omit<GivenBranding, 'logoAssetId'>): Omit<BrandingSettings, 'logoImageId'> {
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
    headingFont: readTypeface('HeadingFont', given.headingFont),
    textFont: readTypeface('TextFont', given.textFont),
    colors: readColors(given.colors),
    socialLinks: readSocialLinks(given.socialLinks),
  }
}

/** @returns '' for null and blank text @throws Refusal InvalidColor */
export function readOwnColor(parameter: string, text: string | null): string {
  const trimmed = (text ?? '').trim()
  const color = trimmed === '' ? '' : readColor(trimmed)
  if (color === undefined) throw new Refusal('InvalidColor', `${parameter} is a colour as #rrggbb or #rgb.`)
  return color
}

/** @throws Refusal InsufficientContrast with the ratio and the nearest colour that would do */
export function refuseFaintColors(primary: string, background: string): void {
  if (background !== '' && !carriesText(background)) {
    const ratio = shown(contrastOf(inkOn(background), background))
    throw faintRefusal(`Text on BackgroundColor ${background} has ${ratio} at best`, nearest(background, carriesText))
  }
  if (primary === '') return
  const { paper } = paletteOf('', background)
  if (isReadableOn(primary, paper)) return
  const onPaper = contrastOf(primary, paper)
  const measured =
    onPaper < readable
      ? `PrimaryColor ${primary} has ${shown(onPaper)} against the background ${paper}`
      : `Text on PrimaryColor ${primary} has ${shown(contrastOf(inkOn(primary), primary))} at best`
  throw faintRefusal(
    measured,
    nearest(primary, color => isReadableOn(color, paper)),
  )
}

function faintRefusal(measured: string, suggestion: string): Refusal {
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
  const clean = cleanLines(parameter, text, most)
  for (const { name, fallback } of mergeTags(clean, new Map())) {
    if (fallback === undefined && tags.includes(name.toLowerCase())) continue
    const allowed = tags.length === 0 ? 'no merge tags' : `only ${tags.map(tag => `[${tag}]`).join(' and ')}`
    throw new Refusal('InvalidWording', `${parameter} holds [${name.slice(0, 40)}]; here stand ${allowed}.`)
  }
  return clean
}

function readTypeface(parameter: string, text: string | null): string {
  const wanted = (text ?? '').trim().toLowerCase()
  if (wanted === '' || isTypeface(wanted)) return wanted
  throw new Refusal('InvalidParameter', `${parameter} is one of ${typefaceNames.join(', ')}, or empty.`)
}

function readColors(given: GivenBranding['colors']): string[] {
  const colors = given.map(one => readOwnColor('Colors', one)).filter(one => one !== '')
  if (new Set(colors).size <= mostBrandColors) return [...new Set(colors)]
  throw new Refusal('InvalidParameter', `Colors are at most ${mostBrandColors}.`)
}

function readSocialLinks(given: GivenBranding['socialLinks']): SocialLink[] {
  const links = given.flatMap(one => {
    const name = cleanLine('SocialLinks', one?.name ?? '', longest.link)
    const href = readUrl('SocialLinks', one?.href ?? '', 'InvalidParameter')
    if (name === '' && href === '') return []
    if (name === '' || href === '') {
      throw new Refusal('InvalidParameter', 'Each of the SocialLinks has a Name and a Url.')
    }
    return [{ name, href }]
  })
  if (links.length <= mostSocialLinks) return links
  throw new Refusal('InvalidParameter', `SocialLinks are at most ${mostSocialLinks}.`)
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
