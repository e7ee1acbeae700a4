/** Images of clients. Larger files come by `POST /api/uploads`. */
import { Asset, AssetPage } from '../asset-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const assets = {
  'Asset.Upload': row('UploadAsset', { ...ofClient, UploadID: text, Content: text, Name: text }, U(Asset), on('ClientID', 'Draft'), 'Makes an image of a client from an upload or from a small file in the call, and yields it with its address.'),
  'Asset.List': row('GetAssets', { ...ofClient, Cursor: text, Limit: int }, U(AssetPage), on('ClientID', 'Draft'), 'The images of a client, the newest first, page by page.'),
  'Asset.Delete': row('DeleteAsset', { ...ofClient, AssetID: text }, R, on('ClientID', 'Draft'), 'Deletes an image; it stays at its address where a campaign or a template shows it, and can be restored for 30 days.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
