/** Rules of consent of a list: a profile of law, and what differs from its defaults. */
import { Tracking } from '../../contract/groups/every-wire/opt-outs.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { type ConsentRules, type LawProfile, updateConsentRules } from '../../store/lists/lists.ts'
import type { ListRef } from '../access/access.ts'
import { defaultRules } from './law.ts'

/** Null for the default of the profile. */
export interface GivenRules {
  readonly law: LawProfile
  /** As the wire names it; '' for the default too. */
  readonly tracking: string | null
  readonly personalising: boolean | null
  readonly hygiene: boolean | null
  readonly anonymousOpens: boolean | null
}

/** Replaces all rules of a list. @returns the rules @throws Refusal InvalidParameter */
export async function chooseConsentRules(db: Database, list: ListRef, given: GivenRules): Promise<ConsentRules> {
  const usual = defaultRules(given.law)
  const rules: ConsentRules = {
    law: given.law,
    tracking: trackingGiven(given.tracking) ?? usual.tracking,
    personalising: given.personalising ?? usual.personalising,
    hygiene: given.hygiene ?? usual.hygiene,
    anonymousOpens: given.anonymousOpens ?? usual.anonymousOpens,
  }
  await updateConsentRules(db, list, rules)
  return rules
}

function trackingGiven(given: string | null): ConsentRules['tracking'] | undefined {
  if (given === null || given === '') return undefined
  const known = Tracking.values.find(value => value === given)
  if (known === undefined)
    throw new Refusal('InvalidParameter', `Tracking is ${Tracking.values.join(', ')}, or left out.`)
  return known.toLowerCase() as ConsentRules['tracking'] // stored in lower case
}
