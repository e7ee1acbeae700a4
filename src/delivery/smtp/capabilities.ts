/** What a relay offers in its answer to EHLO. */

export interface Capabilities {
  /** RFC 2920. */
  readonly pipelining: boolean
  /** RFC 3030. */
  readonly chunking: boolean
  /** RFC 6152. */
  readonly eightBitMime: boolean
  /** RFC 6531. */
  readonly smtpUtf8: boolean
  /** RFC 3207. */
  readonly startTls: boolean
  /** RFC 1870: most octets of a message; 0 when the limit is not given, -1 when SIZE is not offered. */
  readonly size: number
  /** RFC 4954: mechanisms in capitals. */
  readonly auth: readonly string[]
}

/**
 * Messages one connection has a use for: those whose data may be out, and behind them as many as keep it busy. With CHUNKING
 * messages follow each other; with PIPELINING the next envelope goes out with the data, so one more has to be ready when
 * the answer comes; otherwise one has to.
 * @param capabilities undefined while it is not known: the least
 */
export function messagesPerSession(
  capabilities: Pick<Capabilities, 'pipelining' | 'chunking'> | undefined,
  window: number,
): number {
  if (capabilities?.chunking) return window
  return Math.min(window, capabilities?.pipelining ? 3 : 2)
}

/** @param lines of the answer to EHLO, the greeting first; none for a relay that knows only HELO */
export function readCapabilities(lines: readonly string[]): Capabilities {
  const words = new Map<string, readonly string[]>()
  for (const line of lines.slice(1)) {
    // some relays still say AUTH=LOGIN, from before RFC 2554
    const [keyword = '', ...parameters] = line
      .trim()
      .toUpperCase()
      .split(/[\s=]+/)
    words.set(keyword, [...(words.get(keyword) ?? []), ...parameters])
  }
  const size = words.get('SIZE')?.[0] ?? ''
  return {
    pipelining: words.has('PIPELINING'),
    chunking: words.has('CHUNKING'),
    eightBitMime: words.has('8BITMIME'),
    smtpUtf8: words.has('SMTPUTF8'),
    startTls: words.has('STARTTLS'),
    size: !words.has('SIZE') ? -1 : /^\d{1,15}$/.test(size) ? Number(size) : 0,
    auth: words.get('AUTH') ?? [],
  }
}
