/** Instead of `src/domain/accounts/password-cost.ts`: tests hash some hundred passwords, and none of them is worth a quarter of a second. */
import type { PasswordCost } from '../../src/domain/accounts/password-cost.ts'

export const passwordCost: PasswordCost = { ln: 10, r: 8, p: 1 }
