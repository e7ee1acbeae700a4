/** Several processes that start at once on an empty database: what each prints. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase } from './harness/database.ts'
import { startProgram } from './harness/program.ts'

test('of processes that start at once one prints the key, and each its own address and roles', async () => {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-first-'))
  const starts = ['api,console', 'sender', 'feedback,jobs'].map((roles, n) =>
    startProgram(
      {
        DATABASE_URL: database.url,
        LETTERSHOP_DATA: join(folder, String(n)),
        LETTERSHOP_SECRET: 'one secret for all processes on a database',
        LETTERSHOP_PUBLIC_URL: 'https://mail.agency.example',
        LETTERSHOP_ROLES: roles,
      },
      { apiKey: 'not asked for' },
    ),
  )
  const programs = await Promise.all(starts)
  try {
    const banners = programs.map(({ banner }) => banner)
    for (const label of ['Password:', 'API key:'])
      assert.equal(banners.flat().filter(line => line.startsWith(label)).length, 1, label)
    assert.deepEqual(
      banners.map(banner => banner.at(-1)!.replace(/:\d+/, ':n')),
      ['with the roles api, console', 'with the role sender', 'with the roles feedback, jobs'].map(
        roles => `Lettershop is ready on http://127.0.0.1:n ${roles}`,
      ),
    )
    assert.equal(new Set(programs.map(({ url }) => url)).size, 3)
    for (const { url } of programs) assert.equal((await fetch(`${url}/health`)).status, 200)
    assert.deepEqual(
      banners.map(banner => banner.some(line => /^API: +https:\/\/mail\.agency\.example\//.test(line))),
      [true, false, false],
    )
  } finally {
    await Promise.all(programs.map(program => program.end()))
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
