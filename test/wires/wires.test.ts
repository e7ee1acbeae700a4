/** One scenario, played over each of the five wires: the same answers everywhere, and their bytes on record. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusals } from '../../src/contract/refusals.ts'
import { type WireName, wireNames } from '../harness/dial.ts'
import { golden } from '../harness/golden.ts'
import type { TestWeb } from '../harness/web.ts'
import { servePages } from './pages.ts'
import { type Played, type PlayedCase, play } from './play.ts'
import { scenario } from './scenario.ts'

let web: TestWeb
const played = new Map<WireName, Played>()

before(async () => {
  web = await servePages()
  await Promise.all(wireNames.map(async wire => played.set(wire, await play(wire, web.url))))
})
after(() => web.close())

function casesOf(wire: WireName, operation: string): readonly PlayedCase[] {
  return played.get(wire)!.cases.filter(({ shown }) => shown.operation === operation)
}

for (const name of new Set(scenario.map(({ operation }) => operation))) {
  test(`${name} ends every case as it must`, () => {
    for (const wire of wireNames) {
      for (const { shown, by, status, value } of casesOf(wire, name)) {
        const { Code, Message } = resultOf(value)
        const [code, title, jsonStatus] = shown.expect === 'success' ? [0, 'Success', 200] : refusals[shown.expect]
        const about = `${wire}: ${shown.name}: ${JSON.stringify(value)}`
        assert.deepEqual([Code, Message], [code, title], about)
        assert.equal(status, by === 'json' ? jsonStatus : 200, about)
      }
    }
  })

  test(`${name} says the same on every wire`, () => {
    const expected = casesOf('soap11', name)
    for (const wire of wireNames.slice(1)) {
      for (const [n, { shown, value }] of casesOf(wire, name).entries()) {
        assert.deepEqual(value, expected[n]!.value, `${wire}: ${shown.name}`)
      }
    }
  })

  test(`${name} answers the bytes on record`, () => {
    const cases = casesOf('soap11', name).map(({ shown }, n) => {
      const records = wireNames.map(wire => `# ${wire}\n${casesOf(wire, name)[n]!.record}`)
      return `### ${shown.name}: ${shown.expect}\n\n${records.join('\n')}`
    })
    golden(`wires/${name}.http`, cases.join('\n'))
  })
}

/** Success where a value came. */
function resultOf(value: unknown): { readonly Code?: unknown; readonly Message?: unknown } {
  const isResult = typeof value === 'object' && value !== null && 'Code' in value
  return isResult ? value : { Code: 0, Message: 'Success' }
}

test('every wire leaves the same behind', () => {
  const { rows } = played.get('soap11')!
  for (const wire of wireNames.slice(1)) assert.deepEqual(played.get(wire)!.rows, rows, wire)
})
