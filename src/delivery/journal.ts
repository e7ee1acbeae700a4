/**
 * The sender's own record of what it hands over, beside its data: a file per claimed range, written before the data goes out
 * and when the answer is there, removed when all of it is in the ledger's log. With it, whoever takes the range up after
 * the sender died knows exactly who was handed over; without it only the lease's mark is known.
 *
 * What was written survives the process, not the machine: fdatasync would cost a disk's latency per message group, and after a loss
 * of power the mark, which is durable, says all that is needed. So a file counts as exact only in the boot of the system it was
 * written in, and only once its writer is gone for certain, which a socket beside the files tells: the kernel closes it with
 * its process, whatever ended that.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import type { Log } from '../lib/log.ts'
import type { Left } from '../store/leases.ts'
import type { Entry } from '../store/ledger.ts'

export interface HandedOver {
  readonly number: number
  readonly attempt: number
}

/** The record of one range. */
export interface RangeJournal {
  /** One write for all of a turn: outcomes that are known, and who is handed over next. @throws Error of the disk */
  write(outcomes: readonly Entry[], next: readonly HandedOver[]): void
  /** Nothing is written any more. @param settled all of it is in the log: the record is not needed any more */
  end(settled: boolean): void
}

/** Names a range under one lease, in whatever database. */
export interface RangeName {
  readonly campaignPublicId: string
  readonly low: number
  readonly token: number
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
  /** Senders that wrote here before, and whether each is gone for certain. */
  others(): Promise<readonly { readonly owner: string; readonly dead: boolean }[]>
  /** Forgets a sender that has no range any more. */
  forgetOwner(owner: string): Promise<void>
  /** Tokens of all ranges recorded here. */
  tokens(): Promise<readonly number[]>
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
/** sun_path holds 108 bytes on Linux, 104 elsewhere. */
const longestSocket = 100

/** @param folder made if missing; several senders may share it @param owner the name in this sender's leases */
export async function openJournal(folder: string, owner: string, log: Log): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const boot = await bootId()
  const writing = new Set<number>()
  const recordOf = (token: number) => join(folder, `${token}.range`)
  const senderFile = (name: string) => join(folder, `${fileName(name)}.sender`)
  const living = await hold(socketPath(folder, owner), log)
  await writeFile(senderFile(owner), JSON.stringify({ owner, boot }), { mode: 0o600 })

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
      writing.add(token)
      writeSync(file, `${JSON.stringify(head)}\n`)
      return {
        write(outcomes, next) {
          let lines = ''
          for (const entry of outcomes) lines += `D ${JSON.stringify(entry)}\n`
          for (const { number, attempt } of next) lines += `S ${number} ${attempt}\n`
          writeWhole(file, lines)
        },
        end(settled) {
          closeSync(file)
          writing.delete(token)
          if (settled) rmSync(recordOf(token), { force: true })
        },
      }
    },

    async read(range, lastOwner) {
      const text = await readFile(recordOf(range.token), 'utf8').catch(absent)
      if (text === undefined) return onlyTheMark
      const [first = '', ...lines] = text.split('\n')
      const head = parse<Head>(first)
      if (head?.campaignPublicId !== range.campaignPublicId || head.low !== range.low) return onlyTheMark
      if (head.owner !== lastOwner) return onlyTheMark
      const handed = new Set<number>()
      const outcomes = new Map<string, Entry>()
      for (const line of lines) {
        if (line.startsWith('S ')) {
          // an end without its line end was cut off before anything was handed over
          const whole = /^S (\d+) \d+$/.exec(line)
          if (whole) handed.add(Number(whole[1]))
        } else if (line.startsWith('D ')) {
          const entry = parse<Entry & { retryAt: string | null }>(line.slice(2))
          if (!entry) continue
          const { number, attempt, retryAt } = entry
          outcomes.set(`${number} ${attempt}`, { ...entry, retryAt: retryAt === null ? null : new Date(retryAt) })
        }
      }
      const over = head.owner === owner ? !writing.has(range.token) : await isDead(head.owner)
      const exact = over && boot !== '' && head.boot === boot
      return { handed: exact ? [...handed] : null, outcomes: [...outcomes.values()] }
    },

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

    async tokens() {
      return (await readdir(folder)).flatMap(name => {
        const [, token] = /^(\d+)\.range$/.exec(name) ?? []
        return token ? [Number(token)] : []
      })
    },

    async close() {
      await new Promise<void>(resolve => (living ? living.close(() => resolve()) : resolve()))
      const note: SenderNote = { owner, boot, ended: true }
      await writeFile(senderFile(owner), JSON.stringify(note), { mode: 0o600 }).catch(absent)
    },
  }
}

/** write(2) may take less than it was given. */
function writeWhole(file: number, text: string) {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

/** A socket nobody ever talks to: that it can be connected to says its process lives. */
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
