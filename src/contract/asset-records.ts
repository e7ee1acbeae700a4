/** The record types of assets. */
import { boolean, int, list, record, text } from './shapes.ts'

/** An image of a client. The date is in the time zone of the client. */
export const Asset = record('Asset', {
  AssetID: text,
  Name: text,
  Url: text,
  MediaType: text,
  Width: int,
  Height: int,
  Animated: boolean,
  Bytes: int,
  CreatedDate: text,
})

export const AssetPage = record('AssetPage', { Assets: list(Asset), NextCursor: text })
