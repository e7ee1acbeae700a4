/**
 * DKIM signatures (RFC 6376; Ed25519 by RFC 8463), with relaxed headers. What is signed is read from the finished message, so
 * that it is what goes out. The costly part, an RSA operation for each message, runs on libuv's threads: the event loop
 * composes and speaks SMTP meanwhile (reference/delivery.md §3; two worker threads signed no faster).
 *
 * The body is hashed in one pass: a tracked letter has its first token near its beginning, so a copy of the hash over what
 * comes before it would save less than the copy costs.
 */
import { hash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { cutFromSlab } from './slab.ts'

export interface DkimKey {
  readonly selector: string
  /** RSA or Ed25519. */
  readonly privateKey: KeyObject
}

/**
 * @param body how it is made canonical (RFC 6376 §3.4). `simple` is for bodies that end with one line end and hold no white space at the
 *   end of a line, which relays have no reason to change: as ours are encoded. To relax a body costs three times the hash
 * @returns the message with a signature of each key before it
 */
export type Sign = (message: Buffer, at: Date, body: 'simple' | 'relaxed') => Promise<Buffer>

/** @param domain the signing domain, in A-labels */
export function dkimSigner(domain: string, keys: readonly DkimKey[]): Sign {
  const signers = keys.map(key => signerOf(domain, key))
  return async (message, at, canonicalisation) => {
    const end = message.indexOf('\r\n\r\n')
    // byte for byte: header fields may hold UTF-8 (RFC 6532)
    const fields = readFields(message.toString('latin1', 0, end < 0 ? message.length : end + 2))
    const body = end < 0 ? Buffer.alloc(0) : message.subarray(end + 4)
    const bodyHash = hash('sha256', canonicalisation === 'simple' ? body : relaxBody(body), 'base64')
    const chosen = chooseFields(fields)
    const seconds = Math.floor(at.getTime() / 1000)
    const signatures = await Promise.all(signers.map(make => make(chosen, { bodyHash, canonicalisation }, seconds)))
    const before = signatures.join('')
    const signed = cutFromSlab(before.length + message.length)
    signed.write(before, 'latin1')
    signed.set(message, before.length)
    return signed
  }
}

/**
 * Signed where the message has them. RFC 8058 §4 wants both List-Unsubscribe fields covered, Gmail the Feedback-ID
 * (reference/delivery.md §6).
 */
const signedNames = [
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
]

interface Field {
  /** In lower case. */
  readonly name: string
  readonly value: string
}

interface Chosen {
  /** Of the `h=` tag. */
  readonly names: readonly string[]
  /** Canonical, each with its line end. */
  readonly text: string
}

interface HashedBody {
  readonly bodyHash: string
  readonly canonicalisation: 'simple' | 'relaxed'
}

type MakeSignature = (chosen: Chosen, body: HashedBody, seconds: number) => Promise<string>

const signAsync = promisify(sign)

function signerOf(domain: string, { selector, privateKey }: DkimKey): MakeSignature {
  const rsa = privateKey.asymmetricKeyType === 'rsa'
  const start = `v=1; a=${rsa ? 'rsa' : 'ed25519'}-sha256;`
  const origin = ` d=${domain}; s=${selector};`
  return async ({ names, text }, { bodyHash, canonicalisation }, seconds) => {
    const value = `${start} c=relaxed/${canonicalisation};\r\n${origin}\r\n t=${seconds}; h=${foldNames(names)};\r\n bh=${bodyHash};\r\n b=`
    const data = Buffer.from(`${text}dkim-signature:${relaxHeader(value)}`, 'latin1')
    // RFC 8463 §3: Ed25519 signs the hash, itself unhashed
    const signature = rsa
      ? await signAsync('sha256', data, privateKey)
      : await signAsync(null, hash('sha256', data, 'buffer'), privateKey)
    return `DKIM-Signature: ${value}${fold(signature.toString('base64'))}\r\n`
  }
}

/** From is named once more than it occurs, so that adding another breaks the signature (RFC 6376 §8.15). */
function chooseFields(fields: readonly Field[]): Chosen {
  const names: string[] = []
  let text = ''
  for (const name of signedNames) {
    // the last one first: verifiers count from the bottom (RFC 6376 §5.4.2)
    for (const field of fields.filter(field => field.name === name).reverse()) {
      names.push(name)
      text += `${name}:${relaxHeader(field.value)}\r\n`
    }
  }
  return { names: [...names, 'from'], text }
}

function readFields(head: string): Field[] {
  return head
    .split(/\r\n(?![ \t])/)
    .filter(line => line.includes(':'))
    .map(line => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon).trimEnd().toLowerCase(), value: line.slice(colon + 1) }
    })
}

/** RFC 6376 §3.4.2: unfolded, white space in runs is one space, none around the value. */
function relaxHeader(value: string): string {
  return value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
}

/** RFC 6376 §3.4.4. To see that nothing changes costs a hundredth of changing nothing. */
function relaxBody(body: Buffer): Buffer {
  if (isCanonical(body)) return body
  const lines = body
    .toString('latin1')
    .replace(/[ \t]+/g, ' ')
    .replace(/ (?=\r\n|$)/g, '')
  const end = lines.length - trailingLineEnds(lines)
  return Buffer.from(end === 0 ? '' : `${lines.slice(0, end)}\r\n`, 'latin1')
}

function isCanonical(body: Buffer): boolean {
  return (
    body.length > 2 &&
    body.subarray(-2).equals(lineEnd) &&
    !body.subarray(-4, -2).equals(lineEnd) &&
    !['\t', '  ', ' \r\n'].some(text => body.includes(text, 0, 'latin1'))
  )
}

const lineEnd = Buffer.from('\r\n')

/** How many characters of them there are; a regular expression would try from every line end. */
function trailingLineEnds(text: string): number {
  let end = text.length
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2
  return text.length - end
}

function foldNames(names: readonly string[]): string {
  let text = ''
  let column = ' t=0123456789; h='.length
  for (const [index, name] of names.entries()) {
    if (column + name.length + 1 > 76) {
      text += '\r\n  '
      column = 2
    }
    text += index === 0 ? name : `:${name}`
    column += name.length + 1
  }
  return text
}

function fold(base64: string): string {
  return base64.match(/.{1,72}/g)!.join('\r\n ')
}
