/**
 * A campaign, compiled once: headers, parts, links and tags. A recipient then costs substitution only (design §5).
 * The same compilation gives the mail and the page of its web version.
 */
import { createHash } from 'node:crypto'
import { linkTagger } from '../../domain/campaigns/drafting/utm.ts'
import { mailName } from '../../domain/campaigns/mails/mail-names.ts'
import { withAssets } from '../../domain/content/assets.ts'
import { readLetterConditions, traitsOf, type WantedTraits } from '../../domain/content/conditions/letter.ts'
import { type FieldKeys, fieldKeys, firstTag } from '../../domain/content/merge-tags.ts'
import { returnAddresses } from '../../domain/tokens/return-addresses.ts'
import { publicPaths, type Signer, tokenLength } from '../../domain/tokens/tokens.ts'
import { remember } from '../../lib/remember.ts'
import type { UntrackedPixel } from '../../store/campaigns/audience.ts'
import type { ContentRow } from '../../store/campaigns/sending.ts'
import type { Message } from '../transport.ts'
import { type Body, layOut, type Part } from './body.ts'
import { dateTags, writeDates } from './dates.ts'
import { textFromHtml } from './derived-text.ts'
import type { Sign } from './dkim.ts'
import {
  dateHeader,
  displayPhrase,
  listIdHeader,
  mailboxHeader,
  mailboxLine,
  needsUtf8,
  oneClickHeader,
  plainHeader,
  textHeader,
  wireAddress,
} from './headers.ts'
import { type Addresses, type AroundToken, type Marking, markHtml, markHtmlAroundPixel, pixelPieces } from './html.ts'
import { inlineCss } from './inline-css/inline-css.ts'
import { createStoredLinks, type LinkNumbers, noLinks, recordLinks } from './links.ts'
import { type Contact, type Pieces, token as tokenPlace, write } from './pieces.ts'
import { preheaderPieces, readLine } from './preheader.ts'
import { decodedLength, encodePieces } from './quoted-printable.ts'
import { markText } from './text.ts'
import { withTrackingLine } from './tracking-line.ts'

/** What is composed of a campaign, as it is read for sending. */
export interface CampaignContent
  extends Omit<ContentRow, 'accountId' | 'startedAt' | 'atLeastOnce' | 'linkVersion' | 'lists'> {
  /** The day that the date tags show. */
  readonly startedAt: Date
  readonly lists: readonly Omit<ContentRow['lists'][number], 'tracking'>[]
}

export interface Recipient extends Contact {
  /** In the campaign's audience. */
  readonly number: number
  readonly listId: number
  /** False: links as the author wrote them, and no pixel but `pixel`. Absent: true. */
  readonly tracked?: boolean
  /** Of who is not tracked; absent or null for none. */
  readonly pixel?: UntrackedPixel | null
}

export interface CompiledCampaign {
  /** @throws Error when the recipient's address cannot be written into a message */
  compose(recipient: Recipient, at: Date): Message
  /** With the signatures of the From domain, where it has them. @throws, or rejects, as `compose` does */
  composeSigned(recipient: Recipient, at: Date): Message | Promise<Message>
}

export interface ComposeOptions {
  readonly tokens: Signer
  /** Returned mail goes to `b+<token>@` this domain, and who leaves by mail writes to `u+<token>@`; without one, to the From address. */
  readonly bounceDomain?: string | undefined
  /** Signs a finished message. */
  readonly sign?: Sign | undefined
}

/** Every link target of a campaign that is tracked, numbered from 1: what is stored when it is planned. */
export function findLinks(content: Omit<CampaignContent, 'links' | 'lists'>): readonly string[] {
  const links = recordLinks()
  if (content.trackClicks === false) return []
  markParts(content, links, addressesOf(content.publicUrl, 'pixel'))
  return links.urls
}

/** A compiled letter: plain data, so that a thread can make it. */
export interface CompiledLetter {
  /** The From address as it goes into envelopes and headers. */
  readonly from: string
  readonly tracked: readonly Part[]
  /** For who is not to be tracked; a pixel belongs between the two, if any. */
  readonly untracked: readonly [before: readonly Part[], after: readonly Part[]]
  readonly subject: Pieces
}

/**
 * Everything that walks the author's HTML and text, once per campaign.
 * @throws Error with why the campaign cannot be composed
 */
export function compileLetter(content: CampaignContent): CompiledLetter {
  refuseBadConditions(content)
  const styled = withTrackingLine(withStyles(content))
  return { ...trackedLetter(styled), untracked: untrackedBody(styled) }
}

/** A branch that is never closed could hide a letter from everyone. @throws Error with the first fault */
function refuseBadConditions(content: LetterSource): void {
  const [fault] = conditionsOf(content).faults
  if (fault) throw new Error(`${fault.part}, ${fault.says}`)
}

