import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured log on standard error; standard output belongs to the ready line and to command results.
 * A request is logged with its operation and outcome, never its parameters; the paths below are the safety net. What mail
 * servers and the database say quotes people, so addresses lose their local part and rows are left out.
 * @param destination descriptor of what is written to
 */
export function createLog(level: string, destination = 2): Log {
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
      hooks: { streamWrite: withoutAddresses },
    },
    pino.destination({ dest: destination, sync: true }),
  )
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
