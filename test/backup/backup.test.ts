/** `lettershop backup`, `verify` and `restore`, as an operator runs them beside a running service. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { writeArchive } from '../../src/domain/backups/archive.ts'
import { writeBackupFile } from '../../src/domain/backups/files.ts'
import { version } from '../../src/lib/version.ts'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { type Ended, lettershop } from '../harness/command.ts'
import { emptyDatabase, type TestDatabase } from '../harness/database.ts'
import { columnsWith } from '../harness/dump.ts'
import { startProgram } from '../harness/program.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { seen } from '../harness/until.ts'
import { prepareWorld } from '../wires/world.ts'

let service: TestService
let folder: string
let own: Readonly<Record<string, string>>
let whole: string
let sealed: string
let recipient: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-backup-'))
  service = await startTestService({ LETTERSHOP_ROLES: 'api' })
  await prepareWorld(service.db)
  await service.db`select graphile_worker.add_job('confirmationMail', '{"clientId": 1, "listId": 2, "subscriberId": 3}'::json,
    run_at := '2126-01-01')`
  own = { DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder }
  whole = join(folder, 'whole.tar.gz')
  sealed = join(folder, 'sealed.tar.gz.age')
  recipient = (await done(lettershop(['backup', 'key', join(folder, 'key.txt')], own))).stdout.trim()
  await done(lettershop(['backup', whole], own))
  await done(lettershop(['backup', sealed, '--recipient', recipient], own))
})
after(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function done(command: Promise<Ended>): Promise<Ended> {
  const ended = await command
  assert.equal(ended.code, 0, ended.stderr)
  return ended
}

async function refused(command: Promise<Ended>, sentence: RegExp, code = 1): Promise<void> {
  const ended = await command
  assert.match(ended.stderr, sentence)
  assert.equal(ended.code, code)
  assert.doesNotMatch(ended.stderr, /^ {4}at /m, 'a sentence, no trace')
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return pids.split(' ').filter(Boolean).map(Number)
}

/** None where the process has ended. */
async function threadsOf(pid: number): Promise<readonly { readonly session: number; readonly nice: number }[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const stats = await Promise.all(threads.map(id => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8').catch(() => '')))
  // proc_pid_stat(5): behind the name, which may hold anything
  const fields = stats.map(stat => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
  return fields
    .filter(([state]) => state !== '' && state !== 'Z')
    .map(of => ({ session: Number(of[3]), nice: Number(of[16]) }))
}

/** What each table holds. Rows that say which process did what to this database are left out. */
async function contentOf(db: Database): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('migrations', 'database_server', 'heartbeats', 'editors', 'throttle_buckets', 'shared_buckets', 'processes', 'job_workers', 'holds', 'backups', 'audit_log')
    order by relname`
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const row = name === 'installation' ? db`(t.secret_fingerprint, t.installation_id)` : db`t`
    const [sum] = await db<{ sum: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(${row}::text), '' order by md5(${row}::text))), '') as sum from ${db(name)} t`
    content[name] = sum!.sum
  }
  return content
}

/** The names of everything that a schema is made of. */
async function shapeOf(db: Database): Promise<readonly string[]> {
  const rows = await db<{ thing: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as thing from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by thing`
  return rows.map(({ thing }) => thing)
}

async function tablesIn(database: TestDatabase): Promise<number> {
  const rows =
    await database.db`select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  return rows.length
}

describe('a backup', () => {
  test('that is made beside a running service has every row, in the server of another', async () => {
    const target = await emptyDatabase()
    try {
      const to = { DATABASE_URL: target.url, LETTERSHOP_DATA: join(folder, 'other') }
      const { stdout } = await done(lettershop(['restore', whole], to))
      assert.match(stdout, /^Restored: [\d,]+ rows, .*\nSending is held: /)
      assert.deepEqual(await contentOf(target.db), await contentOf(service.db))
      assert.deepEqual(await shapeOf(target.db), await shapeOf(service.db))
      assert.equal(
        await readFile(join(folder, 'other/secret'), 'utf8'),
        await readFile(join(service.dataFolder, 'secret'), 'utf8'),
      )
      assert.equal((await stat(join(folder, 'other'))).mode & 0o777, 0o700)
      const [job] = await target.db`select task_identifier, run_at from graphile_worker.jobs`
      assert.deepEqual(job, { taskIdentifier: 'confirmationMail', runAt: new Date('2126-01-01T00:00:00Z') })
      // numbers that are drawn next are new
      const [{ fits } = {}] = await target.db`
        select nextval(pg_get_serial_sequence('lists', 'id')) > max(id) as fits from lists`
      assert.equal(fits, true)
      await refused(
        lettershop(['restore', whole], to),
        /^The database already holds an installation, and nothing was changed\./,
      )
    } finally {
      await target.drop()
    }
  })

  test('is opened by tar, holds documents and rows, and is readable by its owner only', async () => {
    const names = execFileSync('tar', ['-tzf', whole], { encoding: 'utf8' }).trim().split('\n')
    assert.deepEqual([names[0], names[1], names.at(-1)], ['manifest.json', 'secret', 'sums.json'])
    assert.ok(names.includes('tables/subscribers/000001.copy'))
    assert.equal((await stat(whole)).mode & 0o777, 0o600)
    const rows = execFileSync('tar', ['-xzOf', whole, 'tables/lists/000001.copy'], { encoding: 'utf8' })
    assert.match(rows, /\tReaders\t/)
  })

  test('goes to standard output, and back in from standard input', async () => {
    const command = [process.execPath, join(import.meta.dirname, '../../bin/lettershop.mjs')]
    const env = { ...process.env, ...own, LETTERSHOP_LOG_LEVEL: 'fatal' }
    const { stdout, status } = spawnSync(command[0]!, [command[1]!, 'backup', '-', '--recipient', recipient], {
      env,
      maxBuffer: 2 ** 28,
    })
    assert.equal(status, 0)
    const verified = spawnSync(
      command[0]!,
      [command[1]!, 'backup', 'verify', '-', '--identity', join(folder, 'key.txt')],
      {
        env,
        input: stdout,
        encoding: 'utf8',
      },
    )
    assert.match(verified.stdout, /^The backup of 20\S+Z is complete: Lettershop /, verified.stderr)
    const full = openSync('/dev/full', 'w')
    const { stderr } = spawnSync(command[0]!, [command[1]!, 'backup', '-', '--recipient', recipient], {
      ...{ env, encoding: 'utf8', stdio: ['ignore', full, 'pipe'] },
    })
    closeSync(full)
    assert.equal(stderr, 'Standard output cannot be written: the disk is full.\n')
  })

  test('verify finds it complete, and records that in the installation', async () => {
    const { stdout } = await done(lettershop(['backup', 'verify', sealed, '--identity', join(folder, 'key.txt')], own))
    assert.match(
      stdout,
      new RegExp(`is complete: Lettershop ${version.replaceAll('.', '\\.')}, schema \\d+, PostgreSQL \\d+`),
    )
    const [row] =
      await service.db`select verify_problem, verified_at is not null as verified, encrypted, host <> '' as named
      from backups where file = ${sealed}`
    assert.deepEqual(row, { verifyProblem: null, verified: true, encrypted: true, named: true })
    // on a machine without the installation
    await done(lettershop(['backup', 'verify', whole], { LETTERSHOP_DATA: join(folder, 'nowhere') }))
    assert.equal(existsSync(join(folder, 'nowhere')), false)
  })

  test('with a passphrase is opened by it alone', async () => {
    const file = join(folder, 'passphrase.age')
    const phrase = 'correct horse battery staple'
    await done(lettershop(['backup', file, '--passphrase'], own, `${phrase}\n`))
    await done(lettershop(['backup', 'verify', file, '--passphrase'], own, `${phrase}\n`))
    await refused(lettershop(['backup', 'verify', file], own), /^The backup is encrypted\. Give its key/)
    await refused(
      lettershop(['backup', 'verify', file, '--passphrase'], own, 'wrong horse battery staple\n'),
      /^The backup cannot be opened with this key or passphrase/,
    )
    await refused(
      lettershop(['backup', join(folder, 'short.age'), '--passphrase'], own, 'short\n'),
      /^The passphrase is too short: give at least 12 characters\./,
    )
    assert.equal(existsSync(join(folder, 'short.age')), false)
  })

  test('does not replace a file, and names what cannot be written', async () => {
    await refused(lettershop(['backup', whole], own), /whole\.tar\.gz is there already\. Name another file\./)
    await refused(
      lettershop(['backup', join(folder, 'none/x.tar.gz')], own),
      /cannot be used: there is no such file or folder\./,
    )
    await refused(
      lettershop(['backup', join(folder, 'x.age'), '--recipient', 'age1nonsense'], own),
      /^This is no public key of age: age1nonsense\./,
    )
    await refused(lettershop(['backup', whole, '--rate', '0'], own), /^--rate is a number from 1\./, 2)
    await refused(lettershop(['backup'], own), /^Name one file or folder/, 2)
    await refused(lettershop(['backup', whole, '--nonsense'], own), /--nonsense/, 2)
    await refused(lettershop(['restore'], own), /^lettershop restore <file/, 2)
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.startsWith('.') || name === 'x.age'),
      [],
    )
  })

  test('is made in a process whose threads all give way to others, and which ends with the command', {
    skip: process.platform !== 'linux',
  }, async () => {
    const program = join(import.meta.dirname, '../../bin/lettershop.mjs')
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGKILL', null],
    ] as const) {
      // it waits for a passphrase that is never typed
      const command = spawn(process.execPath, [program, 'backup', join(folder, 'never.age'), '--passphrase'], {
        env: { ...process.env, ...own },
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      const ended = once(command, 'exit')
      const [worker] = await seen(
        'its process',
        () => childrenOf(command.pid!),
        pids => pids.length > 0,
      )
      const threads = await seen(
        'its threads',
        () => threadsOf(worker!),
        all => all.length > 5,
      )
      for (const { session, nice } of threads) {
        assert.equal(session, worker)
        assert.ok(nice >= 5, `${nice}`)
      }
      command.kill(signal)
      assert.equal((await ended)[0], code)
      await seen(
        'its end',
        () => threadsOf(worker!),
        all => all.length === 0,
      )
    }
    assert.equal(existsSync(join(folder, 'never.age')), false)
  })

  describe('that is ended in the middle', () => {
    const program = join(import.meta.dirname, '../../bin/lettershop.mjs')
    const hidden = async (place: string) => (await readdir(place)).filter(name => name.startsWith('.'))
    const notes = () => readdir(join(service.dataFolder, 'backups-begun'))

    /** Has `work` end a backup that waits for a table while its file is there. */
    async function midway(
      name: string,
      work: (place: string, command: ChildProcess, ended: Promise<readonly [number | null, string]>) => Promise<void>,
    ): Promise<void> {
      const place = join(folder, name)
      await mkdir(place)
      await service.db.begin(async sql => {
        await sql`lock table webhooks in access exclusive mode`
        const command = spawn(process.execPath, [program, 'backup', place], {
          env: { ...process.env, ...own, LETTERSHOP_LOG_LEVEL: 'fatal' },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        let words = ''
        command.stderr.setEncoding('utf8').on('data', text => {
          words += text
        })
        const ended = once(command, 'close').then(([code]) => [code as number | null, words] as const)
        await seen(
          'its file',
          () => hidden(place),
          names => names.length === 1,
        )
        assert.equal((await notes()).length, 1)
        await work(place, command, ended)
      })
    }

    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
      ['SIGHUP', 129],
    ] as const)
      test(`by ${signal}, reports the signal and leaves nothing`, async () => {
        const [before] = await service.db`select count(*) from backups`
        await midway(signal, async (place, command, ended) => {
          command.kill(signal)
          const [given, words] = await ended
          assert.match(words, new RegExp(`^The backup was ended by ${signal}, and nothing is left of it`, 'm'))
          assert.doesNotMatch(words, /^ {4}at /m)
          assert.equal(given, code)
          assert.deepEqual([await readdir(place), await notes()], [[], []])
        })
        assert.deepEqual((await service.db`select count(*) from backups`)[0], before, 'it is no failure')
      })

    test(
      'with the command killed, leaves nothing: its process ends by itself',
      {
        skip: process.platform !== 'linux',
      },
      () =>
        midway('killed-command', async (place, command) => {
          const [worker] = await childrenOf(command.pid!)
          command.kill('SIGKILL')
          await seen(
            'its end',
            () => threadsOf(worker!),
            all => all.length === 0,
          )
          assert.deepEqual(await readdir(place), [])
        }),
    )

    test(
      'with its process killed, leaves nothing: the command removes the file',
      {
        skip: process.platform !== 'linux',
      },
      () =>
        midway('killed-process', async (place, command, ended) => {
          const [worker] = await childrenOf(command.pid!)
          process.kill(worker!, 'SIGKILL')
          assert.equal((await ended)[0], 137)
          assert.deepEqual([await readdir(place), await notes()], [[], []])
        }),
    )

    const killBoth = (name: string) =>
      midway(name, async (place, command) => {
        const [worker] = await childrenOf(command.pid!)
        command.kill('SIGSTOP')
        process.kill(worker!, 'SIGKILL')
        command.kill('SIGKILL')
        await once(command, 'close')
        assert.equal((await hidden(place)).length, 1, 'this is what a kill leaves')
      })

    test('with both killed: the next backup removes the file, wherever it makes its own, and no other file', {
      skip: process.platform !== 'linux',
    }, async () => {
      await killBoth('killed-both')
      const place = join(folder, 'killed-both')
      // of another machine, or no backup's
      const others = ['.lettershop-backup-0123456789ab', '.lettershop-backup-notes', 'letter.txt']
      for (const name of others) await writeFile(join(place, name), 'x')
      await midway('under-way', async running => {
        assert.deepEqual((await readdir(place)).sort(), others)
        const [file] = await hidden(running)
        await refused(lettershop(['backup', whole], own), /is there already/)
        assert.deepEqual(await hidden(running), [file], 'one that is being made stays')
      })
      const [made] = await seen(
        'the backup',
        () => readdir(join(folder, 'under-way')),
        names => names.some(name => name.endsWith('.tar.gz')),
      )
      await done(lettershop(['backup', 'verify', join(folder, 'under-way', made!)], own))
    })

    test('with both killed: the next start removes the file', { skip: process.platform !== 'linux' }, async () => {
      await killBoth('killed-before-start')
      const program = await startProgram({ ...own, LETTERSHOP_ROLES: 'api' }, { apiKey: 'none' })
      await program.end()
      assert.deepEqual(await readdir(join(folder, 'killed-before-start')), [])
    })
  })

  test('of a place where no installation is, is refused, and leaves the place empty', async () => {
    const nowhere = join(folder, 'no-installation')
    const target = join(folder, 'of-nothing.tar.gz')
    await refused(
      lettershop(['backup', target], { LETTERSHOP_DATA: nowhere }),
      /there is no installation in \S+no-installation/i,
    )
    assert.equal(existsSync(nowhere), false)
    const empty = await emptyDatabase()
    try {
      await refused(
        lettershop(['backup', target], { DATABASE_URL: empty.url, LETTERSHOP_DATA: nowhere }),
        /^The database holds no installation yet\./m,
      )
    } finally {
      await empty.drop()
    }
    assert.equal(existsSync(target), false)
  })

  test('leaves nothing on a full disk', async () => {
    const place = join(folder, 'full')
    await mkdir(place)
    const program = [process.execPath, join(import.meta.dirname, '../../bin/lettershop.mjs')]
    // blocks of 512 octets
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 16; exec "$0" "$1" backup "$2"', ...program, join(place, 'b.tar.gz')],
      {
        env: { ...process.env, ...own, LETTERSHOP_LOG_LEVEL: 'fatal' },
        encoding: 'utf8',
      },
    )
    assert.match(stderr, /b\.tar\.gz in \S+ cannot be written: the file would be longer than it may be\./)
    assert.equal(status, 1)
    assert.deepEqual(await readdir(place), [])
    const [row] = await service.db`select problem, bytes from backups where file = ${join(place, 'b.tar.gz')}`
    assert.match(row!.problem, /cannot be written/)
  })
})

