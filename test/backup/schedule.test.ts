/** Scheduled backups, and what an erasure since the backup becomes after a restore: the program as an operator starts it. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { findRunningEmbedded } from '../../src/store/embedded/embedded.ts'
import { type Ended, lettershop } from '../harness/command.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

let base: string
let data: string
let folder: string
let own: Readonly<Record<string, string>>
let recipient: string
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'lettershop-schedule-'))
  data = join(base, 'data')
  folder = join(base, 'backups')
  await mkdir(folder)
  own = { LETTERSHOP_DATA: data, LETTERSHOP_ADMIN_PASSWORD: 'a password of the tests' }
  recipient = (await lettershop(['backup', 'key', join(base, 'key.txt')])).stdout.trim()
})
after(() => rm(base, { recursive: true, force: true }))

const schedule = (...args: string[]): Promise<Ended> => lettershop(['backup', 'schedule', ...args], own)

async function withDatabase<Value>(use: (db: Database) => Promise<Value>): Promise<Value> {
  const db = connect((await findRunningEmbedded(data))!, { max: 1 })
  try {
    return await use(db)
  } finally {
    await db.end()
  }
}

async function withProgram<Value>(
  use: (program: Program) => Promise<Value>,
  log?: (text: string) => void,
  settings: Readonly<Record<string, string>> = own,
): Promise<Value> {
  const program = await startProgram(settings, log ? { onLog: log } : {})
  try {
    return await use(program)
  } finally {
    await program.end()
  }
}

test('a schedule is set, shown and ended; one that cannot work is refused', async () => {
  await withProgram(async () => {
    assert.equal((await schedule()).stdout, 'No backup is scheduled.\n')
    const at = ['--at', '02:30', '--folder', folder, '--keep', '2']
    for (const [args, sentence, code] of [
      [[...at, '--recipient', 'age1nonsense'], /^This is no public key of age/, 1],
      [[...at], /^Give one of --recipient, --passphrase-file and --plain/, 2],
      [[...at, '--plain', '--recipient', recipient], /^Give one of/, 2],
      [['--at', '24:30', '--folder', folder, '--keep', '2', '--plain'], /^--at is a time of day in UTC/, 2],
      [
        ['--at', '02:30', '--folder', join(base, 'none'), '--keep', '2', '--plain'],
        /is no folder\. Make it first\./,
        1,
      ],
      [['--at', '02:30', '--folder', folder, '--keep', '0', '--plain'], /^--keep is a number from 1\./, 2],
    ] as const) {
      const ended = await schedule(...args)
      assert.match(ended.stderr, sentence)
      assert.equal(ended.code, code)
    }
    assert.equal((await schedule()).stdout, 'No backup is scheduled.\n')
    const { stdout, code } = await schedule(...at, '--recipient', recipient)
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^Each day at 02:30 UTC into \S+backups, encrypted for age1\w+; the newest 2 stay\.\nThe next: 20\S+T02:30:00\.000Z, /,
    )
  })
})

/** Missed while the service was down: what runs here takes no backup, so it cannot end with a claim on this one. */
async function missBackup(): Promise<void> {
  const miss = () => withDatabase(db => db`update backup_schedule set next_at = now() - interval '1 hour'`)
  await withProgram(miss, undefined, { ...own, LETTERSHOP_ROLES: 'api' })
}

