import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '../contract/operations.ts'
import type { RecordShape, Shape } from '../contract/shapes.ts'
import { choices } from '../http/choices.ts'

const records = new Map<string, RecordShape>()
const meet = (shape: Shape): void => {
  if (shape.kind === 'list') meet(shape.item)
  if (shape.kind !== 'record' || records.has(shape.name)) return
  records.set(shape.name, shape)
  Object.values(shape.fields).forEach(meet)
}
for (const { parameters, jsonResult } of allOperations) [...Object.values(parameters), jsonResult].forEach(meet)

test('every parameter has a sentence that says what it means', () => {
  for (const operation of allOperations)
    for (const [name, { meaning = '' }] of Object.entries(operation.parameters))
      assert.match(meaning, /^\S.*[.]$/s, `${operation.name} ${name}`)
})

test('every field of a record has one, too', () => {
  for (const record of records.values())
    for (const [name, { meaning = '' }] of Object.entries(record.fields))
      assert.match(meaning, /^\S.*[.…)]$/s, `${record.name} ${name}`)
})

test('every closed set belongs to a parameter, a field or an operation', () => {
  for (const key of Object.keys(choices)) {
    const [one = '', other = '', parameter = ''] = key.split('.')
    const operation = allOperations.find(({ name }) => name === `${one}.${other}`)
    if (operation === undefined) assert.ok(other in (records.get(one)?.fields ?? {}), key)
    else assert.ok(parameter === '' || parameter in operation.parameters, key)
  }
})
