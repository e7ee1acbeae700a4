/**
 * The runbook is true: its commands run as they stand in docs/running.md, beside a service, and print what the page shows.
 *
 * A block is run when its info string says `run`; a block `answer` behind it is its output, where `…` matches anything. `by=<file>` names
 * the test that runs what needs a package, standbys or another version; it asks for each of the commands (harness/runbook.ts).
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from './harness/cluster.ts'
import { fencesOf, root } from './harness/markdown.ts'
import { needs } from './harness/needs.ts'
import { basics } from './harness/new-client.ts'
import { blocksOf, commandsOf, runbook } from './harness/runbook.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { Shell } from './harness/shell.ts'

/** Sections whose procedures have commands, in the order in which they need each other. */
const sections = [
  'Install',
  'Observe',
  'Back up',
  'Upgrading',
  'Several machines',
  'Leave',
  'Fail over',
  'Backups and restoring',
] as const

describe('the runbook', () => {
  for (const section of sections)
    test(`has commands under ${section}, each of which a test runs`, () => {
      const blocks = blocksOf(section)
      assert.ok(blocks.length > 0)
      for (const block of blocks) {
        if (block.info === 'sh run') continue
        const [, by] = /^sh by=(\S+)$/.exec(block.info) ?? []
        assert.ok(by, block.info)
        const asked = askedFor(readFileSync(join(root, by), 'utf8'), section)
        assert.deepEqual(
          commandsOf(block).filter(command => !asked.some(beginning => command.startsWith(beginning))),
          [],
          `commands that ${by} does not run`,
        )
      }
    })

  test('has no commands elsewhere', () => {
    const all = fencesOf(runbook).filter(({ info }) => info.startsWith('sh'))
    assert.equal(all.length, sections.flatMap(blocksOf).length)
  })
})

/** The beginnings of the commands of a section that a test asks for. */
function askedFor(source: string, section: string): readonly string[] {
  const calls = source.matchAll(/\brunbook(?:Command|Arguments)\('([^']+)', '([^']+)'\)/g)
  return [...calls].filter(([, of]) => of === section).map(([, , beginning]) => beginning!)
}

describe('what the runbook says to run', needs('curl'), () => {
  let service: TestService
  let folder: string
  let shell: Shell
  /** Places of the page, and what they are here. */
  let places: readonly (readonly [there: string, here: string])[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lettershop-runbook-'))
    service = await startTestService()
    await mkdir(join(folder, 'backups'))
    await mkdir(join(folder, 'bin'))
    // npx takes a second to find what is here
    const program = join(import.meta.dirname, '../bin/lettershop.mjs')
    await writeFile(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`, {
      mode: 0o755,
    })
    const { value: ClientID } = await service.call('Client.Create', basics)
    const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
    const { value: ListID } = await service.call('List.Create', {
      ClientID,
      Title: 'Readers',
      ConfirmOptIn: false,
      ...pages,
    })
    await service.call('Subscriber.Add', { ListID, Email: 'ann@reader.example', Name: 'Ann' })
    places = [
      ['/var/backups/lettershop', join(folder, 'backups')],
      ['/var/lib/lettershop-new', join(folder, 'new')],
      ['/var/lib/lettershop-2', join(folder, 'second')],
      ['/var/lib/lettershop', service.dataFolder],
      ['/root', folder],
      ['127.0.0.1:8080', new URL(service.url).host],
      ['8081', String(await freePort())],
    ]
    shell = new Shell(folder, {
      ...{ DATABASE_URL: service.databaseUrl, LETTERSHOP_DATA: service.dataFolder, LETTERSHOP_LOG_LEVEL: 'fatal' },
      ...{ LETTERSHOP_API_KEY: service.login.apiKey, LETTERSHOP_PORT: new URL(service.url).port },
      ...{
        CLIENT: String(ClientID),
        LIST: String(ListID),
        NO_COLOR: '1',
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      },
    })
    await shell.run('set -e')
  })
  after(async () => {
    shell.end()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  for (const section of sections)
    for (const [n, { info, text: command, answer }] of blocksOf(section).entries()) {
      if (info !== 'sh run') continue
      test(`${section}, block ${n + 1}`, async () => {
        const here = places.reduce((text, [there, place]) => text.replaceAll(there, place), command)
        const { text: printed } = await shell.run(here)
        if (answer === undefined) return
        const shown = places.reduce((said, [there, place]) => said.replaceAll(place, there), printed)
        assert.match(shown.trim(), patternOf(answer), shell.errors)
      })
    }
})

function patternOf(answer: string): RegExp {
  const parts = answer.trim().split('…')
  return new RegExp(`^${parts.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\S]*?')}$`)
}
