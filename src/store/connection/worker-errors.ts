/**
 * Errors that the coordinator of a distributed database passes on from a worker. A worker knows the shards of a table, so that it says
 * `segments_pkey_102257` for `segments_pkey`, in the message only; and of an insert whose rows come from another part of the statement
 * the coordinator keeps the message and loses the code (XX000).
 */

/** An error of the driver, with the fields of PostgreSQL's error. */
interface DatabaseError extends Error {
  code?: string
  constraint?: string | undefined
  readonly detail?: string | undefined
}

/** What PostgreSQL calls an internal error. */
const internal = 'XX000'

/** Names in quotes of any language, and the number of a shard at their end. The constraint is the last that a message names: a key has the number, a check has not. */
const quotedNames = /["'«»„“”‘’]\s*(\w+?)(_\d{6,})?\s*["'«»„“”‘’]/g

/** The codes that a worker gave, by its words. They are those of lc_messages = C, but for the details of keys. */
const codes: readonly (readonly [words: RegExp, code: string])[] = [
  [/violates foreign key constraint/, '23503'],
  [/violates check constraint/, '23514'],
  [/violates not-null constraint/, '23502'],
  [/deadlock detected|distributed deadlock/, '40P01'],
  [/could not serialize access/, '40001'],
  [/due to lock timeout/, '55P03'],
  [/due to (?:statement timeout|user request)/, '57014'],
  [
    /server closed the connection|terminating connection|connection to the remote node|could not connect|connection not open/,
    '08006',
  ],
  [/duplicate key value/, '23505'],
]

/** Gives an error the code and the name of the constraint that it has in a database that is not distributed. Other errors stay. */
export function restoreWorkerError(error: Error): void {
  const failed: DatabaseError = error
  // that of an AbortError is a number
  if (typeof failed.code !== 'string') return
  const names = [...failed.message.matchAll(quotedNames)]
  const inShards = names.filter(([, , shard]) => shard !== undefined)
  if (failed.code === internal) failed.code = codeOf(failed, inShards.length) ?? internal
  if (failed.code.startsWith('23') && inShards.length > 0) failed.constraint ??= names.at(-1)![1]
}

function codeOf({ message, detail = '' }: DatabaseError, namesInShards: number): string | undefined {
  const known = codes.find(([words]) => words.test(message))
  if (known) return known[1]
  // in another language: a row violates a key where the details are `(columns)=(values)`
  if (namesInShards === 0 || !/\(.+\)=\(/s.test(detail)) return undefined
  return namesInShards > 1 ? '23503' : '23505'
}
