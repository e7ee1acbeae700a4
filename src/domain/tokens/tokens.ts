/**
 * The signed tokens of public links. A token names a row, never a URL; it is not stored and never used up, so a scanner
 * that follows it burns nothing (design §6, reference/market.md §4).
 *
 * base64url of 27 bytes, 36 characters: always the same length, so a compiled message can be patched in place
 * (reference/delivery.md §3). There are two forms:
 * - Two integers: key version (1 byte), the integers (5 bytes each), HMAC-SHA256 cut to 128 bits. It serves where the first integer is a client,
 *   and is read for ever where it is not: mails of earlier versions carry it.
 * - With the client of the row: key version (1 byte), the widths of the client's id and of the first integer (4 bits each), both and the second
 *   integer in the 13 bytes left, HMAC-SHA256 cut to 96 bits. An id may have 53 bits, as long as all three fit.
 *
 * See docs/decisions/identity-and-keys.md#tokens-of-links-name-the-client.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { CampaignKey } from '../../store/keys.ts'
import type { KeyRing } from '../access/keys.ts'

export const tokenLength = 36

/** What a token may be for; a token of one purpose is worth nothing for another. */
export type TokenPurpose =
  /** (campaign id, number in its audience) of a client: opens, clicks, unsubscribe, preferences, web version, forwarding. */
  | 'recipient'
  /** (list id, subscriber id) of a client: confirmation of an opt-in. */
  | 'membership'
  /** (campaign id, 0) of a client: the letter without a recipient, for friends it was forwarded to. */
  | 'letter'
  /** (campaign id, 0) of a client: opens of a campaign without the recipient. */
  | 'anonymous open'
  /** (client id, preview id): a page of a preview, for some minutes. */
  | 'preview'
  /** (client id, number of the link): the report of a campaign, for people without a login. */
  | 'report'
  /** (client id, number of the report): the report of a month, for people without a login. */
  | 'month report'
  /** (client id, number of the recipient): the pages that confirm reports by mail and stop them. */
  | 'report mail'
  /** (number of the report, number of the recipient) of a client: what comes back of a report by mail; report 0 is the mail that asks. */
  | 'report bounce'
  /** (list id, subscriber id) of a client: the preference page, from a mail that belongs to no campaign. */
  | 'preferences'
  /** (client id, 0): the page on which people without a mail ask for the link to their preferences. */
  | 'leave'
  /** (client id, list id): the public archive of a list. */
  | 'archive'
  /** (client id, id of the request): confirmation of a new address by who reads it. */
  | 'new address'
  /** (client id, id of the request): undoing it, by who reads the old one. */
  | 'old address'
  /** (client id, sign-up id): what was sent off with a form, for who has the mail about it. */
  | 'sign-up'

/**
 * What a version has a secret for: tokens, the links that hold a friend, encrypted (`campaigns/mails/declining.ts`), and the pages of forms
 * (`forms/tokens.ts`).
 */
export type LinkPurpose = TokenPurpose | 'friend' | 'form'

export interface Signer {
  /**
   * @param clientId of the row, where the first integer is not a client itself; it becomes part of the token once all processes read such tokens
   * @throws RangeError when the integers do not fit
   */
  sign(purpose: TokenPurpose, first: number, second: number, clientId?: number): string
}

/** The integers of a token, and the client if its form has one. */
export type TokenNumbers = readonly [first: number, second: number, clientId?: number]

/** `sign` takes the newest version of the key that signs. */
export interface Tokens extends Signer {
  /** @returns undefined for anything tampered, truncated or foreign, or of a version that was revoked */
  verify(purpose: TokenPurpose, token: string): TokenNumbers | undefined
  /** Signs with one version as long as it is not revoked, and with the newest from then on. */
  signer(version: number): Promise<Signer>
  /** The newest version of the key that signs, for links that are encrypted rather than signed. */
  newest(purpose: LinkPurpose): { readonly version: number; readonly secret: Buffer }
  /** @returns undefined for a version that is not known or was revoked */
  secretOf(version: number, purpose: LinkPurpose): Buffer | undefined
  /** Reads the versions again, at most every few seconds, when this token or encrypted link is of one that is not known. */
  learn(token: string): Promise<void>
  /** Reads the versions again, and whether tokens may name clients. @throws what reading them throws; what was known stays */
  refresh(): Promise<void>
}

