/**
 * The codes of refusals by their names, as TypeScript for the console: `console/src/api/codes.ts`. The console has no other way to know
 * them, since it imports nothing of ours but the client. One constant each, so that a build keeps those alone that are used.
 */
import { refusals } from '../contract/refusals.ts'

/** @returns the module's text */
export function refusalCodes(): string {
  const lines = Object.entries(refusals).map(
    ([name, [code, title]]) => `/** ${title} */\nexport const ${name} = ${code}\n`,
  )
  return `/**
 * Codes of refusals by their names in the catalogue.
 * Generated from src/contract/refusals.ts (src/describe/refusal-codes.ts); do not edit. \`npm run bless\` rewrites this file.
 */

${lines.join('')}`
}