describe('a backup that is not right', () => {
  /** Neither an empty database nor a new data folder has anything of it. */
  async function leavesNothing(file: string, sentence: RegExp, args: readonly string[] = [], input = '') {
    await refused(
      lettershop(['backup', 'verify', file, ...args], { LETTERSHOP_DATA: join(folder, 'nowhere') }, input),
      sentence,
    )
    const target = await emptyDatabase()
    const data = join(folder, 'refused')
    try {
      const to = { DATABASE_URL: target.url, LETTERSHOP_DATA: data }
      await refused(lettershop(['restore', file, ...args], to, input), sentence)
      assert.equal(await tablesIn(target), 0)
      // but the mark that keeps a start from taking it for an empty installation
      const schemas = await target.db<{ name: string }[]>`
        select nspname as name from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'lettershop_restore')`
      assert.deepEqual([...schemas], [])
      assert.equal(existsSync(join(data, 'secret')), false)
    } finally {
      await target.drop()
    }
  }
  async function writeChanged(name: string, source: string, change: (octets: Buffer) => Buffer): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, change(await readFile(source)))
    return file
  }
  const key = () => ['--identity', join(folder, 'key.txt')]

  test('is refused where it was cut off', async () => {
    for (const share of [0.3, 0.9]) {
      const cut = (octets: Buffer) => octets.subarray(0, Math.floor(octets.length * share))
      await leavesNothing(await writeChanged('cut', whole, cut), /^The backup is (cut off|damaged)/)
      await leavesNothing(await writeChanged('cut.age', sealed, cut), /^The backup is cut off or damaged/, key())
    }
  })

  test('is refused where an octet was altered', async () => {
    const alter = (share: number) => (octets: Buffer) => {
      const at = Math.floor(octets.length * share)
      octets[at] = octets[at]! ^ 0x10
      return octets
    }
    await leavesNothing(await writeChanged('altered', whole, alter(0.5)), /^The backup is (cut off or )?damaged/)
    await leavesNothing(
      await writeChanged('altered.age', sealed, alter(0.5)),
      /^The backup is (cut off or )?damaged/,
      key(),
    )
    await refused(
      lettershop(['restore', await writeChanged('head.age', sealed, alter(0.001)), ...key()], {
        LETTERSHOP_DATA: join(folder, 'refused'),
      }),
      /^The backup cannot be opened with this key or passphrase, or its first lines are damaged\.|damaged/,
    )
  })

  test('is refused if it is not a backup, or another key is needed', async () => {
    const text = join(folder, 'text')
    await writeFile(text, 'Dear reader,\n'.repeat(50))
    await leavesNothing(text, /^The backup is cut off or damaged: incorrect header check\./)
    const other = join(folder, 'other-key.txt')
    if (!existsSync(other)) await done(lettershop(['backup', 'key', other]))
    await leavesNothing(sealed, /^The backup cannot be opened with this key/, ['--identity', other])
    await leavesNothing(sealed, /^The backup is encrypted\. Give its key/)
    await leavesNothing(sealed, /holds no key of age/, ['--identity', text])
    await refused(
      lettershop(['restore', join(folder, 'missing')]),
      /missing in \S+ cannot be used: there is no such file or folder\./,
    )
  })

  test('is refused where a newer program made it', async () => {
    for (const [name, newer] of [
      ['schema', { format: 1, schema: 999_999 }],
      ['format', { format: 2, schema: 1 }],
    ] as const) {
      const archive = writeArchive(new Date())
      const file = join(folder, `newer-${name}.tar.gz`)
      const written = writeBackupFile(file, archive.stream)
      await archive.file('manifest.json', JSON.stringify({ ...newer, program: '99.0.0', tables: [], partitions: [] }))
      archive.end()
      await written
      await leavesNothing(file, /^The backup was made by Lettershop 99\.0\.0 with schema \d+, this is an older program/)
    }
  })

  test('is refused where rows are missing that its sums name', async () => {
    // opened and packed again by other tools, without a table's rows
    const work = join(folder, 'unpacked')
    await mkdir(work)
    execFileSync('tar', ['-xzf', whole, '-C', work])
    await rm(join(work, 'tables/lists'), { recursive: true })
    const rest = (await readdir(join(work, 'tables'))).sort().map(name => `tables/${name}`)
    const file = join(folder, 'without-lists.tar.gz')
    execFileSync('tar', [
      '-czf',
      file,
      '--no-recursion',
      '-C',
      work,
      'manifest.json',
      'secret',
      ...(await parts(work, rest)),
      'sums.json',
    ])
    await leavesNothing(file, /^The backup is damaged: (tables\/lists|jobs) is not what its sum says\./)
  })
  async function parts(work: string, groups: readonly string[]): Promise<readonly string[]> {
    const lists = await Promise.all(
      groups.map(async group => (await readdir(join(work, group))).map(part => `${group}/${part}`)),
    )
    return lists.flat()
  }
})