/** One version of the key. */
export interface LinkKey {
  /** From 1 to 255. */
  readonly version: number
  /** A secret for each purpose; undefined for a version that was revoked. */
  readonly secretFor: ((purpose: LinkPurpose) => Buffer) | undefined
  /** Mails may be signed with it. */
  readonly signs: boolean
}

/** Octets of a token. */
const tokenOctets = 27
/** Octets before the HMAC, in tokens of two integers and in those with a client. */
const bodyOfTwo = 11
const bodyWithClient = 15
/** Unknown versions are looked for so often: tokens made up by strangers cost no more. */
const apartMs = 3000

interface Version {
  readonly number: number
  readonly secretFor: (purpose: LinkPurpose) => Buffer
  readonly macs: Map<TokenPurpose, Macs>
  revoked: boolean
}

/**
 * @param load every version there is, the first among them; without it there is the first only, which is derived from the
 *   installation secret
 * @param mayNameClients whether every process of the installation reads tokens with a client; asked together with `load`. Without it they do
 */
export function tokens(
  keys: KeyRing,
  load: () => Promise<readonly LinkKey[]> = async () => [firstLinkKey(keys)],
  mayNameClients?: () => Promise<boolean>,
): Tokens {
  const versions = new Map<number, Version>()
  let newest = take([firstLinkKey(keys)])
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  // a sender signs once per mail: nothing is allocated but the text
  const token = Buffer.alloc(tokenOctets)
  let namesClients = mayNameClients === undefined

  /** Versions that are gone are revoked too. @returns the newest that signs, else one whose signatures are not accepted */
  function take(found: readonly LinkKey[]): Version {
    const usable = new Map(found.flatMap(key => (key.secretFor ? [[key.version, key.secretFor] as const] : [])))
    for (const [number, version] of versions) {
      version.revoked = !usable.has(number)
      if (version.revoked) versions.delete(number)
    }
    for (const [number, secretFor] of usable)
      if (!versions.has(number)) versions.set(number, { number, secretFor, macs: new Map(), revoked: false })
    const signing = found.filter(({ version, signs }) => signs && versions.has(version)).map(({ version }) => version)
    return (
      versions.get(Math.max(...signing)) ?? {
        number: 0,
        secretFor: purpose => keys.secretFor(`token/${purpose}/none`),
        macs: new Map(),
        revoked: false,
      }
    )
  }

  function refresh(): Promise<void> {
    reading ??= Promise.all([load(), mayNameClients?.() ?? true])
      .then(([found, isReadByAll]) => {
        newest = take(found)
        namesClients = isReadByAll
      })
      .finally(() => {
        readAt = performance.now()
        reading = undefined
      })
    return reading
  }

  async function know(version: number): Promise<void> {
    if (versions.has(version) || (reading === undefined && performance.now() - readAt < apartMs)) return
    // who asks has a token that is worth nothing then; the next one asks again
    await refresh().catch(() => {})
  }

  function signWith(
    version: Version,
    purpose: TokenPurpose,
    first: number,
    second: number,
    clientId: number | undefined,
  ): string {
    token[0] = version.number
    if (clientId === undefined || !namesClients) {
      token.writeUIntBE(first, 1, 5)
      token.writeUIntBE(second, 6, 5)
      token.write(macsOf(version, purpose).ofTwo(token), bodyOfTwo, tokenOctets - bodyOfTwo, 'latin1')
    } else {
      writeWithClient(token, clientId, first, second)
      token.write(macsOf(version, purpose).withClient(token), bodyWithClient, tokenOctets - bodyWithClient, 'latin1')
    }
    return token.toString('base64url')
  }

  return {
    sign: (purpose, first, second, clientId) => signWith(newest, purpose, first, second, clientId),
    verify(purpose, text) {
      const bytes = bytesOf(text)
      const version = bytes && versions.get(bytes[0]!)
      if (!version) return undefined
      const macs = macsOf(version, purpose)
      // the second byte is 0 in tokens of two integers, unless the first is beyond 32 bits, and never in those with a client
      if (bytes[1] !== 0 && isSigned(bytes, bodyWithClient, macs.withClient)) return readWithClient(bytes)
      if (isSigned(bytes, bodyOfTwo, macs.ofTwo)) return [bytes.readUIntBE(1, 5), bytes.readUIntBE(6, 5)]
      return undefined
    },
    async signer(number) {
      await know(number)
      const version = versions.get(number)
      return {
        sign: (purpose, first, second, clientId) =>
          signWith(version === undefined || version.revoked ? newest : version, purpose, first, second, clientId),
      }
    },
    newest: purpose => ({ version: newest.number, secret: newest.secretFor(purpose) }),
    secretOf: (version, purpose) => versions.get(version)?.secretFor(purpose),
    async learn(text) {
      if (/^[\w-]{36,}$/.test(text)) await know(Buffer.from(text.slice(0, 4), 'base64url')[0]!)
    },
    refresh,
  }
}

