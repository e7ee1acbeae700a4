/**
 * The sender's own record of what it hands over, beside its data: a file per claimed range, written before the data goes out
 * and when the answer is there, settled when all of it is in the ledger's log. With it, the sender that takes the range up
 * after this one died knows exactly which recipients were handed over; without it only the lease's mark is known. A record that
 * is settled is kept for some minutes, for a database may lose what it had committed (continuity.ts).
 *
 * What was written survives the process, not the machine: fdatasync would cost a disk's latency per message group, and after a loss
 * of power the mark, which is durable, says all that is needed. So a file counts as exact only in the boot of the system it was
 * written in, and only once its writer is gone for certain, which a socket beside the files tells: the kernel closes it with
 * its process, whatever ended that.
 */
import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import type { Log } from '../lib/log.ts'
import type { Entry } from '../store/ledger/entry.ts'
import type { Left } from '../store/ledger/leases.ts'

export interface HandedOver {
  readonly number: number
  readonly attempt: number
}

/** The record of one range. */
export interface RangeJournal {
  /**
   * One write for outcomes that are known, who is handed over next, and of whom the relay took nothing after all.
   * @throws Error of the disk: part of it may be written, and nothing of it counts; it may be written again
   */
  write(outcomes: readonly Entry[], next: readonly HandedOver[], undone?: readonly HandedOver[]): void
  /** Nothing is written any more. @param settled all of it is in the log */
  end(settled: boolean): void
}

/** Names a range under one lease, in whatever database. */
export interface RangeName {
  readonly campaignPublicId: string
  readonly low: number
  readonly token: number
}

/** A record as its folder lists it. */
export interface KeptRecord {
  readonly range: RangeName
  /** All of it was in the log once. */
  readonly isSettled: boolean
  /** The outcome that was recorded last. */
  readonly last: HandedOver | undefined
}

/** All a record says. */
export interface Recorded {
  /** Whose data may be out. */
  readonly handed: readonly HandedOver[]
  readonly outcomes: readonly Entry[]
}

export interface Journal {
  /** Begins the record of a range this sender has just claimed. */
  begin(range: RangeName): RangeJournal
  /**
   * What the last owner of a range is known to have done. Its name tells its record from one of before a restore: the database
   * draws the same tokens once more then.
   */
  read(range: RangeName, lastOwner: string): Promise<Left>
  /** Forgets the record of a range that was settled. */
  forget(token: number): Promise<void>
  /** Records an owner left here, settled ones of the last minutes included. What is being written is none of them. */
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

/** The first line of a range's record. */
interface Head extends RangeName {
  readonly owner: string
  readonly boot: string
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
  const writing = new Set<number>()
  const recordOf = (token: number) => join(folder, `${token}.range`)
  const settledOf = (token: number) => join(folder, `${token}.settled`)
  const pathOf = ({ range, isSettled }: KeptRecord) => (isSettled ? settledOf(range.token) : recordOf(range.token))
  /** Settled records by when they are forgotten. */
  const kept: { readonly token: number; readonly until: number; readonly bytes: number }[] = []
  let keptBytes = 0
  const senderFile = (name: string) => join(folder, `${fileName(name)}.sender`)
  const living = await hold(socketPath(folder, owner), log)
  await writeFile(senderFile(owner), JSON.stringify({ owner, boot }), { mode: 0o600 }).catch(error => {
    // it is opened again when there is room
    living?.close()
    throw error
  })

  for (const name of await readdir(folder)) {
    if (!name.endsWith('.settled')) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - keptMs) await rm(join(folder, name), { force: true })
  }

  function keep(token: number, bytes: number) {
    renameSync(recordOf(token), settledOf(token))
    kept.push({ token, until: Date.now() + keptMs, bytes })
    keptBytes += bytes
    for (let oldest = kept[0]; oldest && (keptBytes > mostKeptBytes || oldest.until < Date.now()); oldest = kept[0]) {
      kept.shift()
      keptBytes -= oldest.bytes
      rm(settledOf(oldest.token), { force: true }).catch(error => log.warn({ err: error }, 'an old journal stays'))
    }
  }

  /** Whether an owner of this boot can write no more. */
  async function isDead(other: string): Promise<boolean> {
    if (other === owner) return false
    const told = parse<SenderNote>(await readFile(senderFile(other), 'utf8').catch(() => ''))
    return told?.ended === true || (await isDeaf(socketPath(folder, other)))
  }

