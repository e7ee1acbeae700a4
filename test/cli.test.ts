/** The command line, in processes of its own, against a running service. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { settings } from '../src/config.ts'
import { allOperations } from '../src/contract/operations.ts'
import { type Ended, executable, lettershop } from './harness/command.ts'
import { addPerson } from './harness/console.ts'
import { monitorKey, serveCampaignMonitor } from './harness/foreign-apis.ts'
import { basics } from './harness/new-client.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { closeServer, listen, serveWeb } from './harness/web.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

function call(...args: string[]): Promise<Ended> {
  return lettershop(['call', ...args], { LETTERSHOP_PUBLIC_URL: service.url, LETTERSHOP_API_KEY: service.login.apiKey })
}

test('help names every command and every setting', async () => {
  const { code, stdout } = await lettershop(['--help'])
  assert.equal(code, 0)
  for (const word of [
    'lettershop start',
    'lettershop migrate',
    'lettershop call',
    'lettershop link-keys',
    'lettershop keys',
    'lettershop passwd',
    'lettershop account',
    'lettershop person',
    'lettershop --version',
    'lettershop hold',
    'lettershop resume-sending',
    'lettershop pause',
    'lettershop resume',
    ...Object.keys(settings),
  ]) {
    assert.ok(stdout.includes(word), `${word} is missing`)
  }
})

for (const flag of ['--version', '-v', 'version'])
  test(`${flag} prints the version of the package and nothing else`, async () => {
    const { code, stdout, stderr } = await lettershop([flag])
    const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'))
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

describe('what the machine does not allow is a sentence that says what to do, without a trace', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lettershop-refused-'))
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'closed'), { mode: 0o500 })
    await chmod(folder, 0o755)
  })
  after(() => rm(folder, { recursive: true }))

  const isOneSentence = ({ code, stdout, stderr }: Ended, sentence: RegExp) => {
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, sentence)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
  }

  test('a data folder that is a file', async () => {
    const ended = await lettershop(['start'], { LETTERSHOP_DATA: join(folder, 'file') })
    isOneSentence(
      ended,
      /^The data folder .*\/file cannot be written by this account \(ENOTDIR\)\. Let LETTERSHOP_DATA name/,
    )
  })

  test('a data folder that may not be written', () => {
    // root may do all unless it gives this up
    const asAnother = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : []
    const start = [process.execPath, executable, 'start']
    const [program = '', ...args] = [...asAnother, ...start]
    const ended = spawnSync(program, args, {
      env: { ...process.env, DATABASE_URL: '', LETTERSHOP_DATA: join(folder, 'closed') },
      encoding: 'utf8',
    })
    isOneSentence({ ...ended, code: ended.status! }, /cannot be written by this account \(EACCES\)/)
  })

  test('a limit of open files that is too low', async () => {
    // enough for Node, and not for the files of the console and the connections to the database
    const ended = spawnSync('sh', ['-c', `ulimit -n 28; exec ${process.execPath} ${executable} start`], {
      env: {
        ...process.env,
        DATABASE_URL: service.databaseUrl,
        LETTERSHOP_LOG_LEVEL: 'fatal',
        LETTERSHOP_DATA: join(folder, 'data'),
        LETTERSHOP_SECRET: await readFile(join(service.dataFolder, 'secret'), 'utf8'),
      },
      encoding: 'utf8',
    })
    isOneSentence({ ...ended, code: ended.status! }, /^This process has as many files .* LimitNOFILE= of systemd/)
  })

  test('a port that another program has', async () => {
    const web = await serveWeb({})
    const settings = { DATABASE_URL: service.databaseUrl, LETTERSHOP_PORT: String(web.port) }
    const secret = await readFile(join(service.dataFolder, 'secret'), 'utf8')
    const ended = await lettershop(['start'], {
      ...settings,
      LETTERSHOP_DATA: join(folder, 'x'),
      LETTERSHOP_SECRET: secret,
    })
    await web.close()
    isOneSentence(ended, new RegExp(`^Another program listens on 127\\.0\\.0\\.1:${web.port}\\. Stop it`))
  })
})

test('a relay that cannot be used is named before anything is started', async () => {
  const folder = join(tmpdir(), `lettershop-never-${process.pid}`)
  const settings = { LETTERSHOP_DATA: folder, LETTERSHOP_TRANSPORT: 'smtp://u:secret@relay.example?window=0' }
  const { code, stdout, stderr } = await lettershop(['start'], settings)
  assert.deepEqual(
    { code, stdout, stderr },
    { code: 1, stdout: '', stderr: 'Relay relay.example: window is a whole number from 1 to 100.\n' },
  )
  assert.equal(existsSync(folder), false)
})

test('without an operation all of them are listed', async () => {
  const { code, stdout } = await lettershop(['call'])
  assert.equal(code, 0)
  for (const { name } of allOperations) assert.ok(stdout.includes(name), `${name} is missing`)
})

test('the flags of an operation are its parameters', async () => {
  const { code, stdout } = await lettershop(['call', 'List.Create', '--help'])
  assert.equal(code, 0)
  for (const flag of [
    '--ApiKey',
    '--ClientID  text\n      The client: 32 hexadecimal digits.\n',
    '--Title',
    '--UnsubscribePage  text, may be left out\n',
    '--ConfirmOptIn  true or false\n',
  ]) {
    assert.ok(stdout.includes(flag), `${flag} is missing`)
  }
})

test('a value is printed bare, a record as JSON', async () => {
  const client = ['--CompanyName', 'Käse & Co', '--ContactName', 'Kim', '--EmailAddress=kim@kaese.example']
  const created = await call('Client.Create', ...client, '--Country', 'Germany', '--Timezone', 'Europe/Berlin')
  assert.equal(created.code, 0, created.stderr)
  assert.match(created.stdout, /^[0-9a-f]{32}\n$/)

  const detail = await call('Client.GetDetail', '--ClientID', created.stdout.trim())
  assert.equal(JSON.parse(detail.stdout).BasicDetails.CompanyName, 'Käse & Co')
})

test('lists of records are given as JSON, booleans as words, names in any case', async () => {
  const client = ['--CompanyName', 'A', '--ContactName', 'A', '--EmailAddress', 'a@a.example', '--Country', 'Germany']
  const ClientID = (await call('client.create', ...client, '--timezone', 'Europe/Berlin')).stdout.trim()
  const list = await call('List.Create', '--ClientID', ClientID, '--Title', 'L', '--ConfirmOptIn', 'false')
  const ListID = list.stdout.trim()
  const field = ['--FieldName', 'Town', '--DataType', 'Text']
  assert.equal((await call('List.CreateCustomField', '--ListID', ListID, ...field)).code, 0)
  const fields = JSON.stringify([{ Key: 'Town', Value: 'Ulm' }])
  const added = await call(
    'Subscriber.AddWithCustomFields',
    '--ListID',
    ListID,
    '--Email',
    's@s.example',
    '--CustomFields',
    fields,
  )
  assert.equal(added.code, 0, added.stderr)
  assert.equal(
    (await call('Subscribers.GetIsSubscribed', '--ListID', ListID, '--Email', 's@s.example')).stdout,
    'True\n',
  )
})

test('a file is uploaded, and what the service says of it is printed', async () => {
  const client = ['--CompanyName', 'U', '--ContactName', 'U', '--EmailAddress', 'u@u.example', '--Country', 'Germany']
  const ClientID = (await call('Client.Create', ...client, '--Timezone', 'Europe/Berlin')).stdout.trim()
  const settings = { LETTERSHOP_PUBLIC_URL: service.url, LETTERSHOP_API_KEY: service.login.apiKey }
  const { code, stdout, stderr } = await lettershop(['upload', 'README.md', '--client', ClientID], settings)
  assert.equal(code, 0, stderr)
  const { Bytes, UploadID } = JSON.parse(stdout) as { Bytes: number; UploadID: string }
  assert.ok(Bytes > 1000)
  const [row] = await service.db`select file_name from uploads where public_id = ${UploadID}`
  assert.equal(row!.fileName, 'README.md')
  const refused = await lettershop(['upload', 'README.md', '--client', '0'.repeat(32)], settings)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /POST \/api\/uploads was refused: Invalid ClientID \(code 102\)/)
})

test('a file is imported into a list, and only judged without --yes; the list is exported', async () => {
  const client = ['--CompanyName', 'I', '--ContactName', 'I', '--EmailAddress', 'i@i.example', '--Country', 'Germany']
  const ClientID = (await call('Client.Create', ...client, '--Timezone', 'Europe/Berlin')).stdout.trim()
  const list = ['--Title', 'L', '--UnsubscribePage', '', '--ConfirmOptIn', 'false', '--ConfirmationSuccessPage', '']
  const ListID = (await call('List.Create', '--ClientID', ClientID, ...list)).stdout.trim()
  const settings = { LETTERSHOP_PUBLIC_URL: service.url, LETTERSHOP_API_KEY: service.login.apiKey }
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-cli-'))
  const path = join(folder, 'people.csv')
  await writeFile(path, 'Who,Call them\nzoe@reader.example,Zoë\nno address,\n')
  const run = (...more: readonly string[]) =>
    lettershop(
      [
        'import',
        path,
        '--client',
        ClientID,
        '--list',
        ListID,
        '--consent',
        'shop; 2025-05-01; Yes',
        '--map',
        '1=Email',
        ...more,
      ],
      settings,
    )
  const judged = await run('--map', '2=Name')
  assert.equal(judged.code, 0, judged.stderr)
  const { ImportID } = JSON.parse(judged.stdout) as { ImportID: string }
  assert.match(
    judged.stderr,
    new RegExp(`Nothing was written.*Import.Commit --ClientID ${ClientID} --ImportID ${ImportID}\\n`),
  )
  assert.equal((JSON.parse(judged.stdout) as { Judged: { New: number } }).Judged.New, 1)
  assert.equal((await service.db`select from subscribers where address = 'zoe@reader.example'`).length, 0)
  const done = await run('--map', '2=Name', '--yes')
  assert.equal(done.code, 0, done.stderr)
  const { Written } = JSON.parse(done.stdout) as { Written: { Rows: number; New: number; Refused: number } }
  assert.deepEqual([Written.Rows, Written.New, Written.Refused], [2, 1, 1])
  const [row] = await service.db`select name, state from subscribers where address = 'zoe@reader.example'`
  assert.deepEqual({ ...row }, { name: 'Zoë', state: 'Active' })
  const out = join(folder, 'list.csv')
  const ofList = ['export', '--client', ClientID, '--list', ListID]
  const exported = await lettershop([...ofList, '--format', 'excel', '--out', out], settings)
  assert.equal(exported.code, 0, exported.stderr)
  assert.match(exported.stderr, /^1 rows in /)
  const file = await readFile(out, 'utf8')
  assert.match(file, /^\ufeffEmailAddress,.*\r\nzoe@reader\.example,Zoë,,Active,/)
  const printed = await lettershop([...ofList, '--state', 'Bounced', '--format', 'jsonl'], settings)
  assert.deepEqual([printed.code, printed.stdout], [0, ''], printed.stderr)
  const unknown = await lettershop([...ofList, '--segment', 'None', '--out', join(folder, 'none')], settings)
  assert.deepEqual([unknown.code, /no segment of this name/.test(unknown.stderr)], [1, true], unknown.stderr)
  assert.deepEqual((await readdir(folder)).sort(), ['list.csv', 'people.csv'])
  const refused = await run('--map', '9=Name')
  assert.deepEqual([refused.code, /There is no column 9/.test(refused.stderr)], [1, true])
  await rm(folder, { recursive: true })
})

test('calls, uploads and the file of an export go to the URL that is given, also below a path of a proxy', async () => {
  const behind = await startTestService({ LETTERSHOP_PUBLIC_URL: 'https://mail.agency.example' })
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(request.url!)
    const { method, headers } = request
    const onward = forward(`${behind.address}${request.url!.replace(/^\/mail/, '')}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  const url = `http://127.0.0.1:${await listen(proxy)}/mail/`
  const settings = { LETTERSHOP_API_KEY: behind.login.apiKey, LETTERSHOP_PUBLIC_URL: 'https://mail.agency.example' }
  try {
    const { value: ClientID } = await behind.call('Client.Create', { ...basics })
    const { value: ListID } = await behind.call('List.Create', {
      ...{ ClientID, Title: 'L', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
    })
    const uploaded = await lettershop(['upload', 'README.md', '--client', String(ClientID), '--url', url], settings)
    assert.equal(uploaded.code, 0, uploaded.stderr)
    const exported = await lettershop(
      ['export', '--client', String(ClientID), '--list', String(ListID), '--url', url],
      settings,
    )
    assert.deepEqual([exported.code, exported.stderr], [0, '0 rows.\n'])
    assert.match(exported.stdout, /^EmailAddress,/)
    assert.ok(
      asked.every(path => path.startsWith('/mail/')),
      asked.join('\n'),
    )
  } finally {
    await closeServer(proxy)
    await behind.stop()
  }
})

test('an import finds the client by the list, asks before it loses values, and takes options of how the file is read', async () => {
  const client = ['--CompanyName', 'J', '--ContactName', 'J', '--EmailAddress', 'j@j.example', '--Country', 'Germany']
  const ClientID = (await call('Client.Create', ...client, '--Timezone', 'Europe/Berlin')).stdout.trim()
  const list = ['--Title', 'L', '--UnsubscribePage', '', '--ConfirmOptIn', 'false', '--ConfirmationSuccessPage', '']
  const ListID = (await call('List.Create', '--ClientID', ClientID, ...list)).stdout.trim()
  await call('List.CreateCustomField', '--ListID', ListID, '--FieldName', 'Born', '--DataType', 'Date', '--Options', '')
  const settings = { LETTERSHOP_PUBLIC_URL: service.url, LETTERSHOP_API_KEY: service.login.apiKey }
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-cli-'))
  const path = join(folder, 'people.csv')
  const head = 'Readers of spring\n\nemail;name;born;note;spent\n'
  const name = Buffer.from('c1cecec1', 'hex') // "анна" in koi8-r
  await writeFile(
    path,
    Buffer.concat([
      Buffer.from(`${head}ann@koi.example;`),
      name,
      Buffer.from(';03/04/80;x;1.234\nbob@koi.example;Bob;soon;y;7\n'),
    ]),
  )
  const run = (...more: readonly string[]) =>
    lettershop(['import', path, '--list', ListID, '--consent', 'shop; 2025-05-01; Yes', ...more], settings)
  const asked = await run()
  assert.deepEqual([asked.code, /“born”.*--dates 3=dmy/s.test(asked.stderr)], [1, true], asked.stderr)
  const said = ['--encoding', 'koi8-r', '--dates', '3=dmy2', '--map', '5=+[Spent in all]', '--decimals', '5=comma']
  const judged = await run(...said)
  assert.equal(judged.code, 0, judged.stderr)
  assert.match(judged.stderr, /^Lost of \[Born\]: 1 \(NoDate 1\), such as row 2 “soon”\n/)
  assert.match(judged.stderr, /Import\.Commit --ClientID [0-9a-f]{32} --ImportID [0-9a-f]{32} --ValuesLost 1\n/)
  const refused = await run(...said, '--yes')
  assert.deepEqual([refused.code, /Nothing was written: 1 values.*--accept-losses/.test(refused.stderr)], [1, true])
  assert.equal((await service.db`select from subscribers where address like '%@koi.example'`).length, 0)
  const done = await run(...said, '--yes', '--accept-losses')
  assert.equal(done.code, 0, done.stderr)
  assert.doesNotMatch(done.stderr, /\u001b|are written/, 'progress is for terminals')
  const [row] = await service.db`select name, fields from subscribers where address = 'ann@koi.example'`
  assert.deepEqual({ ...row }, { name: 'анна', fields: { Born: '1980-04-03', note: 'x', Spentinall: '1.234' } })
  const left = await run(...said.slice(0, 4), '--leave-others-out', '--header', '3')
  assert.equal(left.code, 0, left.stderr)
  const unknown = await lettershop(
    ['import', path, '--list', '0'.repeat(32), '--consent', 'a; 2025-05-01; b'],
    settings,
  )
  assert.deepEqual([unknown.code, /List\.GetDetail was refused: Invalid ListID/.test(unknown.stderr)], [1, true])
  await rm(folder, { recursive: true })
})

test('lists of another program are shown, and everything there is imported with --yes, again without harm', async () => {
  const monitor = await serveCampaignMonitor({
    people: [
      {
        EmailAddress: 'ina@moved.example',
        Name: 'Ina',
        State: 'Active',
        CustomFields: [{ Key: '[City]', Value: 'Ulm' }],
      },
      { EmailAddress: 'left@moved.example', State: 'Unsubscribed' },
    ],
    suppressed: [
      { EmailAddress: 'never@moved.example', SuppressionReason: 'Bounced', Date: '2023-01-01 00:00:00' },
      { EmailAddress: '@everyone.example', SuppressionReason: 'Unsubscribed', Date: '2023-01-01 00:00:00' },
    ],
    fields: [{ FieldName: 'City', Key: '[City]', DataType: 'Text', FieldOptions: [] }],
    templates: [{ TemplateID: 'a'.repeat(32), Name: 'Gone', PreviewURL: `${service.url}/nowhere` }],
  })
  try {
    const client = ['--CompanyName', 'M', '--ContactName', 'M', '--EmailAddress', 'm@m.example', '--Country', 'Germany']
    const ClientID = (await call('Client.Create', ...client, '--Timezone', 'Europe/Berlin')).stdout.trim()
    const settings = {
      LETTERSHOP_PUBLIC_URL: service.url,
      LETTERSHOP_API_KEY: service.login.apiKey,
      LETTERSHOP_FETCH_PRIVATE: 'true',
      LETTERSHOP_IMPORT_KEY: monitorKey,
    }
    const from = ['import', '--from', 'campaign-monitor', '--client', ClientID, '--remote-url', monitor.url]
    const shown = await lettershop(from, settings)
    assert.equal(shown.code, 0, shown.stderr)
    assert.equal((JSON.parse(shown.stdout) as { Lists: { Name: string }[] }).Lists[0]!.Name, 'Readers')
    const everything = [...from, '--everything', '--consent', 'shop; 2025-05-01; Yes']
    const tried = await lettershop(everything, settings)
    assert.match(tried.stderr, /Nothing was written/)
    const before = await service.db`select from lists where title = 'Readers'`
    assert.equal(before.length, 0)
    for (const [time, added] of [
      [1, { New: 2, Unchanged: 0 }],
      [2, { New: 0, Unchanged: 2 }],
    ] as const) {
      const done = await lettershop([...everything, '--yes'], settings)
      assert.equal(done.code, 0, done.stderr)
      assert.match(done.stderr, /The template Gone was left out/)
      const { Written } = JSON.parse(done.stdout.slice(done.stdout.lastIndexOf('\n{'))) as {
        Written: Record<string, number>
      }
      assert.deepEqual({ New: Written.New, Unchanged: Written.Unchanged }, added, `time ${time}`)
    }
    const rows = await service.db`
      select s.address, s.state, s.fields ->> 'City' as city from subscribers s
      join lists l on l.client_id = s.client_id and l.id = s.list_id and l.title = 'Readers' order by 1`
    assert.deepEqual(
      rows.map(row => Object.values(row)),
      [
        ['ina@moved.example', 'Active', 'Ulm'],
        ['left@moved.example', 'Unsubscribed', null],
      ],
    )
    const suppressed = await service.db`
      select s.address, s.reason from suppressions s join clients c on c.id = s.client_id and c.public_id = ${ClientID} order by 1`
    assert.deepEqual(
      suppressed.map(row => Object.values(row)),
      [['never@moved.example', 'bounced']],
    )
  } finally {
    await monitor.close()
  }
})

/** [what, arguments, exit code, sentence] */
const mistakes: readonly [string, readonly string[], number, RegExp][] = [
  ['an unknown command', ['sned'], 2, /There is no command "sned"/],
  ['a command named like a property of every object', ['constructor'], 2, /There is no command "constructor"/],
  ['an unknown operation', ['call', 'Client.Invent'], 2, /There is no operation "Client\.Invent"/],
  ['an unknown flag', ['call', 'Client.Delete', '--Colour', 'red'], 2, /Client\.Delete has no parameter "Colour"/],
  ['a flag without its value', ['call', 'Client.Delete', '--ClientID'], 2, /--ClientID needs a value/],
  ['an upload without a file', ['upload', '--client', 'x'], 2, /Name one file/],
  [
    'an upload of a file that is not there',
    ['upload', 'none.bin', '--client', 'x'],
    2,
    /none\.bin cannot be read: ENOENT/,
  ],
  [
    'an import without consent',
    ['import', 'a.csv', '--client', 'x', '--list', 'y'],
    2,
    /--consent "sign-up page; 2025-05-01; Yes, send me the newsletter"/,
  ],
  ['an export of nothing', ['export', '--client', 'x'], 2, /Say what to export/],
  ['an export in no format', ['export', '--client', 'x', '--suppressions', '--format', 'pdf'], 2, /--format is one of/],
  ['an import into no list', ['import', 'a.csv', '--client', 'x'], 2, /Name the list: --list/],
  ['an import from an unknown program', ['import', '--from', 'mailchimp'], 2, /--from is one of/],
  [
    'an import from listmonk without its place',
    ['import', '--from', 'listmonk', '--client', 'x'],
    2,
    /where listmonk is/,
  ],
  [
    'an import of a list into nothing',
    ['import', '--from', 'campaign-monitor', '--client', 'x', '--remote-list', 'y'],
    2,
    /Name both --remote-list and --list/,
  ],
  [
    'a key as an argument',
    ['import', '--from', 'campaign-monitor', '--client', 'x', '--key', 'y'],
    2,
    /Unknown option '--key'/,
  ],
  ['an upload for no client', ['upload', 'README.md'], 2, /Name the client/],
  ['a word that is no flag', ['call', 'Client.Delete', 'please'], 2, /"please" is not a flag/],
  [
    'an invalid boolean',
    ['call', 'List.Create', '--ConfirmOptIn', 'perhaps'],
    2,
    /--ConfirmOptIn must be true or false/,
  ],
  ['invalid JSON', ['call', 'Campaign.Create', '--SubscriberListIDs', '[x'], 2, /must be JSON of type ArrayOfString/],
  [
    'no service there',
    ['call', 'User.GetCountries', '--url', 'http://127.0.0.1:1'],
    1,
    /No service answers at http:\/\/127\.0\.0\.1:1/,
  ],
  [
    'a service that has no address',
    ['call', 'User.GetCountries', '--url', 'here'],
    2,
    /^The URL of a service is http or https/,
  ],
  [
    'a service on another protocol',
    ['call', 'User.GetCountries', '--url', 'ftp://127.0.0.1/'],
    2,
    /^The URL of a service is http or https/,
  ],
  ['an invalid key', ['call', 'User.GetCountries', '--ApiKey', 'Schlüssel'], 2, /An API key is visible ASCII/],
  ['a setting that makes no sense', ['start'], 2, /LETTERSHOP_PORT is "http", but must be a port number/],
]
for (const [what, args, exitCode, sentence] of mistakes) {
  test(`${what} ends with a sentence and code ${exitCode}`, async () => {
    const { code, stdout, stderr } = await lettershop(args, { LETTERSHOP_PORT: args[0] === 'start' ? 'http' : '' })
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /^\s+at /m, 'a trace was shown')
    assert.equal(stdout, '')
    assert.equal(code, exitCode)
  })
}

