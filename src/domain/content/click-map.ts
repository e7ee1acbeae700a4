/** A click map: the HTML of a mail with a badge behind each link that is counted. It has no script and changes nothing else. */
import { Parser } from 'htmlparser2'

export interface MappedLink {
  readonly number: number
  readonly clicks: number
}

/** Digits alone: the map speaks no language. */
const style =
  'display:inline-block;margin:0 3px;padding:0 7px;border-radius:9px;background:#17624f;color:#ffffff;' +
  'font:600 12px/18px system-ui,sans-serif;letter-spacing:0;text-decoration:none;white-space:nowrap;vertical-align:middle'

/**
 * Time is linear in the length of the HTML; comments, conditional ones too, stay unchanged.
 * @param html as a recipient would see it, its links as they were written
 * @param links by their URL; one without an entry gets no badge
 * @returns the HTML, and the numbers of the links that got a badge
 */
export function withClicks(
  html: string,
  links: ReadonlyMap<string, MappedLink>,
): { readonly html: string; readonly shown: ReadonlySet<number> } {
  const parts: string[] = []
  const shown = new Set<number>()
  let written = 0
  let open: MappedLink | undefined
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'a') open = href === undefined ? undefined : links.get(href.trim())
    },
    onclosetag(name, isImplied) {
      if (name !== 'a' || open === undefined) return
      // an end that is not written begins where the next tag does
      const at = isImplied ? parser.startIndex : parser.endIndex + 1
      parts.push(html.slice(written, at), `<span style="${style}">${open.number} · ${open.clicks}</span>`)
      shown.add(open.number)
      written = at
      open = undefined
    },
  })
  parser.end(html)
  return { html: parts.join('') + html.slice(written), shown }
}