describe('a restored installation', () => {
  test('comes up in an embedded database, holds sending, and refuses a second restore, running or not', async () => {
    const data = join(folder, 'embedded')
    const to = { LETTERSHOP_DATA: data }
    await done(lettershop(['restore', sealed, '--identity', join(folder, 'key.txt')], to))
    const program = await startProgram(to)
    try {
      assert.ok(
        program.banner.some(line => /^HELD.*The database was restored from a backup of 20/.test(line)),
        program.banner.join('\n'),
      )
      // the key of the first account is unchanged
      assert.equal(program.apiKey, service.login.apiKey)
      assert.deepEqual(await program.call('User.GetClients', {}), (await service.call('User.GetClients', {})).value)
      await refused(lettershop(['restore', whole], to), /is in use by another Lettershop/)
    } finally {
      await program.end()
    }
    await refused(lettershop(['restore', whole], to), /^The database already holds an installation/)
    const { stdout } = await done(lettershop(['resume-sending', '--yes'], to))
    assert.match(stdout, /Released: sending goes on\./)
    const again = await startProgram(to)
    await again.end()
    assert.deepEqual(
      again.banner.filter(line => line.startsWith('HELD')),
      [],
    )
  })

  test('of which something failed is not started empty, and is restored by the next attempt', async () => {
    const cut = join(folder, 'cut-again')
    const octets = await readFile(whole)
    await writeFile(cut, octets.subarray(0, octets.length - 100))
    const server = await emptyDatabase()
    const places: readonly { readonly to: Readonly<Record<string, string>>; readonly otherwise: RegExp }[] = [
      { to: { LETTERSHOP_DATA: join(folder, 'failed') }, otherwise: /remove the folder \S+failed\/postgres/ },
      {
        to: { DATABASE_URL: server.url, LETTERSHOP_DATA: join(folder, 'failed-there') },
        otherwise: /psql "\$DATABASE_URL" -c "drop schema lettershop_restore"/,
      },
    ]
    try {
      for (const { to, otherwise } of places) {
        await refused(lettershop(['restore', cut], to), /^The backup is (cut off|damaged)/)
        const unfinished = /^A restore into this database began at 20\S+Z and has not ended/
        await refused(lettershop(['start'], { ...to, LETTERSHOP_PORT: '0' }), unfinished)
        await refused(lettershop(['keys', 'show', 'admin'], to), unfinished)
        await refused(lettershop(['start'], { ...to, LETTERSHOP_PORT: '0' }), otherwise)
        await done(lettershop(['restore', whole], to))
        await (await startProgram(to)).end()
      }
    } finally {
      await server.drop()
    }
  })

  test('of which nothing came is started empty once an operator wants that', async () => {
    const to = { LETTERSHOP_DATA: join(folder, 'given-up') }
    await refused(lettershop(['restore', join(folder, 'cut-again')], to), /^The backup is (cut off|damaged)/)
    await rm(join(folder, 'given-up/postgres'), { recursive: true })
    const program = await startProgram(to)
    assert.deepEqual(await program.call('User.GetClients', {}), [])
    await program.end()
  })

  test('with another secret in its place is refused', async () => {
    const data = join(folder, 'another')
    await mkdir(data)
    await writeFile(join(data, 'secret'), `${'another secret '.repeat(4)}\n`)
    await refused(
      lettershop(['restore', whole], { LETTERSHOP_DATA: data }),
      /^The secret in \S+ is not that of the backup\./,
    )
    assert.deepEqual(await readdir(data), ['secret'])
  })
})

