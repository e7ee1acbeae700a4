/** Keys with scopes. */
import { KeyDetail, KeyPage, KeyScope, KeySecret } from '../key-records.ts'
import { type Access, part, R, type Row, row, U } from '../row.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

const ofKey = { ApiKey: text, KeyID: text }

// biome-ignore format: a table reads by its columns
export const keys = {
  'Key.Create': row('CreateKey', { ApiKey: text, Label: text, Scopes: list(KeyScope), ClientIDs: list(text), ExpiresDate: text, Networks: list(text) }, U(KeySecret), part('Keys'), 'Makes an API key that may do what its scopes say, and yields its secret once.'),
  'Key.List': row('ListKeys', { ApiKey: text, Cursor: text, Limit: int }, U(KeyPage), part('Keys'), 'The keys the caller manages, the newest first, those that work no more too.'),
  'Key.Get': row('GetKey', ofKey, U(KeyDetail), part('Keys'), 'What a key may do, who made it, and when it was used last.'),
  'Key.Rotate': row('RotateKey', { ...ofKey, OverlapHours: int }, U(KeySecret), part('Keys'), 'Gives a key a new secret and yields it once; the old one ends at once or after an overlap.'),
  'Key.EndOverlap': row('EndKeyOverlap', ofKey, R, part('Keys'), 'Ends the old secret of a rotated key now.'),
  'Key.Revoke': row('RevokeKey', ofKey, R, part('Keys'), 'Ends a key for good: every secret of it is refused from the next call on.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
