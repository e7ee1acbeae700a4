/**
 * The sender's own record of the messages that it hands over, beside its data: a file per claimed range, written before the data goes out
 * and when the answer is there, settled when all of it is in the ledger's log. With it, the sender that takes the range up
 * after this one died knows exactly which recipients were handed over; without it only the lease's mark is known. A record that
 * is settled is kept for some minutes, because a database may lose commits (continuity.ts).
 *
 * What was written survives the process, not the machine: fdatasync would cost a disk's latency per message group, and after a loss
 * of power the mark, which is durable, says all that is needed. So a file counts as exact only in the boot of the system it was
 * written in, and only once its writer is gone for certain, which a socket beside the files shows: the kernel closes it with
 * its process, whatever ended that.
 */
import { renameSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import type { Log } from '../../lib/log.ts'
import type { Left } from '../../store/ledger/leases.ts'
import {
  beginRecord,
  type HandedOver,
  headOf,
  parse,
  parseEnds,
  parseRecord,
  type RangeJournal,
  type RangeName,
  type Recorded,
} from './record.ts'

/** A record as its folder lists it. */
export interface KeptRecord {
  readonly range: RangeName
  /** All of it was in the log once. */
  readonly isSettled: boolean
  /** The outcome that was recorded last. */
  readonly last: HandedOver | undefined
}

export interface Journal {
  /** Begins the record of a range this sender has just claimed. */
  begin(range: RangeName): RangeJournal
  /**
   * What the last owner of a range is known to have done. Its name distinguishes its record from one of before a restore: the database
   * draws the same tokens once more then.
   */
  read(range: RangeName, lastOwner: string): Promise<Left>
  /** Forgets the record of a range that was settled. */
  forget(token: number): Promise<void>
  /** Records an owner left here, settled ones of the last minutes included. Records being written are left out. */
  recordsOf(owner: string): Promise<readonly KeptRecord[]>
  /** All a record says. */
  contents(record: KeptRecord): Promise<Recorded>
  /** Forgets a record, settled or not. */
  discard(record: KeptRecord): Promise<void>
  /** Senders that wrote here before, and whether each is gone for certain. */
  others(): Promise<readonly { readonly owner: string; readonly dead: boolean }[]>
  /** Forgets a sender that has no range any more. */
  forgetOwner(owner: string): Promise<void>
  /** Tokens of the ranges recorded here whose owner does not live in this boot of the system. */
  tokensOfGone(): Promise<readonly number[]>
  close(): Promise<void>
}

interface SenderNote {
  readonly owner: string
  readonly boot: string
  /** It stopped in an orderly way. */
  readonly ended?: true
}

const onlyTheMark: Left = { handed: null, outcomes: [] }
/** How long a settled record is kept: longer than a standby that may take over lags behind … */
const keptMs = 600_000
/** … and how much of them: hand-overs of some minutes, at about 150 bytes each. */
const mostKeptBytes = 67_108_864
/** sun_path holds 108 bytes on Linux, 104 elsewhere. */
const longestSocket = 100

/** @param folder made if missing; several senders may share it @param owner the name in this sender's leases */
export async function openJournal(folder: string, owner: string, log: Log): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const boot = await bootId()
  const living = await hold(socketPath(folder, owner), log)
  const journal = new FolderJournal({ folder, owner, boot, living, log })
  try {
    await journal.noteBeginning()
  } catch (error) {
    // it is opened again when there is room
    living?.close()
    throw error
  }
  await journal.forgetOldRecords()
  return journal
}

interface FolderJournalParts {
  readonly folder: string
  readonly owner: string
  /** '' on systems that do not show it. */
  readonly boot: string
  readonly living: Server | undefined
  readonly log: Log
}

class FolderJournal implements Journal {
  readonly #parts: FolderJournalParts
  /** Tokens of the ranges that are being written. */
  readonly #writing = new Set<number>()
  /** Settled records by when they are forgotten. */
  readonly #kept: { readonly token: number; readonly until: number; readonly bytes: number }[] = []
  #keptBytes = 0

