/**
 * One submission of a form, whichever way it came: the page, plain HTML of another site, or the JSON interface. It is checked and written;
 * what follows is decided in the background (deciding.ts), so that neither the answer nor its time shows whether the address is known.
 * See docs/forms.md.
 */
import { Refusal } from '../../contract/refusals.ts'
import { coalesce } from '../../lib/coalesce.ts'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { addCounts, addToHours, type Counted, type RefusalReason } from '../../store/forms/counts.ts'
import { readWordingsByHash } from '../../store/forms/forms.ts'
import { insertSignUps, type NewSignUp, useTokens } from '../../store/forms/sign-ups.ts'
import { readCustomValues } from '../lists/custom-values.ts'
import { parseAddress } from '../text-rules/address.ts'
import { asOneLine, webAddress } from '../text-rules/single-line.ts'
import { boxesOf } from './boxes.ts'
import { formIn } from './languages.ts'
import type { LiveForm } from './open-forms.ts'
import { isProven } from './proof.ts'
import { exceededRate, type FormLimits } from './rates.ts'
import type { FormTokens } from './tokens.ts'

/** What came, as text. */
export interface Submission {
  readonly token: string
  readonly proof: string
  /** A field that people do not see. */
  readonly trap: string
  readonly email: string
  readonly name: string
  /** Public ids. */
  readonly lists: readonly string[]
  readonly fields: readonly { readonly key: string; readonly value: string }[]
  /** Hashes of the words of the boxes that were ticked. */
  readonly boxes: readonly string[]
  /** Where people are led after the confirmation; '' for the form's own choice. */
  readonly next: string
  /** The page that shows the form. */
  readonly page: string
  /** BCP 47. */
  readonly language: string
  readonly remote: string
  readonly agent: string
}

/** What a person can put right. */
export type Fault = 'email' | 'name' | 'lists' | { readonly field: string }

export type Outcome =
  /** Always the same answer, whatever follows. */
  | { readonly kind: 'taken' }
  /** The page is shown again, with what was given and one button. */
  | { readonly kind: 'again'; readonly reason: 'Token' | 'TooFast' | 'TooOld' | 'ProofOfWork' }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] }
  | { readonly kind: 'busy' }
  | { readonly kind: 'closed' }

export interface SubmittingParts {
  readonly db: Database
  readonly tokens: FormTokens
  readonly limits: FormLimits
  readonly log: Log
  readonly now: () => Date
}

export interface Submitting {
  /** @param proof `needed`: of the JSON interface; `asked`: without one the page with one more button follows */
  submit(form: LiveForm, given: Submission, proof: 'needed' | 'asked'): Promise<Outcome>
  /** Counts in the background; what is lost with the process is lost. */
  count(form: LiveForm, kind: Counted['kind']): void
}

const longestName = 250
const longestPage = 500
/** Submissions that wait at once in this process. */
const mostWaiting = 20_000

/** A submission that is written, or one that only uses its token up and takes the same time. */
type Written =
  | { readonly row: NewSignUp; readonly refused?: undefined }
  | { readonly row: NewSignUp; readonly refused: RefusalReason }

export function submitting({ db, tokens, limits, log, now }: SubmittingParts): Submitting {
  const write = coalesce<Written, void>(rows => writeAll(db, rows), { waiting: mostWaiting })
  const countAll = coalesce<Counted, void>(
    async counted => {
      await addCounts(db, counted)
      return counted.map(() => undefined)
    },
    { most: 10_000, concurrency: 1, waiting: mostWaiting },
  )
  function count({ clientId, formId }: LiveForm, kind: Counted['kind']): void {
    countAll({ clientId, formId, kind, count: 1 }).catch(err => log.debug({ err }, 'a count of a form was lost'))
  }

  return {
    count,
    async submit(form, given, proofIs) {
      const refuse = <Kind extends Outcome>(reason: RefusalReason, outcome: Kind): Kind => {
        count(form, `refused ${reason}`)
        return outcome
      }
      if (!form.isOpen) return { kind: 'closed' }
      const token = tokens.read(form.formId, given.token, now())
      if (typeof token === 'string') {
        // who has no token yet comes from another site
        if (given.token === '') return { kind: 'again', reason: token }
        return refuse(token, { kind: 'again', reason: token })
      }
      const read = await readSubmission(db, form, given, token.nonce)
      if ('faults' in read) return refuse('Incomplete', { kind: 'faulty', faults: read.faults })
      const hasProof = given.proof !== '' && (await isProven(tokens, given.token, given.proof))
      if (!hasProof && (given.proof !== '' || proofIs === 'needed'))
        return refuse('ProofOfWork', { kind: 'again', reason: 'ProofOfWork' })
      if (!hasProof && token.kind === 'first') return { kind: 'again', reason: 'ProofOfWork' }
      const exceeded = exceededRate(db, limits, { ...form, ...read.row, isProven: hasProof })
      if (exceeded !== undefined && exceeded !== 'AddressRate') return refuse(exceeded, { kind: 'busy' })
      const refused = given.trap !== '' ? 'Honeypot' : exceeded
      await write(refused === undefined ? { row: read.row } : { row: read.row, refused })
      return { kind: 'taken' }
    },
  }
}