test('commands that take or make files say how they are used', async () => {
  for (const args of [['import'], ['import', '--from'], ['export'], ['upload']]) {
    const { code, stdout } = await lettershop([...args, '--help'])
    assert.deepEqual([code, stdout.startsWith(`lettershop ${args.join(' ')} `)], [0, true], args.join(' '))
  }
})

test('a refusal ends with its message and code', async () => {
  const { code, stderr } = await call('Client.Delete', '--ClientID', '0'.repeat(32))
  assert.equal(code, 1)
  assert.match(stderr, /^Client\.Delete was refused: Invalid ClientID \(code 102\)\./)
})

test('without a key none is sent, and the flag comes before the setting', async () => {
  const url = { LETTERSHOP_PUBLIC_URL: service.url }
  for (const [args, environment] of [
    [[], url],
    [['--ApiKey', '0'.repeat(32)], { ...url, LETTERSHOP_API_KEY: service.login.apiKey }],
  ] as const) {
    const { code, stderr } = await lettershop(['call', 'User.GetCountries', ...args], environment)
    assert.equal(code, 1)
    assert.match(stderr, /^User\.GetCountries was refused: Invalid API Key \(code 100\)\./)
  }
})

test('what answers and is not Lettershop is said to be none', async () => {
  const web = await serveWeb({ '/api/json/User.GetCountries': { body: '<html>Welcome</html>' } })
  const { code, stdout, stderr } = await call('User.GetCountries', '--url', `${web.url}/`)
  await web.close()
  assert.deepEqual([code, stdout, stderr], [1, '', `What answers at ${web.url} is not Lettershop.\n`])
})

