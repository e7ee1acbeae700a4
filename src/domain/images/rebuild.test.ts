/** Files that strangers call images: what is kept of them is an image and nothing else. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { gif, jpeg, png } from '../../../test/harness/images.ts'
import {
  animation,
  colourProfile,
  exif,
  extendedWebp,
  intoJpeg,
  intoPng,
  picture,
  pngChunk,
} from '../../../test/harness/pictures.ts'
import { decode } from './pixels.ts'
import { mostFrames, mostImageBytes, rebuildImage } from './rebuild.ts'
import { imageTasksHere } from './tasks.ts'

const evil = '<script>alert(document.domain)</script>'
const zip = 'PK\x03\x04 and the rest of a ZIP'
let plain: { readonly png: Buffer; readonly jpeg: Buffer; readonly webp: Buffer }
before(async () => {
  plain = {
    png: await picture('image/png', 60, 40),
    jpeg: await picture('image/jpeg', 60, 40),
    webp: await picture('image/webp', 60, 40),
  }
})

const refuses = (file: Buffer, refusal: 'NotAnImage' | 'ImageTooLarge', reason = /./) =>
  assert.throws(
    () => rebuildImage(file),
    (error: { refusal?: string; detail?: string }) => error.refusal === refusal && reason.test(error.detail ?? ''),
  )

describe('what else a file holds is left behind, and the picture is the same', () => {
  const files = {
    'a PNG with texts, an unknown chunk and a ZIP behind it': () =>
      Buffer.concat([
        intoPng(
          plain.png,
          Buffer.concat([pngChunk('tEXt', `Comment\0${evil}`), pngChunk('evIl', evil), pngChunk('eXIf', evil)]),
        ),
        Buffer.from(zip + evil),
      ]),
    'a JPEG with a comment, XMP, EXIF and HTML behind it': () =>
      Buffer.concat([
        intoJpeg(
          intoJpeg(intoJpeg(plain.jpeg, 0xfe, evil), 0xe1, exif(1, evil)),
          0xe1,
          `http://ns.adobe.com/xap/1.0/\0${evil}`,
        ),
        Buffer.from(zip + evil),
      ]),
    'a WebP with EXIF, XMP, an unknown chunk and HTML behind it': () =>
      Buffer.concat([
        extendedWebp(plain.webp, 60, 40, [
          ['EXIF', evil],
          ['XMP ', evil],
          ['EVIL', evil],
        ]),
        Buffer.from(zip + evil),
      ]),
  }
  for (const [name, file] of Object.entries(files)) {
    test(name, async () => {
      const { bytes, mediaType, width, height, frames } = rebuildImage(file())
      assert.deepEqual([width, height, frames], [60, 40, 1])
      assert.ok(!bytes.includes('<script') && !bytes.includes('PK\x03\x04'), 'nothing of it is left')
      const original = { 'image/png': plain.png, 'image/jpeg': plain.jpeg, 'image/webp': plain.webp }
      assert.ok(mediaType !== 'image/gif')
      assert.deepEqual(await decode(mediaType, bytes), await decode(mediaType, original[mediaType]))
      assert.deepEqual(rebuildImage(bytes).bytes, bytes, 'an image that was rebuilt stays as it is')
    })
  }

  test('a GIF with a comment, a text, a foreign application and HTML behind it', () => {
    const file = animation(3, 20, 10)
    const extension = (label: string, text: string) => `!${label}${String.fromCharCode(text.length)}${text}\0`
    const stuffed = Buffer.concat([
      file.subarray(0, 19),
      Buffer.from(
        extension('\xfe', evil) + extension('\x01', evil) + extension('\xff', `XMP DataXMP${evil}`),
        'latin1',
      ),
      file.subarray(19),
      Buffer.from(evil),
    ])
    const { bytes, width, height, frames } = rebuildImage(stuffed)
    assert.deepEqual([width, height, frames], [20, 10, 3])
    assert.deepEqual(bytes, file)
  })

  test('a GIF that is a script as well is only a GIF afterwards', () => {
    // GIF89a/* … */=1;alert(1) : what would be a comment of JavaScript is width and height
    const file = animation(1)
    const polyglot = Buffer.concat([
      file.subarray(0, file.length - 1),
      Buffer.from('!\xfe\x10*/=1;alert(1);//\0;', 'latin1'),
    ])
    assert.deepEqual(rebuildImage(polyglot).bytes, file)
  })
})

test('the orientation of a photo stays, without the other facts of EXIF, and width and height are as it is shown', async () => {
  const file = intoJpeg(plain.jpeg, 0xe1, exif(6, 'GPS 52.5200 N'))
  const { bytes, width, height } = rebuildImage(file)
  assert.deepEqual([width, height], [40, 60])
  assert.ok(!bytes.includes('GPS'))
  const { width: shown, height: down } = await decode('image/jpeg', bytes)
  assert.deepEqual([shown, down], [40, 60], 'decoded upright')
  const same = rebuildImage(intoJpeg(plain.jpeg, 0xe1, exif(1, 'x'))).bytes
  assert.ok(!same.includes('Exif'), 'an upright photo needs none')
})

