/** The live stream in the OpenAPI document: the one path that is no operation. */
import { mostStreamClients, streamRefusals } from '../contract/event-stream.ts'
import type { RefusalName } from '../contract/refusals.ts'
import { byStatus } from './refusals.ts'

type Json = { readonly [key: string]: unknown }

/** @param refused describes the answer of a status with these refusals */
export function streamPathItem(refused: (names: readonly RefusalName[]) => Json): Json {
  const failures = Object.entries(byStatus(streamRefusals)).filter(([status]) => status !== '405') // of other verbs
  return {
    get: {
      operationId: 'ReadEventStream',
      tags: ['Event'], // as groups.ts has it
      summary: 'Events and counters of campaigns while they happen, as Server-Sent Events; the answer does not end.',
      description:
        'Each message is a JSON list of items with `topic`, `client` and `id`; its `id:` line says where to go on. Without `Last-Event-ID` or `after` the stream begins with now.',
      parameters: [
        {
          name: 'client',
          in: 'query',
          required: false,
          description: `Only this client; given up to ${mostStreamClients} times. Left out, all clients that the caller reaches.`,
          schema: { type: 'array', items: { type: 'string' }, maxItems: mostStreamClients },
          style: 'form',
          explode: true,
          example: ['9c2f41a8d3e07b65f1a2c3d4e5f60718'],
        },
        {
          name: 'after',
          in: 'query',
          required: false,
          description:
            'The id of the last message that was read, at a first connection; Last-Event-ID counts before it.',
          schema: position,
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The id of the last message that was read: the stream goes on behind it, with what was missed.',
          schema: position,
        },
        {
          name: 'X-Lettershop-Stream',
          in: 'header',
          required: false,
          description: 'Needed with a session cookie, which does not count without it.',
          schema: { type: 'string', const: '1' },
        },
      ],
      responses: {
        200: {
          description: 'The stream. Topics: event, counters and reset; new ones may come.',
          content: { 'text/event-stream': { schema: { type: 'string' }, example } },
        },
        ...Object.fromEntries(failures.map(([status, names]) => [status, refused(names)])),
      },
    },
  }
}

const position = { type: 'string', maxLength: 6_144 }

const example = `retry: 3000

id: AAABlw
data: [{"topic":"event","client":"9c2f41a8d3e07b65f1a2c3d4e5f60718","id":"42","event":{"Sequence":42,"Type":"subscriber.subscribed","Date":"2026-03-20 10:30:00","Data":{}}}]

`