test('migrate brings a database up to date and ends', async () => {
  const { code, stdout, stderr } = await lettershop(['migrate'], { DATABASE_URL: service.databaseUrl })
  assert.equal(code, 0, stderr)
  assert.equal(stdout, 'The database is up to date.\n')
})

test('resume-sending shows what holds sending, and releases it only with --yes', async () => {
  const environment = { DATABASE_URL: service.databaseUrl }
  await service.db`
    insert into holds (kind, folder, detail, since) values ('database restored', '', 'The heartbeat is ahead.', now())`
  const shown = await lettershop(['resume-sending'], environment)
  assert.equal(shown.code, 0, shown.stderr)
  assert.match(shown.stdout, /^database restored, since .*\n {2}The heartbeat is ahead\./)
  assert.equal((await service.db`select from holds`).length, 1)

  const released = await lettershop(['resume-sending', '--yes'], environment)
  assert.match(released.stdout, /Released: sending goes on\.\n$/)
  const again = await lettershop(['resume-sending', '--yes'], environment)
  assert.equal(again.stdout, 'Nothing holds sending.\nThere was nothing to release.\n')
})

test('background work is paused by role and by name, with a reason, and shown wherever one looks', async () => {
  const environment = { DATABASE_URL: service.databaseUrl }
  const ready = async () => {
    const answered = await fetch(`${service.url}/ready`)
    return [answered.status, ((await answered.json()) as { pauses: string }).pauses]
  }
  assert.deepEqual(await ready(), [200, 'ok'])
  assert.equal((await lettershop(['pause'], environment)).stdout, 'Nothing is paused.\n')
  const paused = await lettershop(['pause', 'jobs/webhooks', '--reason', 'The receiver moves.'], environment)
  assert.equal(
    paused.stdout,
    'Paused on all machines: jobs/webhooks. To go on: lettershop resume jobs/webhooks\n',
    paused.stderr,
  )
  await lettershop(['pause', 'sender'], environment)
  assert.match(
    (await lettershop(['pause'], environment)).stdout,
    /^jobs\/webhooks, paused since \S+: The receiver moves\.\nsender, paused since \S+\n$/,
  )
  assert.deepEqual(await ready(), [200, 'Paused: jobs/webhooks, sender.'])

  assert.match(
    (await lettershop(['resume', 'sender'], environment)).stdout,
    /^It goes on: sender\.\njobs\/webhooks, paused since .*\n$/,
  )
  assert.match(
    (await lettershop(['resume', 'jobs'], environment)).stdout,
    /^jobs was not paused\.\njobs\/webhooks, paused/,
  )
  assert.match((await lettershop(['resume', 'jobs/webhooks'], environment)).stdout, /\nNothing is paused\.\n$/)
  assert.deepEqual(await ready(), [200, 'ok'])

  for (const wrong of [
    ['pause', 'api'],
    ['pause', 'jobs/everything'],
    ['pause', 'sender', 'for a while'],
    ['pause', 'sender', '--reason'],
    ['pause', 'sender', '--reason', 'two\nlines'],
    ['pause', 'sender', '--reason', 'x'.repeat(501)],
    ['pause', 'sender', '--reason', 'x', 'y'],
    ['resume'],
    ['resume', 'api'],
    ['resume', 'sender', 'jobs'],
  ]) {
    const { code, stderr } = await lettershop(wrong, environment)
    assert.equal(code, 2, wrong.join(' '))
    assert.match(stderr, /Background work: sender, sender\/campaigns, feedback, /)
  }
  assert.equal((await service.db`select from pauses`).length, 0)
})

