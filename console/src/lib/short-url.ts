import { shorten } from './shorten.ts'

/** Characters that fit one line of a history. */
const longest = 60

/**
 * A web address as people recognise it: host and path, without the protocol, `www.` and what the query says (`?…`). The whole address belongs
 * beside it, in the link itself.
 */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return shorten(url, longest)
  const { host, pathname, search } = new URL(url)
  if (host === '') return shorten(url, longest)
  const path = pathname === '/' ? '' : readable(pathname)
  return shorten(`${host.replace(/^www\./, '')}${path}${search === '' ? '' : '?…'}`, longest)
}

/** Percent-encoded letters as letters. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
