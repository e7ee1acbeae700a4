/** The sources of the typed client, as the service hands them out: to be put side by side into another project. */
import { readFileSync } from 'node:fs'

/** The text is read when it is first asked for. */
function file(name: string) {
  let text: string | undefined
  return {
    path: `/api/${name}`,
    get text() {
      text ??= readFileSync(new URL(`../client/${name}`, import.meta.url), 'utf8')
      return text
    },
  }
}

export const clientFile = file('client.ts')
/** Generated (typescript.ts), and held current by a test. */
export const pathsFile = file('paths.ts')
