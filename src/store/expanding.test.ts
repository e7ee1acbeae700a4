/**
 * Migrations only expand, so that processes of the version before go on beside the new schema (docs/decisions/storage.md#migrations-expand-and-contract-a-version-later). What may
 * break them is found by its form; what was looked at and is harmless, or comes a version after its last use, is listed.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'node:test'

/** Earlier files were written before there was a version to upgrade from side by side. */
const firstNumber = 31

/** What may break the version before, by file and action; each with the reason why it does not. An entry that is no longer needed fails. */
const reviewed: Readonly<Record<string, string>> = {
  '000072.sql: create unique index if not exists campaigns_follows on campaigns (client_id, follows_id, follows_as) where follows_id is not null and (deleted_at is null or started_at is not null)':
    'about columns of this file',
  '000072.sql: alter table campaign_history add constraint campaign_history_action_check': 'allows more actions',
  '000031.sql: alter table campaign_history add constraint campaign_history_action_check': 'allows more actions',
  '000033.sql: create unique index clients_sample on clients (account_id) where is_sample and deleted_at is null':
    'about a column of this file',
  '000038.sql: alter table imports add constraint imports_state_check': 'allows more states',
  '000038.sql: alter table imports add constraint imports_credentials': 'about a column of this file',
  '000041.sql: alter table preference_history add constraint preference_history_preference_check':
    'allows more preferences',
  '000050.sql: alter table preference_history add constraint preference_history_preference_check':
    'allows more preferences',
  "000050.sql: create unique index clients_email on clients (account_id, lower(email)) where deleted_at is null and email <> ''":
    'allows more clients',
  '000052.sql: alter table webhooks add foreign key (client_id, list_id) references lists (client_id, id) on delete cascade':
    'checks nothing: no webhook has a list yet',
  '000053.sql: alter table grants add constraint grants_role_check':
    'allows one role more, which gives no right in the version before',
  '000053.sql: create unique index grants_primary on grants (account_id, coalesce(client_id, 0)) where is_primary':
    'about a column of this file',
  "000053.sql: create or replace function standing_sessions(token_hashes bytea[], idle interval, outdated interval) returns table ( token_hash bytea, session_id bigint, account_id bigint, person_id bigint, name text, grants jsonb, login_id bigint, username text, client_id bigint, level integer, needs_factor boolean, is_use_outdated boolean ) language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as ''":
    'adds a member to the grants, which the version before does not read',
  '000074.sql: alter table mailbox add constraint mailbox_route_check': 'allows one route more',
  "000044.sql: do ''": 'makes an extension and an index where they can be made',
  "000073.sql: do ''": 'makes an extension and an index where they can be made',
  '000043.sql: alter table exports add constraint exports_kind_check': 'allows more kinds',
  '000043.sql: alter table exports add constraint exports_format_check': 'allows more formats',
  '000058.sql: create unique index api_keys_own_of on api_keys (own_of) where own_of is not null':
    'about a column of this file',
  '000069.sql: create unique index subscribers_contact on subscribers (client_id, address text_pattern_ops, list_id)':
    'takes the place of the unique index of the same columns',
  '000069.sql: alter index subscribers_contact rename to subscribers_address':
    'violations of the key keep the name that the version before knows',
  "000064.sql: do ''":
    'bounds that the campaigns of a month or more do not reach, nor events before the month after next',
  "000066.sql: do ''": 'puts a partitioned table with the same columns, checks and keys in the place of each',
  '000070.sql: alter table preference_history add constraint preference_history_preference_check':
    'it allows three more preferences, and forbids none that older programs write',
  '000071.sql: alter table segments add primary key (client_id, id)': 'about a column of this file',
  '000071.sql: alter table segments add constraint segments_name': 'takes the place of the key of the same columns',
  '000071.sql: alter table segments add constraint segments_client_id_fkey':
    'what holds for the list holds for its client',
  '000071.sql: alter table campaign_lists add primary key (client_id, campaign_id, list_id, segment_id, segment)':
    'allows more rows: a column of this file is added to the key',
  '000071.sql: alter table campaign_exclusions add primary key (client_id, campaign_id, list_id, segment_id, segment)':
    'allows more rows: a column of this file is added to the key',
  '000071.sql: alter table bulk_changes add constraint bulk_changes_action_check': 'allows more actions',
  '000071.sql: alter table preference_history add constraint preference_history_preference_check':
    'allows more preferences',
}

