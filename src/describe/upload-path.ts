/** `POST /api/uploads` in OpenAPI: it is no operation of the contract, since its body is the file. */
import type { RefusalName } from '../contract/refusals.ts'

export const uploadPath = '/api/uploads'

/** The refusals that an upload may get. */
export const uploadRefusals: readonly RefusalName[] = [
  'InvalidRequest',
  'RequestTooLarge',
  'TooManyRequests',
  'UnexpectedError',
  'ValueTooLong',
  'InvalidCharacters',
  'UnsupportedMediaType',
  'ServiceUnavailable',
  'StorageFull',
  'InvalidApiKey',
  'InvalidClientId',
  'AccessDenied',
  'SessionEnded',
  'SecondFactorRequired',
  'TooManyUploads',
  'EmptyUpload',
  'UploadTooSlow',
]

/** @param responses of its refusals, by status */
export function uploadPathItem(responses: Readonly<Record<string, object>>): object {
  return {
    post: {
      operationId: 'UploadFile',
      tags: ['Asset'],
      summary: 'Takes a file and yields its UploadID, by which operations of the same client use it.',
      description:
        'The body is the file as it is, and may be streamed. An upload is durable when it is answered, is used once, and expires after 24 hours if no operation used it. It takes the right to prepare campaigns, to make templates or to import on the client.',
      parameters: [
        {
          name: 'ClientID',
          in: 'query',
          required: true,
          description: 'The client that the upload is for: 32 hexadecimal digits.',
          schema: { type: 'string' },
          example: 'a'.repeat(32),
        },
        {
          name: 'FileName',
          in: 'query',
          required: false,
          description: 'The name of the file, one line of at most 250 characters.',
          schema: { type: 'string', maxLength: 250 },
          example: 'tulips.jpg',
        },
      ],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
      responses: {
        200: {
          description: 'Success',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Upload' },
              example: {
                UploadID: 'e'.repeat(32),
                Bytes: 48_211,
                Sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
                ExpiresAt: '2026-03-22T08:00:00.000Z',
              },
            },
          },
        },
        ...responses,
      },
    },
  }
}

export const uploadSchema = {
  type: 'object',
  required: ['UploadID', 'Bytes', 'Sha256', 'ExpiresAt'],
  properties: {
    UploadID: { type: 'string', description: 'The upload, as operations take it: 32 hexadecimal digits.' },
    Bytes: { type: 'integer', format: 'int64', description: 'The size in octets.' },
    Sha256: { type: 'string', description: 'The SHA-256 of what arrived: 64 hexadecimal digits.' },
    ExpiresAt: {
      type: 'string',
      format: 'date-time',
      description: 'When it is removed if no operation used it, in UTC (RFC 3339).',
    },
  },
}