describe('a copy without people', () => {
  test('has neither addresses nor names nor secrets, and as many of each', async () => {
    const file = join(folder, 'anonymous.tar.gz')
    await done(lettershop(['backup', file, '--anonymise'], own))
    const target = await emptyDatabase()
    const data = join(folder, 'anonymous')
    try {
      const to = { DATABASE_URL: target.url, LETTERSHOP_DATA: data }
      await done(lettershop(['restore', file], to))
      const people = ['@readers\\.example', '@bloom\\.example', 'carla contact', 'rosa']
      assert.notDeepEqual(await columnsWith(service.db, ...people), [])
      assert.deepEqual(await columnsWith(target.db, ...people), [])
      assert.notEqual(
        await readFile(join(data, 'secret'), 'utf8'),
        await readFile(join(service.dataFolder, 'secret'), 'utf8'),
      )
      const counts = (db: Database) => db`
        select s.state, count(*)::int, count(distinct s.address)::int as addresses,
          count(x.address)::int as suppressed, count(nullif(s.name, ''))::int as names
        from subscribers s left join suppressions x using (client_id, address) group by s.state order by s.state`
      assert.deepEqual([...(await counts(target.db))], [...(await counts(service.db))])
      const domains =
        await target.db`select distinct split_part(address, '@', -1) ~ '^d[0-9a-f]{8}[.]example$' as replaced from subscribers`
      assert.deepEqual([...domains], [{ replaced: true }])
      const [row] = await target.db`select count(*)::int from api_keys`
      assert.equal(row!.count, 0)
    } finally {
      await target.drop()
    }
  })
})

