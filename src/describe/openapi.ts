/** The JSON wire as an OpenAPI 3.1 document: one path an operation, read from the contract. */

import { needsSession, takesIdempotencyKey } from '../contract/card.ts'
import { eventStreamPath } from '../contract/event-stream.ts'
import { allOperations, type Operation } from '../contract/operations.ts'
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { isFieldRequired, isParameterRequired, type RecordShape, type Shape, typeName } from '../contract/shapes.ts'
import { type Choices, choicesOfField, choicesOfParameter, choicesOfResult } from './choices.ts'
import { exampleBody, exampleOf } from './examples.ts'
import { groupOf, groups } from './groups.ts'
import { namedShapes } from './named-shapes.ts'
import { streamPathItem } from './openapi-stream.ts'
import { refusalFields, refusalMeaning } from './refusal-fields.ts'
import { anywhere, byStatus, refusalsOf } from './refusals.ts'
import { uploadPath, uploadPathItem, uploadRefusals, uploadSchema } from './upload-path.ts'

type Json = { readonly [key: string]: unknown }

/** The path of an operation on the JSON wire. */
export function jsonPath({ name }: Operation): string {
  return `/api/json/${name}`
}

export interface OpenapiOptions {
  /** How the world reaches us, without a slash at the end. */
  readonly publicUrl: string
  readonly version: string
  readonly choices: Choices
}

export function openapi({ publicUrl, version, choices }: OpenapiOptions): Json {
  const paths = {
    ...Object.fromEntries(
      allOperations.map(operation => [jsonPath(operation), { post: operationObject(operation, choices) }]),
    ),
    [eventStreamPath]: streamPathItem(refused),
    [uploadPath]: uploadPathItem(refusedByStatus(uploadRefusals)),
  }
  const responses = named(paths, 'responses', name =>
    refused(byStatus(anywhere)[Number(name.slice('Refused'.length))]!),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lettershop',
      version,
      summary: 'Clients, lists, subscribers, templates and campaigns.',
      description: introduction,
      license: documentLicense,
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: groups.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'The API key that User.GetApiKey yields.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-lettershop',
          description:
            'The session of the console, which Session.SignIn begins; it counts for pages of this service only.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { ...schemas(choices), Upload: uploadSchema, Refusal: refusalSchema },
      responses,
      examples: named({ paths, responses }, 'examples', name => {
        const refusal = name as RefusalName // `refused` names its examples after refusals
        return { summary: summaryOf(refusal), value: exampleRefusal(refusal) }
      }),
    },
  }
}

/** Of the documents, which are part of the program (LICENSE). */
export const documentLicense = { name: 'MIT', identifier: 'MIT' }

const introduction = `Every operation is a POST to its own path, its parameters a JSON object by name.
The API key goes into the Authorization header, or into the body as \`ApiKey\`.
Success answers the bare value; a refusal answers \`{code, message, detail}\` with a status that fits.
Dates are \`YYYY-MM-DD HH:MM:SS\` in the time zone of the client, or of the account where no client is meant.`

function operationObject(operation: Operation, choices: Choices): Json {
  const { name, wsdlName, summary, access, jsonResult: result } = operation
  const own = byStatus([...refusalsOf(operation), ...anywhere])
  const generic = byStatus(anywhere)
  const failures = Object.entries(own).map(([status, names]) => [
    status,
    names.length === generic[status]?.length ? { $ref: `#/components/responses/Refused${status}` } : refused(names),
  ])
  return {
    operationId: wsdlName,
    tags: [groupOf(operation)],
    summary,
    description: `\`${name}\``,
    ...(access.to === 'anyone' ? { security: [] } : {}),
    ...(takesIdempotencyKey(operation) ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    ...securityOf(access),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: bodySchema(operation, choices), example: exampleBody(operation) } },
    },
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: limited(result, choicesOfResult(choices, operation)),
            example: exampleOf(result),
          },
        },
      },
      ...Object.fromEntries(failures),
    },
  }
}

