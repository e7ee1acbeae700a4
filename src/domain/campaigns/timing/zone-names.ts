/**
 * What values of a custom field say about the time zone of a person: IANA names in any case, display strings of this and other services, Windows'
 * names, offsets from UTC, cities of IANA's names, and countries by code or name where a country has one clock. A value
 * with several readings is not in the table: its people are counted as unknown, and get their mail with the client's zone.
 */
import { findTimeZone, timeZoneLabels, timeZoneLabelsToday } from '../../../contract/time-zones.ts'
import { countryZones, furtherZones, windowsZones } from './zone-data.ts'

/** Names of countries are read in these languages. */
const languages = ['en', 'de', 'es', 'fr']

/** Usual names that the languages' own data lack. */
const otherCountryNames = {
  GB: ['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  NL: ['holland', 'the netherlands'],
  CZ: ['czech republic', 'tschechische republik'],
  KR: ['korea, republic of', 'republic of korea'],
  TR: ['turkey'],
  MK: ['macedonia'],
  CI: ['ivory coast'],
  CV: ['cape verde'],
  HK: ['hong kong', 'hongkong'],
} as const satisfies Record<string, readonly string[]>

/** Offsets that some place has, besides those of complete hours. */
const brokenOffsets = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765]

let table: ReadonlyMap<string, string> | undefined

/** The zone of each value, written in lower case. */
export function zonesByName(): ReadonlyMap<string, string> {
  table ??= makeTable()
  return table
}

function makeTable(): ReadonlyMap<string, string> {
  const zones = new Map<string, string>()
  // the first reading of a name counts
  const add = (name: string, zone: string) => {
    for (const written of spellings(name)) if (!zones.has(written)) zones.set(written, zone)
  }
  for (const [name, zone] of offsetNames()) add(name, zone)
  const known = [...Intl.supportedValuesOf('timeZone'), ...itemsOf(furtherZones)]
  for (const name of known) {
    const zone = usualName(name)
    add(name, zone)
    add(name.replaceAll('_', ' '), zone)
  }
  const countries = itemsOf(countryZones).map(item => item.split(' ') as [code: string, zone: string])
  for (const [code, zone] of countries) for (const name of countryNames(code)) add(name, zone)
  for (const zone of known) for (const city of cityOf(zone)) add(city, zone)
  for (const label of [...timeZoneLabels, ...timeZoneLabelsToday]) {
    const zone = findTimeZone(label)!.timeZone
    add(label, zone)
    add(label.replace(/^\(GMT[^)]*\) /, ''), zone)
  }
  for (const item of itemsOf(windowsZones)) {
    const [name = '', zone = ''] = item.split('=')
    add(`${name} Standard Time`, zone)
  }
  return zones
}

/** The lower case of a name, and the one that a database of the collation C makes of it. */
function spellings(name: string): readonly string[] {
  return [...new Set([name.toLowerCase(), name.replace(/[A-Z]/g, letter => letter.toLowerCase())])]
}

function itemsOf(list: string): readonly string[] {
  return list.split(',').map(item => item.trim().replace(/\s+/g, ' '))
}

function countryNames(code: string): readonly string[] {
  const shown = languages.map(language => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code)
  const others: Readonly<Record<string, readonly string[]>> = otherCountryNames
  return [code, ...shown, ...(others[code] ?? [])]
}

/** Of names such as `US/Eastern` and `Japan`. */
function usualName(name: string): string {
  if (continent.test(name) || name.startsWith('Etc/')) return name
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

const continent = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** Parts of Australia that IANA has names for, and no cities. */
const areas = new Set(['ACT', 'LHI', 'North', 'NSW', 'Queensland', 'South', 'Tasmania', 'Victoria', 'West'])

/** Of names with a continent and a city. */
function cityOf(zone: string): readonly string[] {
  const [, city = '', part] = zone.split('/')
  return continent.test(zone) && part === undefined && !areas.has(city) ? [city.replaceAll('_', ' ')] : []
}

/** `GMT+2` is two hours ahead of UTC, as people write it; `Etc/GMT+2` is what IANA says, two hours behind. */
function offsetNames(): readonly (readonly [name: string, zone: string])[] {
  const complete = Array.from({ length: 27 }, (_, n) => (n - 12) * 60)
  const names = [...complete, ...brokenOffsets].flatMap(offset => {
    const sign = offset < 0 ? '-' : '+'
    const hours = Math.floor(Math.abs(offset) / 60)
    const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
    const two = String(hours).padStart(2, '0')
    const zone = `${sign}${two}:${minutes}`
    const written = [zone, `${sign}${two}${minutes}`, `${sign}${hours}:${minutes}`]
    if (minutes === '00') written.push(`${sign}${hours}`, `${sign}${two}`)
    return written.flatMap(text => ['', 'GMT', 'UTC', 'GMT ', 'UTC '].map(before => [before + text, zone] as const))
  })
  return [...names, ['UTC', 'Etc/UTC'], ['GMT', 'Etc/UTC'], ['Z', 'Etc/UTC']]
}
