// biome-ignore-all lint/suspicious/noTemplateCurlyInString: statements are compared with the text of a source
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsOf } from './store-statements.ts'

test('statements are found whole, with what is put into them, and with the declaration around them', () => {
  const source = [
    'export async function first() {',
    "  const rows = await sql<{ n: number }[]>`select ${sql`a ${'}'} from lists`} from campaigns`",
    '  await db`update `; sql(`no statement`)',
    '  await tx<{ a: string; b: readonly { c: number; d: number }[] }[]>`select 1`',
    '}',
    'const second = tx => tx`delete from links where id = ${by({ id: `x` })}`',
  ].join('\n')
  assert.deepEqual(statementsOf('folder/file.ts', source), [
    { place: 'file.ts: first', text: "select ${sql`a ${'}'} from lists`} from campaigns" },
    { place: 'file.ts: first', text: 'update ' },
    { place: 'file.ts: first', text: 'select 1' },
    { place: 'file.ts: second', text: 'delete from links where id = ${by({ id: `x` })}' },
  ])
})
