/** Characters that fit one line of a history. */
const longest = 60

/**
 * A web address as people recognise it: host and path, without the protocol, `www.` and what the query says (`?…`). The whole address belongs
 * beside it, in the link itself.
 */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return cut(url)
  const { host, pathname, search } = new URL(url)
  if (host === '') return cut(url)
  return cut(`${host.replace(/^www\./, '')}${pathname === '/' ? '' : readable(pathname)}${search === '' ? '' : '?…'}`)
}

/** Percent-encoded letters as letters. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}
