import { cases } from '../case.ts'

const ada = { ListID: '{readers}', Email: 'ada@readers.example' }
const answer = {
  ...ada,
  Purpose: 'Measuring',
  Consent: 'Granted',
  Wording: 'You may see what I open.',
  Source: 'https://shop.example/sign-up',
  GivenDate: '',
  AllLists: false,
} as const

export const consents = [
  cases('Subscriber.SetConsent', answer, [
    ['a member agrees, with the proof of it', {}],
    [
      'a member refuses a purpose that the list does not ask for',
      { Purpose: 'Hygiene', Consent: 'Denied', GivenDate: '' },
    ],
    ['a list that does not ask for a purpose takes no consent', { Purpose: 'Personalising' }, 'PurposeNotAsked'],
    ['an answer that is yet to come', { GivenDate: '9999-01-01' }, 'InvalidDate'],
    ['words that are too long', { Wording: 'w'.repeat(2001) }, 'ValueTooLong'],
    ['who is not there answers nothing', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.SetBasis', { ...ada, Basis: 'Implied', EndsOn: '2030-01-31', Note: 'Order 4711' }, [
    ['an implied consent with its end', {}],
    ['an end goes with an implied consent alone', { Basis: 'Express' }, 'InvalidParameter'],
    ['an end must be a day', { EndsOn: '2030-02-31' }, 'InvalidDate'],
    ['who is not there has no basis', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
  ]),
  cases('Subscriber.GetConsents', ada, [
    ['each purpose with its proof, and the basis', {}],
    ['who is not there has no answers', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
