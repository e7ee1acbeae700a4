import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findActiveContent } from './active-content.ts'
import { escapeJson, jsonLdFault, jsonLdLimits, readJson, unescapeJson } from './json-ld.ts'
import { tokenize } from './markup.ts'

const script = (attributes: string, json = '{}') => `<p>Hi</p><script ${attributes}>${json}</script>`
const ofType = (json: string) => script('type="application/ld+json"', json)
const order = '{"@context":"http://schema.org","@type":"Order","customer":{"name":"[fullname]"}}'

for (const attributes of [
  'type="application/ld+json"',
  "type='APPLICATION/LD+JSON'",
  'type=application/ld+json',
  'type=" application/ld+json\n"',
  'id="a" class="b" data-x="c" type="application/ld+json"',
]) {
  test(`a script with ${JSON.stringify(attributes)} is data`, () => {
    assert.equal(findActiveContent(tokenize(script(attributes, order))), undefined)
    assert.equal(jsonLdFault(tokenize(script(attributes, order))), undefined)
  })
}

for (const attributes of [
  '',
  'type',
  'type=""',
  'type="module"',
  'type="text/javascript"',
  'type="application/json"',
  'type="application/ld+json; x"',
  'type=" application/ld+json; charset=utf-8"',
  'type="application/ld+json,text/javascript"',
  'type="text/javascript" type="application/ld+json"',
  'type="application/ld+json" type="text/javascript"',
  'type="application/ld+json" src="https://a.example/x.js"',
  'type="application/ld+json" language="javascript"',
  'type="application/ld+json" onload="x()"',
  'type="application/ld+json" nomodule',
]) {
  test(`a script with ${JSON.stringify(attributes)} is refused`, () => {
    assert.equal(findActiveContent(tokenize(script(attributes))), 'ContainsScript')
  })
}

test('a script beside JSON-LD is refused', () => {
  assert.equal(findActiveContent(tokenize(`${ofType('{}')}<script>x()</script>`)), 'ContainsScript')
  assert.equal(findActiveContent(tokenize(`${ofType('{}')}<img onerror="x()">`)), 'ContainsScript')
})

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const faults: readonly (readonly [json: string, fault: RegExp])[] = [
  ['', /is not valid JSON\./],
  ['{"a":1,}', /is not valid JSON\./],
  ['alert(1)', /is not valid JSON\./],
  ['{"price":[price]}', /tags such as \[firstname\] can stand inside its strings only/],
  ['{"a":"<!-- <script>"}', /holds “<!--”/],
  [deep(jsonLdLimits.depth + 1), /nested more than 32 deep/],
  [deep(24_000), /nested more than 32 deep/],
  [`"${'x'.repeat(jsonLdLimits.length)}"`, /longer than 50000 characters/],
]
for (const [json, fault] of faults) {
  test(`JSON-LD ${JSON.stringify(json.slice(0, 40))} is refused with a sentence`, () => {
    assert.match(jsonLdFault(tokenize(ofType(json))) ?? '', fault)
  })
}

test('JSON-LD has limits, and what is within them passes', () => {
  assert.equal(jsonLdFault(tokenize(ofType(deep(jsonLdLimits.depth)))), undefined)
  assert.equal(jsonLdFault(tokenize(ofType('{"a":"[x] {y} \\" [[[[ <b>"}').repeat(jsonLdLimits.scripts))), undefined)
  assert.match(
    jsonLdFault(tokenize(ofType('{}').repeat(jsonLdLimits.scripts + 1))) ?? '',
    /more than 20 JSON-LD scripts/,
  )
})

test('strings of JSON are found whatever they hold, and lists are no strings', () => {
  const json = String.raw`{"a\"]": ["[x]", 1, "\\"], "b": "\u005b"}`
  assert.deepEqual(
    readJson(json).strings.map(({ start, end }) => json.slice(start, end)),
    [String.raw`a\"]`, '[x]', String.raw`\\`, 'b', String.raw`\u005b`],
  )
  assert.deepEqual(readJson('{"open').strings, [{ start: 2, end: 6 }])
})

test('a text that is escaped for JSON-LD means the same and holds nothing of HTML', () => {
  const text = '</script><!-- & "\\ \u2028\u2029 \n ü'
  assert.match(escapeJson('<'), /^\\u003c$/)
  assert.doesNotMatch(escapeJson(text), /[<>&"\n\u2028\u2029](?<!\\")/)
  assert.equal(JSON.parse(`"${escapeJson(text)}"`), text)
  assert.equal(unescapeJson(String.raw`a\u0041`), 'aA')
  assert.equal(unescapeJson('a"b'), 'a"b')
})
