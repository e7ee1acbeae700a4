/** What a subscriber agreed to, purpose by purpose, and on which basis it is mailed. See docs/consent.md. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, list, longText, optional, record, text } from '../shapes.ts'
import { Email, fields, id, ofList } from '../words.ts'
import { ConsentState } from './every-wire/opt-outs.ts'

/** UTF-16 units of the words that a person agreed to. */
export const longestWording = 2_000

export const ConsentPurpose = enumeration('ConsentPurpose', 'Measuring', 'Personalising', 'Hygiene')

export const ConsentBasis = enumeration('ConsentBasis', 'Express', 'Implied', 'Contract', 'LegitimateInterest', 'Unknown')

export const OpensRecorded = enumeration('OpensRecorded', 'Measured', 'LastOpenDate', 'SumsOnly', 'Nothing')

const purpose = describe(
  ConsentPurpose,
  'Measuring: opens and clicks are recorded by person. Personalising: what was recorded chooses what the person gets. Hygiene: the date of the last open is kept, to leave out the inactive.',
)

const proof = {
  Since: text('When this was recorded, in the time zone of the client; empty where nothing was.', '2026-03-20 09:30:00'),
  GivenDate: text('When the person said it, where that is known to be earlier; in the time zone of the client, of imports perhaps the day alone.', ''),
  By: text('How: api, page, console, import, mail or operator; empty where nothing was recorded.', 'page'),
  Username: text('The login or person whose call it was; empty where it was none.', ''),
  Wire: text('The wire of the call; empty where it was none.', ''),
  RemoteAddress: text('The network address it came from; empty where it came from none.', '192.0.2.17'),
  Agent: text('The User-Agent of the program that did it.', 'Mozilla/5.0'),
  CampaignID: text('The campaign whose mail was the occasion; empty where it was none.', id('d')),
  Wording: text('The words that the person was shown; empty where they are not known.', 'We may see which of our mails you open.'),
  Source: text('The page or form; empty where it is not known.', 'https://bloom.example/sign-up'),
}

export const PurposeConsent = record('PurposeConsent', {
  Purpose: purpose,
  Consent: describe(ConsentState, 'The answer that is in force.'),
  IsAsked: boolean('Whether the list asks for the purpose: Granted is taken for these alone, and for Measuring.'),
  ...proof,
})

export const MailingBasis = record('MailingBasis', {
  Basis: describe(ConsentBasis, 'What allows that the subscriber is mailed.'),
  EndsOn: text('The last day of an implied consent, YYYY-MM-DD; empty for no end.', ''),
  Note: text('What was noted of it.', 'Order 4711'),
  Since: proof.Since,
  By: proof.By,
  Username: proof.Username,
})

export const SubscriberConsents = record('SubscriberConsents', {
  EmailAddress: fields.EmailAddress,
  OpensRecorded: describe(
    OpensRecorded,
    'What an open of the next letter leaves. Measured: opens and clicks of the person. LastOpenDate: one date, overwritten each time. SumsOnly: a number of the campaign, of no person. Nothing: the letter has no pixel.',
  ),
  LastOpenDate: text('The last day on which a letter was opened, YYYY-MM-DD, where it is kept for hygiene; empty else.', ''),
  Purposes: list(PurposeConsent, 'Each purpose.'),
  Basis: describe(MailingBasis, 'What allows that the subscriber is mailed.'),
})

export const consents = {
  'Subscriber.SetConsent': card('SetSubscriberConsent', on('ListID', 'ChangeAudience'), 'change', {
    summary:
      'Records what a subscriber said about one purpose, with its proof. A refusal is always accepted; one of Measuring also removes what was recorded before. Of several answers the one that the person gave last is in force, of two of one moment the refusal.',
    parameters: {
      ...ofList,
      Email,
      Purpose: purpose,
      Consent: describe(ConsentState, 'What the subscriber said; Unknown forgets it.'),
      Wording: optional(
        longText(
          longestWording,
          'The words that the person was shown, up to 2,000 characters; line ends become blanks.',
          'We may see which of our mails you open.',
        ),
      ),
      Source: optional(text('The page or form where the person answered, one line of up to 500 characters.', 'https://bloom.example/sign-up')),
      GivenDate: optional(
        text(
          'When the person answered: YYYY-MM-DD HH:MM:SS in the time zone of the client, not in the future and not before 1990; a bare date is the beginning of that day, for a refusal its end. Left out or empty for now.',
          '',
        ),
      ),
      AllLists: optional(boolean('True for all lists of the client that the address is on; lists that do not ask for the purpose take refusals alone.', false)),
    },
    result: R,
    refusals: ['InvalidEmail', 'NotInList', 'PurposeNotAsked', 'InvalidDate'],
  }),
  'Subscriber.GetConsents': card('GetSubscriberConsents', on('ListID', 'ReadAudience'), 'read', {
    summary: 'What a subscriber said about each purpose, with the proof, what follows from it, and on which basis it is mailed.',
    parameters: { ...ofList, Email },
    result: U(SubscriberConsents),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Subscriber.SetBasis': card('SetSubscriberBasis', on('ListID', 'ChangeAudience'), 'change', {
    summary: 'Records what allows that a subscriber is mailed. Who has an implied consent that ended is not mailed.',
    parameters: {
      ...ofList,
      Email,
      Basis: describe(
        ConsentBasis,
        'Express: the person asked for it. Implied: it follows from a purchase or an inquiry, for a time. Unknown forgets it.',
        'Implied',
      ),
      EndsOn: optional(text('With Implied: the last day, YYYY-MM-DD. Left out or empty for no end.', '2028-03-20')),
      Note: optional(text('What it rests on, one line of up to 1,000 characters.', 'Order 4711')),
    },
    result: R,
    refusals: ['InvalidEmail', 'NotInList', 'InvalidDate'],
  }),
}
