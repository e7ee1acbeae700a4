/** The program itself, for what runs a command of it in a process of its own. */
import { join } from 'node:path'

export const executable: string = join(import.meta.dirname, '../../bin/lettershop.mjs')