test('sending is held by hand, with a reason, until it is released', async () => {
  const environment = { DATABASE_URL: service.databaseUrl }
  const held = await lettershop(['hold', 'the', 'relay', 'moves'], environment)
  assert.equal(held.code, 0, held.stderr)
  assert.equal(held.stdout, 'Sending is held. To go on: lettershop resume-sending --yes\n')
  const shown = await lettershop(['resume-sending'], environment)
  assert.match(
    shown.stdout,
    /^by hand, since .*\n {2}An operator holds sending: the relay moves\nTo go on: lettershop resume-sending --yes\n$/,
  )
  assert.match((await lettershop(['resume-sending', '--yes'], environment)).stdout, /Released: sending goes on\.\n$/)
  assert.equal((await service.db`select from holds`).length, 0)

  for (const wrong of [['--yes'], ['two\nlines'], ['x'.repeat(501)]]) {
    const { code, stderr } = await lettershop(['hold', ...wrong], environment)
    assert.equal(code, 2)
    assert.match(stderr, /^lettershop hold takes nothing but a reason/)
  }
  assert.equal((await service.db`select from holds`).length, 0)
})

for (const [old, name] of [
  ['release', 'resume-sending'],
  ['links', 'link-keys'],
] as const)
  test(`${old} is ${name} by its earlier name`, async () => {
    const environment = { DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder }
    const shown = await lettershop([old], environment)
    assert.equal(shown.code, 0, shown.stderr)
    assert.deepEqual(shown, await lettershop([name], environment))
  })

