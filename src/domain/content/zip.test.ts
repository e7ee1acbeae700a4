import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { ZipFile } from 'yazl'
import { readZip, ZipRefused } from './zip.ts'

type Entries = Readonly<Record<string, { readonly content?: Buffer; readonly mode?: number } | string>>

/** A zip by yazl; names are put in place of others of the same length afterwards, since yazl writes no bad ones. */
async function pack(entries: Entries, rename: Readonly<Record<string, Buffer | string>> = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, entry] of Object.entries(entries)) {
    const { content = Buffer.from('content'), mode = 0o100644 } =
      typeof entry === 'string' ? { content: Buffer.from(entry) } : entry
    if (name.endsWith('/')) zip.addEmptyDirectory(name)
    else zip.addBuffer(content, name, { mode })
  }
  zip.end()
  const bytes = await buffer(zip.outputStream)
  for (const [from, to] of Object.entries(rename)) {
    assert.equal(Buffer.byteLength(from), Buffer.from(to).length)
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) Buffer.from(to).copy(bytes, at)
  }
  return bytes
}

test('files come by their path; folders and what packers leave are left out', async () => {
  const files = await readZip(
    await pack({
      'images/': '',
      'images/logo.png': 'logo',
      'grüße.css': 'css',
      '__MACOSX/images/._logo.png': 'x',
      'images/.DS_Store': 'x',
      'a/Thumbs.db': 'x',
    }),
  )
  assert.deepEqual([...files.keys()].sort(), ['grüße.css', 'images/logo.png'])
  assert.equal(files.get('images/logo.png')?.toString(), 'logo')
})

test('backslashes of Windows separate folders', async () => {
  const files = await readZip(
    await pack(
      { 'html-index.html': 'page', 'img-a.png': 'a', 'img-': '' },
      { 'html-index.html': 'html\\index.html', 'img-a.png': 'img\\a.png', 'img-': 'img\\' },
    ),
  )
  assert.deepEqual([...files.keys()].sort(), ['html/index.html', 'img/a.png'])
})

const encrypted = async () => {
  const bytes = await pack({ 'a.png': 'x' })
  const central = bytes.indexOf('PK\x01\x02')
  bytes.writeUInt16LE(bytes.readUInt16LE(central + 8) | 1, central + 8)
  return bytes
}

/** Declares less than it unpacks to. */
const understated = async () => {
  const bytes = await pack({ 'a.css': { content: Buffer.alloc(1_000_000) } })
  const central = bytes.indexOf('PK\x01\x02')
  bytes.writeUInt32LE(1_000, central + 24)
  return bytes
}

const cases: readonly (readonly [subject: string, zip: () => Promise<Buffer>, sentence: RegExp])[] = [
  ['nothing', async () => Buffer.alloc(0), /not a readable zip/],
  ['a page instead of a zip', async () => Buffer.from('<html>'.repeat(100)), /not a readable zip/],
  ['a zip cut short', async () => (await pack({ 'a.png': 'x' })).subarray(0, 60), /not a readable zip/],
  ['a path upwards', () => pack({ 'aa/evil.png': 'x' }, { 'aa/evil.png': '../evil.png' }), /not a plain relative path/],
  [
    'a path upwards later on',
    () => pack({ 'a/bb/evil.png': 'x' }, { 'a/bb/evil.png': 'a/../evil.png' }),
    /not a plain relative path/,
  ],
  ['an absolute path', () => pack({ 'aevil.png': 'x' }, { 'aevil.png': '/evil.png' }), /not a plain relative path/],
  [
    'a backslash that leads out',
    () => pack({ 'aa/evil.png': 'x' }, { 'aa/evil.png': '..\\evil.png' }),
    /plain relative path/,
  ],
  [
    'a backslash that leads out later on',
    () => pack({ 'a/bb/bb/evil.png': 'x' }, { 'a/bb/bb/evil.png': 'a\\..\\..\\evil.png' }),
    /plain relative path/,
  ],
  [
    'a share',
    () => pack({ 'aahost/evil.png': 'x' }, { 'aahost/evil.png': '\\\\host\\evil.png' }),
    /plain relative path/,
  ],
  [
    'a drive with a backslash',
    () => pack({ 'c-/evil.png': 'x' }, { 'c-/evil.png': 'c:\\evil.png' }),
    /plain relative path/,
  ],
  [
    'one name with both slashes',
    () => pack({ 'a/b.png': 'x', 'a-b.png': 'y' }, { 'a-b.png': 'a\\b.png' }),
    /a\/b\.png twice/,
  ],
  ['a drive', () => pack({ 'c-evil.png': 'x' }, { 'c-evil.png': 'c:evil.png' }), /not a plain relative path/],
  ['an empty part', () => pack({ 'a/-evil.png': 'x' }, { 'a/-evil.png': 'a//evil.png' }), /not a plain relative path/],
  ['a line break', () => pack({ 'a-evil.png': 'x' }, { 'a-evil.png': 'a\nevil.png' }), /control characters/],
  ['a NUL', () => pack({ 'a-evil.png': 'x' }, { 'a-evil.png': 'a\0evil.png' }), /control characters/],
  [
    'a name that is not UTF-8',
    () => pack({ 'a-b.png': 'x' }, { 'a-b.png': Buffer.from('a\xfcb.png', 'latin1') }),
    /not UTF-8/,
  ],
  ['a name that is too long', () => pack({ [`${'a'.repeat(300)}.png`]: 'x' }), /too long/],
  ['the same name twice', () => pack({ 'a.png': 'x', 'b.png': 'y' }, { 'b.png': 'a.png' }), /a\.png twice/],
  ['the same name in another case', () => pack({ 'a.png': 'x', 'A.png': 'y' }), /A\.png twice/],
  [
    'a symbolic link',
    () => pack({ 'a.png': { content: Buffer.from('/etc/passwd'), mode: 0o120777 } }),
    /link or device/,
  ],
  ['a device', () => pack({ 'a.png': { mode: 0o020666 } }), /link or device/],
  ['an encrypted file', encrypted, /encrypted/],
  ['a bomb', () => pack({ 'a.css': { content: Buffer.alloc(10_000_000) } }), /compressed more/],
  ['a bomb that understates itself', understated, /not a readable zip/],
  [
    'too much together',
    () => pack(Object.fromEntries([0, 1, 2].map(n => [`${n}.png`, { content: noise(7_000_000) }]))),
    /20000000 bytes together/,
  ],
  [
    'too many entries',
    () => pack(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.png`, 'x']))),
    /more than 500/,
  ],
]

/** What does not compress. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

for (const [subject, zip, sentence] of cases) {
  test(`${subject} is refused`, async () => {
    await assert.rejects(readZip(await zip()), (error: unknown) => {
      assert.ok(error instanceof ZipRefused, String(error))
      assert.match(error.message, sentence)
      return true
    })
  })
}

test('500 entries and a well compressible file pass', async () => {
  const entries: Record<string, { content: Buffer }> = {
    'blank.css': { content: Buffer.from('a { color: red }\n'.repeat(2_000)) },
  }
  for (let n = 1; n < 500; n++) entries[`${n}.png`] = { content: Buffer.from('x') }
  assert.equal((await readZip(await pack(entries))).size, 500)
})