test('a colour profile stays where it is one, and a text that says it is one does not', () => {
  const profile = colourProfile()
  const inPng = (data: Buffer) =>
    intoPng(plain.png, pngChunk('iCCP', Buffer.concat([Buffer.from(`${evil}\0\0`), deflateSync(data)])))
  const inJpeg = (data: Buffer) =>
    intoJpeg(plain.jpeg, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), data]))
  for (const wrap of [inPng, inJpeg]) {
    assert.deepEqual(rebuildImage(wrap(profile)).profile, profile)
    assert.ok(!rebuildImage(wrap(profile)).bytes.includes('<script'))
    assert.equal(rebuildImage(wrap(Buffer.from(evil.repeat(10)))).profile, undefined)
    assert.deepEqual(
      rebuildImage(wrap(Buffer.from(evil.repeat(10)))).bytes,
      rebuildImage(wrap === inPng ? plain.png : plain.jpeg).bytes,
    )
  }
  // a bomb: much more than a profile has
  assert.equal(rebuildImage(inPng(Buffer.alloc(50_000_000))).profile, undefined)
})

describe('what is no image of the four types is refused', () => {
  const files: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    HTML: Buffer.from(`<!doctype html>${evil}`),
    PDF: Buffer.from('%PDF-1.7\n'),
    BMP: Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
    'an icon': Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.alloc(60)]),
    'a font': Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(60)]),
    'HTML that begins like a GIF': Buffer.from(`GIF89a${evil}`),
    'HTML that begins like a PNG': Buffer.concat([png.subarray(0, 8), Buffer.from(evil)]),
    'HTML that begins like a JPEG': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(evil)]),
    'HTML that begins like a WebP': Buffer.from(`RIFF\x10\0\0\0WEBP${evil}`),
    'a JPEG in the colours of printing': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from('ffc000140800010001040111000211000311000411 00'.replaceAll(' ', ''), 'hex'),
    ]),
  }
  for (const [name, file] of Object.entries(files)) test(name, () => refuses(file, 'NotAnImage'))
})

test('a file that was cut off anywhere is refused', () => {
  for (const file of [plain.png, plain.jpeg, plain.webp]) {
    for (let length = 0; length < file.length; length += 1 + Math.floor(file.length / 300)) {
      refuses(file.subarray(0, length), 'NotAnImage')
    }
  }
  // within its only frame
  for (let length = 0; length < gif.length - 1; length++) refuses(gif.subarray(0, length), 'NotAnImage')
})

test('bombs are refused by their headers, before anything is decoded', () => {
  const wide = intoPng(png, Buffer.alloc(0))
  wide.writeUInt32BE(60_000, 16)
  wide.writeUInt32BE(60_000, 20)
  // a header that is right
  refuses(
    Buffer.concat([wide.subarray(0, 8), pngChunk('IHDR', wide.subarray(16, 29)), wide.subarray(33)]),
    'ImageTooLarge',
    /60000 × 60000/,
  )
  refuses(animation(1, 65_535, 65_535), 'ImageTooLarge')
  // by its sides alone
  refuses(
    animation(1, 20_001, 1),
    'ImageTooLarge',
    /20001 × 1 pixels; it may have 25 megapixels, and 20000 pixels on a side/,
  )
  refuses(animation(1, 1, 20_001), 'ImageTooLarge', /1 × 20001/)
  refuses(animation(1, 5_001, 5_000), 'ImageTooLarge', /5001 × 5000 pixels; it may have 25 megapixels/)
  assert.equal(rebuildImage(animation(1, 5_000, 5_000)).width, 5_000)
  assert.equal(rebuildImage(animation(1, 20_000, 1_250)).width, 20_000)
  refuses(animation(mostFrames + 1), 'ImageTooLarge', /501 frames/)
  assert.equal(rebuildImage(animation(mostFrames)).frames, mostFrames)
  refuses(Buffer.concat([plain.png, Buffer.alloc(mostImageBytes)]), 'ImageTooLarge')
  const scan = plain.jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const scans = Array.from({ length: 101 }, () => plain.jpeg.subarray(scan, -2))
  refuses(Buffer.concat([plain.jpeg.subarray(0, scan), ...scans, plain.jpeg.subarray(-2)]), 'NotAnImage', /layers/)
})

test('a damaged file is refused or is an image; nothing else ever comes of it', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const webp = extendedWebp(plain.webp, 60, 40, [['EXIF', 'x']])
  for (const file of [plain.png, plain.jpeg, plain.webp, webp, animation(3)]) {
    for (let n = 0; n < 1_000; n++) {
      const damaged = Buffer.from(file)
      for (let times = 1 + random(3); times > 0; times--) damaged[random(Math.min(damaged.length, 400))] = random(256)
      try {
        const { bytes } = rebuildImage(damaged)
        assert.deepEqual(rebuildImage(bytes).bytes, bytes)
      } catch (error) {
        assert.ok(['NotAnImage', 'ImageTooLarge'].includes((error as { refusal: string }).refusal), String(error))
      }
    }
  }
})

test('what has the form of an image and no pixels that can be decoded is refused', async () => {
  const damaged = Buffer.from(plain.png)
  const idat = damaged.indexOf('IDAT')
  const data = damaged.subarray(idat + 4, idat + 40)
  const file = Buffer.concat([
    damaged.subarray(0, idat - 4),
    pngChunk('IDAT', Buffer.alloc(data.length, 9)),
    pngChunk('IEND', ''),
  ])
  await assert.rejects(imageTasksHere.readImage({ bytes: file }, { key: 1 }))
  assert.ok('bytes' in (await imageTasksHere.readImage({ bytes: plain.png }, { key: 1 })))
})
