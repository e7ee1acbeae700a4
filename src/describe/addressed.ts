/**
 * Documents that name our address. Without a public URL the address is the Host of each request, which strangers choose; so a
 * document is built once, with a stand-in, and an answer only puts the address in its place.
 */

/** A host that never exists (RFC 6761 §6.4), and a text that no document has for another reason. */
const standInHost = 'public-url.lettershop.invalid'
const standIn = `http://${standInHost}`

/** A document for an address: `https://mail.example.com`, without a slash at the end. */
export type Addressed = (publicUrl: string) => string

/**
 * @param build makes the document for an address, which it writes complete or as its host; called once, at the first use
 * @param encode what the document's format needs done to a text it holds
 */
export function fillAddress(build: Addressed, encode: (text: string) => string): Addressed {
  let pieces: readonly string[] | undefined
  return publicUrl => {
    pieces ??= build(standIn).split(new RegExp(`(${standIn}|${standInHost})`))
    const url = encode(publicUrl)
    const host = encode(publicUrl.slice(publicUrl.indexOf('://') + 3))
    let document = ''
    for (const piece of pieces) document += piece === standIn ? url : piece === standInHost ? host : piece
    return document
  }
}

/** The inside of a JSON string. */
export function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
