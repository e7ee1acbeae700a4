/**
 * The shapes values take on every wire. A shape knows its XML Schema name and nothing of any protocol;
 * how text becomes a value on one wire is that protocol's business (`bind.ts`).
 */

export interface ScalarShape<Name extends ScalarName = ScalarName> {
  readonly kind: 'scalar'
  readonly name: Name
  /** Of a text: most UTF-16 units a caller may send, where that is more than for others. */
  readonly longest?: number
  /** Of a value type that a caller may leave out: it is null then, and not 0 or false. */
  readonly mayBeAbsent?: boolean
}
export type ScalarName = 'string' | 'int' | 'long' | 'boolean'

export interface EnumerationShape<Value extends string = string> {
  readonly kind: 'enumeration'
  readonly name: string
  readonly values: readonly Value[]
}

export interface RecordShape<Fields extends Members = Members> {
  readonly kind: 'record'
  readonly name: string
  readonly fields: Fields
}

/** A repeated element: `ArrayOf<Item>` in the schema, each item in an element named for its type. */
export interface ListShape<Item extends Shape = Shape> {
  readonly kind: 'list'
  readonly item: Item
}

export type Shape = ScalarShape | EnumerationShape | RecordShape | ListShape
export interface Members {
  readonly [name: string]: Shape
}

export const text: ScalarShape<'string'> = { kind: 'scalar', name: 'string' }
/** Text that may be longer than other text. @param longest UTF-16 units */
export function longText(longest: number): ScalarShape<'string'> {
  return { kind: 'scalar', name: 'string', longest }
}
export const int: ScalarShape<'int'> = { kind: 'scalar', name: 'int' }
export const long: ScalarShape<'long'> = { kind: 'scalar', name: 'long' }
export const boolean: ScalarShape<'boolean'> = { kind: 'scalar', name: 'boolean' }
/** Of operations on JSON alone, where what is left out stays as it is. */
export const booleanOrAbsent: ScalarShape<'boolean'> & { readonly mayBeAbsent: true } = {
  kind: 'scalar',
  name: 'boolean',
  mayBeAbsent: true,
}

export function enumeration<const Value extends string>(
  name: string,
  ...values: readonly Value[]
): EnumerationShape<Value> {
  return { kind: 'enumeration', name, values }
}

export function record<const Fields extends Members>(name: string, fields: Fields): RecordShape<Fields> {
  return { kind: 'record', name, fields }
}

export function list<const Item extends Shape>(item: Item): ListShape<Item> {
  return { kind: 'list', item }
}

/** The type's name in the schema: `string`, `Result`, `ArrayOfSubscriber`, `ArrayOfString`. */
export function typeName(shape: Shape): string {
  if (shape.kind !== 'list') return shape.name
  const item = typeName(shape.item)
  return `ArrayOf${item[0]!.toUpperCase()}${item.slice(1)}`
}

/** Value types are written always (minOccurs 1); strings, records and lists may be absent (reference/asmx.md §5.5, §6). */
export function isRequired(shape: Shape): boolean {
  return shape.kind === 'enumeration' || (shape.kind === 'scalar' && shape.name !== 'string' && !shape.mayBeAbsent)
}

/** May a parameter of this shape be sent as text? GET and POST offer only operations all of whose parameters may (reference/asmx.md §1.2). */
export function isSimple(shape: Shape): boolean {
  return shape.kind === 'list' ? isSimple(shape.item) : shape.kind !== 'record'
}

type ScalarOf<Name extends ScalarName> = Name extends 'string' ? string : Name extends 'boolean' ? boolean : number

type Nullable<Fields extends Members> = {
  [Name in keyof Fields]: Fields[Name] extends ScalarShape<'string'> | RecordShape | ListShape ? Name : never
}[keyof Fields]

/** What a handler is given for a parameter of this shape. What may be absent is `null`. */
export type InputOf<S extends Shape> =
  S extends ScalarShape<infer Name>
    ? Name extends 'string'
      ? string | null
      : S extends { readonly mayBeAbsent: true }
        ? ScalarOf<Name> | null
        : ScalarOf<Name>
    : S extends EnumerationShape<infer Value>
      ? Value
      : S extends RecordShape<infer Fields>
        ? InputsOf<Fields> | null
        : S extends ListShape<infer Item>
          ? readonly InputOf<Item>[] | null
          : never

export type InputsOf<Fields extends Members> = { readonly [Name in keyof Fields]: InputOf<Fields[Name]> }

/** What a handler returns for a result of this shape. Long lists may be streamed. */
export type OutputOf<S extends Shape> =
  S extends ScalarShape<infer Name>
    ? ScalarOf<Name>
    : S extends EnumerationShape<infer Value>
      ? Value
      : S extends RecordShape<infer Fields>
        ? RecordOf<Fields>
        : S extends ListShape<infer Item>
          ? readonly OutputOf<Item>[] | AsyncIterable<OutputOf<Item>>
          : never

type RecordOf<Fields extends Members> = {
  readonly [Name in Exclude<keyof Fields, Nullable<Fields>>]: OutputOf<Fields[Name]>
} & {
  readonly [Name in Nullable<Fields>]?: OutputOf<Fields[Name]> | null
}
