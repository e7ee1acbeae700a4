import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../contract/refusals.ts'
import type { Credential } from '../domain/access/authentication.ts'
import type { Principal } from '../domain/access/principal.ts'
import { streamAuthentication } from './authenticate-stream.ts'

const person: Principal = { kind: 'person', id: 1, loginId: 0, username: 'P', accountId: 1, grants: [], sessionId: 1 }

function asked(headers: Readonly<Record<string, string>>, principal: Principal = person) {
  const credentials: Credential[] = []
  const authenticate = streamAuthentication(async credential => {
    credentials.push(credential)
    if (credential.apiKey === null && credential.session === undefined) throw new Refusal('InvalidApiKey')
    return principal
  })
  const request = {
    method: 'GET',
    path: '/api/events/stream',
    query: '',
    body: Buffer.alloc(0),
    id: 'r',
    remote: '192.0.2.1',
  }
  return { credentials, done: authenticate({ ...request, headers, publicUrl: 'http://127.0.0.1' }) }
}
const session = { cookie: 'lettershop=token', 'sec-fetch-site': 'same-origin' }
const refused = (work: Promise<unknown>, name: string, sentence = /./) =>
  assert.rejects(work, error => error instanceof Refusal && error.refusal === name && sentence.test(error.message))

test('the stream is read with a key, or with a session and the header', async () => {
  const byKey = asked({ authorization: 'Bearer abc' })
  await byKey.done
  assert.deepEqual(byKey.credentials, [{ apiKey: 'abc', session: undefined, remote: '192.0.2.1', isPassive: true }])
  const bySession = asked({ ...session, 'x-lettershop-stream': '1' })
  assert.equal(await bySession.done, person)
  assert.deepEqual(bySession.credentials, [{ apiKey: null, session: 'token', remote: '192.0.2.1', isPassive: true }])
})

test('a bare GET with a cookie is refused with a sentence, and so is another origin with the header', async () => {
  await refused(asked(session).done, 'InvalidApiKey', /X-Lettershop-Stream: 1/)
  const elsewhere = { ...session, 'sec-fetch-site': 'cross-site', 'x-lettershop-stream': '1' }
  await refused(asked(elsewhere).done, 'InvalidApiKey', /no page of this service/)
  await refused(asked({}).done, 'InvalidApiKey')
})

test('who has to set up a second factor first reads nothing', async () => {
  const limited = { ...person, needsFactor: true }
  await refused(asked({ ...session, 'x-lettershop-stream': '1' }, limited).done, 'SecondFactorRequired')
})
