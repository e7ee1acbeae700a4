/**
 * `/archive/<token>`: the public archive of a list, `/archive/<token>/feed` its Atom feed, `/archive/<token>/<campaign>` a letter of it. All of it is
 * the same for every reader: letters have no recipient, and nothing is recorded. See docs/archive.md.
 */
import { createHash } from 'node:crypto'
import { subjectWithoutRecipient } from '../../delivery/compose/campaign.ts'
import { archiveUrls } from '../../domain/archives/archives.ts'
import type { Brand } from '../../domain/clients/brand.ts'
import { localeOf, type Texts, textsFor, textsIn } from '../../domain/texts/texts.ts'
import { publicPaths } from '../../domain/tokens/tokens.ts'
import { html } from '../../lib/html.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { isPublicId } from '../../lib/ids.ts'
import { escapeAttribute, escapeText } from '../../lib/xml.ts'
import {
  type ArchivedLetter,
  findArchivedLetter,
  findShownArchive,
  readArchivedLetters,
  type ShownArchive,
} from '../../store/archives/archives.ts'
import { guarded, type Page, page } from './answers.ts'
import { sheetOf } from './brand.ts'
import type { PublicLink, PublicParts } from './link.ts'
import { letterPage } from './web-version.ts'

/** Letters of a page, and of the feed. */
const ofPage = 20

export const archive: PublicLink = {
  prefix: '/archive/',
  async get(request, rest, parts) {
    const [token = '', what] = rest.split('/')
    await parts.tokens.learn(token)
    const found = parts.tokens.verify('archive', token)
    const archive = found && (await findShownArchive(parts.db, { clientId: found[0], listId: found[1] }))
    if (!archive) return gone(request)
    if (what === undefined) return cached(request, await listPage(request, archive, parts))
    if (what === 'feed') return cached(request, await feed(request, archive, parts))
    return cached(request, await letter(request, archive, what, parts))
  },
}

function gone(request: Request, brand?: Brand): Answer {
  const texts = textsFor(request.headers['accept-language'])
  return page(404, texts, texts.archive.gone, brand)
}

const sheet = sheetOf(`
.letters { list-style: none; margin: 1.5rem 0; padding: 0 }
.letters li { padding: .75rem 0; border-top: .0625rem solid var(--edge) }
.letters a { font-weight: 600 }
.letters time { display: block; font-size: 1rem }
.letters p { margin: .25rem 0 0; font-size: 1rem }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem }
.ways a { min-height: 1.5rem; padding: .25rem 0 }
`)

/** The latest letters, or those before the one that `before` names. */
async function listPage(request: Request, archive: ShownArchive, parts: PublicParts): Promise<Answer> {
  const texts = textsFor(request.headers['accept-language'], archive.listLanguage)
  const before = new URLSearchParams(request.query).get('before') ?? undefined
  const brand = await parts.findBrand(archive.clientId)
  if (before !== undefined && !isPublicId(before)) return gone(request, brand)
  const found = await readArchivedLetters(parts.db, archive, before, ofPage + 1)
  const letters = found.slice(0, ofPage)
  const form = await findOpenForm(archive, parts)
  const urls = urlsOf(request, archive, parts)
  const said = texts.archive
  const { searchEngines, description } = archive.settings
  const shown: Page = {
    title: titleOf(archive),
    text: description === '' ? undefined : description,
    indexed: searchEngines,
    sheet,
    head: html`<link rel="alternate" type="application/atom+xml" title="${titleOf(archive)}" href="${urls.feed}">\n`,
    content: html`${letters.length === 0 && html`<p>${said.empty}</p>\n`}${letters.length > 0 && html`<ol class="letters">\n${letters.map(one => itemOf(one, archive, texts, urls))}</ol>\n`}<p class="ways">${
      before !== undefined && html`<a href="${urls.page}">${said.newest}</a>\n`
    }${found.length > ofPage && html`<a href="${urls.page}?before=${letters.at(-1)!.publicId}">${said.older}</a>\n`}${
      form !== undefined && html`<a href="${form}">${said.signUp}</a>\n`
    }<a href="${urls.feed}">${said.feed}</a></p>\n`,
  }
  return page(200, texts, shown, brand)
}

function itemOf(letter: ArchivedLetter, archive: ShownArchive, texts: Texts, urls: Urls) {
  const { subject, preheader } = wordsOf(letter, archive)
  const { timeZone } = archive
  const date = new Intl.DateTimeFormat(localeOf(texts), { dateStyle: 'long', timeZone }).format(letter.startedAt)
  return html`<li><time datetime="${letter.startedAt.toISOString()}">${date}</time><a href="${urls.letter(letter.publicId)}" dir="auto">${subject}</a>${
    preheader !== '' && html`<p dir="auto">${preheader}</p>`
  }</li>\n`
}

