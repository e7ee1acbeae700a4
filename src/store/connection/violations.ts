/** Recognises errors of PostgreSQL about invalid rows and values. */

/** Whether a statement failed because the unique index contains such a row. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return hasCode(error, '23505') && 'constraint' in error && error.constraint === index
}

/** Whether a statement failed because of an invalid argument of a function, such as an unknown time zone. */
export function isInvalidParameter(error: unknown): boolean {
  return hasCode(error, '22023')
}

/** Whether a value is invalid for its type or too large: class 22 of the SQLSTATE codes. */
export function isDataException(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

function hasCode(error: unknown, code: string): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && error.code === code
}
