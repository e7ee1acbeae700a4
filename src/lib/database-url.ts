/**
 * A database's URL may name several hosts, which a URL may not: `postgres://user@one:5432,two/name` (libpq,
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS).
 * @returns one URL per host, in order; undefined if one of them is invalid
 */
export function hostUrls(text: string): readonly string[] | undefined {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is.exec(text) ?? []
  if (before === '') return undefined
  const urls = hosts.split(',').map(host => before + host + after)
  return urls.every(url => URL.canParse(url)) ? urls : undefined
}

/** Milliseconds after which we give up on a server that does not answer, unless the URL says more or less. */
export const usualConnectTimeoutMs = 5_000

/**
 * Milliseconds that a connection may take to come about: `connect_timeout` of the URL in seconds, 1 to 600, as in libpq.
 * @returns undefined if it is something else
 */
export function connectTimeoutOf(url: string): number | undefined {
  const seconds = new URLSearchParams(url.split('?')[1] ?? '').get('connect_timeout')
  if (seconds === null) return usualConnectTimeoutMs
  return /^[1-9]\d{0,2}$/.test(seconds) && Number(seconds) <= 600 ? Number(seconds) * 1000 : undefined
}

/**
 * The URL with a password, percent-encoded: any character may be in it.
 * @returns undefined where the URL has a password already
 */
export function withPassword(url: string, password: string): string | undefined {
  const [, scheme = '', user = '', rest = ''] = /^([a-z]+:\/\/)(?:([^@/?#]*)@)?(.*)$/is.exec(url) ?? []
  if (user.includes(':')) return undefined
  return `${scheme}${user}:${encodeURIComponent(password)}@${rest}`
}
