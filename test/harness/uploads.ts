/** Files sent to `POST /api/uploads`. */

export interface UploadAnswer {
  readonly status: number
  readonly value: {
    readonly UploadID: string
    readonly Bytes: number
    readonly Sha256: string
    readonly ExpiresAt: string
    /** Of a refusal. */
    readonly code?: number
    readonly detail?: string
  }
}

export interface UploadAsked {
  readonly key?: string
  readonly fileName?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function upload(
  url: string,
  clientId: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  { key, fileName = 'file.bin', headers = {} }: UploadAsked,
): Promise<UploadAnswer> {
  const query = new URLSearchParams({ ClientID: clientId, FileName: fileName })
  const response = await fetch(`${url}/api/uploads?${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body,
    // Node's fetch asks for it where the body is a stream
    ...({ duplex: 'half' } as object),
  })
  return { status: response.status, value: (await response.json()) as UploadAnswer['value'] }
}