type LetterSource = Pick<CampaignContent, 'html' | 'text' | 'subject' | 'preheader' | 'customFields'>

function conditionsOf(content: LetterSource) {
  const { subject, html, text, preheader = '' } = content
  return readLetterConditions({ subject, preheader, html, text }, keysOf(content))
}

/** With its styles inlined, unless it says otherwise. */
function withStyles<Content extends Pick<CampaignContent, 'html' | 'inlineCss'>>(content: Content): Content {
  return content.inlineCss === false ? content : { ...content, html: inlineCss(content.html) }
}

/** @param styled its styles are inlined where they are to be */
function trackedLetter(styled: CampaignContent): Omit<CompiledLetter, 'untracked'> {
  return {
    from: senderOf(styled),
    tracked: bodyOf(styled, createStoredLinks(styled.links), styled.trackOpens === false ? 'no pixel' : 'pixel'),
    subject: markSubject(styled),
  }
}

function bodyOf(styled: CampaignContent, links: LinkNumbers, pixel: 'pixel' | 'no pixel'): readonly Part[] {
  const { html, text } = markParts(styled, links, addressesOf(styled.publicUrl, pixel))
  return [...beforeHtml(styled, text), { encoded: encodePieces(html), as: 'html' }, endOf(styled)]
}

function untrackedBody(styled: CampaignContent): CompiledLetter['untracked'] {
  const marking = markingOf(styled, noLinks, addressesOf(styled.publicUrl, 'no pixel'))
  const [before, after] = markHtmlAroundPixel(htmlOf(styled), marking)
  return [
    [
      ...beforeHtml(styled, markTextOf(styled, [...before, ...after], marking)),
      { encoded: encodePieces(before, true), as: 'html' },
    ],
    [{ encoded: encodePieces(after), as: 'html' }, endOf(styled)],
  ]
}

function beforeHtml(styled: CampaignContent, text: Pieces): readonly Part[] {
  const partHead = (type: string) =>
    `--${boundaryOf(styled)}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  return [partHead('plain'), { encoded: encodePieces(text), as: 'plain' }, partHead('html')]
}

function endOf(styled: CampaignContent): string {
  return `--${boundaryOf(styled)}--\r\n`
}

/** @param pixel undefined for none */
function layOutUntracked([before, after]: CompiledLetter['untracked'], pixel: Pieces | undefined): Body {
  const image: readonly Part[] = pixel ? [{ encoded: encodePieces(pixel, true), as: 'html' }] : []
  return layOut([...before, ...image, ...after])
}

/** Compiles a campaign whose links are not stored yet. @throws as `compileLetter` does */
export function compileDraft(content: Omit<CampaignContent, 'links'>): {
  /** As `findLinks` gives them. */
  readonly links: readonly string[]
  /** What its conditions ask for beside fields. */
  readonly traits: WantedTraits
  readonly letter: CompiledLetter
} {
  const links = findLinks(content)
  const traits = traitsOf(conditionsOf(content))
  return { links, traits, letter: compileLetter({ ...content, links: numberLinks(links) }) }
}

/** Links as they are stored when a campaign is planned. */
function numberLinks(links: readonly string[]): CampaignContent['links'] {
  return links.map((url, index) => ({ url, number: index + 1 }))
}

/** Compiles a campaign in this thread. */
export function compileCampaign(content: CampaignContent, options: ComposeOptions): CompiledCampaign {
  return assembleCampaign(content, compileLetter(content), options)
}

/** A campaign ready to be composed. @param letter compiled from this content */
export function assembleCampaign(
  content: CampaignContent,
  letter: CompiledLetter,
  { tokens, bounceDomain, sign }: ComposeOptions,
): CompiledCampaign {
  const { from, subject } = letter
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const body = layOut(letter.tracked)
  const untracked = untrackedBodies(content, letter, tokens)
  const replyTo =
    content.replyTo === '' || content.replyTo === content.fromEmail
      ? ''
      : mailboxHeader('Reply-To', '', content.replyTo)
  const senderHeaders = mailboxHeader('From', content.fromName, content.fromEmail) + replyTo
  const shownName = remember(2000, name => displayPhrase('To', name))
  const subjectHeader = remember(2000, (written: string) => textHeader('Subject', written))
  const ofList = new Map(
    content.lists.map(list => [
      list.listId,
      listIdHeader(list.title, `${list.publicId}.${domain}`) +
        // at most four fields, none of one recipient (support.google.com/mail/answer/6254652)
        plainHeader('Feedback-ID', `${content.campaignPublicId}:${list.publicId}:${content.clientPublicId}:lettershop`),
    ]),
  )
  const [beforeToken, afterToken] = aroundToken(token =>
    plainHeader('List-Unsubscribe', `<${content.publicUrl}${publicPaths.unsubscribe(token)}>`).trimEnd(),
  )
  const lastHeaders = `${oneClickHeader}MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundaryOf(content)}"\r\n\r\n`
  const utf8Sender = needsUtf8(from) || needsUtf8(content.replyTo.slice(0, content.replyTo.lastIndexOf('@') + 1))

  function compose(recipient: Recipient, at: Date): Message {
    const token = tokens.sign('recipient', content.campaignId, recipient.number, content.clientId)
    const to = wireAddress(recipient.email)
    const utf8 = utf8Sender || needsUtf8(to)
    const back = bounceDomain === undefined ? undefined : returnAddresses(token, bounceDomain)
    const head =
      senderHeaders +
      mailboxLine('To', shownName(recipient.name), to) +
      subjectHeader(write(subject, recipient, token, 'plain')) +
      dateHeader(at) +
      `Message-ID: <${token}@${domain}>\r\n` +
      (ofList.get(recipient.listId) ?? '') +
      beforeToken +
      token +
      afterToken +
      (back ? `, <mailto:${back.optOut}?subject=unsubscribe>\r\n` : '\r\n') +
      lastHeaders
    return {
      from: back ? back.bounce : from,
      to,
      utf8,
      data: (recipient.tracked === false ? untracked(recipient.pixel ?? 'none') : body).message(
        head,
        utf8,
        recipient,
        token,
      ),
      name: { folder: content.campaignPublicId, file: mailName(recipient.number) },
      isSample: content.isSample,
    }
  }

  return {
    compose,
    composeSigned(recipient, at) {
      const message = compose(recipient, at)
      return sign ? sign(message.data, at, 'simple').then(data => ({ ...message, data })) : message
    },
  }
}

