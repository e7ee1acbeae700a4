/** Runs recorded statements on full tables (full-tables.ts), and says how many rows each read for those it returned or changed. */
import { Client, type QueryResult } from 'pg'
import { type Effort, effortOf, type PlanNode } from './plans.ts'
import type { Sample } from './statements.ts'
import { fixedParts, storeStatements } from './store-statements.ts'

export interface Judge {
  /** @returns undefined where it cannot run on these tables; endless where it did not end in time */
  judge(sample: Sample): Promise<Effort | undefined>
  end(): Promise<void>
}

/**
 * Longest run of a statement, in seconds. As many rows as a statement may read take one or two; a busy machine needs thirty times as long.
 * Only a statement that reads too much comes to this limit.
 */
const limitSeconds = 60
const endless: Effort = { read: Number.POSITIVE_INFINITY, gained: 0 }

export async function startJudge(url: string): Promise<Judge> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // keys of other tables are not looked up; a plan is made for the values, as for the first runs of a prepared statement
  await client.query(
    `set statement_timeout = '${limitSeconds}s'; set jit = off; set session_replication_role = replica; set plan_cache_mode = force_custom_plan`,
  )
  async function run({ text }: Sample, values: readonly unknown[]): Promise<Effort> {
    await client.query('begin')
    try {
      await client.query(`prepare judged as ${text}`)
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
      const answer: QueryResult<{ 'QUERY PLAN': [{ Plan: PlanNode }] }> = await client.query(
        `explain (analyze, costs off, timing off, summary off, format json) execute judged${given}`,
      )
      return effortOf(answer.rows[0]!['QUERY PLAN'][0].Plan)
    } finally {
      await client.query('rollback')
      await client.query('deallocate all')
    }
  }
  return {
    async judge(sample) {
      const chosen = sample.values.map((value, n) => ofFullTables(sample.text, n + 1) ?? value)
      try {
        return await run(sample, chosen).catch(error => {
          if (isOver(error)) throw error
          return run(sample, sample.values)
        })
      } catch (error) {
        return isOver(error) ? endless : undefined
      }
    },
    end: () => client.end(),
  }
}

function isOver(error: unknown): boolean {
  return (error as { code?: string }).code === '57014' // canceled, by statement_timeout
}

/** Numbers are those of the full tables: there everything belongs to number 1. Undefined for other values. */
function ofFullTables(text: string, number: number): unknown {
  const value = `\\$${number}(?!\\d)(?:::bigint)?`
  if (new RegExp(`\\b\\w*public_id\\s*=\\s*${value}`).test(text)) return 'c4ca4238a0b923820dcc509a6f75849b' // md5('1')
  const isKey = new RegExp(
    `(?:\\b\\w+_id|\\bid)\\s*=\\s*${value}|${value} as (?:client|campaign|list)_id\\b|\\(client_id, campaign_id\\)\\s*=\\s*\\((?:[^)]*, )?${value}`,
  )
  return isKey.test(text) ? 1 : undefined
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return `'${(Array.isArray(value) ? array(value) : String(value)).replaceAll("'", "''")}'`
}

function array(values: readonly unknown[]): string {
  const items = values.map(value => {
    if (Array.isArray(value)) return array(value)
    return value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}

/** What must be a template's own at least, of the text and in characters, or in characters before its first hole: a template of holes fits anything. */
const leastOwn = 0.25
const leastCharacters = 12
const leastBeginning = 40

/** @returns the place of a text in the sources of the store; undefined for one of tests or of packages */
export function placeFinder(): (text: string) => string | undefined {
  const known = storeStatements()
    .filter(({ text }) => /^\s*(?:select|insert|update|delete|with)\b/.test(text))
    .map(({ place, text }) => {
      const parts = fixedParts(text)
      const pattern = parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*?')
      return { place, pattern: new RegExp(`^${pattern}$`), length: parts.join('').length, beginning: parts[0]!.length }
    })
    .sort((one, other) => other.length - one.length)
  return text =>
    known.find(
      ({ length, beginning, pattern }) =>
        (length >= Math.max(leastCharacters, leastOwn * text.length) || beginning >= leastBeginning) &&
        pattern.test(text),
    )?.place
}
