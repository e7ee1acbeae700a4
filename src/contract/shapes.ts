/**
 * The shapes values take on every wire, with the words of the parameter or field that has one. A shape knows its XML Schema name and
 * nothing of any protocol; how text becomes a value on one wire is that protocol's business (`bind.ts`).
 */

/** Of a parameter or a field; of the shape of an item or of a type nothing is said. */
interface Words {
  /** A sentence for the documents: the meaning, the format, the limits. */
  readonly meaning?: string
  /** A believable value for the documents; without one they make it of the shape. */
  readonly example?: unknown
  /** A text, list or record that a call over JSON may leave out. */
  readonly optional?: true
  /** A text of a record that is always there. */
  readonly required?: true
}

export interface ScalarShape<Name extends ScalarName = ScalarName> extends Words {
  readonly kind: 'scalar'
  readonly name: Name
  /** Of a text: most UTF-16 units a caller may send, where that is more than for others. */
  readonly longest?: number
  /** Of a value type that a caller may leave out: it is null then, and not 0 or false. */
  readonly mayBeAbsent?: boolean
}
export type ScalarName = 'string' | 'int' | 'long' | 'boolean'

export interface EnumerationShape<Value extends string = string> extends Words {
  readonly kind: 'enumeration'
  readonly name: string
  readonly values: readonly Value[]
}

export interface RecordShape<Fields extends Members = Members> extends Words {
  readonly kind: 'record'
  readonly name: string
  readonly fields: Fields
}

/** A repeated element: `ArrayOf<Item>` in the schema, each item in an element named for its type. */
export interface ListShape<Item extends Shape = Shape> extends Words {
  readonly kind: 'list'
  readonly item: Item
}

export type Shape = ScalarShape | EnumerationShape | RecordShape | ListShape
export interface Members {
  readonly [name: string]: Shape
}

function scalar<Name extends ScalarName>(name: Name) {
  return (meaning?: string, example?: unknown): ScalarShape<Name> => ({ kind: 'scalar', name, meaning, example })
}

/** A text, an int … with its meaning and an example, where the documents cannot make one. */
export const text = scalar('string')
export const int = scalar('int')
export const long = scalar('long')
export const boolean = scalar('boolean')

/** Text that may be longer than other text. @param longest UTF-16 units */
export function longText(longest: number, meaning?: string, example?: string): ScalarShape<'string'> {
  return { ...text(meaning, example), longest }
}

/** Of operations on JSON alone, where what is left out stays as it is. */
export function booleanOrAbsent(
  meaning: string,
  example?: boolean,
): ScalarShape<'boolean'> & { readonly mayBeAbsent: true } {
  return { ...boolean(meaning, example), mayBeAbsent: true }
}

/** A whole number that is null where a call leaves it out. */
export function intOrAbsent(meaning: string, example: number): ScalarShape<'int'> & { readonly mayBeAbsent: true } {
  return { ...int(meaning, example), mayBeAbsent: true }
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

export function list<const Item extends Shape>(
  item: Item,
  meaning?: string,
  example?: readonly unknown[],
): ListShape<Item> {
  return { kind: 'list', item, meaning, example }
}

/** A parameter or field whose shape is a record or an enumeration. */
export function describe<S extends RecordShape | EnumerationShape>(shape: S, meaning: string, example?: unknown): S {
  return { ...shape, meaning, example }
}

/** The same parameter or field with another example. */
export function exemplify<S extends Shape>(shape: S, example: unknown): S {
  return { ...shape, example }
}

/** A parameter that a call over JSON may leave out. */
export function optional<S extends Shape>(shape: S): S {
  return { ...shape, optional: true }
}

/** A field of a record that calls bring and answers have, always. */
export function always<S extends Shape>(shape: S): S {
  return { ...shape, required: true }
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

/** Whether a call over JSON has to bring a parameter of this shape; the key apart, which the Authorization header brings. */
export function isParameterRequired(name: string, shape: Shape): boolean {
  return name !== 'ApiKey' && (isRequired(shape) || (shape.optional !== true && !mayBeNull(shape)))
}

/** Whether a field of this shape is always there, in calls and answers. */
export function isFieldRequired(shape: Shape): boolean {
  return shape.optional !== true && (isRequired(shape) || shape.required === true)
}

/** A value type that is null where a call leaves it out. */
function mayBeNull(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.mayBeAbsent === true
}

/** May a parameter of this shape be sent as text? GET and POST offer only operations all of whose parameters may (reference/asmx.md §1.2). */
export function isSimple(shape: Shape): boolean {
  return shape.kind === 'list' ? isSimple(shape.item) : shape.kind !== 'record'
}

type ScalarOf<Name extends ScalarName> = Name extends 'string' ? string : Name extends 'boolean' ? boolean : number

type Nullable<Fields extends Members> = {
  [Name in keyof Fields]: Fields[Name] extends
    | ScalarShape<'string'>
    | RecordShape
    | ListShape
    | { readonly mayBeAbsent: true }
    ? Name
    : never
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
