/** Spans of statements, within the span of their call or work. Statement texts are the program's own; values are never recorded. */
import { beginSpan, inSpan, type SpanOptions } from '../../lib/trace.ts'
import type { Outcome } from './session.ts'
import type { Statement } from './template.ts'

const system = { 'db.system.name': 'postgresql' } as const
const ofTransaction: SpanOptions = { kind: 'client', isDetail: true, attributes: system }

/** Covers the wait for a connection until its release. */
export function inTransactionSpan<Value>(work: () => Promise<Value>): Promise<Value> {
  return inSpan('transaction', ofTransaction, work)
}

export function inStatementSpan(statement: Statement, run: () => Promise<Outcome>): Promise<Outcome> {
  const span = beginSpan('statement', ofTransaction)
  if (!span) return run()
  const { name, text } = described(statement)
  span.rename(name)
  span.set({ 'db.query.text': text })
  return run().then(
    outcome => {
      span.set({ 'lettershop.rows': outcome.rows.count })
      span.end()
      return outcome
    },
    error => {
      span.fail(error)
      span.end()
      throw error
    },
  )
}

interface Described {
  /** Such as `select subscribers`: few different names, for grouping. */
  readonly name: string
  readonly text: string | undefined
}

const known = new Map<string, Described>()
/** As many as there can be named statements (template.ts). */
const mostKnown = 2_000

function described({ text, values }: Statement): Described {
  // a text without parameters may contain anything: only its first word is recorded
  if (values === undefined) return { name: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement', text: undefined }
  const found = known.get(text)
  if (found) return found
  const short = text.replace(/\s+/g, ' ').trim()
  const verb = /^\w+/.exec(short)?.[0].toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update|table) (?:only )?"?([a-z_]\w*)/i.exec(short)?.[1]
  const made = { name: table === undefined ? verb : `${verb} ${table}`, text: short }
  if (known.size < mostKnown) known.set(text, made)
  return made
}