test('a backup shows one moment, however much is written meanwhile', async () => {
  const db = connect(service.databaseUrl, { max: 2 })
  const [client] = await db<{ id: number }[]>`select id from clients order by id limit 1`
  let isOver = false
  let written = 0
  // a list and its totals are written together
  const writing = (async () => {
    while (!isOver && written < 5_000) {
      await db.begin(async sql => {
        const [list] = await sql<{ id: number }[]>`
          insert into lists (client_id, title, unsubscribe_page, confirm_opt_in, confirmation_success_page)
          values (${client!.id}, ${`Together ${written}`}, '', false, '') returning id`
        await sql`insert into list_totals (client_id, list_id) values (${client!.id}, ${list!.id})`
      })
      written++
    }
  })()
  const file = join(folder, 'moment.tar.gz')
  await done(lettershop(['backup', file], own))
  isOver = true
  await writing
  await db.end()
  assert.ok(written > 0)
  const target = await emptyDatabase()
  try {
    await done(lettershop(['restore', file], { DATABASE_URL: target.url, LETTERSHOP_DATA: join(folder, 'moment') }))
    const rows = await target.db`
      select l.id from lists l full join list_totals t on t.client_id = l.client_id and t.list_id = l.id
      where (l.title like 'Together %' or l.id is null) and (t.list_id is null or l.id is null)`
    assert.deepEqual([...rows], [])
  } finally {
    await target.drop()
  }
})
