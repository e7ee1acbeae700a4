import { gif, png } from '../../harness/images.ts'
import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const unknown = '0'.repeat(32)
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const vast = Buffer.from(gif)
vast.writeUInt16LE(65_535, 6)
vast.writeUInt16LE(65_535, 8)

export const assets = [
  cases('Asset.Upload', { ...client, UploadID: '', Content: '', Name: '' }, [
    ['an image is made from an upload, under the name of its file', { UploadID: '{upload}' }, 'success', 'dot'],
    ['an upload is used once', { UploadID: '{upload}' }, 'UnknownUpload'],
    ['a file that is there already is not kept twice', { Content: base64(png), Name: 'Again' }],
    ['a small file comes in the call', { Content: base64(gif), Name: 'Logo & <more>' }, 'success', 'logo'],
    ['another call uses the upload', { UploadID: '{usedUpload}' }, 'UploadInUse'],
    ['an upload of another client is unknown', { UploadID: '{foreignUpload}' }, 'UnknownUpload'],
    ['a text is no image', { UploadID: '{textUpload}' }, 'NotAnImage'],
    ['an upload that is no image is still there', { UploadID: '{textUpload}' }, 'NotAnImage'],
    ['SVG is no image here', { Content: base64(svg) }, 'NotAnImage'],
    ['an image that was cut off is refused', { Content: base64(png.subarray(0, 50)) }, 'NotAnImage'],
    ['an image has at most 25 megapixels', { Content: base64(vast) }, 'ImageTooLarge'],
    ['there must be a file', {}, 'MissingParameter'],
    ['there must be one file', { UploadID: '{textUpload}', Content: base64(png) }, 'InvalidParameter'],
    ['a file in the call is base64', { Content: 'GIF89a…' }, 'InvalidParameter'],
    ['a name is one line', { Content: base64(gif), Name: 'a\tb' }, 'InvalidCharacters'],
    ['a client has at most 5,000', { ClientID: '{crowded}', Content: base64(gif) }, 'TooManyAssets'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}', Content: base64(gif) }, 'AccessDenied'],
  ]),
  cases('Asset.List', { ...client, Cursor: '', Limit: 0 }, [
    ['images come the newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterLogo'],
    ['the page after it', { Limit: 1, Cursor: '{afterLogo}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Asset.Crop', { ...client, AssetID: '{dot}', X: 0, Y: 0, Width: 1, Height: 1 }, [
    ['a part of an image is an image of its own', {}, 'success', 'cut'],
    ['a part is inside of the image', { Width: 4_000 }, 'InvalidParameter'],
    ['a part has pixels', { Height: 0 }, 'InvalidParameter'],
    ['a part begins in the image', { X: -1 }, 'InvalidParameter'],
    ['a GIF is not cropped', { AssetID: '{logo}' }, 'NotAnImage'],
    ['an unknown image cannot be cropped', { AssetID: unknown }, 'UnknownAsset'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Asset.Delete', { ...client, AssetID: '{logo}' }, [
    ['an image is deleted', {}],
    ['a deleted image is unknown', {}, 'UnknownAsset'],
    ['an unknown image cannot be deleted', { AssetID: unknown }, 'UnknownAsset'],
    ['another client has other images', { ClientID: '{crowded}', AssetID: '{dot}' }, 'UnknownAsset'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
