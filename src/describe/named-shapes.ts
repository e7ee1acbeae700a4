/** The types that have a name of their own, for documents that declare each once. */
import { allOperations } from '../contract/operations.ts'
import type { EnumerationShape, RecordShape, Shape } from '../contract/shapes.ts'

/** Each record and enumeration that some operation takes or yields, once, in the order they are met. */
export function namedShapes(): readonly (RecordShape | EnumerationShape)[] {
  const met = new Map<string, RecordShape | EnumerationShape>()
  const meet = (shape: Shape): void => {
    if (shape.kind === 'list') meet(shape.item)
    if (shape.kind === 'list' || shape.kind === 'scalar' || met.has(shape.name)) return
    met.set(shape.name, shape)
    if (shape.kind === 'record') Object.values(shape.fields).forEach(meet)
  }
  for (const { parameters, jsonResult } of allOperations) {
    Object.values(parameters).forEach(meet)
    meet(jsonResult)
  }
  return [...met.values()]
}
