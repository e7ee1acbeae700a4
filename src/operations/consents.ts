/** Subscriber.SetConsent, GetConsents and SetBasis: answers by purpose with their proof. */
import type { ConsentBasis, ConsentPurpose } from '../contract/groups/consents.ts'
import type { OutputOf } from '../contract/shapes.ts'
import {
  consentsOf,
  isAsked,
  opensRecorded,
  proofOfPurpose,
  recordAnswer,
  recordBasis,
} from '../domain/subscribers/answers.ts'
import { basisOnWire, consentOnWire } from '../domain/subscribers/records.ts'
import type { Basis, ProofRow } from '../store/subscribers/consenting-members.ts'
import { type Purpose, purposes } from '../store/subscribers/purposes.ts'
import { evidenceOf, type Handlers } from './dependencies.ts'
import type { ConsentOperation } from './subscribers.ts'

export const consents: Pick<Handlers, ConsentOperation> = {
  'Subscriber.SetConsent': (params, { list, principal, origin }, { db, now }) =>
    recordAnswer(
      db,
      list,
      {
        email: params.Email,
        purpose: purposeByName[params.Purpose],
        consent: consentByName[params.Consent],
        wording: params.Wording,
        source: params.Source,
        givenDate: params.GivenDate,
        allLists: params.AllLists,
      },
      evidenceOf(principal, origin),
      now(),
    ),

  async 'Subscriber.GetConsents'({ Email }, { list }, { db }) {
    const found = await consentsOf(db, list, Email)
    const { rules, consents: answers, email, basis, basisUntil, lastOpenOn } = found.member
    const ofBasis = found.proofs.get('basis')
    return {
      EmailAddress: email,
      OpensRecorded: opensRecorded(rules, answers),
      LastOpenDate: lastOpenOn ?? '',
      Purposes: purposes.map(purpose => ({
        Purpose: purposeNames[purpose],
        Consent: consentOnWire(answers[purpose]),
        IsAsked: purpose === 'measuring' ? rules.tracking === 'consent' : isAsked(rules, purpose),
        ...proofOnWire(proofOfPurpose(found, purpose)),
      })),
      Basis: {
        Basis: basisOnWire(basis),
        EndsOn: basisUntil ?? '',
        Note: ofBasis?.note ?? '',
        Since: ofBasis?.since ?? '',
        By: ofBasis?.by ?? '',
        Username: ofBasis?.username ?? '',
      },
    }
  },

  'Subscriber.SetBasis': (params, { list, principal, origin }, { db }) =>
    recordBasis(
      db,
      list,
      { email: params.Email, basis: basisByName[params.Basis], endsOn: params.EndsOn, note: params.Note },
      evidenceOf(principal, origin),
    ),
}

const consentByName = { Granted: true, Denied: false, Unknown: null } as const

const purposeByName = {
  Measuring: 'measuring',
  Personalising: 'personalising',
  Hygiene: 'hygiene',
} as const satisfies Record<OutputOf<typeof ConsentPurpose>, Purpose>

export const purposeNames = { measuring: 'Measuring', personalising: 'Personalising', hygiene: 'Hygiene' } as const

const basisByName = {
  Express: 'express',
  Implied: 'implied',
  Contract: 'contract',
  LegitimateInterest: 'legitimate interest',
  Unknown: null,
} as const satisfies Record<OutputOf<typeof ConsentBasis>, Basis | null>

function proofOnWire(proof: ProofRow | undefined) {
  return {
    Since: proof?.since ?? '',
    GivenDate: proof?.givenDate ?? '',
    By: proof?.by ?? '',
    Username: proof?.username ?? '',
    Wire: proof?.wire ?? '',
    RemoteAddress: proof?.remote ?? '',
    Agent: proof?.agent ?? '',
    CampaignID: proof?.campaignPublicId ?? '',
    Wording: proof?.wording ?? '',
    Source: proof?.source ?? '',
  }
}
