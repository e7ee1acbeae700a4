/** Files read in a thread: what arrives is what reading them here gives. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { guessMapping } from './guessing.ts'
import { definitionsWith } from './mapping.ts'
import { openImport } from './readers/open.ts'
import { inspectFile, type OpenReader, readerHere, readerThread, readStagedLines } from './reading.ts'
import { UnreadableSource } from './source.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-reading-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function fileOf(content: string | Buffer) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return { path, name: 'people.csv' }
}

async function read(open: OpenReader, content: string | Buffer) {
  const file = await fileOf(content)
  const reader = await open(file.path)
  try {
    const found = await inspectFile(reader, file)
    const mapping = guessMapping(found, [], false)
    const order = {
      key: { clientId: 1, importId: 2 },
      file,
      found,
      mapping,
      fields: definitionsWith(mapping, []),
      timeZone: 'UTC',
      asks: { personalising: false, hygiene: false },
    }
    let lines = ''
    let lastRow = 0
    for await (const piece of readStagedLines(reader, order)) {
      lines += piece.lines
      lastRow = piece.lastRow
    }
    return { found, lines, lastRow }
  } finally {
    await reader.stop()
  }
}

test('a thread gives the rows that reading here gives, in several pieces', async () => {
  const people = Array.from({ length: 3_000 }, (_, n) => `p${n}@x.example,"Zoë, ${n}"`)
  const content = `email,name\n${people.join('\n')}\n`
  const here = await read(readerHere, content)
  const there = await read(readerThread, content)
  assert.deepEqual(there, here)
  assert.deepEqual([there.lastRow, there.lines.split('\n').length - 1], [3_000, 3_000])
  assert.match(there.lines, /^1\t2\t1\tp0@x\.example\tp0@x\.example\tZoë, 0\t/)
})

test('what is wrong with a file crosses from the thread, and nothing else does as its fault', async () => {
  await assert.rejects(read(readerThread, '%PDF-1.7'), error => {
    assert.ok(error instanceof UnreadableSource)
    assert.equal(error.message, 'people.csv is a PDF. Save the table as CSV or .xlsx.')
    return true
  })
  const reader = await readerThread((await fileOf('email\n')).path)
  const missing = { path: join(folder, 'missing'), name: 'missing.csv' }
  await assert.rejects(inspectFile(reader, missing), error => !(error instanceof UnreadableSource))
  await reader.stop()
})

test('a reader that is stopped ends what waits for it', async () => {
  const file = await fileOf('email\nann@x.example\n')
  const reader = await readerThread(file.path)
  const inspecting = assert.rejects(inspectFile(reader, file), /stopped/)
  await reader.stop()
  await inspecting
})

test('a file is opened again with the encoding that its first opening found', async () => {
  const file = await fileOf(Buffer.from('email;name\nann@x.example;Zo\xeb M\xfcller aus K\xf6ln\n', 'latin1'))
  const { encodings } = await openImport(file)
  assert.deepEqual(encodings, ['windows-1252'])
  // another one is believed, so that it is not looked for
  const again = await openImport(file, { encodings: ['utf-8'] })
  assert.deepEqual([again.encoding, again.warnings], ['utf-8', undefined])
})
