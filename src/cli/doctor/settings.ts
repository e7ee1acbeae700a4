/** The settings: every one that makes no sense, and names that are no settings. */
import { type ReadSettings, settings } from '../../config.ts'
import { parseRelay } from '../../delivery/smtp/relay.ts'
import { error, type Finding, ok, reasonOf, warning } from './finding.ts'

export function checkSettings({ config, problems, unknown }: ReadSettings): readonly Finding[] {
  const wrong = [...problems.values()].map(problem => problem.message)
  const transport = config.LETTERSHOP_TRANSPORT
  for (const relay of transport.kind === 'smtp' ? transport.relays : []) {
    try {
      parseRelay(relay)
    } catch (cause) {
      wrong.push(`LETTERSHOP_TRANSPORT: ${reasonOf(cause)}.`)
    }
  }
  const values = wrong.map(sentence =>
    error('settings.values', sentence, 'Correct the setting; docs/settings.md lists all of them.'),
  )
  return [
    ...(values.length > 0 ? values : [ok('settings.values', 'All settings make sense.')]),
    ...(unknown.length > 0 ? unknown.map(notKnown) : [ok('settings.names', 'All names of settings are known.')]),
  ]
}

function notKnown(name: string): Finding {
  const near = findNearest(name, Object.keys(settings))
  return warning(
    'settings.names',
    `${name} is no setting, and is ignored.`,
    near ? `Did you mean ${near}? Otherwise remove it.` : 'Remove it; docs/settings.md lists all settings.',
  )
}

/** The most letters that a typing error changes. */
const mostEdits = 4

/** The name with the fewest letters to change, insert or remove; undefined where none is near. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map(other => ({ other, edits: distance(name, other) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((a, b) => a.edits - b.edits)
  return best?.other
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      line.push(Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + same))
    }
    above = line
  }
  return above[b.length]!
}
