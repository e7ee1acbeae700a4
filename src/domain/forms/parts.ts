/** The parts by which forms are shown and taken, built from the database and the keys. */
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { type LiveForm, liveFormFinder } from './open-forms.ts'
import { effortFinder } from './proof.ts'
import { formLimits, formRates } from './rates.ts'
import { submitting } from './submitting.ts'
import { formTokens } from './tokens.ts'

export function formParts(
  {
    db,
    tokens,
    log,
  }: { readonly db: Database; readonly tokens: Pick<Tokens, 'newest' | 'secretOf'>; readonly log: Log },
  {
    rates = formRates,
    effortFor = effortFinder(db),
  }: { readonly rates?: typeof formRates; readonly effortFor?: (form: LiveForm) => Promise<number> } = {},
) {
  const own = formTokens(tokens)
  const now = () => new Date()
  return {
    find: liveFormFinder(db),
    tokens: own,
    submitting: submitting({ db, tokens: own, limits: formLimits(db, log, rates), log, now }),
    effortFor,
    now,
  }
}
