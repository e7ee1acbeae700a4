/** What PostgreSQL says when a row may not be. */

/** Whether a statement failed because a row of this unique index exists already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return isViolation(error, '23505') && error.constraint_name === index
}

function isViolation(error: unknown, code: string): error is Error & { code: string; constraint_name: string } {
  return error instanceof Error && 'code' in error && error.code === code && 'constraint_name' in error
}
