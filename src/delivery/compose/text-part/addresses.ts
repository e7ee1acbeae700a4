/** The addresses of links: which are written, how, and which of several links to one place. */
import { linkMark, linkMarks } from './marks.ts'

export interface Link {
  /** Undefined for one that leads nowhere outside the letter. */
  readonly address: string | undefined
  /** A label for a link without readable content; may be empty. */
  readonly label: string
  /** All it says. */
  text: string
  /** Some of it is text, not an image. */
  hasWords: boolean
}

/** `name <address>` as RFC 3986 appendix C asks for. */
export interface Addresses {
  /** @returns the mark for the link's address, or '' if the address is not written */
  mark(link: Link): string
  /** Puts the addresses in. */
  resolve(line: string): string
}

export function addresses(): Addresses {
  const marked: { readonly link: Link; isWritten: boolean }[] = []
  let last: { readonly link: Link; isWritten: boolean } | undefined
  /** What is led to by links that say where; the others need not. */
  const named = new Set<string>()

  return {
    mark(link) {
      const { address, text } = link
      if (address === undefined || isSame(text, address)) {
        last = undefined
        return ''
      }
      // an image and the words below it lead to one place: that is said once
      if (last && !last.link.hasWords && last.link.address === address) last.isWritten = false
      if (text !== '') named.add(address)
      last = { link, isWritten: true }
      return linkMark(marked.push(last) - 1)
    },
    resolve: line =>
      line.replace(linkMarks, (mark, number: string) => {
        const { link, isWritten } = marked[Number(number)] ?? {}
        if (!isWritten || link?.address === undefined) return ''
        if (link.text === '') {
          if (named.has(link.address)) return ''
          named.add(link.address)
        }
        return `${mark.startsWith(' ') ? ' ' : ''}<${link.address}>`
      }),
  }
}

/** The address as it can stand in angle brackets. @returns undefined for what leads nowhere from a mail */
export function writeAddress(href: string | undefined): string | undefined {
  if (href === undefined) return undefined
  const address = href
    .replace(/^\s*tel:/i.test(href) ? /\s/g : /[\t\r\n]/g, '')
    .trim()
    .replace(/[\s<>]/g, character => encodeURIComponent(character))
  // an address that begins with a value of the recipient is checked where the value is written
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/\/|\ufdd0)/i.test(address) || unusable.test(address)) return undefined
  if (/^mailto:/i.test(address) && !address.includes('?')) return address.slice('mailto:'.length) || undefined
  return /^tel:/i.test(address) ? address.slice('tel:'.length) || undefined : address
}

/** They mean something in a browser only. */
const unusable = /^(?:javascript|vbscript|data|about|blob|file|cid):/i

/** Says the text the address already, in a form that mail programs make a link of? */
function isSame(text: string, address: string): boolean {
  if (text === address) return true
  if (/^\+?[\d().-]+$/.test(address)) return digits(text) === digits(address)
  if (!/^(?:https?:\/\/|www\.)/i.test(text)) return false
  return bare(text) === bare(address)
}

function digits(text: string): string {
  return text.replace(/\D/g, '')
}

function bare(address: string): string {
  const without = address.replace(/^https?:\/\//i, '').toLowerCase()
  return without.endsWith('/') ? without.slice(0, -1) : without
}
