import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentInWords } from './agent.ts'

const mozilla = 'Mozilla/5.0'
const agents = [
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox, Windows'],
  [
    `${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36`,
    'Chrome, Linux',
  ],
  [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge, Windows'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari, iPhone',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15`, 'Safari, macOS'],
  [`${mozilla} (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['curl/8.5.0', 'curl'],
  ['our-script 1.0', 'our-script 1.0'],
  ['x'.repeat(10_000), 'x'.repeat(60)],
  ['', ''],
] as const
for (const [said, words] of agents)
  test(`"${said.slice(0, 60)}" is ${words.slice(0, 30)}`, () => assert.equal(agentInWords(said), words))

test('a browser that says nothing is nothing', () => assert.equal(agentInWords(undefined), ''))
