import { Branding } from '../branding-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import type { Members, Shape } from '../shapes.ts'

const { LogoImageUrl, ...settings } = Branding.fields

// biome-ignore format: a table reads by its columns
export const branding = {
  'Client.SetBranding': row('SetClientBranding', { ...ofClient, ...settings }, R, on('ClientID', 'Settings'), 'Replaces how the public pages and the confirmation mails of a client look and what they say; what is empty is as without branding.'),
  'Client.GetBranding': row('GetClientBranding', ofClient, U(Branding), on('ClientID', 'View'), 'How the public pages and the confirmation mails of a client look and what they say.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
