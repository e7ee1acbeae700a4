/** API keys with scopes. */

import { card, part, R, U } from '../card.ts'
import { scopeNames } from '../rights.ts'
import { boolean, describe, enumeration, list, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, id, OverlapHours, page } from '../words.ts'

export const KeyScope = enumeration('KeyScope', ...scopeNames)

/** Shown once. */
export const KeySecret = record('KeySecret', {
  KeyID: text('The key.', id('7')),
  Secret: text('What calls send as ApiKey. It is shown this once and cannot be read again.', `ls_${id('7')}_0f1e2d3c4b5a69788796a5b4c3d2e1f0_400cc0b0`),
})

export const KeyState = enumeration('KeyState', 'Active', 'Expired', 'Revoked')

/** Dates are in the time zone of the account; those of the old secret are empty unless one works beside the present one. */
export const KeyDetail = record('KeyDetail', {
  KeyID: text('The key; it is part of each secret, so that a secret that leaked names its key.', id('7')),
  Label: text('What uses the key.', 'Shop'),
  State: describe(KeyState, 'Whether the key works; one that does not never works again.'),
  Scopes: list(KeyScope, 'What it may do.', ['WriteAudience', 'Reports']),
  AllClients: boolean('True: it reaches every client of the account, those made later too.', false),
  ClientIDs: list(text(), 'The clients it reaches that are still there; empty where AllClients is true.', [id('a')]),
  Networks: list(text(), 'Where calls may come from; empty for anywhere.', ['192.0.2.0/24']),
  CreatedBy: text('The name of who made it.', 'Carla Bloom'),
  CreatedDate: fields.MadeDate,
  ExpiresDate: text('When it ends by itself, in the time zone of the account; empty for never.', '2027-03-21 00:00:00'),
  LastUsedDate: text('When its present secret was used last, to the minute, in the time zone of the account; empty for never.', '2026-03-21 08:00:00'),
  LastUsedFrom: text('The network address of that use.', '192.0.2.7'),
  OldEndsDate: text('Until when the secret before works as well, in the time zone of the account; empty where none does.', ''),
  OldLastUsedDate: text('When that old secret was used last; empty for never. Something still needs the new one.', ''),
  OldLastUsedFrom: text('The network address of that use of the old secret.', ''),
  RevokedDate: text('When it was revoked, in the time zone of the account; empty unless it was.', ''),
})

export const KeyPage = record('KeyPage', { Keys: list(KeyDetail, 'The keys of this page.'), NextCursor: fields.NextCursor })

const ofKey = { ApiKey, KeyID: text('The key: 32 hexadecimal digits.', id('7')) }

export const keys = {
  'Key.Create': card('CreateKey', part('Keys'), 'create', {
    summary: 'Makes an API key that may do what its scopes say, and yields its secret once.',
    parameters: {
      ApiKey,
      Label: text('What uses the key, one line of at most 100 characters.', 'Shop'),
      Scopes: list(KeyScope, 'What the key may do; each scope gives rights that its maker needs on every client of the key.', ['WriteAudience', 'Reports']),
      ClientIDs: optional(list(text(), 'Clients the key reaches, at most 1,000; left out or empty for all whose keys the caller manages.', [id('a')])),
      ExpiresDate: optional(
        text(
          'When the key ends by itself: YYYY-MM-DD HH:MM:SS in the time zone of the account, in the future; left out or empty for never.',
          '2027-03-21 00:00:00',
        ),
      ),
      Networks: optional(
        list(text(), 'Where calls may come from: up to 50 addresses or ranges such as 192.0.2.0/24; left out or empty for anywhere.', ['192.0.2.0/24']),
      ),
    },
    result: U(KeySecret),
    refusals: ['MissingParameter', 'InvalidDate', 'InvalidClientId', 'TooManyKeys'],
  }),
  'Key.List': card('ListKeys', part('Keys'), 'read', {
    summary: 'The keys the caller manages, the newest first, those that work no more too.',
    parameters: { ApiKey, ...page },
    result: U(KeyPage),
    refusals: [],
  }),
  'Key.Get': card('GetKey', part('Keys'), 'read', {
    summary: 'What a key may do, who made it, and when it was used last.',
    parameters: ofKey,
    result: U(KeyDetail),
    refusals: ['UnknownKey'],
  }),
  'Key.Rotate': card('RotateKey', part('Keys'), 'change', {
    summary: 'Gives a key a new secret and yields it once; the old one ends at once or after an overlap.',
    parameters: { ...ofKey, OverlapHours },
    result: U(KeySecret),
    refusals: ['UnknownKey', 'KeyInOverlap', 'KeyEnded'],
  }),
  'Key.EndOverlap': card('EndKeyOverlap', part('Keys'), 'change', {
    summary: 'Ends the old secret of a rotated key now.',
    parameters: ofKey,
    result: R,
    refusals: ['UnknownKey'],
  }),
  'Key.Revoke': card('RevokeKey', part('Keys'), 'change', {
    summary: 'Ends a key for good: every secret of it is refused from the next call on.',
    parameters: ofKey,
    result: R,
    refusals: ['UnknownKey'],
  }),
}
