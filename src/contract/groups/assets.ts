/** Images of clients. Larger files come by `POST /api/uploads`. */

import { card, on, R, U } from '../card.ts'
import { longestPage } from '../limits.ts'
import { boolean, int, list, optional, record, text } from '../shapes.ts'
import { Cursor, fields, id, ofClient } from '../words.ts'

/** An image of a client. The date is in the time zone of the client. */
export const Asset = record('Asset', {
  AssetID: text('The asset: 32 hexadecimal digits.', id('e')),
  Name: text('The name it was given, or of its file.', 'tulips.jpg'),
  Url: text(
    'Where it is served, for HTML; what is there never changes. With ?w=100, 150, 200, 300, 400, 600 or 800 a copy of that width in pixels, with &x=2 of twice as many, never enlarged.',
    `https://mail.example.com/files/client/${id('a')}/${'9f86d081884c7d65'.repeat(4)}.jpg`,
  ),
  MediaType: text('image/png, image/jpeg, image/gif or image/webp: what the file is, whatever its name says.', 'image/jpeg'),
  Width: int('Pixels across, as it is shown.', 1200),
  Height: int('Pixels down, as it is shown.', 800),
  Animated: boolean('It has more than one frame; of such images and of GIF there are no smaller copies.', false),
  Bytes: int('The size in octets, without metadata, which is not kept.', 148_211),
  CreatedDate: text('When it was uploaded, in the time zone of the client.', '2026-03-20 09:30:00'),
})

export const AssetPage = record('AssetPage', { Assets: list(Asset, 'The images of this page, the newest first.'), NextCursor: fields.NextCursor })

export const assets = {
  // a prepared create: images are read in a thread, for which no transaction waits
  'Asset.Upload': card('UploadAsset', on('ClientID', 'Draft'), 'prepared create', {
    summary: 'Makes an image of a client from an upload or from a small file in the call, and yields it with its address.',
    parameters: {
      ...ofClient,
      UploadID: optional(text('The file as an upload of this client, as POST /api/uploads yields it; this or Content is needed. It is used up.', id('e'))),
      Content: optional(text('The file in base64 without line breaks, at most 65,536 characters of it: 48 KB of file; needed without UploadID.', '')),
      Name: optional(text('The name of the image, one line of at most 250 characters; left out, that of the uploaded file.', 'tulips.jpg')),
    },
    either: ['UploadID', 'Content'],
    result: U(Asset),
    refusals: ['MissingParameter', 'UnknownUpload', 'UploadInUse', 'NotAnImage', 'ImageTooLarge', 'TooManyAssets'],
  }),
  'Asset.Crop': card('CropAsset', on('ClientID', 'Draft'), 'prepared create', {
    summary: 'Makes an image of a part of an image; the other one stays as it is.',
    parameters: {
      ...ofClient,
      AssetID: text('The asset: 32 hexadecimal digits, as Asset.List names it. No GIF, and none that is animated.', id('e')),
      X: int('Pixels from the left edge of the image as it is shown.', 120),
      Y: int('Pixels from its upper edge.', 0),
      Width: int('Pixels across of the part.', 600),
      Height: int('Pixels down of the part.', 400),
    },
    result: U(Asset),
    refusals: ['UnknownAsset', 'NotAnImage', 'ImageTooLarge', 'TooManyAssets'],
  }),
  'Asset.List': card('GetAssets', on('ClientID', 'Draft'), 'read', {
    summary: 'The images of a client, the newest first, page by page.',
    parameters: { ...ofClient, Cursor, Limit: int(`Images of this page, at most ${longestPage}; 0 for as many as a page holds.`, 100) },
    result: U(AssetPage),
    refusals: [],
  }),
  'Asset.Delete': card('DeleteAsset', on('ClientID', 'Draft'), 'change', {
    summary: 'Deletes an image; it stays at its address where a campaign or a template shows it, and can be restored for 30 days.',
    parameters: { ...ofClient, AssetID: text('The asset: 32 hexadecimal digits, as Asset.List names it.', id('e')) },
    result: R,
    refusals: ['UnknownAsset'],
  }),
}
