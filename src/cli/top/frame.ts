/** One frame of `lettershop top`: the state of the system as lines that fit a terminal. Pure: it asks neither clock nor terminal. */
import { folderTransport } from '../../config.ts'
import { type Findings, isSeen, lastMade } from '../../domain/system/findings.ts'
import { type Problem, problemsOf } from '../../domain/system/problems.ts'
import { version } from '../../lib/version.ts'
import type { CampaignUnderWay } from '../../store/campaigns/under-way.ts'
import type { WorkerState } from '../../store/distribution/state.ts'
import { sentenceOf } from './sentences.ts'

/** Undefined is unknown. */
export interface Shown extends Findings {
  /** Of all accounts. */
  readonly campaigns: readonly CampaignUnderWay[] | undefined
  /** Of a distributed database; absent for one server, and where that is not known. */
  readonly workers?: readonly WorkerState[] | undefined
}

export interface FrameOptions {
  /** Columns of the terminal: no line is longer. */
  readonly width: number
  /** Lines that there is room for; what does not fit is left out at the end. */
  readonly height: number
  readonly hasColours: boolean
  readonly now: Date
  /** Recipients done per minute since the frame before, by campaign; without one the average since the start is shown. */
  readonly rates?: ReadonlyMap<string, number>
}

type Style = 'bold' | 'red' | 'yellow' | 'plain'
interface Line {
  readonly text: string
  readonly style: Style
}

const codes: Readonly<Record<Exclude<Style, 'plain'>, string>> = { bold: '1', red: '31', yellow: '33' }
const unknown = 'unknown'

export function frame(state: Shown, options: FrameOptions): readonly string[] {
  const lines = [
    ...heading(state, options),
    ...processLines(state),
    ...campaignLines(state, options),
    ...queueLines(state),
    ...restLines(state, options),
  ]
  return lines.slice(0, Math.max(1, options.height)).map(line => paint(line, options))
}

function heading(state: Shown, { now }: FrameOptions): Line[] {
  const { database, versions } = state
  const problems = problemsOf(state, now)
  return [
    bold(`lettershop ${version}  ${now.toISOString().slice(0, 19)}Z  schema ${versions?.schema ?? unknown}`),
    plain(
      database && versions
        ? `PostgreSQL ${versions.postgres}, ${database.connections} of ${database.maxConnections} connections, ${(database.bytes / 1e6).toFixed(1)} MB`
        : 'The database does not answer in time',
    ),
    ...workerLines(state),
    ...problems.map(problem => problemLine(problem, now)),
  ]
}

function workerLines({ workers }: Shown): Line[] {
  if (!workers) return []
  const list = workers.map(
    ({ host, port, failure, shards, bytes = 0 }) =>
      `${host}:${port} ${failure === undefined ? `${shards} shards, ${(bytes / 1e6).toFixed(1)} MB` : 'does not answer'}`,
  )
  const isAway = workers.some(({ failure }) => failure !== undefined)
  return [{ text: `Citus, ${workers.length} workers: ${list.join('; ')}`, style: isAway ? 'red' : 'plain' }]
}

function problemLine(problem: Problem, now: Date): Line {
  const { severity, since } = problem
  const lasts = since === undefined ? '' : ` (${span((now.getTime() - since.getTime()) / 1_000)})`
  return { text: `! ${sentenceOf(problem)}${lasts}`, style: severity === 'error' ? 'red' : 'yellow' }
}

function processLines({ processes }: Findings): Line[] {
  if (!processes) return section('PROCESSES', unknown)
  if (processes.length === 0) return section('PROCESSES', 'none has registered')
  const rows = processes.map(one => [
    one.host,
    String(one.pid),
    one.version,
    isSeen(one) ? 'runs' : `silent for ${span(one.silentSeconds)}`,
    one.roles.join(','),
  ])
  return table(['PROCESSES', 'PID', 'VERSION', 'STATE', 'ROLES'], rows)
}

