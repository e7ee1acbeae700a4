/**
 * Profiles of law: the defaults of a list's rules of consent, and what letters and memberships need. Sources and reasons are in
 * docs/law.md, whose table is compared with this one.
 */
import type { LegalDemand } from '../../contract/groups/consent-rules.ts'
import { type ConsentRules, type LawProfile, lawProfiles } from '../../store/lists/lists.ts'

/**
 * `LinkedAddress`: the postal address is in the letter or behind a link. `Basis`: every membership has a recorded basis.
 * `ExpiringConsent`: implied consent ends on a date.
 */
export type Demand = (typeof LegalDemand.values)[number]

export interface LawRules {
  readonly defaults: Omit<ConsentRules, 'law'>
  readonly demands: readonly Demand[]
}

const tracksAll = { tracking: 'always', personalising: false, hygiene: false, anonymousOpens: false } as const
const asks = { tracking: 'consent', personalising: false, hygiene: false, anonymousOpens: true } as const
const ofConsent = ['ConsentForTracking', 'PreferencesLink', 'SenderIdentification', 'RecordOfConsent'] as const

export const lawRules: Readonly<Record<LawProfile, LawRules>> = {
  FR: { defaults: { ...asks, hygiene: true }, demands: ofConsent },
  IT: { defaults: asks, demands: ofConsent },
  DE: { defaults: asks, demands: [...ofConsent, 'Imprint'] },
  CH: { defaults: tracksAll, demands: ['PreferencesLink', 'SenderIdentification', 'Imprint'] },
  UK: { defaults: asks, demands: ofConsent },
  US: { defaults: tracksAll, demands: ['SenderIdentification', 'PostalAddress'] },
  CA: { defaults: asks, demands: [...ofConsent, 'PostalAddress', 'Basis', 'ExpiringConsent'] },
  JP: { defaults: tracksAll, demands: ['SenderIdentification', 'RecordOfConsent', 'LinkedAddress', 'Basis'] },
  BR: { defaults: asks, demands: [...ofConsent, 'Basis'] },
  other: { defaults: tracksAll, demands: [] },
}

export function demandsOf(law: LawProfile): readonly Demand[] {
  return lawRules[law].demands
}

export function defaultRules(law: LawProfile): ConsentRules {
  return { law, ...lawRules[law].defaults }
}

export function isLawProfile(given: string): given is LawProfile {
  return (lawProfiles as readonly string[]).includes(given) // wider, to be asked about any text
}

/** Whether letters to a list need a link where consent is withdrawn or an objection made: one that records nothing needs none. */
export function needsPreferencesLink({
  law,
  tracking,
  personalising,
  hygiene,
}: Pick<ConsentRules, 'law' | 'tracking' | 'personalising' | 'hygiene'>): boolean {
  return demandsOf(law).includes('PreferencesLink') && (tracking !== 'never' || personalising || hygiene)
}
