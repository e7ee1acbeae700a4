/**
 * The types of settings that sections have, and the rules for their values. A document is refused at the save for what is no value of
 * its type; addresses may be half typed, so they are judged when the mail is made (`to-mjml.ts`).
 */
import { Refusal } from '../../../contract/refusals.ts'
import { storableText } from '../../../lib/storable-text.ts'
import { longestCondition } from '../conditions/condition.ts'
import { readColor } from '../contrast.ts'

interface Written<Type extends string> {
  readonly type: Type
  readonly initial: string
  /** UTF-16 units. */
  readonly longest: number
}

interface Choice<Value extends string> {
  readonly type: 'Choice'
  readonly choices: readonly Value[]
  readonly initial: Value
}

interface Switch {
  readonly type: 'Switch'
  readonly initial: boolean
}

interface Items<Inside extends Settings> {
  readonly type: 'Items'
  readonly settings: Inside
  /** How many there may be. */
  readonly least: number
  readonly most: number
}

/**
 * `Line` and `Lines` are text, `Text` the HTML of a multi-line region, `Html` any HTML; an empty `Color` is that of the theme, an empty
 * `Condition` holds for everybody.
 */
export type Setting =
  | Written<'Line' | 'Lines' | 'Text' | 'Html' | 'Image' | 'Link' | 'Color' | 'Condition'>
  | Choice<string>
  | Switch
  | Items<Readonly<Record<string, Written<'Line' | 'Text' | 'Image' | 'Link'>>>>
export type Settings = Readonly<Record<string, Setting>>

type ValueOf<One> = One extends { readonly type: 'Switch' }
  ? boolean
  : One extends Choice<infer Value>
    ? Value
    : One extends { readonly type: 'Items'; readonly settings: infer Inside }
      ? readonly Values<Inside>[]
      : string
/** A value for each setting. */
export type Values<Of> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

const written = <Type extends string>(type: Type, longest: number, initial = ''): Written<Type> => ({
  type,
  initial,
  longest,
})
export const line = (initial = '') => written('Line', 500, initial)
export const lines = () => written('Lines', 1_000)
export const text = () => written('Text', 20_000)
export const html = () => written('Html', 100_000)
export const image = () => written('Image', 2_000)
export const link = () => written('Link', 2_000)
export const color = () => written('Color', 7)
export const condition = () => written('Condition', longestCondition)
/** The first one is the default. */
export const choice = <const Value extends string>(...choices: readonly [Value, ...Value[]]): Choice<Value> => ({
  ...{ type: 'Choice', choices, initial: choices[0] },
})
export const toggle = (initial: boolean): Switch => ({ type: 'Switch', initial })
export const items = <const Inside extends Settings>(settings: Inside, least: number, most: number): Items<Inside> => ({
  ...{ type: 'Items', settings, least, most },
})

/**
 * Values as they are given, with defaults for those that are left out.
 * @param path how messages name them: `sections[3]`
 * @param others names that are no settings and stand beside them
 * @throws Refusal InvalidSections, which names the path
 */
export function readValues<const Of extends Settings>(
  given: unknown,
  settings: Of,
  path: string,
  others: readonly string[] = [],
): Values<Of> {
  const members = membersOf(given, path)
  const unknown = Object.keys(members).find(name => !Object.hasOwn(settings, name) && !others.includes(name))
  if (unknown !== undefined) throw invalidRefusal(at(path, unknown), 'is no setting of it')
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    readValue(members[name], setting, at(path, name)),
  ])
  return Object.fromEntries(values) as Values<Of> // one value for each setting, of its type
}

function readValue(given: unknown, setting: Setting, path: string): unknown {
  if (setting.type === 'Items') return readItems(given, setting, path)
  if (given === undefined) return setting.initial
  if (setting.type === 'Switch') {
    if (typeof given !== 'boolean') throw invalidRefusal(path, 'must be true or false')
    return given
  }
  if (typeof given !== 'string') throw invalidRefusal(path, 'must be text')
  if (setting.type === 'Choice') {
    if (!setting.choices.includes(given)) throw invalidRefusal(path, `must be one of ${setting.choices.join(', ')}`)
    return given
  }
  if (given.length > setting.longest) throw invalidRefusal(path, `is longer than ${setting.longest} characters`)
  if (setting.type !== 'Color') return storableText(given, setting.longest)
  if (given === '') return given
  const read = readColor(given)
  if (read === undefined) throw invalidRefusal(path, 'must be a colour such as #1f4fa3, or empty')
  return read
}

function readItems(given: unknown, { settings, least, most }: Items<Settings>, path: string): unknown {
  const found = given ?? Array.from({ length: least }, () => ({}))
  if (!Array.isArray(found)) throw invalidRefusal(path, 'must be a list')
  if (found.length < least || found.length > most) throw invalidRefusal(path, `must have ${least} to ${most} items`)
  return found.map((item, n) => readValues(item, settings, `${path}[${n}]`))
}

/** @throws Refusal InvalidSections for what is no object */
export function membersOf(given: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown> // as just seen
  throw invalidRefusal(path, 'must be an object')
}

function at(path: string, name: string): string {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  return path === '' ? shown : `${path}.${shown}`
}

/** @param path of what is wrong; empty for the document itself */
export function invalidRefusal(path: string, why: string): Refusal {
  return new Refusal('InvalidSections', `${path === '' ? 'The document' : path} ${why}.`)
}