export const firstVersion = 1

/** The first version, of which mails were sent before there was another. */
export function firstLinkKey(keys: KeyRing): LinkKey {
  return {
    version: firstVersion,
    secretFor: purpose => keys.secretFor(`token/${purpose}/${firstVersion}`),
    signs: true,
  }
}

/** The HMACs of both forms, under one key: their texts differ in length, so neither is one of the other. */
interface Macs {
  readonly ofTwo: Mac
  readonly withClient: Mac
}

function macsOf(version: Version, purpose: TokenPurpose): Macs {
  let macs = version.macs.get(purpose)
  if (!macs) {
    const secret = version.secretFor(purpose)
    macs = { ofTwo: hmac(secret, bodyOfTwo), withClient: hmac(secret, bodyWithClient) }
    version.macs.set(purpose, macs)
  }
  return macs
}

function isSigned(token: Buffer, bodyLength: number, mac: Mac): boolean {
  const expected = Buffer.from(mac(token), 'latin1')
  return timingSafeEqual(token.subarray(bodyLength), expected.subarray(0, tokenOctets - bodyLength))
}

/** Where the three integers begin, and how many octets they have together. */
const integersAt = 2
const integersOctets = bodyWithClient - integersAt

function writeWithClient(token: Buffer, clientId: number, first: number, second: number): void {
  const ofClient = octetsOf(clientId)
  const ofFirst = octetsOf(first)
  const ofSecond = integersOctets - ofClient - ofFirst
  if (octetsOf(second) > ofSecond) throw new RangeError('The integers do not fit into a token.')
  token[1] = (ofClient << 4) | ofFirst
  writeInteger(token, clientId, integersAt, ofClient)
  writeInteger(token, first, integersAt + ofClient, ofFirst)
  writeInteger(token, second, integersAt + ofClient + ofFirst, ofSecond)
}

/** @param token with the right HMAC, so its widths fit */
function readWithClient(token: Buffer): TokenNumbers {
  const ofClient = token[1]! >> 4
  const ofFirst = token[1]! & 15
  const firstAt = integersAt + ofClient
  const secondAt = firstAt + ofFirst
  return [
    readInteger(token, firstAt, secondAt),
    readInteger(token, secondAt, bodyWithClient),
    readInteger(token, integersAt, firstAt),
  ]
}

function octetsOf(integer: number): number {
  if (!Number.isSafeInteger(integer) || integer < 0) throw new RangeError(`${integer} cannot be part of a token.`)
  let octets = 1
  for (let rest = integer; rest >= 256; rest = Math.floor(rest / 256)) octets++
  return octets
}

