/** Calls about the webhooks of a list (reference/rest.md §2.3, rows 66-71). */
import { listEventKinds } from '../groups/list-settings.ts'
import { many, object, text, word } from './fields.ts'
import { RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'

const Webhook = object('Webhook', {
  WebhookID: text,
  Events: many(word(...listEventKinds)),
  Url: text,
  Status: word('Active', 'Deactivated'),
  PayloadFormat: word('Json', 'Xml'),
})
/** @throws RestRefusal */
function formatOf(given: string | undefined): void {
  const format = given?.trim().toLowerCase()
  if (format === 'xml') throw new RestRefusal('InvalidPayloadFormat', { detail: 'XML is not offered: ask for json.' })
  if (format !== 'json') throw new RestRefusal('InvalidPayloadFormat')
}

export const webhookCalls: readonly RestCall[] = [
  call('GET lists/{ListID}/webhooks', {
    about: 'The webhooks of a list.',
    operation: 'List.GetWebhooks',
    params: ({ path }) => path,
    returns: many(Webhook),
    answer: webhooks =>
      webhooks.map(({ WebhookID, URL, Events, State }) => ({
        WebhookID: WebhookID ?? '',
        Events: listEventKinds.filter(kind => Events?.includes(kind)),
        Url: URL ?? '',
        Status: State === 'Paused' ? ('Deactivated' as const) : ('Active' as const),
        PayloadFormat: 'Json' as const,
      })),
  }),
  call('POST lists/{ListID}/webhooks', {
    about: 'Sends what happens to the members of a list to a URL from now on, as JSON, and answers an identifier.',
    body: { Events: many(text), Url: text, PayloadFormat: text },
    argument: 'webhook',
    operation: 'List.CreateWebhook',
    throws: ['InvalidPayloadFormat'],
    params: ({ path, body }) => {
      formatOf(body.PayloadFormat)
      return { ...path, URL: body.Url, Events: body.Events ?? [] }
    },
    returns: text,
    answer: ({ WebhookID }) => WebhookID ?? '',
    status: 201,
  }),
  call('GET lists/{ListID}/webhooks/{WebhookID}/test', {
    about: 'Posts sample events to a webhook at once; ResultData has the problem of the answer.',
    operation: 'List.TestWebhook',
    throws: ['WebhookTestFailed'],
    params: ({ path }) => path,
    answer: ({ Delivered, Status, Error: error }) => {
      if (Delivered) return undefined
      throw new RestRefusal('WebhookTestFailed', {
        resultData: {
          FailureStatus: Status > 0 ? 'ProtocolError' : 'ConnectFailure',
          FailureResponseMessage: error ?? '',
          FailureResponseCode: Status,
          FailureResponse: '',
        },
      })
    },
  }),
  call('PUT lists/{ListID}/webhooks/{WebhookID}/activate', {
    about: 'Goes on with a webhook where it was; what happened meanwhile is sent.',
    operation: 'List.ResumeWebhook',
    params: ({ path }) => path,
  }),
  call('PUT lists/{ListID}/webhooks/{WebhookID}/deactivate', {
    about: 'Sends nothing to a webhook until it is activated.',
    operation: 'List.PauseWebhook',
    params: ({ path }) => path,
  }),
  call('DELETE lists/{ListID}/webhooks/{WebhookID}', {
    about: 'Deletes a webhook.',
    operation: 'List.DeleteWebhook',
    params: ({ path }) => path,
  }),
]
