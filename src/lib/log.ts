import { type LogFn, type Logger, pino } from 'pino'
import { activeSpan } from './trace.ts'
import { Unavailable } from './unavailable.ts'

export type Log = Logger

/**
 * Structured log on standard error; standard output belongs to the ready line and to command results.
 * A request is logged with its operation and outcome, never its parameters; the paths below are the safety net. What mail
 * servers and the database say quotes people, so addresses lose their local part and rows are left out. While something is
 * not available, each of the lines about it is written once in ten seconds. Where spans are recorded a line names the one it is within.
 * @param destination descriptor of what is written to
 * @param now milliseconds since any moment
 */
export function createLog(level: string, destination = 2, now: () => number = () => performance.now()): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          'ApiKey',
          '*.ApiKey',
          'Password',
          '*.Password',
          'password',
          '*.password',
          'authorization',
          '*.authorization',
        ],
        censor: '…',
      },
      serializers: { err: withoutRows },
      mixin: ofSpan,
      hooks: { streamWrite: withoutAddresses, logMethod: createThinner(now) },
    },
    pino.destination({ dest: destination, sync: true }),
  )
}

/** pino adds the fields of the line to these. */
function ofSpan(): object {
  const span = activeSpan()
  return span ? { traceId: span.traceId, spanId: span.spanId } : {}
}

/** Milliseconds between two lines of one text about something that is not available. */
const apartMs = 10_000
/** Texts are constants of the program; names in them are few. */
const mostTexts = 1_000

/**
 * During an outage of the database every call and every poller fails, again and again.
 * @returns a hook that writes the first line of each text, and then how often it was `repeated` meanwhile
 */
function createThinner(now: () => number) {
  const written = new Map<string, { at: number; repeated: number }>()
  return function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn): void {
    const [fields, text] = args as [unknown, unknown] // pino's type knows one argument only
    const isAway = typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Unavailable
    if (!isAway || typeof text !== 'string') {
      write.apply(this, args)
      return
    }
    const at = now()
    const before = written.get(text)
    if (before && at - before.at < apartMs) {
      before.repeated++
      return
    }
    if (written.size >= mostTexts) written.clear()
    written.set(text, { at, repeated: 0 })
    const { repeated = 0 } = before ?? {}
    write.apply(this, repeated === 0 ? args : ([{ ...fields, repeated }, text] as unknown as Parameters<LogFn>))
  }
}

/** PostgreSQL's DETAIL and CONTEXT hold the values of a row. */
function withoutRows(error: Error): object {
  const { detail: _detail, where: _where, ...said } = pino.stdSerializers.err(error) as object & Record<string, unknown> // an error carries anything
  return said
}

/** Also a quoted one (RFC 5321 §4.1.2), whose quotes a line of JSON escapes. */
const localPart = /(?:\\"[^"\\]{1,64}\\"|[^\s"'\\<>()[\],;:/=@]{1,64})@(?=[\p{L}\p{N}])/gu

/** `ann@reader.example` → `…@reader.example`, in a line of JSON. */
export function withoutAddresses(line: string): string {
  if (!line.includes('@')) return line
  return line.replace(localPart, '…@')
}
