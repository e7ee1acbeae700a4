/** `lettershop call`: any operation of a running service over its JSON wire; the flags come from the contract. */
import type { OperationName } from '../client/client.ts'
import { settings } from '../config.ts'
import { allOperations, findOperation, type Operation } from '../contract/operations.ts'
import { isParameterRequired, type Shape, typeName } from '../contract/shapes.ts'
import { say, withService } from './run.ts'

/** @returns 0 when it succeeded, 1 when it was refused or no service answered, 2 when the command line is wrong */
export async function call(args: readonly string[]): Promise<number> {
  const [name, ...flags] = args
  if (!name || name === '--help') return listOperations()
  const operation = findOperation(name) ?? allOperations.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (!operation) return say(`There is no operation "${name}". "lettershop call" lists them all.`, 2)
  if (flags.includes('--help')) return describe(operation)

  const parsed = parseFlags(operation, flags)
  if (typeof parsed === 'string')
    return say(`${parsed} "lettershop call ${operation.name} --help" lists the parameters.`, 2)
  const { ApiKey, ...parameters } = parsed.params
  const key = ApiKey as string | undefined // the flag of a parameter that is text
  return withService({ url: parsed.url, key, isAnonymous: !('ApiKey' in operation.parameters) }, async client => {
    // the flags were read by the contract's row of the operation; what is missing the service says
    const value: unknown = await client.call(operation.name as OperationName, parameters as never)
    process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`)
    return 0
  })
}

interface Flags {
  readonly url: string | undefined
  readonly params: Record<string, unknown>
}

/** @returns the flags, or a sentence that says what is wrong with them */
function parseFlags(operation: Operation, flags: readonly string[]): Flags | string {
  const params: Record<string, unknown> = {}
  let url: string | undefined
  for (let at = 0; at < flags.length; at++) {
    const [, flag, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(flags[at]!) ?? []
    if (!flag) return `"${flags[at]}" is not a flag.`
    const text = inline ?? flags[++at]
    if (text === undefined) return `--${flag} needs a value.`
    if (flag === 'url') {
      url = text
      continue
    }
    const name = Object.keys(operation.parameters).find(parameter => parameter.toLowerCase() === flag.toLowerCase())
    if (!name) return `${operation.name} has no parameter "${flag}".`
    const value = convert(operation.parameters[name]!, text)
    if (value === undefined) return `--${name} must be ${describeShape(operation.parameters[name]!)}.`
    params[name] = value
  }
  return { url, params }
}

function convert(shape: Shape, text: string): unknown {
  if (shape.kind === 'list' || shape.kind === 'record') {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  if (shape.name === 'boolean') return { true: true, false: false }[text]
  if (shape.name === 'int' || shape.name === 'long') return /^-?[0-9]+$/.test(text) ? Number(text) : undefined
  return text
}

function describeShape(shape: Shape): string {
  if (shape.kind === 'list' || shape.kind === 'record') return `JSON of type ${typeName(shape)}`
  if (shape.kind === 'enumeration') return `one of ${shape.values.join(', ')}`
  return { string: 'text', boolean: 'true or false', int: 'a whole number', long: 'a whole number' }[shape.name]
}

function listOperations(): number {
  const width = Math.max(...allOperations.map(({ name }) => name.length))
  const lines = allOperations.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).sort()
  process.stdout.write(
    `lettershop call <Operation> --Parameter value … [--url http://host:port]\n\n${lines.join('\n')}\n`,
  )
  return 0
}

function describe(operation: Operation): number {
  const { name, summary, parameters } = operation
  const lines = Object.entries(parameters).map(([parameter, shape]) => {
    // the key comes from the settings where the flag is left out
    const optional = isParameterRequired(parameter, shape) ? '' : ', may be left out'
    const meaning = parameter === 'ApiKey' ? settings.LETTERSHOP_API_KEY.meaning : shape.meaning
    return `  --${parameter}  ${describeShape(shape)}${optional}\n      ${meaning}`
  })
  process.stdout.write(`${name}: ${summary}\n\n${lines.join('\n')}\n`)
  return 0
}