function campaignLines({ campaigns }: Shown, { rates }: FrameOptions): Line[] {
  if (!campaigns) return section('CAMPAIGNS', unknown)
  if (campaigns.length === 0) return section('CAMPAIGNS', 'none is due, sending or paused')
  const rows = campaigns.map(campaign => {
    const { state, done, recipients, deferred, dueSeconds } = campaign
    const rate = state === 'sending' ? (rates?.get(campaign.campaignPublicId) ?? perMinute(campaign)) : undefined
    return [
      cut(campaign.name, 30),
      state === 'scheduled' ? 'due' : state,
      `${done}/${recipients}`,
      String(deferred),
      rate === undefined ? '-' : rate.toFixed(0),
      timeToGo(campaign, rate),
      dueSeconds === null ? '-' : span(dueSeconds),
    ]
  })
  return table(['CAMPAIGNS', 'STATE', 'DONE', 'DEFERRED', 'PER MIN', 'TO GO', 'DUE SINCE'], rows)
}

function timeToGo({ recipients, done }: CampaignUnderWay, rate: number | undefined): string {
  return rate === undefined || rate <= 0 ? '-' : span(((recipients - done) / rate) * 60)
}

function queueLines({ queues }: Findings): Line[] {
  const rows = queues.map(({ kind, waiting, oldest }) => [
    kind,
    waiting === undefined ? unknown : String(waiting),
    oldest === undefined || oldest === 0 ? '-' : span(oldest),
  ])
  return table(['QUEUES', 'WAITING', 'OLDEST'], rows)
}

function restLines({ processes, backups, schedule, pauses, holds }: Findings, { now }: FrameOptions): Line[] {
  const made = lastMade(backups ?? [])
  const last = made ? `${span((now.getTime() - made.endedAt.getTime()) / 1_000)} ago` : 'none'
  const next = schedule ? `next in ${span((schedule.nextAt.getTime() - now.getTime()) / 1_000)}` : 'none scheduled'
  return [
    plain(''),
    ...section('RELAYS', relayWords(processes)),
    ...section('HOLDS', holds ? holds.map(({ kind }) => kind).join(', ') || 'none' : unknown),
    ...section('PAUSED', pauses ? pauses.map(({ work }) => work).join(', ') || 'nothing' : unknown),
    ...section('BACKUPS', backups && schedule !== undefined ? `last ${last}, ${next}` : unknown),
  ]
}

/** As the running processes were started. */
function relayWords(processes: Findings['processes']): string {
  const transports = new Set(
    processes?.filter(isSeen).flatMap(({ settings }) => settings.LETTERSHOP_TRANSPORT?.split(',') ?? []),
  )
  const relays = [...transports].filter(name => name !== folderTransport)
  if (relays.length > 0) return relays.join(', ')
  return transports.size > 0 ? 'none; mail goes into a folder' : unknown
}

/** Recipients done per minute, on average since the campaign started; undefined before. */
function perMinute({ done, startedSeconds }: CampaignUnderWay): number | undefined {
  return startedSeconds === null ? undefined : (done / Math.max(1, startedSeconds)) * 60
}

const bold = (text: string): Line => ({ text, style: 'bold' })
const plain = (text: string): Line => ({ text, style: 'plain' })
const section = (name: string, words: string): Line[] => [plain(`${name.padEnd(10)} ${words}`)]

function table(heads: readonly string[], rows: readonly (readonly string[])[]): Line[] {
  const widths = heads.map((head, n) => Math.max(head.length, ...rows.map(row => row[n]!.length)))
  const inLine = (cells: readonly string[]) =>
    cells
      .map((cell, n) => cell.padEnd(widths[n]!))
      .join('  ')
      .trimEnd()
  return [plain(''), bold(inLine(heads)), ...rows.map(row => plain(inLine(row)))]
}

/** `90 s`, `3 min`, `5 h`, `2 d`: the largest unit of which there are two. */
function span(seconds: number): string {
  for (const [size, unit] of [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const)
    if (seconds >= size * 2) return `${Math.floor(seconds / size)} ${unit}`
  return `${Math.max(0, Math.floor(seconds))} s`
}

/** Removes control sequences for the terminal from text of other people before it is shown. */
function paint({ text, style }: Line, { width, hasColours }: FrameOptions): string {
  const shown = cut(text.replace(/[\p{Cc}\p{Cf}]/gu, ' '), width)
  return hasColours && style !== 'plain' ? `\x1b[${codes[style]}m${shown}\x1b[0m` : shown
}

/** Counts a character outside of ASCII as two columns, so that East Asian ones fit, too. */
function cut(text: string, columns: number): string {
  let used = 0
  let kept = ''
  for (const character of text) {
    used += character < '\x7f' ? 1 : 2
    if (used > columns) return kept
    kept += character
  }
  return kept
}
