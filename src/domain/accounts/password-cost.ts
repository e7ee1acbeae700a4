/**
 * The work of one password hash with scrypt (RFC 7914 §2): N is 2^ln. As the OWASP Password Storage Cheat Sheet asks: 32 MiB and about a
 * quarter of a second of one core. Tests replace it by less (test/harness/password-cost.ts).
 */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 }
