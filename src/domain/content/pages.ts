/** Pages a caller names: fetched once, their text in our hands as Unicode. */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { decodeUndeclared, findDecoder } from '../../lib/charset.ts'
import { type Fetch, type Fetched, FetchRefused } from '../../lib/fetcher.ts'
import { replaceSpans, tokenize } from './markup.ts'
import { isLinkTag } from './merge-tags.ts'
import { deepestNesting, isNestedTooDeep } from './nesting.ts'
import { ZipRefused } from './zip.ts'

/** Says why a page cannot be taken in, in a sentence the caller can act on. */
export class PageRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PageRefused'
  }
}

export interface Page {
  /** After redirects: what the page's relative references are relative to. */
  readonly url: string
  readonly text: string
}

/** A page as it came; plain data, to be read where it may take its time. */
export interface FetchedPage {
  readonly url: string
  readonly body: Uint8Array
  /** As the server said. */
  readonly charset: string | undefined
}

const pageLimits = { maxBytes: 2_000_000, timeoutMs: 10_000 } as const

/** @throws PageRefused when it cannot be fetched or is not HTML */
export async function fetchHtml(fetch: Fetch, url: string): Promise<FetchedPage> {
  const page = await fetchOk(fetch, url, pageLimits)
  if (!['text/html', 'application/xhtml+xml', ''].includes(page.mediaType)) {
    throw new PageRefused(`The page is not HTML but ${page.mediaType}.`)
  }
  return page
}

/** @throws PageRefused when it cannot be fetched or is not text; servers call plain text HTML, so that the content says which it is */
export async function fetchPlainText(fetch: Fetch, url: string): Promise<FetchedPage> {
  const page = await fetchOk(fetch, url, pageLimits)
  if (!['', 'application/xhtml+xml'].includes(page.mediaType) && !page.mediaType.startsWith('text/')) {
    throw new PageRefused(`The page is not text but ${page.mediaType}.`)
  }
  return page
}

/** @throws PageRefused when there is nothing in it, Refusal NestedTooDeep */
export function readHtml(page: FetchedPage): Page {
  const text = decodePage(page, 'html')
  if (text.trim() === '') throw new PageRefused('The page is empty.')
  if (isNestedTooDeep(text)) {
    throw new Refusal('NestedTooDeep', `Elements of the page are nested more than ${deepestNesting} deep.`)
  }
  return { url: page.url, text }
}

/**
 * The text of a page, which is made from it where it is HTML.
 * @param render HTML → text
 * @throws PageRefused when such a page says nothing, Refusal NestedTooDeep
 */
export function readPlainText(page: FetchedPage, render: (html: string) => string): string {
  const text = decodePage(page, 'text')
  if (!beginsAsHtml.test(text)) return text
  const rendered = render(withTextTags(readHtml(page).text))
  if (rendered.trim() === '') throw new PageRefused('The page is HTML without any text.')
  return rendered
}

/** Fragments begin with one of the elements that letters are made of. */
const beginsAsHtml =
  /^\s*<(?:!--|\?xml\b|(?:!doctype|html|head|body|meta|title|style|table|center|div|p|h[1-6]|ul|ol|span|a|b|strong|img|br|font)\b)/i

/** `<unsubscribe>Leave us</unsubscribe>` → `Leave us [unsubscribe]`, and the other links of a letter alike. */
function withTextTags(html: string): string {
  const tags = tokenize(html).flatMap(token => {
    if (token.kind !== 'close' || !isLinkTag(token.name)) return []
    return [{ start: token.start, end: token.end, text: ` [${token.name}]` }]
  })
  return replaceSpans(html, tags)
}

/** A file that is there. @throws PageRefused */
export async function fetchOk(
  fetch: Fetch,
  url: string,
  limits: { readonly maxBytes: number; readonly timeoutMs: number },
): Promise<Fetched> {
  let answer: Fetched
  try {
    answer = await fetch(url, limits)
  } catch (error) {
    if (error instanceof FetchRefused) throw new PageRefused(error.message, { cause: error })
    throw error
  }
  if (answer.status !== 200) throw new PageRefused(`The server answers ${answer.status} instead of 200.`)
  return answer
}

/** What could not be taken in, refused by the name the operation has for it; the sentence becomes the detail. */
export async function orRefuse<Value>(
  refusal: RefusalName,
  taken: Promise<Value> | Value,
  data?: Readonly<Record<string, unknown>>,
): Promise<Value> {
  try {
    return await taken
  } catch (error) {
    throw asRefusal(refusal, error, data)
  }
}

/** The same for an error that was caught; any other error stays itself. */
export function asRefusal(refusal: RefusalName, error: unknown, data?: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof PageRefused || error instanceof ZipRefused)) return error
  return new Refusal(refusal, error.message, { cause: error, ...(data && { data }) })
}

/**
 * Byte order mark, then what the server says, then what the page says of itself (html.spec.whatwg.org §13.2.3.2), then UTF-8 if it is
 * that, then windows-1252. NUL, which neither XML nor PostgreSQL carries, becomes U+FFFD as in browsers.
 */
export function decodePage({ body, charset }: Pick<FetchedPage, 'body' | 'charset'>, kind: 'html' | 'text'): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const declared = kind === 'html' ? metaCharset(bytes) : undefined
  const labels = [bomCharset(bytes), charset, declared].filter(label => label !== undefined)
  const decoder = labels.map(label => findDecoder(label)).find(found => found !== undefined)
  return (decoder ? decoder.decode(bytes) : decodeUndeclared(bytes)).replaceAll('\0', '\ufffd')
}

function bomCharset(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

/** Within the first 1024 bytes; one that claims UTF-16 was read as ASCII and is UTF-8 (html.spec.whatwg.org §13.2.3.3). */
function metaCharset(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, 1024).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const found = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1]
  return found && /^utf-?16/i.test(found) ? 'utf-8' : found
}
