/** Classifies errors of the driver and of PostgreSQL by their consequences for the connection and the caller. */
import { Unavailable } from '../../lib/unavailable.ts'
import { restoreWorkerError } from './worker-errors.ts'

/**
 * SQLSTATE classes and codes that mean a failure of the server, not of the statement
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). They include a timeout or an administrator's cancel
 * (57014), and a lock timeout (55P03).
 */
const unavailable = /^(?:08...|53...|55P03|57014|57P0[1-5]|58...|F0...|25006|XX001|XX002)$/
/** Codes after which the connection is unusable: it is closed, or leads to a server that accepts no writes (25006). */
const lost = /^(?:08...|57P0[1-5]|25006)$/
/** Node's error codes for unreachable sockets and unresolvable names. */
const network =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EACCES)$/

/** The server does not know a prepared statement of the connection, or its plan no longer fits the table: 26000, 0A000. */
export function isStale(error: unknown): boolean {
  const code = codeOf(error)
  return code === '26000' || code === '0A000'
}

/** Others held a lock for longer than the statement may wait (55P03). */
export function isLockTimeout(error: unknown): boolean {
  return codeOfStatement(error) === '55P03'
}

/** Others held a lock that the statement asked for: too long, or each waited for the other (40P01). */
export function wasBlocked(error: unknown): boolean {
  return isLockTimeout(error) || codeOfStatement(error) === '40P01'
}

/** The statement took longer than its time limit, or was cancelled (57014). */
export function wasCancelled(error: unknown): boolean {
  return codeOfStatement(error) === '57014'
}

/** The statement failed only because an earlier one of its group or transaction failed. */
export function isFollower(error: unknown): boolean {
  const code = codeOf(error)
  return code === '25P02' || code === '26000'
}

/** Whether the connection of a failed statement must not be used again. An error without a cause is our own timeout. */
export function isLost(error: unknown): boolean {
  if (error instanceof Unavailable) return error.cause === undefined || isLost(error.cause)
  const code = codeOf(error)
  return code === undefined || network.test(code) || lost.test(code)
}

/** Whether an error leaves its connection unusable. */
export function isUseless(error: unknown): boolean {
  return error != null && (isLost(error) || isStale(error))
}

/** Converts an error for the rest of the program: to Unavailable, or PostgreSQL's error about the statement. */
export function translateError(error: unknown): unknown {
  if (error instanceof Unavailable || !(error instanceof Error)) return error
  restoreWorkerError(error)
  const code = codeOf(error)
  const away = code === undefined ? isFromConnection(error) : network.test(code) || unavailable.test(code)
  return away ? new Unavailable(`The database is not available: ${error.message || code}`, error) : error
}

/** A timeout of the driver, or our own (which has no cause); the server may still be up. */
export function isTooSlow(error: unknown): boolean {
  if (!(error instanceof Unavailable)) return false
  const { cause } = error
  return cause === undefined || (cause instanceof Error && cause.message === 'timeout expired')
}

/** The driver's own errors have no code: the connection ended, timed out, or was closed before. */
function isFromConnection({ message }: Error): boolean {
  return /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout expired|timeout exceeded|Query read timeout)/.test(
    message,
  )
}

/** The code of a failed statement, also where it was taken for the absence of the database. */
function codeOfStatement(error: unknown): string | undefined {
  return codeOf(error instanceof Unavailable ? error.cause : error)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
