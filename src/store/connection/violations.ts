/** What PostgreSQL says when a row or a value may not be. */

/** Whether a statement failed because a row of this unique index exists already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return hasCode(error, '23505') && 'constraint' in error && error.constraint === index
}

/** Whether a statement failed because a function was given what it cannot work with: an unknown time zone, for one. */
export function isInvalidParameter(error: unknown): boolean {
  return hasCode(error, '22023')
}

/** Whether a value is none of its type, or too large for it: class 22 of the SQLSTATE codes. */
export function isDataException(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

function hasCode(error: unknown, code: string): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && error.code === code
}
