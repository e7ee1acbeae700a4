import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const unknown = '0'.repeat(32)
const contact = { ...client, Email: 'forgotten@readers.example' }

/** No process works on erasures meanwhile: what is left to be removed waits. */
export const erasures = [
  cases('Subscriber.Add', { ListID: '{readers}', Email: contact.Email, Name: 'Fay' }, [
    ['a contact who will ask to be forgotten', {}],
  ]),
  cases('Erasure.Create', contact, [
    ['an invalid address is refused', { Email: 'nonsense' }, 'InvalidEmail'],
    ['an address that nothing is known of', { Email: 'stranger@readers.example' }, 'NotInList'],
    ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['a contact is erased', { Email: 'Forgotten@readers.example' }, 'success', 'erasure'],
    ['who was erased has one receipt', {}],
  ]),
  cases('Erasure.Get', { ...client, ErasureID: '{erasure}' }, [
    ['the receipt', {}],
    ['an unknown receipt is refused', { ErasureID: unknown }, 'UnknownErasure'],
    ['a receipt belongs to its client', { ClientID: '{crowded}' }, 'UnknownErasure'],
  ]),
  cases('Erasure.List', { ...client, Cursor: '', Limit: 0 }, [
    ['the receipts of a client', {}],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ]),
  cases('Client.RemoveSuppression', { ...client, EmailAddress: contact.Email, Deliberately: true }, [
    ['who was erased is not taken off', {}, 'ContactErased'],
  ]),
].flat()