test('resume-sending takes nothing but --yes', async () => {
  const { code, stderr } = await lettershop(['resume-sending', '--force'])
  assert.equal(code, 2)
  assert.equal(stderr, 'lettershop resume-sending takes nothing but --yes.\n')
})

test('versions of the key of links are shown, made, and revoked only with --yes', async () => {
  const environment = { DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder }
  const links = (...args: string[]) => lettershop(['link-keys', ...args], environment)
  assert.match((await links()).stdout, /^ {2}1 {2}made \S+ {2}signs\n$/)
  const rotated = await links('rotate')
  assert.equal(rotated.code, 0, rotated.stderr)
  assert.match(rotated.stdout, /^Version 2 is made\. Campaigns that start after \S+ are signed with it;/)
  // on a slow machine the commands below take longer than a new version is announced before it signs
  await service.db`update link_keys set signs_at = now() + interval '1 hour' where version = 2`
  assert.match((await links()).stdout, /^ {2}1 .* signs\n {2}2 .* signs from \S+\n$/)

  const warned = await links('revoke', '1')
  assert.equal(warned.code, 2)
  assert.match(warned.stdout, /breaks, for good, [\s\S]*unsubscribing[\s\S]*Nothing is done yet/)
  assert.match((await links()).stdout, /^ {2}1 .* signs\n/)
  const revoked = await links('revoke', '1', '--yes')
  assert.match(revoked.stdout, /^Version 1 is revoked; .*\nIt was the one that signed: version 3 does now\.\n$/)
  assert.match((await links()).stdout, /^ {2}1 .* revoked \S+\n {2}2 .* signs from \S+\n {2}3 .* signs\n$/)

  for (const wrong of [
    ['revoke'],
    ['revoke', 'x', '--yes'],
    ['revoke', '0', '--yes'],
    ['rotate', '2'],
    ['--yes'],
    ['mend'],
  ]) {
    const { code, stderr } = await links(...wrong)
    assert.equal(code, 2, wrong.join(' '))
    assert.match(stderr, /^lettershop link-keys /)
  }
  for (const unknown of ['1', '200']) assert.equal((await links('revoke', unknown, '--yes')).code, 1)
  const other = await lettershop(['link-keys', 'rotate'], { ...environment, LETTERSHOP_SECRET: 'x'.repeat(40) })
  assert.equal(other.code, 1, 'with another secret')
  assert.equal((await service.db`select from link_keys`).length, 3)
})

