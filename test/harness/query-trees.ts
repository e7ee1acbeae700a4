/**
 * Statements as PostgreSQL analyses them: names are resolved, so each column says of which table it is, and each operator and cast
 * which function runs. PostgreSQL writes the tree to its client (`debug_print_rewritten`); nothing is executed.
 */
import { Client } from 'pg'

/** A value in a tree: a node, a list, or a word; null where nothing is. */
export type Value = null | string | readonly Value[] | Tree

/** A node: its kind, such as `VAR`, and its fields. */
export interface Tree {
  readonly kind: string
  readonly fields: Map<string, Value>
}

export interface Analyser {
  /** @returns the queries of a statement: one, or more where a rule rewrites it */
  analyse(text: string): Promise<readonly Tree[]>
  end(): Promise<void>
}

export async function startAnalyser(url: string): Promise<Analyser> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let written: string[] = []
  client.on('notice', ({ message, detail }) => {
    if (message?.startsWith('rewritten parse tree')) written.push(detail!)
  })
  // the trees are for the client, not for the server's log
  await client.query('set log_min_messages = fatal; set debug_pretty_print = off; set client_min_messages = log')
  return {
    async analyse(text) {
      written = []
      await client.query('set debug_print_rewritten = on')
      try {
        await client.query(`prepare analysed as ${text}`)
      } finally {
        await client.query('set debug_print_rewritten = off; deallocate all')
      }
      // the first is of `prepare` itself, which is a utility statement
      return written.flatMap(readTrees).filter(tree => !isUtility(tree))
    },
    end: () => client.end(),
  }
}

/** `CMD_UTILITY` is 6 until PostgreSQL 18; other queries have no such statement. */
function isUtility({ fields }: Tree): boolean {
  return fields.get('utilityStmt') !== null
}

/** The nodes of a list that PostgreSQL wrote (its `outfuncs.c`): words between blanks, brackets, and a backslash before other signs. */
function readTrees(text: string): Tree[] {
  const words = text.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? []
  let at = 0
  function value(): Value {
    const word = words[at++]!
    if (word === '(') {
      const items: Value[] = []
      while (words[at] !== ')') items.push(value())
      at++
      return items
    }
    if (word === '{') return node()
    return word === '<>' ? null : word.replace(/^"|"$|\\/g, '')
  }
  function node(): Tree {
    const kind = words[at++]!
    const fields = new Map<string, Value>()
    while (words[at] !== '}') {
      const word = words[at++]!
      // the bytes of a constant follow its length
      if (word.startsWith(':')) fields.set(word.slice(1), words[at]?.startsWith(':') ? null : value())
    }
    at++
    return { kind, fields }
  }
  const read = value()
  return Array.isArray(read) ? (read as Tree[]) : []
}
