/** A crowd asks for the documents of the service, and everybody else is still served. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { longestSilence, runCrowd, watchHealth } from './harness/crowd.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { type Program, startProgram } from './harness/program.ts'

const crowd = { encoding: 'identity', connections: 100, requests: 20 }

let database: TestDatabase
let program: Program
let folder: string
before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-documents-'))
  program = await startProgram({ DATABASE_URL: database.url, LETTERSHOP_DATA: folder }, { apiKey: 'not asked for' })
})
after(async () => {
  await program?.end()
  await database?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

describe('/health is answered all the time while a hundred connections ask for twenty copies each', () => {
  for (const [name, path] of [
    ['of the OpenAPI document', '/api/openapi.json'],
    ['of the API page', '/api/'],
    ['of the WSDL', '/api/api.asmx?wsdl'],
  ] as const)
    test(name, async () => {
      await fetch(program.url + path).then(answer => answer.text())
      const answers: number[] = []
      const stop = watchHealth(program.url, (at, text) => {
        assert.equal(text, 'ok\n')
        answers.push(at)
      })
      const report = await runCrowd({ ...crowd, url: program.url, path })
      await stop()
      assert.equal(report.answered, crowd.connections * crowd.requests)
      // it came three times at most, and 31 times beside the WSDL, before answers took turns
      const meanwhile = answers.filter(at => at > report.began && at < report.ended)
      assert.ok(meanwhile.length >= 60, `${meanwhile.length} answers`)
      const silence = longestSilence(answers, report)
      const took = report.ended - report.began
      assert.ok(silence < took / 4, `${silence} ms of ${took} without an answer`)
    })
})
