/** Believable values for the documents: those of the cards, else plain ones of the shape. */
import type { Operation } from '../contract/operations.ts'
import type { Shape } from '../contract/shapes.ts'

export function exampleOf(shape: Shape): unknown {
  if (shape.example !== undefined) return shape.example
  switch (shape.kind) {
    case 'scalar':
      return { string: 'text', int: 1, long: 1, boolean: true }[shape.name]
    case 'enumeration':
      return shape.values[0]
    case 'record':
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, exampleOf(field)]))
    case 'list':
      return [exampleOf(shape.item)]
  }
}

/** All parameters but the key, which JSON takes from the Authorization header. */
export function exampleBody({ parameters }: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name !== 'ApiKey')
      .map(([name, shape]) => [name, exampleOf(shape)]),
  )
}
