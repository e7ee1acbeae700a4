import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif, jpeg, png } from '../../../test/harness/images.ts'
import { isKnownMediaType, mediaTypeOf } from './media.ts'

const cases: readonly (readonly [subject: string, bytes: Buffer, type: string | undefined])[] = [
  ['a PNG', png, 'image/png'],
  ['a GIF', gif, 'image/gif'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a WebP', Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
  ['a WOFF2 font', Buffer.from('wOF2\0\x01\0\0', 'latin1'), 'font/woff2'],
  ['HTML', Buffer.from('<!doctype html><script>x()</script>'), undefined],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a script', Buffer.from('alert(1)'), undefined],
  ['a PDF', Buffer.from('%PDF-1.7'), undefined],
  ['a PNG cut off in its signature', png.subarray(0, 7), undefined],
  ['nothing', Buffer.alloc(0), undefined],
]
for (const [subject, bytes, type] of cases) {
  test(`${subject} is ${type ?? 'not kept'}`, () => assert.equal(mediaTypeOf(bytes), type))
}

test('only files whose bytes show their type are served with it', () => {
  assert.ok(isKnownMediaType('image/png'))
  for (const type of ['text/html', 'image/svg+xml', 'text/css', 'application/xhtml+xml', 'toString', '']) {
    assert.ok(!isKnownMediaType(type), type)
  }
})