/** Statements, without comments and bodies of functions. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map(statement => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(statement => statement !== '')
}

/** Parts between commas that stand in no parentheses and no text. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (const { 0: found, index } of text.matchAll(/'(?:[^']|'')*'|[(),]/g)) {
    if (found === '(') depth++
    else if (found === ')') depth--
    else if (found === ',' && depth === 0) {
      parts.push(text.slice(begin, index))
      begin = index + 1
    }
  }
  return [...parts, text.slice(begin)].map(part => part.trim())
}

/** What the version before does not notice. */
const harmless = [
  /^create (?:unlogged )?table /,
  /^create (?:index|sequence|extension|type|function|view) /,
  /^drop index /,
  /^(?:insert|update|delete|with|select|comment|analyze) /,
]

/** The same of a change to a table that was there. */
const harmlessActions = [
  /^add column (?!.*\bnot null\b(?!.*\bdefault\b)(?!.*\bgenerated\b))/,
  /^alter column \S+ (?:drop not null|set default |set storage |set statistics )/,
  /^drop constraint /,
  /^validate constraint /,
  /^set \(/,
]

/** @returns what may break the version before */
function breaking(sql: string): readonly string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(text => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  )
  return statements.flatMap(statement => {
    const [, table, actions] = /^alter table (?:only )?(\S+) (.*)$/.exec(statement) ?? []
    if (table !== undefined && actions !== undefined) {
      if (made.has(table)) return []
      return partsOf(actions)
        .filter(action => !harmlessActions.some(form => form.test(action)))
        .map(action => `alter table ${table} ${action.replace(/^(add constraint \S+).*$/, '$1')}`)
    }
    const [, indexed] = /^create unique index (?:if not exists )?\S+ on (\S+)/.exec(statement) ?? []
    if (indexed !== undefined) return made.has(indexed.replace(/\(.*$/, '')) ? [] : [statement]
    const [, fired] = /^create trigger .* on (\S+) for each/.exec(statement) ?? []
    if (fired !== undefined) return made.has(fired) ? [] : [statement]
    return harmless.some(form => form.test(statement)) ? [] : [statement]
  })
}

test('each migration only expands, or was reviewed', () => {
  const folder = new URL('./migrations/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.sql') && Number.parseInt(basename(file), 10) >= firstNumber,
  )
  assert.ok(files.length > 10)
  const found = files.flatMap(file =>
    breaking(readFileSync(new URL(file, folder), 'utf8')).map(what => `${basename(file)}: ${what}`),
  )
  assert.deepEqual(
    [...new Set(found)].sort(),
    Object.keys(reviewed).sort(),
    'expand only, and remove a version later (docs/decisions/storage.md#migrations-expand-and-contract-a-version-later)',
  )
})

describe('a migration that', () => {
  for (const sql of [
    'create table a (b integer not null); alter table a add constraint c check (b > 0); create unique index d on a (b)',
    'create unlogged table a (b integer)',
    'alter table a add column b text',
    "alter table a add column b text not null default '', add column c numeric(4, 2) not null default 0",
    'alter table a add column b bigint not null generated always as identity',
    'alter table a alter column b drop not null, drop constraint c',
    'create index a on b (c); drop index d',
    "-- drop table a;\nupdate a set b = 'drop table a'",
    'create function a() returns void language sql as $$ drop table b; $$',
  ])
    test(`expands: ${sql}`, () => assert.deepEqual(breaking(sql), []))

  for (const [sql, found] of [
    ['drop table a', 'drop table a'],
    ['alter table a drop column b', 'alter table a drop column b'],
    ['alter table a rename to b', 'alter table a rename to b'],
    ['alter table a rename column b to c', 'alter table a rename column b to c'],
    ['alter table a alter column b type text', 'alter table a alter column b type text'],
    ['alter table a alter column b set not null', 'alter table a alter column b set not null'],
    ['alter table a add column b text not null', 'alter table a add column b text not null'],
    ['alter table a add column b text, drop column c', 'alter table a drop column c'],
    ['alter table a add constraint b check (c > 0)', 'alter table a add constraint b'],
    ['create unique index a on b (c)', 'create unique index a on b (c)'],
    ['create or replace function a() returns void as $$ $$', "create or replace function a() returns void as ''"],
    ['create trigger a before update on b for each row execute function c()', undefined],
    ['drop function a()', 'drop function a()'],
  ] as const)
    test(`may break the version before: ${sql}`, () => assert.deepEqual(breaking(sql), [found ?? sql]))
})
