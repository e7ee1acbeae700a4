/** What an error of the driver or of PostgreSQL means for the connection and for the caller. */
import { Unavailable } from '../../lib/unavailable.ts'

/**
 * SQLSTATE classes and codes after which the server, not the statement, is at fault
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html); a limit of time or an administrator ended the statement
 * (57014), or a lock was not had in time (55P03).
 */
const unavailable = /^(?:08...|53...|55P03|57014|57P0[1-5]|58...|F0...|25006|XX001|XX002)$/
/** Of these the connection itself is of no more use: it is gone, or leads to a server that takes no writes (25006). */
const lost = /^(?:08...|57P0[1-5]|25006)$/
/** Node's names for sockets and names that cannot be reached. */
const network =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EACCES)$/

/** The server does not know what the connection had prepared, or its plan no longer fits the table: 26000, 0A000. */
export function isStale(error: unknown): boolean {
  const code = codeOf(error)
  return code === '26000' || code === '0A000'
}

/** Others held a lock that the statement asked for: too long (55P03), or each waited for the other (40P01). */
export function wasBlocked(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error
  const code = codeOf(cause)
  return code === '55P03' || code === '40P01'
}

/** A statement that only failed because an earlier one of its group or transaction had. */
export function isFollower(error: unknown): boolean {
  const code = codeOf(error)
  return code === '25P02' || code === '26000'
}

/** Whether the connection a statement failed on must not be used again; without a cause, it was given up by us. */
export function isLost(error: unknown): boolean {
  if (error instanceof Unavailable) return error.cause === undefined || isLost(error.cause)
  const code = codeOf(error)
  return code === undefined || network.test(code) || lost.test(code)
}

/** Of an error: the connection it came from is of no more use. */
export function isUseless(error: unknown): boolean {
  return error != null && (isLost(error) || isStale(error))
}

/** The error as the rest of the program knows it: Unavailable, or what PostgreSQL said of the statement. */
export function asSeen(error: unknown): unknown {
  if (error instanceof Unavailable || !(error instanceof Error)) return error
  const code = codeOf(error)
  const away = code === undefined ? isFromConnection(error) : network.test(code) || unavailable.test(code)
  return away ? new Unavailable(`The database is not available: ${error.message || code}`, error) : error
}

/** No answer came in time, by the driver's clock or by ours, which gives no cause; the server may be there all the same. */
export function isTooSlow(error: unknown): boolean {
  if (!(error instanceof Unavailable)) return false
  const { cause } = error
  return cause === undefined || (cause instanceof Error && cause.message === 'timeout expired')
}

/** The driver gives errors of its own no code: the connection ended, timed out, or was closed before. */
function isFromConnection({ message }: Error): boolean {
  return /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout expired|timeout exceeded|Query read timeout)/.test(
    message,
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