/** Big-endian. The methods of Buffer end at 48 bits. */
function writeInteger(token: Buffer, integer: number, at: number, octets: number): void {
  let rest = integer
  for (let place = at + octets - 1; place >= at; place--) {
    token[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

function readInteger(token: Buffer, from: number, to: number): number {
  let integer = 0
  for (let place = from; place < to; place++) integer = integer * 256 + token[place]!
  return integer
}

/** The bytes of what looks like a token. */
function bytesOf(text: string): Buffer | undefined {
  if (text.length !== tokenLength || !/^[\w-]+$/.test(text)) return undefined
  return Buffer.from(text, 'base64url')
}

/** HMAC-SHA256 of the body of a token, a character for each byte. */
type Mac = (token: Buffer) => string

/** RFC 2104 with both padded keys at hand: a third of what `createHmac` costs for a message this short. */
function hmac(secret: Buffer, bodyLength: number): Mac {
  const blockLength = 64
  const inner = Buffer.alloc(blockLength + bodyLength, 0x36)
  const outer = Buffer.alloc(blockLength + 32, 0x5c)
  for (const [index, byte] of secret.entries()) {
    inner[index]! ^= byte
    outer[index]! ^= byte
  }
  return token => {
    token.copy(inner, blockLength, 0, bodyLength)
    outer.write(hash('sha256', inner, 'binary'), blockLength, 'latin1')
    return hash('sha256', outer, 'binary')
  }
}

/** How a preview is shown: in light colours, in dark ones, without images, or for an editor. */
export type PreviewVariant = '' | 'dark' | 'images-off' | 'canvas'

/** Where the public links lead; composing writes them, the public pages answer them. */
export const publicPaths = {
  open: (token: string) => `/o/${token}.gif`,
  /** Of a campaign, without the recipient. */
  anonymousOpen: (token: string) => `/a/${token}.gif`,
  /** The pixel of hygiene mode: only the date of the last open is kept. */
  datedOpen: (token: string) => `/h/${token}.gif`,
  click: (link: number, token: string) => `/c/${link}/${token}`,
  /** Of a link with tags in its query: values of the recipient are put in when it is followed. */
  clickWithValues: (link: number, token: string) => `/c/${link}v/${token}`,
  unsubscribe: (token: string) => `/u/${token}`,
  webVersion: (token: string) => `/w/${token}`,
  preferences: (token: string) => `/p/${token}`,
  /** The part of the page of preferences that says what may be recorded. */
  trackingPreferences: (token: string) => `/p/${token}#tracking`,
  leave: (token: string) => `/leave/${token}`,
  newAddress: (token: string) => `/address/${token}`,
  oldAddress: (token: string) => `/address-undo/${token}`,
  forward: (token: string) => `/f/${token}`,
  letter: (token: string) => `/l/${token}`,
  decline: (friend: string) => `/n/${friend}`,
  confirm: (token: string) => `/confirm/${token}`,
  report: (token: string) => `/r/${token}`,
  monthReport: (token: string) => `/rm/${token}`,
  reportConfirm: (token: string) => `/rc/${token}`,
  reportStop: (token: string) => `/rs/${token}`,
  /** The public archive of a list; below it are its feed and its letters. */
  archive: (token: string) => `/archive/${token}`,
  /** The page of a sign-up form; below it are its JSON interface and the script of its page. */
  form: (publicId: string) => `/form/${publicId}`,
  /** Confirms what was sent off with a form. */
  join: (token: string) => `/join/${token}`,
  /** Stops all mails that ask an address to confirm. */
  stop: (token: string) => `/stop/${token}`,
  /** Assets of a template or campaign; unguessable through the 128-bit public id. */
  asset: (owner: 'template' | 'campaign', publicId: string, path: string) =>
    `/files/${owner}/${publicId}/${path.split('/').map(encodeURIComponent).join('/')}`,
  starterPicture: (name: string) => `/files/starter/${name}.png`,
  /** Of a campaign or template; below `content` (domain/content/content-origin.ts). */
  preview: (token: string, variant: PreviewVariant) => `/v/${token}${variant && `/${variant}`}`,
  templatePreview: (publicId: string) => `/preview/template/${publicId}`,
} as const

/** Where the letter of a campaign that has begun is read without a recipient. @param base without a slash at the end */
export function letterUrl(base: string, tokens: Pick<Tokens, 'sign'>, { clientId, campaignId }: CampaignKey): string {
  return base + publicPaths.letter(tokens.sign('letter', campaignId, 0, clientId))
}

/** The paths of `publicPaths` that end with a recipient's token. */
const ownLink = /(\/(?:[uwpf]|c\/\d{1,9}v?)\/)[\w-]{36}(?![\w-])/g

/** Text whose links of a recipient have dashes for their tokens: any reader of the text could unsubscribe the recipient with them. */
export function withoutOwnLinks(text: string): string {
  return text.replace(ownLink, `$1${'-'.repeat(tokenLength)}`)
}

/** In stored HTML, references to assets begin with this; serving and composing put the public address there. */
export const assetScheme = 'kept:'