  return {
    begin({ campaignPublicId, low, token }) {
      const head: Head = { campaignPublicId, low, token, owner, boot }
      const file = openSync(recordOf(token), 'w', 0o600)
      try {
        writeWhole(file, `${JSON.stringify(head)}\n`)
      } catch (error) {
        closeSync(file)
        throw error
      }
      writing.add(token)
      let isTorn = false
      let size = 0
      return {
        write(outcomes, next, undone = []) {
          // what a full disk cut off must not become part of the next line
          let lines = isTorn ? '\n' : ''
          isTorn = true
          for (const entry of outcomes) lines += `D ${JSON.stringify(entry)}\n`
          for (const { number, attempt } of next) lines += `S ${number} ${attempt}\n`
          for (const { number, attempt } of undone) lines += `U ${number} ${attempt}\n`
          writeWhole(file, lines)
          size += lines.length
          isTorn = false
        },
        end(settled) {
          closeSync(file)
          writing.delete(token)
          if (settled) keep(token, size)
        },
      }
    },

    async read(range, lastOwner) {
      // a settled one is asked for by a database that lost what settled it
      const text =
        (await readFile(recordOf(range.token), 'utf8').catch(absent)) ??
        (await readFile(settledOf(range.token), 'utf8').catch(absent))
      if (text === undefined) return onlyTheMark
      const { head, handed, outcomes } = parseRecord(text)
      if (head?.campaignPublicId !== range.campaignPublicId || head.low !== range.low) return onlyTheMark
      if (head.owner !== lastOwner) return onlyTheMark
      const over = head.owner === owner ? !writing.has(range.token) : await isDead(head.owner)
      const exact = over && boot !== '' && head.boot === boot
      return { handed: exact ? handed.map(({ number }) => number) : null, outcomes }
    },

    async recordsOf(of) {
      const records: KeptRecord[] = []
      for (const name of await readdir(folder)) {
        const [, token, kind] = /^(\d+)\.(range|settled)$/.exec(name) ?? []
        if (!token || (kind === 'range' && writing.has(Number(token)))) continue
        const { head, outcomes } = parseRecord((await readFile(join(folder, name), 'utf8').catch(absent)) ?? '')
        if (head?.owner !== of) continue
        const { campaignPublicId, low } = head
        const range = { campaignPublicId, low, token: Number(token) }
        records.push({ range, isSettled: kind === 'settled', last: outcomes.at(-1) })
      }
      return records.sort((a, b) => a.range.token - b.range.token)
    },

    async contents(record) {
      const { handed, outcomes } = parseRecord((await readFile(pathOf(record), 'utf8').catch(absent)) ?? '')
      return { handed, outcomes }
    },

    discard: record => rm(pathOf(record), { force: true }),

    forget: token => rm(recordOf(token), { force: true }),

    async others() {
      const found = []
      for (const name of await readdir(folder)) {
        if (!name.endsWith('.sender')) continue
        const other = parse<SenderNote>(await readFile(join(folder, name), 'utf8').catch(() => ''))
        if (!other || other.owner === owner) continue
        const dead = boot !== '' && other.boot === boot && (await isDead(other.owner))
        found.push({ owner: other.owner, dead })
      }
      return found
    },

    async forgetOwner(other) {
      await rm(senderFile(other), { force: true })
      await rm(socketPath(folder, other), { force: true })
    },

    async tokensOfGone() {
      const gone: number[] = []
      for (const name of await readdir(folder)) {
        const [, token] = /^(\d+)\.range$/.exec(name) ?? []
        if (!token) continue
        const { head } = parseRecord((await readFile(join(folder, name), 'utf8').catch(absent)) ?? '')
        const mayLive = head !== undefined && head.boot === boot && head.owner !== owner
        if (!mayLive || (await isDead(head.owner))) gone.push(Number(token))
      }
      return gone
    },

    async close() {
      await new Promise<void>(resolve => (living ? living.close(() => resolve()) : resolve()))
      const note: SenderNote = { owner, boot, ended: true }
      // a full disk does not keep a sender from stopping: without the note, the socket tells
      await writeFile(senderFile(owner), JSON.stringify(note), { mode: 0o600 }).catch(error =>
        log.warn({ err: error }, 'the journal could not note that its sender ended'),
      )
    },
  }
}

/** What is cut off at the end, or in the middle of what a full disk took, was cut off before anything was handed over. */
function parseRecord(text: string): Recorded & { readonly head: Head | undefined } {
  const [first = '', ...lines] = text.split('\n')
  const handed = new Map<string, HandedOver>()
  const outcomes = new Map<string, Entry>()
  for (const line of lines) {
    if (line.startsWith('D ')) {
      const entry = parse<Entry & { retryAt: string | null }>(line.slice(2))
      if (!entry) continue
      const { number, attempt, retryAt } = entry
      outcomes.set(`${number} ${attempt}`, { ...entry, retryAt: retryAt === null ? null : new Date(retryAt) })
      continue
    }
    const [, kind, number, attempt] = /^([SU]) (\d+) (\d+)$/.exec(line) ?? []
    if (kind === 'S') handed.set(`${number} ${attempt}`, { number: Number(number), attempt: Number(attempt) })
    else if (kind === 'U') handed.delete(`${number} ${attempt}`)
  }
  return { head: parse<Head>(first), handed: [...handed.values()], outcomes: [...outcomes.values()] }
}

/** write(2) may take less than it was given. */
function writeWhole(file: number, text: string) {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
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

/** What is different after every start of the system; '' where the system does not tell. */
async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

function parse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value // our own lines; only the last can be cut off
  } catch {
    return undefined
  }
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