/** Where it differs from that of the document. */
function securityOf(access: Operation['access']): Json {
  if (access.to === 'anyone') return { security: [] }
  return needsSession(access) ? { security: [{ session: [] }] } : {}
}

function refusedByStatus(names: readonly RefusalName[]) {
  return Object.fromEntries(Object.entries(byStatus(names)).map(([status, some]) => [status, refused(some)]))
}

function refused(names: readonly RefusalName[]): Json {
  return {
    description: names.map(summaryOf).join(' · '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(names.map(name => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  }
}

function summaryOf(name: RefusalName): string {
  return `${refusals[name][0]} ${refusals[name][1]}`
}

function exampleRefusal(name: RefusalName): Json {
  const [code, message] = refusals[name]
  return { code, message }
}

/** The components of a kind that a part of the document refers to, and no others. */
function named(part: Json, kind: 'responses' | 'examples', make: (name: string) => Json): Record<string, Json> {
  const references = JSON.stringify(part).matchAll(new RegExp(`"#/components/${kind}/(\\w+)"`, 'g'))
  const names = new Set(Array.from(references, ([, name]) => name!))
  return Object.fromEntries([...names].map(name => [name, make(name)]))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, a UUID say, that names this call. Within 24 hours the same caller with the same key and parameters gets the answer of the first call, and nothing is created again; with other parameters the call is refused. A call that was refused leaves its key free.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
}

const refusalSchema = {
  type: 'object',
  description: refusalMeaning,
  required: Object.entries(refusalFields).flatMap(([name, { required }]) => (required ? [name] : [])),
  properties: Object.fromEntries(
    Object.entries(refusalFields).map(([name, { type, meaning }]) => [name, { type, description: meaning }]),
  ),
}

function schemas(choices: Choices): Record<string, Json> {
  return Object.fromEntries(
    namedShapes().map(shape => [
      shape.name,
      shape.kind === 'enumeration' ? { type: 'string', enum: shape.values } : recordSchema(shape, choices),
    ]),
  )
}

/** The key may stand in the body in place of the header; what is not a parameter is refused. */
function bodySchema(operation: Operation, choices: Choices): Json {
  const parameters = Object.entries(operation.parameters)
  const required = parameters.flatMap(([name, shape]) => (isParameterRequired(name, shape) ? [name] : []))
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    ...(operation.either.length > 0 ? { anyOf: operation.either.map(name => ({ required: [name] })) } : {}),
    properties: Object.fromEntries(
      parameters.map(([name, shape]) => [
        name,
        {
          ...limited(shape, choicesOfParameter(choices, operation, name)),
          description: shape.meaning,
        },
      ]),
    ),
    additionalProperties: false,
  }
}

function recordSchema(record: RecordShape, choices: Choices): Json {
  const fields = Object.entries(record.fields)
  const required = fields.flatMap(([name, shape]) => (isFieldRequired(shape) ? [name] : []))
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      fields.map(([name, shape]) => [
        name,
        { ...limited(shape, choicesOfField(choices, record, name)), description: shape.meaning },
      ]),
    ),
  }
}

/** @param values the only ones there are, of a list: its items' */
function limited(shape: Shape, values: readonly (string | number)[] | undefined): Json {
  if (values === undefined) return reference(shape)
  if (shape.kind === 'list') return { type: 'array', items: limited(shape.item, values) }
  return { ...reference(shape), enum: values }
}

function reference(shape: Shape): Json {
  switch (shape.kind) {
    case 'scalar':
      return scalars[shape.name]
    case 'list':
      return { type: 'array', items: reference(shape.item) }
    case 'record':
    case 'enumeration':
      return { $ref: `#/components/schemas/${typeName(shape)}` }
  }
}

const scalars = {
  string: { type: 'string' },
  int: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
}
