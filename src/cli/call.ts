/** `lettershop call`: any operation of a running service over its JSON wire; the flags come from the contract. */
import { createClient, type Lettershop, LettershopError, NoAnswerError, type OperationName } from '../client/client.ts'
import { readConfig, settings } from '../config.ts'
import { allOperations, findOperation, type Operation } from '../contract/operations.ts'
import { isParameterRequired, type Shape, typeName } from '../contract/shapes.ts'
import { serviceUrl } from './service-url.ts'

/** @returns 0 when it succeeded, 1 when it was refused or no service answered, 2 when the command line is wrong */
export async function call(args: readonly string[]): Promise<number> {
  const [name, ...flags] = args
  if (!name || name === '--help') return listOperations()
  const operation = findOperation(name) ?? allOperations.find(one => one.name.toLowerCase() === name.toLowerCase())
  if (!operation) return wrong(`There is no operation "${name}". "lettershop call" lists them all.`)
  if (flags.includes('--help')) return describe(operation)

  const parsed = parseFlags(operation, flags)
  if (typeof parsed === 'string')
    return wrong(`${parsed} "lettershop call ${operation.name} --help" lists the parameters.`)
  const url = serviceUrl(parsed.url)
  const { ApiKey, ...parameters } = parsed.params
  const given = ApiKey as string | undefined // the flag of a parameter that is text
  const key = 'ApiKey' in operation.parameters ? (given ?? readConfig().LETTERSHOP_API_KEY ?? undefined) : undefined

  let client: Lettershop
  try {
    client = createClient({ url, key })
  } catch (error) {
    return wrong((error as TypeError).message) // all that it throws
  }
  try {
    // the flags were read by the contract's row of the operation; what is missing the service says
    const value: unknown = await client.call(operation.name as OperationName, parameters as never)
    process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`)
    return 0
  } catch (error) {
    return fail(sentenceOf(error))
  }
}

/** The sentence for an error of the client. @throws errors of other kinds */
export function sentenceOf(error: unknown): string {
  if (error instanceof LettershopError)
    return `${error.operation} was refused: ${error.message} (code ${error.code}). ${error.detail ?? ''}`.trimEnd()
  if (!(error instanceof NoAnswerError)) throw error
  const hint = error.status === undefined ? ' Is the service running there? --url names another address.' : ''
  return error.message + hint
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

function wrong(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 2
}

function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 1
}
