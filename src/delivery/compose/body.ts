/**
 * The body of a message, laid out once per campaign: fixed bytes with places for the token, and the values between them.
 * A recipient costs one buffer, a copy of the fixed bytes and a handful of short writes.
 */
import { tokenLength } from '../../domain/tokens/tokens.ts'
import { remember } from '../../lib/remember.ts'
import { type Branch, stepsOf, walkBranches } from './branches.ts'
import { type Contact, type Field, readValue, writeValue } from './pieces.ts'
import { type Encoded, encodeValue } from './quoted-printable.ts'
import { cutFromSlab } from './slab.ts'

/** What bodies consist of: fixed text, or encoded pieces written as HTML or as plain text. */
export type Part = string | { readonly encoded: Encoded; readonly as: 'html' | 'plain' }

export interface Body {
  /** The complete message. @param head ends with the empty line; in ASCII unless `utf8` */
  message(head: string, utf8: boolean, contact: Contact, token: string): Buffer
}

interface Stretch {
  readonly bytes: Buffer
  readonly tokens: readonly number[]
  /** Which value comes after it; none after the last, and before a branch. */
  readonly value: number | undefined
  /** The beginning or end of a branch after it. */
  readonly branch?: Branch | undefined
}

/** Encodings of one value that are kept; a campaign's values of one field repeat or they do not. */
const mostRemembered = 2000

export function layOut(parts: readonly Part[]): Body {
  const { stretches, values } = join(parts)
  if (stretches.some(({ branch }) => branch)) return layOutBranches(stretches, values)
  const fixedLength = stretches.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const uses = values.map((_, index) => stretches.filter(({ value }) => value === index).length)
  // one array for all messages: composing is synchronous
  const encoded: string[] = values.map(() => '')

  return {
    message(head, utf8, contact, token) {
      let length = fixedLength + (utf8 ? Buffer.byteLength(head) : head.length)
      for (let index = 0; index < values.length; index++) {
        const text = values[index]!(contact)
        encoded[index] = text
        length += text.length * uses[index]!
      }
      return fill({ length, head, utf8, stretches, encoded, token })
    },
  }
}

/** The same with branches: each recipient has stretches of its own, and costs as much as they are. */
function layOutBranches(stretches: readonly Stretch[], values: readonly ((contact: Contact) => string)[]): Body {
  // a stretch comes before its branch
  const items = stretches.flatMap(stretch => (stretch.branch ? [stretch, stretch.branch] : [stretch]))
  const steps = stepsOf(items.map(item => ('branch' in item && !('bytes' in item) ? item : undefined)))
  const encoded: string[] = values.map(() => '')
  const shown: Stretch[] = []

  return {
    message(head, utf8, contact, token) {
      shown.length = 0
      encoded.fill('')
      let length = utf8 ? Buffer.byteLength(head) : head.length
      walkBranches(steps, contact, index => {
        const stretch = items[index] as Stretch // what is no branch
        shown.push(stretch)
        length += stretch.bytes.length
        if (stretch.value === undefined) return
        if (encoded[stretch.value] === '') encoded[stretch.value] = values[stretch.value]!(contact)
        length += encoded[stretch.value]!.length
      })
      return fill({ length, head, utf8, stretches: shown, encoded, token })
    },
  }
}

interface Filled {
  /** Bytes of the message. */
  readonly length: number
  readonly head: string
  readonly utf8: boolean
  readonly stretches: readonly Stretch[]
  /** Values by their numbers. */
  readonly encoded: readonly string[]
  readonly token: string
}

const tokenBytes = Buffer.alloc(tokenLength)

function fill({ length, head, utf8, stretches, encoded, token }: Filled): Buffer {
  const message = cutFromSlab(length)
  tokenBytes.write(token, 'latin1')
  let at = message.write(head, 0, utf8 ? 'utf8' : 'latin1')
  for (const { bytes, tokens, value } of stretches) {
    message.set(bytes, at)
    for (let index = 0; index < tokens.length; index++) message.set(tokenBytes, at + tokens[index]!)
    at += bytes.length
    if (value !== undefined) at += message.write(encoded[value]!, at, 'latin1')
  }
  return message
}

/** One stretch of fixed bytes from value to value, whatever part they come from; a value used twice is one. */
function join(parts: readonly Part[]) {
  const stretches: Stretch[] = []
  const values: ((contact: Contact) => string)[] = []
  const numbers = new Map<string, number>()
  let bytes: Uint8Array[] = []
  let length = 0
  let tokens: number[] = []

  function fixed(more: Uint8Array, places: readonly number[]) {
    for (const place of places) tokens.push(length + place)
    bytes.push(more)
    length += more.length
  }

  function end(value: number | undefined, branch?: Branch) {
    stretches.push({ bytes: Buffer.concat(bytes), tokens, value, branch })
    bytes = []
    length = 0
    tokens = []
  }

  function numberOf(field: Field, as: 'html' | 'plain'): number {
    const key = JSON.stringify([as, field])
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, values.length)
    return values.push(encoder(field, as)) - 1
  }

  for (const part of parts) {
    if (typeof part === 'string') {
      fixed(Buffer.from(part), [])
      continue
    }
    for (const [index, { bytes: segment, tokens: places }] of part.encoded.fixed.entries()) {
      fixed(segment, places)
      const next = part.encoded.between[index]
      if (next && 'branch' in next) end(undefined, next)
      else if (next) end(numberOf(next, part.as))
    }
  }
  end(undefined)
  return { stretches, values }
}

/** Addresses hardly ever repeat; names and custom fields do. */
function encoder(field: Field, as: 'html' | 'plain'): (contact: Contact) => string {
  const encode = (raw: string) => encodeValue(writeValue(field, raw, as))
  const known = field.of === 'email' ? encode : remember(mostRemembered, encode)
  return contact => known(readValue(field, contact))
}
