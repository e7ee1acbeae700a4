/** UTM tags for the links of a client's campaigns. */
import type { Sql } from '../connection/database.ts'

type Tags = Readonly<Record<string, string>>

export async function readClientUtmTags(sql: Sql, { clientId }: { readonly clientId: number }): Promise<Tags> {
  const [row] = await sql<{ utm: Tags }[]>`select utm from clients where id = ${clientId}`
  return row?.utm ?? {}
}

export async function updateClientUtmTags(
  sql: Sql,
  { clientId }: { readonly clientId: number },
  tags: Tags,
): Promise<void> {
  await sql`update clients set utm = ${sql.json(tags)} where id = ${clientId}`
}
