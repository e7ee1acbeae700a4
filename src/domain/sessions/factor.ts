/**
 * The second factor of a person: an authenticator app, and recovery codes for the day it is lost.
 * See docs/decisions/identity-and-keys.md#second-factors-are-totp-with-recovery-codes.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import {
  activateFactor,
  countAttempt,
  removeFactor,
  replaceRecoveryCodes,
  beginFactor as storeSecret,
  useRecoveryCode,
  useStep,
  withdrawAttempt,
} from '../../store/accounts/factors.ts'
import { findPersonById, type PersonProof } from '../../store/accounts/person-proof.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { KeyRing } from '../access/keys.ts'
import type { Principal } from '../access/principal.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'
import { base32, matchingStep, otpauthUri, secretBytes } from './totp.ts'

/** What the operations on factors stand on. */
export interface FactorParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly now: () => Date
}

/** Wrong codes of a person within so many minutes; only who knows the password gets to guess at all. */
const mostAttempts = 10
const attemptMinutes = 15

const recoveryCodes = 10
/** 60 bits: no limit of guesses is needed, so that wrong codes never keep a person with a recovery code out. */
const recoveryCharacters = 12

/** The person of a session. @throws Refusal AccessDenied for the login of a client, which has no factor */
export async function readPersonProof(db: Database, { kind, id }: Principal): Promise<PersonProof> {
  const person = kind === 'person' ? await findPersonById(db, id) : undefined
  if (!person) {
    throw new Refusal(
      'AccessDenied',
      'Only people have a second factor, and logins of clients are none: ask for an invitation.',
    )
  }
  return person
}

export interface BegunFactor {
  readonly secret: string
  readonly uri: string
}

/**
 * Makes a secret for the person's app. It is asked for once it was confirmed; to begin again replaces it until then.
 * @throws Refusal FactorActive, AccessDenied
 */
export async function beginFactor(
  { db, keys }: FactorParts,
  principal: Principal,
  issuer: string,
): Promise<BegunFactor> {
  const person = await readPersonProof(db, principal)
  const secret = randomBytes(secretBytes)
  const isBegun = await storeSecret(db, person.personId, encrypt(keys.secretFor('totp'), secret, person.publicId))
  if (!isBegun) throw new Refusal('FactorActive', 'A second factor is active; Factor.Disable ends it.')
  return { secret: base32(secret), uri: otpauthUri(secret, issuer, person.email ?? person.name) }
}

/**
 * Makes the factor active with the first code of the app.
 * @returns the recovery codes, shown this once
 * @throws Refusal FactorActive, FactorNotActive where none was begun, InvalidCode, TooManyCodes, AccessDenied
 */
export async function confirmFactor(parts: FactorParts, principal: Principal, code: string | null) {
  const { db, keys } = parts
  const person = await readPersonProof(db, principal)
  if (person.totpSince) throw new Refusal('FactorActive', 'A second factor is active already.')
  if (!person.totpSecret) throw new Refusal('FactorNotActive', 'No second factor was begun; Factor.Begin does that.')
  const step = await guessStep(parts, person, digitsOf(code))
  const codes = newCodes()
  await transaction(db, async sql => {
    if (!(await activateFactor(sql, person.personId, person.totpSecret!, step))) {
      throw new Refusal('InvalidCode', 'The second factor was begun anew or confirmed meanwhile.')
    }
    await withdrawAttempt(sql, person.personId)
    await replaceRecoveryCodes(
      sql,
      person.personId,
      codes.map(one => recoveryHash(keys, person, one)),
    )
  })
  return codes.map(shown)
}

/** Ends the factor and its recovery codes. The caller has proven the password. @throws Refusal as proveCode */
export async function disableFactor(parts: FactorParts, person: PersonProof, code: string | null): Promise<void> {
  const use = await proveCode(parts, person, code)
  await transaction(parts.db, async sql => {
    await use(sql)
    await removeFactor(sql, person.personId)
  })
}

