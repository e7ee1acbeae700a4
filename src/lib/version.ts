/** The version of this program, from its package. */
import { readFileSync } from 'node:fs'

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const { version } = manifest