  constructor(parts: FolderJournalParts) {
    this.#parts = parts
  }

  /** Other senders of the machine find this one by it. */
  async noteBeginning(): Promise<void> {
    const { owner, boot } = this.#parts
    await this.#writeNote({ owner, boot })
  }

  /** Settled records that earlier senders left. */
  async forgetOldRecords(): Promise<void> {
    const { folder } = this.#parts
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.settled')) continue
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
      if (mtimeMs < Date.now() - keptMs) await rm(join(folder, name), { force: true })
    }
  }

  begin({ campaignPublicId, low, token }: RangeName): RangeJournal {
    const { owner, boot } = this.#parts
    const head = { campaignPublicId, low, token, owner, boot }
    const record = beginRecord(this.#recordOf(token), head, (settled, bytes) => {
      this.#writing.delete(token)
      if (settled) this.#keep(token, bytes)
    })
    this.#writing.add(token)
    return record
  }

  async read(range: RangeName, lastOwner: string): Promise<Left> {
    const { owner, boot } = this.#parts
    // a settled one is asked for by a database that lost what settled it
    const text =
      (await readFile(this.#recordOf(range.token), 'utf8').catch(ignoreAbsent)) ??
      (await readFile(this.#settledOf(range.token), 'utf8').catch(ignoreAbsent))
    if (text === undefined) return onlyTheMark
    const { head, handed, outcomes } = parseRecord(text)
    if (head?.campaignPublicId !== range.campaignPublicId || head.low !== range.low) return onlyTheMark
    if (head.owner !== lastOwner) return onlyTheMark
    const over = head.owner === owner ? !this.#writing.has(range.token) : await this.#isDead(head.owner)
    const exact = over && boot !== '' && head.boot === boot
    return { handed: exact ? handed.map(({ number }) => number) : null, outcomes }
  }

  async recordsOf(owner: string): Promise<readonly KeptRecord[]> {
    const records: KeptRecord[] = []
    for (const { token, isSettled, text } of await this.#records()) {
      if (!isSettled && this.#writing.has(token)) continue
      const { head, last } = parseEnds(await text())
      if (head?.owner !== owner) continue
      const { campaignPublicId, low } = head
      records.push({ range: { campaignPublicId, low, token }, isSettled, last })
    }
    return records.sort((a, b) => a.range.token - b.range.token)
  }

  async contents(record: KeptRecord): Promise<Recorded> {
    const { handed, outcomes } = parseRecord((await readFile(this.#pathOf(record), 'utf8').catch(ignoreAbsent)) ?? '')
    return { handed, outcomes }
  }

  discard(record: KeptRecord): Promise<void> {
    return rm(this.#pathOf(record), { force: true })
  }

  forget(token: number): Promise<void> {
    return rm(this.#recordOf(token), { force: true })
  }

  async others(): Promise<readonly { readonly owner: string; readonly dead: boolean }[]> {
    const { folder, owner, boot } = this.#parts
    const found = []
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.sender')) continue
      const other = parse<SenderNote>(await readFile(join(folder, name), 'utf8').catch(() => ''))
      if (!other || other.owner === owner) continue
      const dead = boot !== '' && other.boot === boot && (await this.#isDead(other.owner))
      found.push({ owner: other.owner, dead })
    }
    return found
  }

  async forgetOwner(other: string): Promise<void> {
    await rm(this.#senderFile(other), { force: true })
    await rm(socketPath(this.#parts.folder, other), { force: true })
  }

  async tokensOfGone(): Promise<readonly number[]> {
    const { owner, boot } = this.#parts
    const gone: number[] = []
    for (const { token, isSettled, text } of await this.#records()) {
      if (isSettled) continue
      const head = headOf(await text())
      const mayLive = head !== undefined && head.boot === boot && head.owner !== owner
      if (!mayLive || (await this.#isDead(head.owner))) gone.push(token)
    }
    return gone
  }

  async close(): Promise<void> {
    const { owner, boot, living, log } = this.#parts
    await new Promise<void>(resolve => (living ? living.close(() => resolve()) : resolve()))
    // a full disk does not keep a sender from stopping: without the note, the socket shows that it ended
    await this.#writeNote({ owner, boot, ended: true }).catch(error =>
      log.warn({ err: error }, 'the journal could not note that its sender ended'),
    )
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  #recordOf(token: number): string {
    return join(this.#parts.folder, `${token}.range`)
  }

  #settledOf(token: number): string {
    return join(this.#parts.folder, `${token}.settled`)
  }

  #pathOf({ range, isSettled }: KeptRecord): string {
    return isSettled ? this.#settledOf(range.token) : this.#recordOf(range.token)
  }

  #senderFile(name: string): string {
    return join(this.#parts.folder, `${fileName(name)}.sender`)
  }

  /** Every record of the folder, settled or not; each is read when it is asked for its text. */
  async #records() {
    const { folder } = this.#parts
    return (await readdir(folder)).flatMap(name => {
      const [, token, kind] = /^(\d+)\.(range|settled)$/.exec(name) ?? []
      if (!token) return []
      const text = async () => (await readFile(join(folder, name), 'utf8').catch(ignoreAbsent)) ?? ''
      return { token: Number(token), isSettled: kind === 'settled', text }
    })
  }

  #writeNote(note: SenderNote): Promise<void> {
    return writeFile(this.#senderFile(note.owner), JSON.stringify(note), { mode: 0o600 })
  }

  #keep(token: number, bytes: number): void {
    const { log } = this.#parts
    const kept = this.#kept
    renameSync(this.#recordOf(token), this.#settledOf(token))
    kept.push({ token, until: Date.now() + keptMs, bytes })
    this.#keptBytes += bytes
    const isTooMuch = (oldest: { readonly until: number }) =>
      this.#keptBytes > mostKeptBytes || oldest.until < Date.now()
    for (let oldest = kept[0]; oldest && isTooMuch(oldest); oldest = kept[0]) {
      kept.shift()
      this.#keptBytes -= oldest.bytes
      rm(this.#settledOf(oldest.token), { force: true }).catch(error =>
        log.warn({ err: error }, 'an old journal stays'),
      )
    }
  }

  /** Whether an owner of this boot can write no more. */
  async #isDead(other: string): Promise<boolean> {
    if (other === this.#parts.owner) return false
    const note = parse<SenderNote>(await readFile(this.#senderFile(other), 'utf8').catch(() => ''))
    return note?.ended === true || (await isDeaf(socketPath(this.#parts.folder, other)))
  }
}

/** A socket that carries no data: an accepted connection shows that its process lives. */
async function hold(path: string, log: Log): Promise<Server | undefined> {
  const server = createServer(socket => socket.destroy())
  return new Promise(resolve => {
    server.once('error', error => {
      log.warn({ err: error }, 'the journal has no socket; after a crash the marks of the ranges say what is unknown')
      resolve(undefined)
    })
    server.listen(path, () => resolve(server.unref()))
  })
}

/** Refused: the socket's process is gone. No socket at all says nothing: it may never have been there. */
function isDeaf(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', error => resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED')) // socket errors carry a code
  })
}

function fileName(owner: string): string {
  return owner.replace(/[^\w-]+/g, '_').slice(-40)
}

/** The shorter of the ways to it; one that is too long cannot be listened at, which only costs exactness. */
function socketPath(folder: string, owner: string): string {
  const path = join(folder, `${fileName(owner)}.alive`)
  const near = relative(process.cwd(), path)
  return path.length > longestSocket && near.length < path.length ? near : path
}

/** What is different after every start of the system; '' on systems that do not show it. */
async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

function ignoreAbsent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