/** Bodies for who is not tracked, each laid out for the first recipient who needs it; most campaigns have none. */
function untrackedBodies(
  { clientId, campaignId, publicUrl, trackOpens }: CampaignContent,
  { untracked }: CompiledLetter,
  tokens: Signer,
): (pixel: UntrackedPixel | 'none') => Body {
  const none = once(() => layOutUntracked(untracked, undefined))
  if (trackOpens === false) return none
  const withPixel = (address: () => Pieces) => once(() => layOutUntracked(untracked, pixelPieces(address())))
  const bodies = {
    none,
    hygiene: withPixel(() => openAddress(publicUrl, publicPaths.datedOpen)),
    anonymous: withPixel(() => [
      publicUrl + publicPaths.anonymousOpen(tokens.sign('anonymous open', campaignId, 0, clientId)),
    ]),
  }
  return pixel => bodies[pixel]()
}

/** The octets of the HTML that a tracked recipient gets, decoded: what mailboxes count when they clip. */
export function measureHtml({ tracked }: CompiledLetter, recipient: Contact): number {
  const html = tracked.filter(part => typeof part === 'object' && part.as === 'html')
  return decodedLength(layOut(html).message('', false, recipient, '-'.repeat(tokenLength)))
}

/** `=_` never occurs in quoted-printable (RFC 2045 §6.7), so no content can hold it. */
function boundaryOf({ campaignPublicId }: CampaignContent): string {
  return `=_${createHash('sha256').update(campaignPublicId).digest('hex').slice(0, 24)}`
}

function senderOf({ fromEmail, replyTo }: CampaignContent): string {
  // nothing can be composed without: said before anything else is done
  if (replyTo !== '') nameAddress('Reply-To', replyTo)
  return nameAddress('From', fromEmail)
}

