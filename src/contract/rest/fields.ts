/**
 * What members of a query, a body and an answer of the REST wire may be. The vocabulary is JSON's own: the shapes of operations
 * (`../shapes.ts`) also have to be XML, know neither decimals nor a member that may be missing, and are never lenient.
 */

interface Kinds {
  readonly text: string
  readonly integer: number
  readonly number: number
  readonly flag: boolean
}

export interface PlainField<Kind extends keyof Kinds = keyof Kinds> {
  readonly kind: Kind
}
/** One of a closed set; read in any case. */
export interface WordField<Word extends string = string> {
  readonly kind: 'word'
  readonly words: readonly Word[]
}
export interface ManyField<Item extends Field = Field> {
  readonly kind: 'many'
  readonly of: Item
  /** An item that is null keeps its place, as one without members; elsewhere it is left out. */
  readonly inPlace?: true
}
export interface ObjectField<Members extends Fields = Fields> {
  readonly kind: 'object'
  /** In the OpenAPI document. */
  readonly name: string
  readonly fields: Members
}
/** Of an answer: a member that is not always there. */
export interface OptionalField<Inner extends Field = Field> {
  readonly kind: 'optional'
  readonly of: Inner
}
/** Of an answer: all there are, or one where the call names one. */
export interface ManyOrOneField<Item extends Field = Field> {
  readonly kind: 'many or one'
  readonly of: Item
}

export type Field = PlainField | WordField | ManyField | ObjectField | OptionalField | ManyOrOneField
export interface Fields {
  readonly [name: string]: Field
}

export const text: PlainField<'text'> = { kind: 'text' }
export const integer: PlainField<'integer'> = { kind: 'integer' }
export const number: PlainField<'number'> = { kind: 'number' }
export const flag: PlainField<'flag'> = { kind: 'flag' }

export function word<const Word extends string>(...words: readonly Word[]): WordField<Word> {
  return { kind: 'word', words }
}

export function many<Item extends Field>(item: Item): ManyField<Item> {
  return { kind: 'many', of: item }
}

/** Items that mean something by their place. */
export function manyInPlace<Item extends ObjectField>(item: Item): ManyField<Item> {
  return { kind: 'many', of: item, inPlace: true }
}

export function object<Members extends Fields>(name: string, fields: Members): ObjectField<Members> {
  return { kind: 'object', name, fields }
}

export function optional<Inner extends Field>(inner: Inner): OptionalField<Inner> {
  return { kind: 'optional', of: inner }
}

export function manyOrOne<Item extends Field>(item: Item): ManyOrOneField<Item> {
  return { kind: 'many or one', of: item }
}

/** What a call gave for a field. */
export type Given<F extends Field> = [Field] extends [F]
  ? unknown
  : F extends { readonly kind: infer Kind extends keyof Kinds }
    ? Kinds[Kind]
    : F extends { readonly words: readonly (infer Word)[] }
      ? Word
      : F extends { readonly kind: 'many'; readonly of: infer Item extends Field }
        ? readonly Given<Item>[]
        : F extends { readonly fields: infer Members extends Fields }
          ? GivenAll<Members>
          : never

/** What a call gave: a member that is absent, or null, is undefined. */
export type GivenAll<Members extends Fields> = { readonly [Name in keyof Members]: Given<Members[Name]> | undefined }

type OptionalNames<Members extends Fields> = {
  [Name in keyof Members]: Members[Name] extends { readonly kind: 'optional' } ? Name : never
}[keyof Members]

/** What an answer shows of a field. */
export type Shown<F extends Field> = [Field] extends [F]
  ? unknown // any field at all: not taken apart, which would have no end
  : F extends { readonly kind: infer Kind extends keyof Kinds }
    ? Kinds[Kind]
    : F extends { readonly words: readonly (infer Word)[] }
      ? Word
      : F extends { readonly kind: 'many'; readonly of: infer Item extends Field }
        ? readonly Shown<Item>[]
        : F extends { readonly kind: 'many or one'; readonly of: infer Item extends Field }
          ? readonly Shown<Item>[] | Shown<Item>
          : F extends { readonly kind: 'optional'; readonly of: infer Inner extends Field }
            ? Shown<Inner>
            : F extends { readonly fields: infer Members extends Fields }
              ? {
                  readonly [Name in Exclude<keyof Members, OptionalNames<Members>>]: Shown<Members[Name]>
                } & { readonly [Name in OptionalNames<Members>]?: Shown<Members[Name]> | undefined }
              : never
