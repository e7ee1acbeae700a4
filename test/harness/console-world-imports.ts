/** Imports of the first client of the console's world: one that waits for its columns, one for its review, one that is done. */
import { consent } from './imports.ts'
import type { TestService } from './service.ts'
import { until } from './until.ts'
import { seedUpload } from './uploaded.ts'

export interface ImportSeeds {
  /** ImportIDs. */
  readonly mapping: string
  readonly judged: string
  readonly done: string
}

const people = [
  'E-Mail,Name,Wohnort,Eingetragen am,Status,Schuhgröße',
  'amira@readers.example,Amira,Tromsø,2021-03-04,subscribed,38',
  'björn@münchen.example,Björn Östlund,Malmö,2021-03-05,subscribed,44',
  'claire@lecteurs.example,Claire Dubois,Lyon,2021-03-06,subscribed,39',
  'dana@readers.example,דנה,חיפה,2021-03-07,pending,37',
  'press@paper.example,Presse,,2021-03-08,subscribed,',
  'dana@readers.example,Dana,,2021-03-09,subscribed,',
  'no address,Nemo,,2021-03-10,subscribed,',
  'eva@leser.example,Eva Brandt,Kiel,2021-03-11,unsubscribed,41',
].join('\n')

/** @param list whose members some of them are */
export async function seedImports({ call, db }: TestService, clientId: string, list: string): Promise<ImportSeeds> {
  const [client] = await db<{ id: number }[]>`select id from clients where public_id = ${clientId}`
  const done = async (operation: string, params: object) => {
    const { status, value } = await call(operation, params)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value as string // the identifier of what was created
  }
  const come = (ImportID: string, state: string) =>
    until(async () => {
      const { value } = await call('Import.Get', { ClientID: clientId, ImportID })
      return (value as { State?: string }).State === state
    }, `the import is ${state}`)
  async function begun(fileName: string, content: string) {
    const UploadID = await seedUpload(db, client!.id, fileName, Buffer.from(content))
    const id = await done('Import.Create', { ListID: list, UploadID, ...consent })
    await come(id, 'Mapping')
    return id
  }
  async function moved(ImportID: string, operation: string, state: string) {
    await done(operation, { ClientID: clientId, ImportID })
    await come(ImportID, state)
  }
  const written = await begun('workshop-may.csv', 'email,name\nmay@readers.example,May Lindholm\n')
  await moved(written, 'Import.Judge', 'Judged')
  await moved(written, 'Import.Commit', 'Done')
  const judged = await begun('readers-2021.csv', people)
  await moved(judged, 'Import.Judge', 'Judged')
  return { mapping: await begun('garden-fair.csv', people), judged, done: written }
}
