import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '../contract/operations.ts'
import type { RecordShape, Shape } from '../contract/shapes.ts'
import { choices } from '../http/choices.ts'
import { recordMeanings } from './field-meanings.ts'
import { meaningOfField, meaningOfParameter } from './meanings.ts'

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
    for (const name of Object.keys(operation.parameters))
      assert.match(meaningOfParameter(operation, name), /^\S.*[.]$/s, `${operation.name} ${name}`)
})

test('every field of a record has one, too', () => {
  for (const record of records.values())
    for (const name of Object.keys(record.fields))
      assert.match(meaningOfField(record, name), /^\S.*[.…)]$/s, `${record.name} ${name}`)
})

test('no sentence is about a record or a field that is not there', () => {
  for (const [name, meanings] of Object.entries(recordMeanings)) {
    const record = records.get(name)
    assert.ok(record, name)
    assert.deepEqual(
      Object.keys(meanings).filter(field => !(field in record.fields)),
      [],
      name,
    )
  }
})

test('every closed set belongs to a parameter, a field or an operation', () => {
  for (const key of Object.keys(choices)) {
    const [one = '', other = '', parameter = ''] = key.split('.')
    const operation = allOperations.find(({ name }) => name === `${one}.${other}`)
    if (operation === undefined) assert.ok(other in (records.get(one)?.fields ?? {}), key)
    else assert.ok(parameter === '' || parameter in operation.parameters, key)
  }
})
