/** What a letter says of its sender and of consent, and what profiles of law miss in it. Pure functions of plain data. */
import { sequence } from '../../../lib/patterns.ts'
import type { ConsentRules, LawProfile } from '../../../store/lists/lists.ts'
import { type Demand, demandsOf, needsPreferencesLink } from '../../consent/law.ts'
import { type Text, type Token, visibleText } from '../../content/markup.ts'
import { compact, holdsGivenAddress, looksLikeAddress } from '../../content/postal-address.ts'
import { preferencesLinksOf } from '../../content/preferences-tag.ts'
import { writtenLinks } from '../../content/written-links.ts'
import { type Finding, type FindingCode, finding } from './check-findings.ts'

/** Who the sender is, as the client's settings say; '' for what they do not. */
export interface SenderIdentity {
  readonly fromName: string
  readonly companyName: string
  readonly postalAddress: string
  readonly imprintUrl: string
}

/** What is in the letter. */
export interface LegalReading {
  readonly postalAddress: boolean
  readonly imprint: boolean
  readonly namesSender: boolean
  /** A link to preferences, in each part. */
  readonly preferences: { readonly html: boolean; readonly text: boolean }
}

/** @param text null if it is made from the HTML */
export function readLegal(tokens: readonly Token[], text: string | null, identity: SenderIdentity): LegalReading {
  const words = seenText(tokens)
  const postalAddress = holdsGivenAddress(words, identity.postalAddress) || looksLikeAddress(words)
  return {
    postalAddress,
    imprint: hasImprintLink(tokens, identity.imprintUrl) || (postalAddress && imprintWords.test(words)),
    namesSender: namesCompany(`${identity.fromName} ${words}`, identity.companyName),
    preferences: preferencesLinksOf(tokens, text),
  }
}

/** Elements that do not part the words around them. */
const inline = new Set('a abbr b bdi bdo code em font i ins mark s small span strong sub sup u'.split(' '))

function seenText(tokens: readonly Token[]): string {
  let words = ''
  for (const token of tokens) {
    if (token.kind === 'text' && token.rawIn === undefined) words += visibleText(token satisfies Text)
    else if ((token.kind === 'open' || token.kind === 'close') && !inline.has(token.name)) words += ' '
  }
  return words
}

const imprintWords =
  /(?<!\p{L})(?:impressum|imprint|anbieterkennzeichnung|offenlegung|legal notice|company information|mentions l[ée]gales|note legali|aviso legal|nota legal|会社概要|運営会社|特定商取引)/iu
const imprintPath =
  /(?:impressum|imprint|offenlegung|legal-?notice|mentions-?legales|note-?legali|aviso-?legal|tokushoho)/i

function hasImprintLink(tokens: readonly Token[], imprintUrl: string): boolean {
  const own = imprintUrl === '' ? undefined : withoutQuery(imprintUrl)
  return writtenLinks(tokens).some(
    ({ address, text, alternative }) =>
      /^https?:/i.test(address) &&
      (withoutQuery(address) === own || imprintWords.test(`${text} ${alternative}`) || imprintPath.test(address)),
  )
}

function withoutQuery(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, '').toLowerCase()
}

const legalForm = sequence(
  [
    /(?:\s|,)+/,
    [
      /gmbh|g\.m\.b\.h\.|ag|kg|gmbh & co\. kg|se|ug|e\.\s?k\.|e\.\s?v\./,
      /ltd|limited|plc|inc|incorporated|llc|llp|corp|corporation|co/,
      /sarl|sàrl|sas|sasu|sa|s\.a\.|srl|s\.r\.l\.|spa|s\.p\.a\.|ltda/,
      /bv|nv|oy|ab/,
    ],
    /\.?$/,
  ],
  'iu',
)

function namesCompany(text: string, companyName: string): boolean {
  const short = compact(companyName.trim().replace(legalForm, ''))
  const name = short === '' ? compact(companyName) : short
  return name !== '' && compact(text).includes(name)
}

/** A list that a campaign goes to. */
export type CheckedList = ConsentRules & { readonly listId: number; readonly title: string }

/** Of the active members of a list; undefined where counting took too long. */
export interface BasisCount {
  readonly without: number
  /** With implied consent that ends soon. */
  readonly ending: number
}

export interface LawCheck {
  readonly lists: readonly CheckedList[]
  /** Undefined for a letter that cannot be read. */
  readonly letter: LegalReading | undefined
  /** False for a campaign that records nothing, whatever its lists say. */
  readonly isTracked: boolean
  /** By the id of the list; of lists that are not there, nothing was counted. */
  readonly basis: ReadonlyMap<number, BasisCount | undefined>
}

/** One finding of each code, which names the lists with their profiles. */
export function lawFindings({ lists, letter, isTracked, basis }: LawCheck): readonly Finding[] {
  const demanding = (demand: Demand) => lists.filter(({ law }) => demandsOf(law).includes(demand))
  const found = (code: FindingCode, faulty: readonly CheckedList[]) =>
    faulty.length === 0 ? [] : [finding(code, named(faulty))]
  const trackingAll = isTracked ? demanding('ConsentForTracking').filter(({ tracking }) => tracking === 'always') : []
  return [
    ...found('TrackingWithoutConsent', trackingAll),
    ...(letter ? letterFindings(letter, lists, demanding) : []),
    ...demanding('Basis').flatMap(list => basisFindings(list, basis)),
  ]
}

function letterFindings(
  { postalAddress, imprint, namesSender, preferences }: LegalReading,
  lists: readonly CheckedList[],
  demanding: (demand: Demand) => readonly CheckedList[],
): readonly Finding[] {
  const found = (code: FindingCode, isThere: boolean, demanded: readonly CheckedList[]) =>
    isThere || demanded.length === 0 ? [] : [finding(code, named(demanded))]
  const addressed = [
    ...(postalAddress ? [] : demanding('PostalAddress')),
    ...(postalAddress || imprint ? [] : demanding('LinkedAddress')),
  ]
  const parts = [...(preferences.html ? [] : ['HTML']), ...(preferences.text ? [] : ['text'])].join(', ')
  return [
    ...found('PostalAddressMissing', false, addressed),
    ...found('ImprintMissing', imprint, demanding('Imprint')),
    ...found('SenderNotIdentified', namesSender || postalAddress || imprint, demanding('SenderIdentification')),
    ...lists
      .filter(needsPreferencesLink)
      .slice(0, parts === '' ? 0 : 1)
      .map(list => finding('PreferencesLinkAdded', `${parts}: ${named([list])}`)),
  ]
}

function basisFindings(list: CheckedList, basis: LawCheck['basis']): readonly Finding[] {
  if (!basis.has(list.listId)) return []
  const counted = basis.get(list.listId)
  if (!counted) return [finding('BasisNotCounted', named([list]))]
  const withCount = (count: number) => `${named([list])}: ${count}`
  return [
    ...(counted.without > 0 ? [finding('BasisMissing', withCount(counted.without))] : []),
    ...(counted.ending > 0 && demandsOf(list.law).includes('ExpiringConsent')
      ? [finding('ImpliedConsentEnds', withCount(counted.ending))]
      : []),
  ]
}

/** `Readers (FR), Lettori (IT)` */
function named(lists: readonly { readonly title: string; readonly law: LawProfile }[]): string {
  return lists.map(({ title, law }) => `${title} (${law})`).join(', ')
}
