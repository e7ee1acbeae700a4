import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { splitStatements } from './statements.ts'

test('semicolons within quotes, comments and bodies of functions end no statement', () => {
  const statements = [
    `insert into a values ('x;''y', E'\\';')`,
    `-- one; two\ncreate table "b;c" (d int)`,
    `create function f() returns void language plpgsql as $body$ begin perform 1; end; $body$`,
    `do $$ begin null; end $$`,
    `/* a; b */ select $1`,
  ]
  assert.deepEqual(splitStatements(`${statements.join(';\n')};\n -- the end;\n;`), statements)
})

test('the schema is split into statements that begin with a command', async () => {
  const statements = splitStatements(await readFile(new URL('../schema.sql', import.meta.url), 'utf8'))
  const starts = statements.map(statement =>
    statement
      .replace(/^(?:--[^\n]*\s+)+/, '')
      .split(/\s/, 1)[0]!
      .toLowerCase(),
  )
  assert.ok(statements.length > 200)
  assert.deepEqual(
    [...new Set(starts)].filter(start => !/^(?:create|alter|insert|select|comment|do)$/.test(start)),
    [],
  )
})
