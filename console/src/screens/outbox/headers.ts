/** The headers of a message as it was written: unfolded (RFC 5322 §2.2.3), encoded words left as they are. */
export function headersOf(source: string): readonly { readonly name: string; readonly value: string }[] {
  const [head = ''] = source.split(/\r?\n\r?\n/, 1)
  return head
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)
    .flatMap(line => {
      const colon = line.indexOf(':')
      return colon > 0 ? [{ name: line.slice(0, colon), value: line.slice(colon + 1).trim() }] : []
    })
}