test('the service makes what is due, keeps the newest, and goes on at the next day', async () => {
  const old = ['lettershop-2020-01-01T00-00-00Z.tar.gz.age', 'lettershop-2020-01-02T00-00-00Z.tar.gz.age']
  for (const name of [...old, 'notes.txt', 'lettershop-of-mine.tar.gz']) await writeFile(join(folder, name), '')
  await missBackup()
  await withProgram(async () => {
    const made = () =>
      withDatabase(db => db`select file, scheduled, encrypted, problem, rows > 0 as filled from backups`)
    await until(async () => (await made()).length > 0, 'the backup is made')
    const [backup, ...more] = await made()
    assert.deepEqual(more, [])
    const file: string = backup!.file
    assert.deepEqual(
      { ...backup, file: '' },
      { file: '', scheduled: true, encrypted: true, problem: null, filled: true },
    )
    await until(
      async () =>
        (await withDatabase(db => db`select from backup_schedule where claimed_until < now() and next_at > now()`))
          .length === 1,
      'the next day is awaited',
    )
    assert.deepEqual((await readdir(folder)).sort(), [
      old[1]!,
      file.slice(folder.length + 1),
      'lettershop-of-mine.tar.gz',
      'notes.txt',
    ])
    assert.match(
      (await schedule()).stdout,
      /\nThe last backups:\n20\S+ {2}\S+backups\/lettershop-20\S+\.age, 0\.\d MB, not verified\n$/,
    )
    const verified = await lettershop(['backup', 'verify', file, '--identity', join(base, 'key.txt')], own)
    assert.equal(verified.code, 0, verified.stderr)
    assert.match((await schedule()).stdout, / MB, verified 20\d\d-\d\d-\d\d\n$/)
  })
})

test('one that fails is in the log and in the list, and is tried the next day', async () => {
  await rm(folder, { recursive: true })
  await missBackup()
  let log = ''
  await withProgram(
    async () => {
      const problems = () => withDatabase(db => db`select problem from backups where problem is not null`)
      await until(async () => (await problems()).length > 0, 'the failure is written down')
      assert.match((await problems())[0]!.problem, /is no folder\. Make it first\./)
      await until(async () => log.includes('the scheduled backup failed'), 'the log records it')
    },
    text => {
      log += text
    },
  )
  await mkdir(folder)
  await withProgram(async () => {
    const { stdout } = await schedule('off')
    assert.match(
      stdout,
      /^No backup is scheduled\.\n\nThe last backups:\n20\S+ {2}failed: \S+ is no folder\. Make it first\.\n/,
    )
  })
})

test('a contact that was erased since the backup is erased again after the restore', async () => {
  const file = join(base, 'before.tar.gz')
  const erased = await withProgram(async program => {
    const ClientID = await program.call<string>('Client.Create', {
      ...{ CompanyName: 'Bloom', ContactName: 'Rosa', EmailAddress: 'rosa@bloom.example', Country: 'Germany' },
      Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
    })
    const list = { Title: 'Readers', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
    const ListID = await program.call<string>('List.Create', { ClientID, ...list })
    for (const Email of ['wilma@people.example', 'stays@people.example'])
      await program.call('Subscriber.Add', { ListID, Email, Name: 'Someone' })
    assert.equal((await lettershop(['backup', file], own)).code, 0)
    const ErasureID = await program.call<string>('Erasure.Create', { ClientID, Email: 'wilma@people.example' })
    return { ClientID, ListID, ErasureID }
  })
  const restored = join(base, 'restored')
  const to = { ...own, LETTERSHOP_DATA: restored }
  const record = await lettershop(['restore', file, '--erasures', join(base, 'key.txt')], to)
  assert.match(record.stderr, /^The record of erasures is a file that is called erasures\./)
  const { code, stderr } = await lettershop(['restore', file, '--erasures', join(data, 'erasures')], to)
  assert.equal(code, 0, stderr)
  const program = await startProgram(to)
  try {
    const { ClientID, ListID, ErasureID } = erased
    const active = await program.call<readonly { EmailAddress: string }[]>('Subscribers.GetActive', {
      ListID,
      Date: '2001-01-01 00:00:00',
    })
    assert.deepEqual(
      active.map(({ EmailAddress }) => EmailAddress),
      ['stays@people.example'],
    )
    const receipt = () => program.call<{ IsReplayed: boolean; State: string }>('Erasure.Get', { ClientID, ErasureID })
    await until(async () => (await receipt()).State === 'Done', 'the erasure is made again')
    assert.equal((await receipt()).IsReplayed, true)
  } finally {
    await program.end()
  }
})
