import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { contentThreads } from '../delivery/content/tasks.ts'
import { starters } from '../domain/templates/starters/starters.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { sources } from './sources.ts'
import { templates } from './templates.ts'

let database: TestDatabase
let world: World
let call: Caller['call']
let refused: Caller['refused']

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  const fetch = guardedFetch({ allowPrivate: true, userAgent: 'test' })
  ;({ call, refused } = caller(database.db, { ...templates, ...sources }, { fetch }))
})
after(() => database.drop())

const ofClient = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const leaf = { Alt: null, Href: null }

test('each starter becomes a template with its pictures, and its regions can be filled in', async () => {
  for (const { id, name, pictures } of starters) {
    const TemplateID = (await call('Template.CreateFromStarter', {
      ...ofClient(),
      Starter: ` ${id.toUpperCase()} `,
      Name: null,
    })) as string
    const ofTemplate = { ApiKey: world.accountKey, TemplateID }
    const detail = await call('Template.GetDetail', ofTemplate)
    assert.equal(detail.Name, name)
    const kept = await database.db<{ path: string }[]>`
      select a.path from assets a join templates t on t.client_id = a.client_id and t.id = a.owner_id
      where t.public_id = ${TemplateID} order by a.path`
    assert.deepEqual(
      kept.map(({ path }) => path.replace(/-\w{12}(?=\.)/, '-HASH')),
      [...pictures.keys()].map(picture => `zip/${picture.replace(/(?=\.)/, '-HASH')}`).sort(),
      'files are named by what is in them',
    )
    const { Revisions } = (await call('Template.ListRevisions', { ...ofTemplate, Cursor: null, Limit: 0 })) as {
      readonly Revisions: readonly { readonly Revision: number; readonly Action: string; readonly Name: string }[]
    }
    assert.deepEqual(
      Revisions.map(({ Revision, Action, Name }) => [Revision, Action, Name]),
      [[1, 'Created', name]],
    )
    const regions = (await call('Template.GetRegions', ofTemplate)) as { Name: string; Kind: string; Content: string }[]
    assert.ok(regions.some(region => region.Name === 'Company'))
    for (const { Content, Kind } of regions)
      if (Kind === 'Image') assert.match(Content, new RegExp(`^http.*/files/template/${TemplateID}/zip/`))
    const Regions = [{ Name: 'Company', Content: 'Bloom <& Sons>', ...leaf, Items: null }]
    const { Html, Bytes } = (await call('Template.FillRegions', { ...ofTemplate, Regions })) as {
      Html: string
      Bytes: number
    }
    assert.ok(Html.includes('Bloom &lt;&amp; Sons&gt;, 1 Street'))
    assert.doesNotMatch(Html, /kept:|<singleline/)
    assert.equal(Bytes, Buffer.byteLength(Html))
  }
})

test('what is refused leaves no template behind', async () => {
  const count = async () => (await database.db`select 1 from templates`).length
  const earlier = await count()
  await refused('Template.CreateFromStarter', { ...ofClient(), Starter: 'poem', Name: 'x' }, 'UnknownStarter')
  await refused('Template.CreateFromStarter', { ...ofClient(), Starter: null, Name: 'x' }, 'UnknownStarter')
  await refused('Template.CreateFromStarter', { ...ofClient(), Starter: 'letter', Name: 'a\nb' }, 'InvalidTemplateName')
  assert.equal(await count(), earlier)
})

test('MJML that needs more than a thread has is refused, and others are compiled meanwhile', async () => {
  const threads = contentThreads({ deadlineMs: 20_000, memoryMb: 64 })
  try {
    const images = '<mj-carousel-image src="https://x.example/a.png" />'.repeat(1_500)
    const bomb = `<mjml><mj-body><mj-section><mj-column><mj-carousel>${images}</mj-carousel></mj-column></mj-section></mj-body></mjml>`
    const exploded = threads.tasks.compileMjml({ source: bomb }, { key: 1 })
    const small = await threads.tasks.compileMjml({ source: '<mjml><mj-body></mj-body></mjml>' }, { key: 2 })
    assert.ok(small.html.includes('<body'))
    const outcome = await exploded.then(
      ({ html, problems }) => ({ html, errors: problems.filter(({ severity }) => severity === 'Error').length }),
      (error: Error) => error.name,
    )
    if (typeof outcome === 'string') assert.equal(outcome, 'TaskFault')
    else assert.deepEqual([outcome.html, outcome.errors > 0], ['', true])
  } finally {
    await threads.stop()
  }
})
