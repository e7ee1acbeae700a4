const withoutCity = /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)$/
const ianaName = /^[A-Z][\w+-]*(?:\/[\w+-]+)+$/

/**
 * A time zone by its cities, as readers know it: `Berlin`, `Amsterdam, Berlin, Rome`, and `UTC` for the zone that has none.
 * Pages, reports and the console take it from here.
 * @param zone an IANA name, or a display string of the wires with its offset: `(GMT+01:00) Amsterdam, Berlin, Rome`
 */
export function zoneName(zone: string): string {
  const label = zone.replace(/^\(GMT[^)]*\)\s*/, '')
  if (withoutCity.test(label) || label === 'Coordinated Universal Time') return 'UTC'
  if (label.startsWith('Etc/')) return label.slice('Etc/'.length)
  return ianaName.test(label) ? label.slice(label.lastIndexOf('/') + 1).replaceAll('_', ' ') : label
}