function nameAddress(header: string, email: string): string {
  try {
    return wireAddress(email)
  } catch (error) {
    throw new Error(`the ${header} address is ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** The page behind `<webversion>`: the recipient's copy as HTML, without the open pixel; its links are tracked as the mail's are. */
export function renderWebVersion(
  content: CampaignContent,
  recipient: Recipient,
  { tokens }: Pick<ComposeOptions, 'tokens'>,
): string {
  const links = recipient.tracked === false ? noLinks : createStoredLinks(content.links)
  const { html } = markParts(withTrackingLine(content), links, addressesOf(content.publicUrl, 'no pixel'))
  const token = tokens.sign('recipient', content.campaignId, recipient.number, content.clientId)
  return write(html, recipient, token, 'html')
}

/** What a preview shows of a campaign, and the compiled letter that its size is measured with. */
export interface RenderedPreview {
  /** As it is sent, styles inlined where they are to be, but with links as the author wrote them and without the open pixel. */
  readonly html: string
  readonly text: string
  readonly subject: string
  /** As it is for who is tracked; nothing of it is for others. */
  readonly letter: CompiledLetter
}

/**
 * A campaign as one recipient would read it. @param token in place of the recipient's; it should open nothing
 * @throws as `compileLetter` does
 */
export function renderPreview(
  content: Omit<CampaignContent, 'links'>,
  recipient: Contact,
  token: string,
): RenderedPreview {
  refuseBadConditions(content)
  const styled = withTrackingLine(withStyles(content))
  const { html, text } = markParts(styled, noLinks, addressesOf(content.publicUrl, 'no pixel'))
  return {
    html: write(html, recipient, token, 'html'),
    text: write(text, recipient, token, 'plain'),
    subject: write(markSubject(content), recipient, '', 'plain'),
    letter: { ...trackedLetter({ ...styled, links: numberLinks(findLinks(content)) }), untracked: [[], []] },
  }
}

/** The letter without a recipient: every value its fallback, nothing tracked, and no link that is a recipient's own. */
export function renderForFriend(content: CampaignContent): string {
  const { html } = markParts(content, noLinks, undefined)
  return write(html, { email: '', name: '', fields: {} }, '', 'html')
}

type Letter = Omit<CampaignContent, 'links' | 'lists'>
/** What a subject is written from. */
type SubjectLine = Pick<Letter, 'subject' | 'customFields' | 'startedAt' | 'timeZone'>

/** @param addresses of the recipient's own links; undefined for none */
function markParts(
  content: Letter,
  links: LinkNumbers,
  addresses: Addresses | undefined,
): { readonly html: Pieces; readonly text: Pieces } {
  const marking = markingOf(content, links, addresses)
  const html = markHtml(htmlOf(content), marking)
  return { html, text: markTextOf(content, html, marking) }
}

function markingOf(content: Letter, links: LinkNumbers, addresses: Addresses | undefined): Marking {
  const keys = keysOf(content)
  const dates = datesOf(content)
  // the letter without a recipient is no mail of the campaign's: nothing is added to it
  const preheader = addresses && preheaderPieces(content.preheader ?? '', dates, keys)
  const tagLink = addresses && linkTagger(content.utm ?? {}, url => firstTag(url, keys))
  return { keys, links, dates, addresses, preheader, tagLink }
}

function htmlOf({ html, publicUrl, campaignPublicId }: Letter): string {
  return withAssets(html, publicUrl + publicPaths.asset('campaign', campaignPublicId, ''))
}

/** @param html of the same letter, marked */
function markTextOf({ text }: Letter, html: Pieces, marking: Marking): Pieces {
  return text === null ? textFromHtml(html) : markText(text, marking)
}

function markSubject(content: SubjectLine): Pieces {
  return readLine(writeDates(content.subject, datesOf(content)), 'plain', keysOf(content))
}

/** The subject as one recipient reads it. */
export function subjectFor(content: SubjectLine, recipient: Contact): string {
  return write(markSubject(content), recipient, '', 'plain')
}

/** The subject without a recipient: every value its fallback. */
export function subjectWithoutRecipient(content: SubjectLine): string {
  // tags without a fallback leave nothing, and the blanks around it
  return write(markSubject(content), { email: '', name: '', fields: {} }, '', 'plain').replace(/ {2,}/g, ' ').trim()
}

/** The keys of custom fields by their lower-case form. */
export function keysOf({ customFields }: Pick<Letter, 'customFields'>): FieldKeys {
  return fieldKeys(customFields)
}

function datesOf({ startedAt, timeZone }: Pick<Letter, 'startedAt' | 'timeZone'>) {
  return dateTags(startedAt, timeZone)
}

/** Paths of clicks end with the token. */
function addressesOf(publicUrl: string, pixel: 'pixel' | 'no pixel'): Addresses {
  const around = (path: (token: string) => string): AroundToken => {
    const [before, after] = aroundToken(path)
    return [publicUrl + before, after]
  }
  const before = (path: (token: string) => string) => around(path)[0]
  return {
    unsubscribe: around(publicPaths.unsubscribe),
    preferences: around(publicPaths.preferences),
    trackingpreferences: around(publicPaths.trackingPreferences),
    webversion: around(publicPaths.webVersion),
    forwardtoafriend: around(publicPaths.forward),
    click: (link, tracking) =>
      before(token =>
        tracking === 'with values' ? publicPaths.clickWithValues(link, token) : publicPaths.click(link, token),
      ),
    open: pixel === 'pixel' ? openAddress(publicUrl, publicPaths.open) : undefined,
  }
}

/** Of a pixel with the recipient's token. */
function openAddress(publicUrl: string, path: (token: string) => string): Pieces {
  const [before, after] = aroundToken(path)
  return [publicUrl + before, tokenPlace, after]
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What a text has before and after its token. */
function aroundToken(text: (token: string) => string): AroundToken {
  const blank = '-'.repeat(tokenLength)
  const [before = '', after = ''] = text(blank).split(blank)
  return [before, after]
}