/** Durable when it resolves. */
async function writeAll(db: Database, rows: readonly Written[]): Promise<readonly void[]> {
  await transaction(db, async sql => {
    const taken = rows.filter(({ refused }) => refused === undefined).map(({ row }) => row)
    const others = rows.flatMap(({ row, refused }) => (refused === undefined ? [] : [{ row, refused }]))
    const fresh = taken.length === 0 ? new Set<string>() : await insertSignUps(sql, taken)
    if (others.length > 0)
      await useTokens(
        sql,
        others.map(({ row }) => row),
      )
    const submitted: Counted[] = []
    const reused: Counted[] = []
    const seen = new Set<string>()
    for (const { clientId, formId, nonce } of taken) {
      const text = nonce.toString('hex')
      if (fresh.has(text) && !seen.has(text)) submitted.push({ clientId, formId, kind: 'submitted', count: 1 })
      else reused.push({ clientId, formId, kind: 'refused Reused', count: 1 })
      seen.add(text)
    }
    // last, because these are few rows that every other batch of the form waits for
    await addToHours(sql, submitted)
    await addCounts(sql, [
      ...submitted,
      ...reused,
      ...others.map(
        ({ row: { clientId, formId }, refused }): Counted => ({
          clientId,
          formId,
          kind: `refused ${refused}`,
          count: 1,
        }),
      ),
    ])
  })
  return rows.map(() => undefined)
}

async function readSubmission(
  db: Database,
  form: LiveForm,
  given: Submission,
  nonce: Buffer,
): Promise<{ readonly row: NewSignUp } | { readonly faults: readonly Fault[] }> {
  const { clientId, formId, settings } = form
  const faults: Fault[] = []
  const address = parseAddress(given.email)
  if (!address) faults.push('email')
  const name = settings.name === 'NotAsked' ? '' : asOneLine(given.name.toWellFormed())
  if (name.length > longestName || (settings.name === 'Required' && name === '')) faults.push('name')
  const [only, ...others] = form.lists
  const named = new Set(given.lists)
  const listIds = (
    others.length === 0 ? [only!] : form.lists.filter(({ listPublicId }) => named.has(listPublicId))
  ).map(({ listId }) => listId)
  if (listIds.length === 0) faults.push('lists')
  const fields = readFields(form, given, faults)
  if (faults.length > 0) return { faults }
  const present = boxesOf(settings)
  const hashes = new Set(present.map(({ hash }) => hash))
  // who ticks a box twice agrees once
  const boxes = [...new Set(given.boxes)].slice(0, settings.consents.length).filter(hash => /^[0-9a-f]{64}$/.test(hash))
  // the same words may be offered in two languages
  const spoken = formIn(form, given.language).settings.consents
  // words that were changed after the page was shown are looked for among the earlier ones
  const earlier = boxes.some(hash => !hashes.has(hash)) ? await readWordingsByHash(db, form, boxes) : []
  const consents = boxes.flatMap(hash => [...spoken, ...present, ...earlier].find(box => box.hash === hash) ?? [])
  return {
    row: {
      clientId,
      formId,
      nonce,
      email: address!.email,
      address: address!.address,
      name,
      listIds,
      fields,
      consents: consents.map(({ purpose, name: boxName, version }) => ({ purpose, name: boxName, version })),
      language: given.language,
      nextPage: allowedPage(formIn(form, given.language), given.next),
      page: asOneLine(given.page.toWellFormed()).slice(0, longestPage),
      remote: given.remote,
      agent: given.agent,
    },
  }
}

/** Values of the fields that the form asks; each that cannot be kept is a fault. */
function readFields(form: LiveForm, given: Submission, faults: Fault[]): NewSignUp['fields'] {
  return form.fields.flatMap(field => {
    const values = given.fields
      .filter(({ key, value }) => key === field.key && value.trim() !== '')
      .map(({ value }) => ({ Key: field.key, Value: value }))
    try {
      readCustomValues([field], values)
      if (values.length === 0 && field.required) faults.push({ field: field.key })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      faults.push({ field: field.key })
    }
    return values
  })
}

/** The page if its host is one of the form's, else that of the settings; '' for ours. A stranger leads no one anywhere. */
export function allowedPage({ settings }: Pick<LiveForm, 'settings'>, next: string): string {
  const url = next === '' ? undefined : webAddress(next)
  if (url?.toLowerCase().startsWith('https:') && settings.redirectHosts.includes(new URL(url).hostname))
    return new URL(url).href
  return settings.successPage
}