/** Without a recipient: tags are their fallbacks. */
function wordsOf({ subject, preheader, customFields, startedAt }: ArchivedLetter, { timeZone }: ShownArchive) {
  const write = (text: string) => subjectWithoutRecipient({ subject: text, customFields, startedAt, timeZone })
  return { subject: write(subject) || '…', preheader: write(preheader) }
}

async function findOpenForm({ settings, clientId }: ShownArchive, { forms }: PublicParts): Promise<string | undefined> {
  if (settings.form === '') return undefined
  const form = await forms.find(settings.form)
  return form?.isOpen && form.clientId === clientId ? `..${publicPaths.form(form.publicId)}` : undefined
}

async function letter(request: Request, archive: ShownArchive, publicId: string, parts: PublicParts): Promise<Answer> {
  const campaign = isPublicId(publicId) ? await findArchivedLetter(parts.db, archive, publicId) : undefined
  const written = campaign && (await parts.renderForFriend(campaign))
  if (written === undefined) {
    const brand = await parts.findBrand(archive.clientId)
    // the address of the logo is relative to pages one level up
    return gone(request, brand && { ...brand, logo: undefined })
  }
  const shown = letterPage(request, written)
  const robots = archive.settings.searchEngines ? 'all' : guarded['X-Robots-Tag']
  return { ...shown, headers: { ...shown.headers, 'X-Robots-Tag': robots } }
}

/** Atom (RFC 4287). Identifiers stay the same whatever the address. */
async function feed(request: Request, archive: ShownArchive, parts: PublicParts): Promise<Answer> {
  const letters = await readArchivedLetters(parts.db, archive, undefined, ofPage)
  const urls = urlsOf(request, archive, parts)
  const texts = textsIn(archive.listLanguage)
  const element = (name: string, text: string) => `<${name}>${escapeText(text)}</${name}>`
  const link = (rel: string, href: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeAttribute(href)}"/>`
  const entries = letters.map(one => {
    const { subject, preheader } = wordsOf(one, archive)
    const at = one.startedAt.toISOString()
    return `<entry>${element('id', `urn:uuid:${uuidOf(one.publicId)}`)}${element('title', subject)}${link('alternate', urls.letter(one.publicId), 'text/html')}${element('published', at)}${element('updated', at)}${preheader === '' ? '' : element('summary', preheader)}</entry>\n`
  })
  const { description, searchEngines } = archive.settings
  const [latest] = letters
  return {
    status: 200,
    headers: {
      ...guarded,
      'X-Robots-Tag': searchEngines ? 'all' : guarded['X-Robots-Tag'],
      'Content-Type': 'application/atom+xml; charset=utf-8',
    },
    body: `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${texts.language}">
${element('id', `urn:uuid:${idOf(archive)}`)}
${element('title', titleOf(archive))}
${description === '' ? '' : `${element('subtitle', description)}\n`}${element('updated', (latest?.startedAt ?? new Date(0)).toISOString())}
${link('self', urls.feed, 'application/atom+xml')}
${link('alternate', urls.page, 'text/html')}
<author>${element('name', archive.companyName)}</author>
${entries.join('')}</feed>
`,
  }
}

type Urls = ReturnType<typeof urlsOf>

function urlsOf({ publicUrl }: Request, archive: ShownArchive, { mailLinks, tokens }: PublicParts) {
  return archiveUrls(mailLinks.base() ?? publicUrl, tokens, archive)
}

function titleOf({ settings, listTitle }: ShownArchive): string {
  return settings.title === '' ? listTitle : settings.title
}

/** A version 8 UUID (RFC 9562 §5.8) of the list, which does not show its identifier. */
function idOf({ clientPublicId, listPublicId }: ShownArchive): string {
  const digits = createHash('sha256').update(`archive ${clientPublicId} ${listPublicId}`).digest('hex')
  return uuidOf(`${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17, 32)}`)
}

function uuidOf(digits: string): string {
  const plain = digits.replaceAll('-', '')
  return [0, 8, 12, 16, 20].map((at, n, places) => plain.slice(at, places[n + 1])).join('-')
}

/** Shared caches may keep it for some minutes: what is hidden or deleted is gone by then. */
const keptSeconds = 300

/** An answer that is the same for all, with a tag by which it is asked again (RFC 9110 §13.1.2). */
function cached(request: Request, answer: Answer): Answer {
  if (answer.status !== 200 || typeof answer.body !== 'string') return answer
  const tag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  const headers = { ...answer.headers, 'Cache-Control': `public, max-age=${keptSeconds}`, ETag: tag }
  const known = (request.headers['if-none-match'] ?? '').split(',').map(one => one.trim().replace(/^W\//, ''))
  return known.includes(tag) ? { status: 304, headers, body: '' } : { ...answer, headers }
}
