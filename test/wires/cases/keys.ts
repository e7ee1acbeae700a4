/** Keys with scopes, calls that are repeated with an Idempotency-Key, and the audit log of both. */
import { cases } from '../case.ts'

const nobodys = '0'.repeat(32)
const key = {
  Label: 'Shop & <more>',
  Scopes: ['WriteAudience', 'Reports'] as const,
  ClientIDs: ['{client}'],
  ExpiresDate: '2099-12-31 23:59:59',
  Networks: ['192.0.2.0/24', '2001:db8::1'],
}
const everywhere = { ClientIDs: [], ExpiresDate: '', Networks: [] }
const once = { 'Idempotency-Key': '"order 17"' }
const audit = {
  ClientID: '',
  ActorID: '',
  Operation: 'Key.Create',
  Outcome: '',
  From: '',
  Until: '',
  SubjectID: '',
  FoldReads: false,
  Fold: '',
  Cursor: '',
  Limit: 0,
}

export const keys = [
  cases('Key.Create', key, [
    ['a key is made, and its secret shown once', {}, 'success', 'shop'],
    ['a key of the whole account, from anywhere and for ever', { Label: 'Desk', ...everywhere }, 'success', 'desk'],
    ['a call with an Idempotency-Key', { Label: 'Order' }, 'success', 'order', once],
    ['the same call with it makes no other key', { Label: 'Order' }, 'success', undefined, once],
    ['another call cannot have it', { Label: 'Another order' }, 'IdempotencyKeyReused', undefined, once],
    ['a key says what uses it', { Label: '' }, 'MissingParameter'],
    ['a key may do something', { Scopes: [] }, 'MissingParameter'],
    ['a label has at most 100 characters', { Label: 'x'.repeat(101) }, 'ValueTooLong'],
    ['a label is one line', { Label: 'Shop\nDesk' }, 'InvalidCharacters'],
    ['a key is of clients of the account', { ClientIDs: ['{foreignClient}'] }, 'InvalidClientId'],
    ['a date must be one', { ExpiresDate: 'some day' }, 'InvalidDate'],
    ['a key that has expired is not made', { ExpiresDate: '2024-01-01 00:00:00' }, 'InvalidDate'],
    ['a network must be one', { Networks: ['192.0.2.0/33'] }, 'InvalidParameter'],
    ['an account has at most 200 keys that work', { ApiKey: '{fullKey}', ClientIDs: [] }, 'TooManyKeys'],
    ['a client’s login makes none', { ApiKey: '{strainedKey}' }, 'AccessDenied'],
  ]),
  cases('Key.List', { Cursor: '', Limit: 0 }, [
    ['keys, the newest first and without their secrets', {}],
    ['page by page', { Limit: 1 }],
    ['a cursor is one of ours', { Cursor: 'first' }, 'InvalidParameter'],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Key.Rotate', { KeyID: '{shop}', OverlapHours: 24 }, [
    ['a key has a new secret, and the old one for a day', {}, 'success', 'shopRotated'],
    ['the one before must have ended', {}, 'KeyInOverlap'],
    ['an overlap is a week at most', { KeyID: '{desk}', OverlapHours: 169 }, 'InvalidParameter'],
    ['an unknown key has no secret', { KeyID: nobodys }, 'UnknownKey'],
    ['a client’s login rotates none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Key.Get', { KeyID: '{shop}' }, [
    ['a key, while its old secret works', {}],
    ['an unknown key is not shown', { KeyID: nobodys }, 'UnknownKey'],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Key.EndOverlap', { KeyID: '{shop}' }, [
    ['the old secret ends now', {}],
    ['an unknown key has none', { KeyID: nobodys }, 'UnknownKey'],
    ['a client’s login ends none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Key.Revoke', { KeyID: '{desk}' }, [
    ['a key is revoked', {}],
    ['once is for ever', {}],
    ['an unknown key cannot be revoked', { KeyID: nobodys }, 'UnknownKey'],
    ['a client’s login revokes none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['a revoked key opens nothing', { ApiKey: '{deskSecret}' }, 'InvalidApiKey'],
  ]),
  cases('Key.Get', { KeyID: '{desk}' }, [['a revoked key is still shown', {}]]),
  cases('Key.Rotate', { KeyID: '{desk}', OverlapHours: 0 }, [['a revoked key has no new secret', {}, 'KeyEnded']]),
  cases('Audit.List', audit, [
    ['who made keys and who was refused, the newest first', {}],
    ['what was refused', { Outcome: 'Refused', Limit: 2 }],
    ['of one person', { ActorID: '{owner}', Operation: 'Key.Revoke' }],
    ['a client’s login sees what is about its client', { ApiKey: '{strainedKey}' }],
    ['and not what is about another', { ApiKey: '{strainedKey}', ClientID: '{client}' }, 'InvalidClientId'],
    ['it takes the right to reports and subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
    ['an actor is a person or a key', { ActorID: nobodys }, 'InvalidParameter'],
    ['an operation has its name', { Operation: 'Key.Lose' }, 'InvalidParameter'],
    ['an outcome is one of three', { Outcome: 'Perhaps' }, 'InvalidParameter'],
    ['a date must be one', { From: 'lately' }, 'InvalidDate'],
    ['a time ends after it begins', { From: '2024-03-02', Until: '2024-03-01' }, 'InvalidDate'],
    ['what is about one key', { Operation: '', SubjectID: '{desk}' }],
    ['a subject is an identifier', { SubjectID: 'desk' }, 'InvalidParameter'],
    ['a fold is one of ours', { Fold: 'today' }, 'InvalidParameter'],
  ]),
  cases('Audit.ListActors', {}, [
    ['who has entries, by name', {}],
    ['it takes the right to reports and subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
