import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { readInstallationSecret, SecretRefused } from './installation.ts'

let it: TestDatabase
let dataFolder: string

beforeEach(async () => {
  it = await freshDatabase()
  dataFolder = await mkdtemp(join(tmpdir(), 'ls-'))
})
afterEach(async () => {
  await it.drop()
  await rm(dataFolder, { recursive: true })
})

function refusal(sentence: RegExp) {
  return (error: Error) => {
    assert.ok(error instanceof SecretRefused)
    assert.match(error.message, sentence)
    return true
  }
}

test('the first start creates a secret, later ones read it', async () => {
  const secret = await readInstallationSecret(it.db, { dataFolder })
  assert.ok(secret.length >= 32)
  assert.deepEqual(await readInstallationSecret(it.db, { dataFolder }), secret)
  assert.equal((await stat(join(dataFolder, 'secret'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(dataFolder), ['secret'])
})

test('the database stores only a fingerprint', async () => {
  const secret = await readInstallationSecret(it.db, { dataFolder })
  const [row] = await it.db`select installation::text as all from installation`
  assert.ok(!String(row!.all).includes(secret.toString('hex')) && !String(row!.all).includes(secret.toString()))
})

test('concurrent first starts agree on one secret', async () => {
  const starts = [1, 2, 3, 4].map(() => readInstallationSecret(it.db, { dataFolder }))
  const [first, ...others] = await Promise.all(starts)
  for (const other of others) assert.deepEqual(other, first)
  assert.deepEqual(await readdir(dataFolder), ['secret'])
})

test('a given secret is used, and no file is made', async () => {
  const given = 'x'.repeat(32)
  assert.equal((await readInstallationSecret(it.db, { dataFolder, given })).toString(), given)
  assert.deepEqual(await readdir(dataFolder), [])
})

test('the file’s content serves as LETTERSHOP_SECRET on other machines', async () => {
  const secret = await readInstallationSecret(it.db, { dataFolder })
  const given = await readFile(join(dataFolder, 'secret'), 'utf8')
  assert.deepEqual(await readInstallationSecret(it.db, { dataFolder: join(dataFolder, 'elsewhere'), given }), secret)
})

test('a short secret is refused', async () => {
  await assert.rejects(
    readInstallationSecret(it.db, { dataFolder, given: 'x'.repeat(31) }),
    refusal(/LETTERSHOP_SECRET is too short/),
  )
})

test('another secret than the database’s is refused, whether given or in the file', async () => {
  await readInstallationSecret(it.db, { dataFolder })
  await assert.rejects(
    readInstallationSecret(it.db, { dataFolder, given: 'y'.repeat(40) }),
    refusal(/^LETTERSHOP_SECRET is not the one .*Set the secret of the first start/),
  )
  await writeFile(join(dataFolder, 'secret'), 'z'.repeat(40))
  await assert.rejects(
    readInstallationSecret(it.db, { dataFolder }),
    refusal(/secret is not the one .*Put the file back/),
  )
})

test('a lost secret is an error, and no new one is created', async () => {
  await readInstallationSecret(it.db, { dataFolder })
  await rm(join(dataFolder, 'secret'))
  await assert.rejects(readInstallationSecret(it.db, { dataFolder }), refusal(/Put the file back from a backup/))
  assert.deepEqual(await readdir(dataFolder), [])
})
