/** Mails in files: Maildirs, mboxes, single mails and folders of any of them; read one by one, never held in memory completely. */
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { endsInReturns, withLineFeeds } from '../parser/mime.ts'
import { gather, type Taken } from './intake.ts'
import { keptOctets } from './keep.ts'

export interface FiledMail extends Taken {
  readonly file: string
  /** Place in an mbox, from 1; undefined for a file of one mail. */
  readonly place: number | undefined
  /** The envelope sender, from the From_ line of an mbox; empty for other files. */
  readonly sender: string
}

/** A file in which no mail was found. */
export interface EmptyFile {
  readonly file: string
  /** Octets. */
  readonly size: number
}

/**
 * The mails of files and folders, in the order of their names.
 * @param onEmpty called for each file that yields no mail at all
 * @throws OperatorError for what is not there or cannot be read
 */
export async function* mailsOf(
  paths: readonly string[],
  onEmpty: (empty: EmptyFile) => void | Promise<void>,
): AsyncGenerator<FiledMail> {
  for (const path of paths)
    for await (const file of filesOf(path)) {
      let mails = 0
      for await (const mail of mailsOfFile(file)) {
        if (isBlankMail(mail)) continue
        mails++
        yield mail
      }
      if (mails === 0) await onEmpty({ file, size: (await stat(file)).size })
    }
}

/** Nothing but white space, such as an mbox that was emptied. */
function isBlankMail({ raw, size }: FiledMail): boolean {
  return size === raw.length && !raw.some(byte => byte > 0x20)
}

/** Names beginning with a dot are those of other things, except folders of a Maildir (Maildir++). */
async function* filesOf(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(cause => {
    throw new OperatorError(`${path} cannot be read: ${cause.message}.`, { cause })
  })
  if (!found.isDirectory()) return yield path
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  const isMaildir = folders.includes('cur') && folders.includes('new')
  for (const entry of entries) {
    // half-written mails, and the index files of servers
    if (isMaildir && (entry.name === 'tmp' || !entry.isDirectory())) continue
    if (entry.name.startsWith('.') && !(isMaildir && entry.isDirectory())) continue
    if (entry.isDirectory() || entry.isFile() || entry.isSymbolicLink()) yield* filesOf(join(path, entry.name))
  }
}

async function* mailsOfFile(file: string): AsyncGenerator<FiledMail> {
  const isMbox = await beginsWith(file, 'From ')
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    if (isMbox) {
      yield* mailsOfMbox(file, (await beginsWithReturns(file)) ? convertReturns(stream) : stream)
      return
    }
    const mail = gather(keptOctets)
    for await (const chunk of stream) mail.add(chunk)
    yield { ...mail.end(), file, place: undefined, sender: '' }
  } finally {
    stream.destroy()
  }
}

async function beginsWith(file: string, text: string): Promise<boolean> {
  return (await beginningOf(file, text.length)).toString('latin1') === text
}

/** An mbox has a line end within its first lines: if CR is the only one, the file uses it throughout. */
async function beginsWithReturns(file: string): Promise<boolean> {
  return endsInReturns(await beginningOf(file, 64 * 1024))
}

async function* convertReturns(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield withLineFeeds(chunk)
}

async function beginningOf(file: string, octets: number): Promise<Buffer> {
  const handle = await open(file).catch(cause => {
    throw new OperatorError(`${file} cannot be read: ${cause.message}.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(octets), 0, octets, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * mboxrd and mboxo (RFC 4155 and its kin): a mail begins with a From_ line after an empty one. `>From ` in a body lost its `>` in
 * neither; one `>` is taken off. A line that only begins like a From_ line has no time in it and is text; but the first line of
 * the file always is one, and so is a line with any digit above a header field, since programs write the time in many ways.
 */
async function* mailsOfMbox(file: string, stream: AsyncIterable<Buffer>): AsyncGenerator<FiledMail> {
  let mail = gather(keptOctets)
  let sender = ''
  let place = 0
  let afterBlank = true
  /** An empty line that belongs to the mail only if another line of it follows. */
  let blank: Buffer | undefined
  for await (const [{ bytes, whole }, next] of withNext(lines(stream))) {
    const from = afterBlank && whole ? fromLine.exec(bytes.toString('latin1', 0, 300)) : null
    if (
      from &&
      (place === 0 || hasTime.test(from[2]!) || (/\d/.test(from[2]!) && next?.whole && isField(next.bytes)))
    ) {
      if (place > 0) yield { ...mail.end(), file, place, sender }
      mail = gather(keptOctets)
      blank = undefined
      place++
      sender = from[1]!.includes('@') ? from[1]!.slice(0, 320) : ''
      afterBlank = false
      continue
    }
    if (blank) mail.add(blank)
    blank = undefined
    afterBlank = whole && isBlank(bytes)
    if (afterBlank) blank = bytes
    else mail.add(whole && quotedFrom.test(bytes.toString('latin1', 0, 64)) ? bytes.subarray(1) : bytes)
  }
  if (place > 0) yield { ...mail.end(), file, place, sender }
}

const fromLine = /^From (\S*)(.*)/
const hasTime = /\d\d:\d\d/
const quotedFrom = /^>+From /

/** RFC 5322 §2.2; what follows the name is not looked at. */
function isField(line: Buffer): boolean {
  return /^[!-9;-~]{1,77}:/.test(line.toString('latin1', 0, 80))
}

function isBlank(line: Buffer): boolean {
  return line[0] === 0x0a || (line[0] === 0x0d && line[1] === 0x0a)
}

/** Octets of one line given at once; a longer one comes in parts. */
const longestLine = 1024 * 1024

interface Line {
  readonly bytes: Buffer
  /** It begins at the beginning of one. */
  readonly whole: boolean
}

/** Each with the one that follows it; undefined after the last. */
async function* withNext(all: AsyncIterable<Line>): AsyncGenerator<readonly [Line, Line | undefined]> {
  let held: Line | undefined
  for await (const line of all) {
    if (held) yield [held, line]
    held = line
  }
  if (held) yield [held, undefined]
}

/** @returns lines with their ends */
async function* lines(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let rest: Buffer[] = []
  let held = 0
  let whole = true
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      const line = chunk.subarray(start, end + 1)
      yield { bytes: held > 0 ? Buffer.concat([...rest, line]) : line, whole }
      rest = []
      held = 0
      whole = true
      start = end + 1
    }
    if (start === chunk.length) continue
    rest.push(chunk.subarray(start))
    held += chunk.length - start
    if (held < longestLine) continue
    yield { bytes: Buffer.concat(rest), whole }
    rest = []
    held = 0
    whole = false
  }
  if (held > 0) yield { bytes: Buffer.concat(rest), whole }
}