describe('keys and passwords', () => {
  const environment = () => ({ DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder })
  const keys = (...args: string[]) => lettershop(['keys', ...args], environment())
  const statusOf = async (key: string) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    const response = await fetch(`${service.url}/api/json/User.GetCountries`, { method: 'POST', headers, body: '{}' })
    await response.arrayBuffer()
    return response.status
  }
  const signIn = async (Password: string) => {
    const body = JSON.stringify({ SiteUrl: service.login.siteUrl, Username: 'admin', Password })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${service.url}/api/json/User.GetApiKey`, { method: 'POST', headers, body })
    return response.ok ? ((await response.json()) as string) : response.status // bare text
  }

  test('a key is listed without being shown, shown when asked for, replaced and revoked', async () => {
    const { apiKey, siteUrl } = service.login
    const listed = await keys()
    assert.equal(listed.stdout, `admin  user of the account ${siteUrl}  key 1\n`)
    assert.equal((await keys('show', 'ADMIN')).stdout, `${apiKey}\n`)

    const rotated = await keys('rotate', 'admin', '--overlap-hours', '2')
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.match(rotated.stdout, /^[0-9a-f]{32}\n$/)
    assert.equal(rotated.stderr, 'The old key of admin works for another 2 h.\n')
    const second = rotated.stdout.trim()
    assert.deepEqual(await Promise.all([apiKey, second].map(statusOf)), [200, 200])
    assert.match((await keys()).stdout, / {2}key 2 since \S+Z, the one before until \S+Z\n$/)

    const third = (await keys('rotate', 'admin')).stdout.trim()
    assert.deepEqual(await Promise.all([apiKey, second, third].map(statusOf)), [401, 401, 200])

    const revoked = await keys('revoke', 'admin', `--site-url=${siteUrl}`)
    assert.deepEqual(revoked, { code: 0, stdout: '', stderr: 'The old key of admin is refused from now on.\n' })
    assert.equal(await statusOf(third), 401)
    const fourth = await signIn(service.password)
    assert.equal(await statusOf(String(fourth)), 200)
    assert.equal((await keys('show', 'admin')).stdout, `${fourth}\n`)
  })

  test('a new password keeps the key, or ends it with --end-key', async () => {
    const passwd = (input: string, ...args: string[]) => lettershop(['passwd', ...args], environment(), input)
    const key = await signIn(service.password)
    const changed = await passwd('a second password\nand more', 'admin')
    assert.deepEqual(
      [changed.code, changed.stdout, changed.stderr],
      [0, '', 'admin has a new password. The API key is as before; --end-key ends it.\n'],
    )
    assert.equal(await signIn(service.password), 401)
    assert.equal(await signIn('a second password'), key)
    const ended = await passwd('a third password', 'admin', '--end-key')
    assert.equal(ended.stderr, 'admin has a new password. The old API key is refused from now on.\n')
    assert.equal(await statusOf(String(key)), 401)
    assert.equal(await statusOf(String(await signIn('a third password'))), 200)

    for (const [input, sentence] of [
      ['', /^A password has 6 to 200 characters\. Nothing is changed\.\n$/],
      ['password', /^This password is among the first that are tried; choose another\. Nothing is changed\.\n$/],
      ['admin', /Nothing is changed\.\n$/],
    ] as const) {
      const wrong = await passwd(input, 'admin', '--end-key')
      assert.equal(wrong.code, 1)
      assert.match(wrong.stderr, sentence)
    }
    assert.equal(typeof (await signIn('a third password')), 'string')
  })

  test('what these commands changed is in the audit log of the account', async () => {
    const entries = await service.db`
      select distinct operation, subject, actor_name, means from audit_log where actor_kind = 'system' and subject = 'login admin'
      order by operation`
    assert.deepEqual(
      entries.map(({ operation, actorName, means }) => [operation, actorName, means]),
      [
        ['lettershop keys revoke', 'operator', 'system'],
        ['lettershop keys rotate', 'operator', 'system'],
        ['lettershop passwd', 'operator', 'system'],
      ],
    )
  })

  test('an operator ends the second factor of a person who lost it, and all their sessions', async () => {
    const reset = (...args: string[]) => lettershop(['person', 'reset-factor', ...args], environment())
    const [account] = await service.db`select id from accounts order by id limit 1`
    const person = await addPerson(service.db, { accountId: account!.id })
    assert.deepEqual(await reset(person.email), {
      code: 1,
      stdout: '',
      stderr: `${person.email} has no second factor. Nothing is changed.\n`,
    })
    await service.db`update people set totp_secret = 'x', totp_since = now() where id = ${person.id}`
    await service.db`insert into recovery_codes (person_id, code_hash) values (${person.id}, 'x')`
    const ended = await reset(person.email.toUpperCase())
    assert.deepEqual([ended.code, ended.stdout], [0, ''])
    assert.match(ended.stderr, /^The second factor of .* is ended, and so are their sessions\.\n$/)
    const [left] = await service.db`
      select totp_secret, totp_since, epoch, (select count(*)::integer from recovery_codes where person_id = p.id) as codes
      from people p where id = ${person.id}`
    assert.deepEqual({ ...left }, { totpSecret: null, totpSince: null, epoch: 2, codes: 0 })
  })

  for (const command of [
    ...['keys', 'passwd', 'person', 'backup'],
    ...['start', 'migrate', 'hold', 'pause', 'resume', 'resume-sending'],
  ])
    test(`${command} --help says how it is used`, async () => {
      const { code, stdout, stderr } = await lettershop([command, '--help'])
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.startsWith(`lettershop ${command}`))
    })

  for (const [args, code, sentence] of [
    [['start', 'now'], 2, /^lettershop start /],
    [['migrate', 'now'], 2, /^lettershop migrate /],
    [['keys', 'show'], 2, /^lettershop keys /],
    [['keys', 'mend', 'admin'], 2, /^lettershop keys /],
    [['keys', 'list', 'admin'], 2, /^lettershop keys /],
    [['keys', 'rotate', 'admin', '--overlap-hours', '169'], 2, /^lettershop keys /],
    [['keys', 'rotate', 'admin', '--overlap-hours', 'long'], 2, /^lettershop keys /],
    [['keys', 'show', 'admin', '--overlap-hours', '1'], 2, /^lettershop keys /],
    [['keys', 'show', 'stranger'], 1, /^There is no login "stranger"\. "lettershop keys" lists them\.\n$/],
    [['keys', 'show', 'admin', '--site-url', 'http://'], 1, /^"http:\/\/" is no web address\.\n$/],
    [['keys', 'show', 'admin', '--site-url', 'elsewhere.example'], 1, /^There is no login "admin"\./],
    [['person'], 2, /^lettershop person /],
    [['person', 'reset-factor'], 2, /^lettershop person /],
    [['person', 'mend', 'admin'], 2, /^lettershop person /],
    [
      ['person', 'reset-factor', 'absent@people.example'],
      1,
      /^There is no person with the address absent@people\.example\.\n$/,
    ],
    [['person', 'reset-factor', 'stranger'], 1, /^There is no login "stranger"\./],
    [['passwd'], 2, /^lettershop passwd /],
    [['passwd', 'admin', 'a password on the command line'], 2, /^lettershop passwd /],
    [['passwd', 'stranger'], 1, /^There is no login "stranger"\./],
  ] as const)
    test(`${args.join(' ')} ends with a sentence and code ${code}`, async () => {
      const ended = await lettershop(args, environment(), 'a fourth password\n')
      assert.deepEqual([ended.code, ended.stdout], [code, ''])
      assert.match(ended.stderr, sentence)
    })
})
