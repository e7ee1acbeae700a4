/** The REST wire in its newest version as an OpenAPI 3.1 document, read from its table. */

import type { Field, Fields } from '../contract/rest/fields.ts'
import type { RestCall } from '../contract/rest/row.ts'
import { latest } from '../contract/rest/versions.ts'
import { restGroups } from '../contract/rest.ts'
import { documentLicense } from './openapi.ts'
import { callId, codesOf, isLatest, operationOf } from './rest-calls.ts'

type Json = { readonly [key: string]: unknown }

export function restOpenapi({ publicUrl, version }: { readonly publicUrl: string; readonly version: string }): Json {
  const calls = restGroups.flatMap(({ name, calls }) => calls.filter(isLatest).map(call => ({ call, group: name })))
  const paths: Record<string, Record<string, Json>> = {}
  const schemas: Record<string, Json> = { Refusal: refusalSchema }
  for (const { call, group } of calls) {
    const path = documentPath(call)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: callObject(call, group, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lettershop, REST',
      version,
      summary: 'The REST interface v3 to v3.3.',
      description: introduction,
      license: documentLicense,
    },
    servers: [{ url: `${publicUrl}/api/${latest.name}` }],
    security: [{ basic: [] }, { bearer: [] }],
    tags: restGroups.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'The API key as user name, with any password.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key.' },
      },
      schemas,
    },
  }
}

const introduction = `The interface of today's client libraries of Campaign Monitor: they run against this service with another host name.
Names of paths, queries, members and words are read in any case; dates are \`YYYY-MM-DD HH:MM:SS\` in the time zone of the client.
Versions v3, v3.1 and v3.2 differ as docs/rest.md says.`

const refusalSchema = {
  type: 'object',
  required: ['Code', 'Message'],
  properties: {
    Code: { type: 'integer', description: 'The code of the refusal.' },
    Message: { type: 'string', description: 'What is wrong.' },
    Detail: { type: 'string', description: 'What to do about it.' },
    ResultData: { description: 'Data that a program can go on with; absent for most refusals.' },
  },
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** `lists/{ClientID}` and `lists/{ListID}` are one path in OpenAPI, which forbids paths that differ by names alone: `lists/{ID}`. */
const sharedPaths = sharedShapes(new Set(restGroups.flatMap(({ calls }) => calls.map(({ path }) => path))))

function sharedShapes(paths: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set([...paths].map(shapeOf).filter(shape => seen.size === seen.add(shape).size))
}

function documentPath({ path }: RestCall): string {
  return `/${sharedPaths.has(shapeOf(path)) ? path.replace(/\{\w+\}/, '{ID}') : path}.json`
}

/** @param schemas takes those that the call names */
function callObject(call: RestCall, group: string, schemas: Record<string, Json>): Json {
  const success = {
    description: 'Success',
    ...(call.returns && { content: { 'application/json': { schema: schemaOf(call.returns, schemas) } } }),
  }
  const names = namesIn(call.path)
  const places = namesIn(documentPath(call))
  return {
    operationId: callId(call),
    tags: [group],
    summary: call.about,
    description: `Does what the operation \`${operationOf(call).name}\` does.`,
    parameters: [
      ...places.map((name, place) => ({
        name,
        in: 'path',
        required: true,
        description: `The ${names[place]}.`,
        schema: { type: 'string' },
      })),
      ...Object.entries(call.query).map(([name, field]) => ({ name, in: 'query', schema: schemaOf(field, schemas) })),
    ],
    ...(call.body && {
      requestBody: {
        content: { 'application/json': { schema: { type: 'object', properties: propertiesOf(call.body, schemas) } } },
      },
    }),
    responses: { [call.status]: success, ...refusalsByStatus(call) },
  }
}

function refusalsByStatus(call: RestCall): Json {
  const statuses = new Map<number, string[]>()
  for (const { code, message, status } of codesOf(call)) {
    statuses.set(status, [...(statuses.get(status) ?? []), `${code} ${message.replaceAll(/\s+/g, ' ')}`])
  }
  return Object.fromEntries(
    [...statuses].map(([status, said]) => [
      status,
      {
        description: said.join(' · '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

function propertiesOf(fields: Fields, schemas: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field, schemas)]))
}

function schemaOf(field: Field, schemas: Record<string, Json>): Json {
  switch (field.kind) {
    case 'text':
      return { type: 'string' }
    case 'integer':
      return { type: 'integer' }
    case 'number':
      return { type: 'number' }
    case 'flag':
      return { type: 'boolean' }
    case 'word':
      return { type: 'string', enum: field.words }
    case 'many':
      return { type: 'array', items: schemaOf(field.of, schemas) }
    case 'many or one': {
      const one = schemaOf(field.of, schemas)
      return { oneOf: [{ type: 'array', items: one }, one] }
    }
    case 'optional':
      return schemaOf(field.of, schemas)
    case 'object': {
      const required = Object.entries(field.fields).flatMap(([name, { kind }]) => (kind === 'optional' ? [] : [name]))
      schemas[field.name] ??= {
        type: 'object',
        // what a call gives may be left out; its words of answers say what is always there
        ...(field.name.startsWith('Given') ? {} : { required }),
        properties: propertiesOf(field.fields, schemas),
      }
      return { $ref: `#/components/schemas/${field.name}` }
    }
  }
}
