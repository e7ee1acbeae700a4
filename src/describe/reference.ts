/** Pages of the documentation that are generated from the contract: `docs/codes.md` and `docs/operations.md`. */

import { needsSession } from '../contract/card.ts'
import { allOperations, type Operation } from '../contract/operations.ts'
import { isHistorical, type RefusalName, refusals } from '../contract/refusals.ts'
import { type Shape, typeName } from '../contract/shapes.ts'
import { groups } from './groups.ts'
import { anywhere, elsewhere, refusalsOf } from './refusals.ts'
import { uploadRefusals } from './upload-path.ts'
import { isOnForms } from './wsdl.ts'

/** Every code a caller may see, with the operations that answer it. */
export function codesPage(): string {
  const rows = (Object.keys(refusals) as RefusalName[]) // the catalogue's own names
    .toSorted((a, b) => refusals[a][0] - refusals[b][0])
    .map(name => {
      const [code, message, status] = refusals[name]
      return tableRow(`${code}${isHistorical(name) ? '' : ' †'}`, message, String(status), whereMet(name))
    })
  return `# Codes

Generated from \`src/contract/refusals.ts\`; \`npm run bless\` rewrites this page.

Over SOAP, GET and POST a refusal is a \`Result\` with \`Code\` and \`Message\`, in place of the value where an operation
yields one, and the HTTP status stays 200. JSON answers \`{code, message, detail}\` with the status of the table.
Code 0, \`Success\`, is the answer of operations that have nothing else to say.
† marks numbers of ours; the others mean what they meant in the historical service.

| Code | Message | JSON status | Answered by |
|---|---|---|---|
${tableRow('0', 'Success', '200', 'operations that yield a Result')}${rows.join('')}`
}

/** The table of operations, by group. */
export function operationsPage(): string {
  return `# Operations

Generated from \`src/contract/operations.ts\`; \`npm run bless\` rewrites this page.

Parameters are strings unless a type follows them. Kind R answers a declared \`Result\`; kind U an untyped slot that
holds the value named here or, on refusal, a \`Result\`. Every operation is offered over SOAP 1.1, SOAP 1.2 and JSON, and
over GET and POST unless marked ‡ (it takes records). Clients that read the WSDL call by the name under WSDL.
† marks operations of ours, which the historical service did not have; § those that JSON alone offers.
What each parameter means, and which may be left out: \`/api/\` and \`/api/openapi.json\` of the service at work.
Codes: [codes.md](codes.md).
${groups.map(({ name, about, operations }) => groupTable(name, about, operations)).join('')}`
}

function groupTable(name: string, about: string, operations: readonly Operation[]): string {
  return `
## ${name}

${about}

| Operation | WSDL | Parameters | Kind, value | Who may call | What it does |
|---|---|---|---|---|---|
${operations.map(operationRow).join('')}`
}

function operationRow(operation: Operation): string {
  const { name, wsdlName, parameters, typed, result, summary, historical, jsonOnly } = operation
  const offered = jsonOnly ? ' §' : isOnForms(operation) ? '' : ' ‡'
  return tableRow(
    `${name}${historical ? '' : ' †'}${offered}`,
    jsonOnly ? '–' : wsdlName,
    Object.entries(parameters).map(parameterText).join(', '),
    `${typed ? 'R' : 'U'}, ${typeName(result)}`,
    caller(operation),
    summary,
  )
}

function parameterText([name, shape]: [string, Shape]): string {
  return shape.kind === 'scalar' && shape.name === 'string' ? name : `${name} (${typeName(shape)})`
}

function caller({ access }: Operation): string {
  if (access.to === 'anyone') return 'anyone'
  if (access.to === 'key') return access.session ? 'a session' : 'any key'
  if (needsSession(access)) return `${access.right}, a session`
  return access.to === 'part' ? `${access.right}, on some client at least` : access.right
}

function whereMet(name: RefusalName): string {
  if ((anywhere as readonly RefusalName[]).includes(name)) return 'any call'
  if ((elsewhere as readonly RefusalName[]).includes(name)) return 'a call that reaches no operation'
  const operations = allOperations.filter(operation => refusalsOf(operation).includes(name))
  if (operations.length === 0 && uploadRefusals.includes(name)) return 'POST /api/uploads'
  if (operations.length > 12) return `${operations.length} of ${allOperations.length} operations`
  return operations.map(operation => operation.name).join(', ')
}

/** A row of a Markdown table. */
export function tableRow(...cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}
