/** The promise of imports against the real program and `kill -9`: whenever it dies, nothing is lost, doubled or revived. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { effort, mayTake } from './harness/effort.ts'
import { consent } from './harness/imports.ts'
import { type Program, startProgram } from './harness/program.ts'
import { seen, until } from './harness/until.ts'

/** What a program is killed in; each import passes through all of them. */
const all = ['judging', 'committing', 'undoing'] as const
const phases = all.slice(-effort(2, 3))
const rounds = effort(1, 7)
const kills = rounds * phases.length
/** Several ranges, so that some are written when it dies. */
const people = effort(25_000, 40_000)

let database: TestDatabase
let folder: string
let program: Program
before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-import-kill-'))
  program = await start()
})
after(async () => {
  await program?.end('SIGKILL')
  await database?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

function start(): Promise<Program> {
  return startProgram({ DATABASE_URL: database.url, LETTERSHOP_DATA: folder, LETTERSHOP_LOG_LEVEL: 'fatal' })
}

interface OnWire {
  readonly State: string
  readonly Problem: string
  readonly RowsDone: number
  readonly RowsUndone: number
  readonly RowsLeftAlone: number
  readonly Written: Readonly<Record<string, number>>
}

test(`imports killed ${kills} times write every row once, and who left stays out`, async () => {
  mayTake(kills * 120_000)
  const { ClientID, ListID } = await newList()
  await program.call('Subscriber.Add', { ListID, Email: 'left@x.example', Name: '' })
  await program.call('Subscriber.Unsubscribe', { ListID, Email: 'left@x.example' })
  const file = `email,name\nleft@x.example,Back\n${Array.from({ length: people }, (_, n) => `p${n}@x.example,P ${n}`).join('\n')}\n`
  for (let round = 1; round <= rounds; round++) {
    const job = { ClientID, ImportID: await begin(ClientID, ListID, file) }
    await waitUntil(job, 'Mapping')
    await program.call('Import.Judge', job)
    await killIn('judging')
    await waitUntil(job, 'Judged')
    await program.call('Import.Commit', job)
    await killIn('committing')
    const { Written } = await waitUntil(job, 'Done')
    assert.deepEqual([Written.Rows, Written.New, Written.OptOutKept], [people + 1, people, 1], `round ${round}`)
    assert.deepEqual(await membersByState(), { Active: people, Unsubscribed: 1 }, `round ${round}`)
    assert.deepEqual(await changes('imported'), { people, most: round, entries: people * round }, `round ${round}`)
    await program.call('Import.Undo', job)
    await killIn('undoing')
    const { RowsUndone, RowsLeftAlone } = await waitUntil(job, 'Undone')
    assert.deepEqual([RowsUndone, RowsLeftAlone], [people, 0], `round ${round}`)
    assert.deepEqual(await membersByState(), { Deleted: people, Unsubscribed: 1 }, `round ${round}`)
    assert.deepEqual(await changes('import undone'), { people, most: round, entries: people * round }, `round ${round}`)
  }
  const [totals] = await database.db`select active, unsubscribed, deleted from list_totals`
  assert.deepEqual({ ...totals }, { active: 0, unsubscribed: 1, deleted: people })
})

async function newList() {
  const ClientID = await program.call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  const ListID = await program.call<string>('List.Create', { ClientID, Title: 'News', ConfirmOptIn: false, ...pages })
  return { ClientID, ListID }
}

async function begin(ClientID: string, ListID: string, file: string): Promise<string> {
  const response = await fetch(`${program.url}/api/uploads?ClientID=${ClientID}&FileName=people.csv`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${program.apiKey}`, 'Content-Type': 'application/octet-stream' },
    body: file,
  })
  assert.equal(response.status, 200)
  const { UploadID } = (await response.json()) as { UploadID: string }
  return program.call<string>('Import.Create', { ListID, UploadID, ...consent })
}

/** Kills the program while it has this work, in the midst of it where it has a cursor, and starts another. */
async function killIn(phase: (typeof all)[number]): Promise<void> {
  if (!phases.includes(phase)) return
  const hasBegun = async () => {
    const [row] = await database.db<{ state: string; cursor: number; isClaimed: boolean }[]>`
      select state, cursor, claimed_until > now() as is_claimed from imports order by id desc limit 1`
    if (row!.state !== phase) return true // it was quicker than we looked
    return phase === 'judging' ? row!.isClaimed : row!.cursor > 0 && row!.cursor < people
  }
  await until(hasBegun, `an import is ${phase}`)
  await program.end('SIGKILL')
  program = await start()
}

async function waitUntil(
  job: { readonly ClientID: string; readonly ImportID: string },
  state: string,
): Promise<OnWire> {
  return seen(
    `the import is ${state}`,
    async () => program.call<OnWire>('Import.Get', job),
    now => {
      assert.equal(now.Problem, '')
      return now.State === state
    },
  )
}

async function membersByState(): Promise<Readonly<Record<string, number>>> {
  const rows = await database.db<{ state: string; count: number }[]>`
    select state, count(*)::integer as count from subscribers group by state`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Entries of the history with a cause: how many, of how many people, and the most of one of them. */
async function changes(cause: string) {
  const [row] = await database.db<{ people: number; most: number; entries: number }[]>`
    select count(*)::integer as people, max(n)::integer as most, sum(n)::integer as entries
    from (select count(*) as n from subscriber_history where cause = ${cause} group by subscriber_id) c`
  return { ...row! }
}
