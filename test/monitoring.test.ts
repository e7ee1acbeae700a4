/** The files for Prometheus and Grafana: they name metrics that a process shows, and each alert fires when it should. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { needs } from './harness/needs.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { startSink } from './harness/sink.ts'

const deploy = join(import.meta.dirname, '../deploy')
const alerts = join(deploy, 'prometheus/alerts.yml')

let service: TestService
let sink: Awaited<ReturnType<typeof startSink>>
let shown: string
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-monitoring-'))
  sink = await startSink()
  service = await startTestService({ LETTERSHOP_TRANSPORT: sink.url })
  await service.call('User.GetClients', {})
  shown = await (await fetch(`${service.url}/metrics`)).text()
})
after(async () => {
  await service?.stop()
  await sink?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Names as they stand in expressions; those of Prometheus itself are not among them. */
const namesIn = (text: string) => new Set(text.match(/\b(?:lettershop|nodejs|process)_\w+/g))

for (const [what, file] of [
  ['the alerts', alerts],
  ['the dashboard', join(deploy, 'grafana/lettershop.json')],
] as const) {
  test(`${what} name metrics that a process shows`, async () => {
    const types = new Map([...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]))
    const names = namesIn(await readFile(file, 'utf8'))
    assert.ok(names.size > 10)
    for (const name of names) {
      const histogram = name.replace(/_(?:bucket|count|sum)$/, '')
      assert.ok(types.has(name) || types.get(histogram) === 'histogram', name)
    }
  })
}

test('each metric of ours is in the page of metrics, and each one there is shown', async () => {
  const ours = (text: string) => [...namesIn(text)].filter(name => name.startsWith('lettershop_')).sort()
  const shownNames = ours([...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name).join(' '))
  // this service sends by itself; test/sender-processes.test.ts has one with processes for that
  const documented = ours(await readFile(join(deploy, '../docs/metrics.md'), 'utf8'))
  assert.deepEqual(
    documented.filter(name => !name.startsWith('lettershop_sender_')),
    shownNames,
  )
})

test('the dashboard has the form that Grafana takes, and no panel covers another', async () => {
  const { panels, uid } = JSON.parse(await readFile(join(deploy, 'grafana/lettershop.json'), 'utf8')) as {
    readonly uid: string
    readonly panels: readonly {
      readonly title: string
      readonly targets: readonly { readonly expr: string }[]
      readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    }[]
  }
  assert.equal(uid, 'lettershop')
  const taken = new Set<string>()
  for (const { title, targets, gridPos } of panels) {
    assert.ok(targets.length > 0 && targets.every(({ expr }) => expr !== ''), title)
    assert.ok(gridPos.x + gridPos.w <= 24, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!taken.has(`${x},${y}`), title)
        taken.add(`${x},${y}`)
      }
    }
  }
})

describe('promtool', needs('promtool'), () => {
  const promtool = (args: readonly string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, {
      encoding: 'utf8',
      cwd: join(deploy, 'prometheus'),
      input,
    })
    assert.equal(status, 0, stdout + stderr)
  }

  test('takes the alerts; each fires when it should, and none when all is well', () => {
    promtool(['check', 'rules', alerts])
    promtool(['test', 'rules', 'alerts.test.yml'])
  })

  test('takes each expression of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/lettershop.json'), 'utf8'))
    const rules = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => ({ expr: expr.replaceAll('$__rate_interval', '5m') })),
    )
    const groups = [
      { name: 'dashboard', rules: rules.map((rule: object, n: number) => ({ ...rule, record: `panel_${n}` })) },
    ]
    const file = join(folder, 'dashboard.yml')
    await writeFile(file, JSON.stringify({ groups }))
    promtool(['check', 'rules', file])
  })

  test('takes what a process shows', () => {
    promtool(['check', 'metrics'], shown)
  })
})