/** Replaces all recovery codes. @returns the new ones, shown this once. @throws Refusal as proveCode */
export async function renewRecoveryCodes(parts: FactorParts, principal: Principal, code: string | null) {
  const person = await readPersonProof(parts.db, principal)
  const use = await proveCode(parts, person, code)
  const codes = newCodes()
  await transaction(parts.db, async sql => {
    await use(sql)
    await replaceRecoveryCodes(
      sql,
      person.personId,
      codes.map(one => recoveryHash(parts.keys, person, one)),
    )
  })
  return codes.map(shown)
}

/** Uses up a code that was right, in the transaction of the change that needs it. @throws Refusal InvalidCode where another call did before */
export type UseCode = (sql: Sql) => Promise<void>

/**
 * Judges a code of the app, or a recovery code; spaces and hyphens in it do not matter.
 * @throws Refusal FactorNotActive, CodeRequired, InvalidCode, TooManyCodes
 */
export async function proveCode(parts: FactorParts, person: PersonProof, code: string | null): Promise<UseCode> {
  if (!person.totpSince) throw new Refusal('FactorNotActive', 'There is no second factor; Factor.Begin sets one up.')
  const bare = digitsOf(code)
  if (bare === '') throw new Refusal('CodeRequired', 'Give Code: the six digits of the app, or a recovery code.')
  const { personId } = person
  if (bare.length === recoveryCharacters) {
    const hash = recoveryHash(parts.keys, person, bare)
    return async sql => {
      if (!(await useRecoveryCode(sql, personId, hash))) throw wrongCodeRefusal()
    }
  }
  const step = await guessStep(parts, person, bare)
  return async sql => {
    if (!(await useStep(sql, personId, step))) {
      throw new Refusal('InvalidCode', 'This code was used already; wait for the next one.')
    }
    await withdrawAttempt(sql, personId)
  }
}

/** Judges a code of the person with this id. @throws Refusal as proveCode; InvalidLogin where the person was deleted */
export async function provePersonsCode(parts: FactorParts, personId: number, code: string | null): Promise<UseCode> {
  const person = await findPersonById(parts.db, personId)
  if (!person) throw new Refusal('InvalidLogin')
  return proveCode(parts, person, code)
}

/** Counts as an attempt, which is taken back when the code is used. @throws Refusal InvalidCode, TooManyCodes */
async function guessStep({ db, keys, now }: FactorParts, person: PersonProof, code: string): Promise<number> {
  if (!/^\d{6}$/.test(code)) throw wrongCodeRefusal()
  if (!(await countAttempt(db, person.personId, mostAttempts, attemptMinutes))) {
    throw new Refusal(
      'TooManyCodes',
      `Too many codes were wrong: wait ${attemptMinutes} minutes, or use a recovery code.`,
    )
  }
  const secret = decrypt(keys.secretFor('totp'), person.totpSecret!, person.publicId)
  const step = matchingStep(secret, code, now())
  if (step === undefined) throw wrongCodeRefusal()
  return step
}

function wrongCodeRefusal(): Refusal {
  return new Refusal(
    'InvalidCode',
    'The code is wrong: give the six digits that the app shows now, or an unused recovery code.',
  )
}

/** Longest text that is looked at as a code. */
const longestCode = 100

/** A code without the spaces and hyphens that people and apps put in. */
function digitsOf(code: string | null): string {
  return (code ?? '').slice(0, longestCode).replace(/[\s-]/g, '').toLowerCase()
}

function newCodes(): readonly string[] {
  // 8 bytes are 13 characters of base 32, the last of which has fewer bits
  const one = () => base32(randomBytes(8)).slice(0, recoveryCharacters).toLowerCase()
  return Array.from({ length: recoveryCodes }, one)
}

function shown(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** Keyed, so that a stolen database does not let codes be tried out. */
function recoveryHash(keys: KeyRing, { publicId }: PersonProof, code: string): Buffer {
  return createHmac('sha256', keys.secretFor('recovery-code')).update(`${publicId} ${code}`).digest()
}
