/** Rules of consent of a list, and the profiles of law that give their defaults. */

import { card, on, U } from '../card.ts'
import { boolean, booleanOrAbsent, describe, enumeration, list, optional, record, text } from '../shapes.ts'
import { ofList } from '../words.ts'
import { Tracking } from './every-wire/opt-outs.ts'

/** By the country of the people on the list; DE is Austria's too. */
export const LawProfile = enumeration('LawProfile', 'FR', 'IT', 'DE', 'CH', 'UK', 'US', 'CA', 'JP', 'BR', 'other')

/** What a profile of law demands; docs/law.md has the sources. */
export const LegalDemand = enumeration(
  'LegalDemand',
  'ConsentForTracking',
  'PreferencesLink',
  'PostalAddress',
  'LinkedAddress',
  'Imprint',
  'SenderIdentification',
  'RecordOfConsent',
  'Basis',
  'ExpiringConsent',
)

const law = describe(
  LawProfile,
  'The law that applies to the people of the list: FR, IT, DE (also Austria), CH, UK, US, CA, JP, BR; other for none of these.',
  'FR',
)
const tracking = describe(Tracking, 'Whose opens and clicks are recorded: of all recipients who did not object, of those who agreed, of none.', 'Consent')
const personalising = 'Whether the list asks for consent to choose content by what was recorded.'
const hygiene = 'Whether the date of the last open is kept of members who are not tracked, to leave out the inactive.'
const anonymousOpens = 'Whether opens of recipients who are not tracked are counted without their persons.'

/** The defaults of a profile of law, and its demands. */
export const LawDefaults = record('LawDefaults', {
  Law: law,
  Tracking: tracking,
  Personalising: boolean(personalising, false),
  Hygiene: boolean(hygiene, true),
  AnonymousOpens: boolean(anonymousOpens, true),
  Demands: list(LegalDemand, 'What Campaign.Check looks for, and what the operator of a list has to keep.', [
    'ConsentForTracking',
    'PreferencesLink',
    'SenderIdentification',
    'RecordOfConsent',
  ]),
})

export const ConsentRules = record('ConsentRules', {
  Law: law,
  Tracking: tracking,
  Personalising: boolean(personalising, false),
  Hygiene: boolean(hygiene, true),
  AnonymousOpens: boolean(anonymousOpens, true),
  Profiles: list(LawDefaults, 'Every profile that can be chosen.'),
})

export const consentRules = {
  'List.SetConsentRules': card('SetListConsentRules', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Chooses the profile of law of a list and its rules of consent; a rule that is left out gets the default of the profile. Yields the rules.',
    parameters: {
      ...ofList,
      Law: law,
      Tracking: optional(text('Always, Consent or Never; left out or empty for the default of the profile.', 'Consent')),
      Personalising: booleanOrAbsent(`${personalising} Left out: the default of the profile.`, false),
      Hygiene: booleanOrAbsent(`${hygiene} Left out: the default of the profile.`, true),
      AnonymousOpens: booleanOrAbsent(`${anonymousOpens} Left out: the default of the profile.`, true),
    },
    result: U(ConsentRules),
    refusals: ['InvalidParameter'],
  }),
  'List.GetConsentRules': card('GetListConsentRules', on('ListID', 'View'), 'read', {
    summary: 'The profile of law of a list, its rules of consent, and the defaults and demands of every profile.',
    parameters: ofList,
    result: U(ConsentRules),
    refusals: [],
  }),
} as const
