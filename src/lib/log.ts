import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Structured log on standard error; standard output belongs to the ready line and to command results.
 * Whoever logs a request logs its operation and outcome, never its parameters; the paths below are the safety net.
 */
export function createLog(level: string): Log {
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
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
