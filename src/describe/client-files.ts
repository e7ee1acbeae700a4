/** The sources of the typed client, as the service hands them out: to be put side by side into another project. */
import { readFileSync } from 'node:fs'

const file = (name: string) => ({
  path: `/api/${name}`,
  text: readFileSync(new URL(`../client/${name}`, import.meta.url), 'utf8'),
})

export const clientFile = file('client.ts')
/** Generated (typescript.ts), and held current by a test. */
export const pathsFile = file('paths.ts')
