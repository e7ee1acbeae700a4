/** What several tests of the REST wire send, and look for. */
import assert from 'node:assert/strict'
import type { RestAnswer } from './client.ts'

/** An identifier that nothing has. */
export const unknown = 'f'.repeat(32)

export const yes = { ConsentToTrack: 'Yes' }

/** The subject and the sender of a campaign. */
export const letterhead = {
  Subject: 'News',
  FromName: 'Carla',
  FromEmail: 'carla@client.example',
  ReplyTo: 'carla@client.example',
}

/** The identifier of what a call created. */
export async function readCreatedId(answer: Promise<RestAnswer>): Promise<string> {
  const { status, body } = await answer
  assert.equal(status, 201, JSON.stringify(body))
  return body as string
}
