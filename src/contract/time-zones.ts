/**
 * Time zones: IANA names inside, display strings on the wires, IANA names accepted there too. The display strings exist in two lists:
 * the historical one (reference/wire.md, annex A), and today's (reference/rest.md, annex). A display string means the places it
 * names, under their present rules: the offset in it is part of the name only.
 * See docs/decisions/accounts.md#time-zones-and-dates.
 */

type Row = readonly [label: string, timeZone: string, list?: 'historical' | 'today']

/** Display string → IANA name, with the list that it is in; without one it is in both. Each list has this order. */
// biome-ignore format: a table
const table: readonly Row[] = [
  ['(GMT) Casablanca', 'Africa/Casablanca', 'historical'],
  ['(GMT+00:00) Casablanca', 'Africa/Casablanca', 'today'],
  ['(GMT) Coordinated Universal Time', 'Etc/UTC'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/London', 'historical'],
  ['(GMT+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/London', 'today'],
  ['(GMT) Monrovia, Reykjavik', 'Atlantic/Reykjavik', 'historical'],
  ['(GMT+00:00) Monrovia, Reykjavik', 'Atlantic/Reykjavik', 'today'],
  ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(GMT+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague', 'Europe/Budapest'],
  ['(GMT+01:00) Brussels, Copenhagen, Madrid, Paris', 'Europe/Paris'],
  ['(GMT+01:00) Sarajevo, Skopje, Warsaw, Zagreb', 'Europe/Warsaw'],
  ['(GMT+01:00) West Central Africa', 'Africa/Lagos'],
  ['(GMT+02:00) Amman', 'Asia/Amman'],
  ['(GMT+02:00) Athens, Bucharest', 'Europe/Athens', 'today'],
  ['(GMT+02:00) Athens, Bucharest, Istanbul', 'Europe/Bucharest', 'historical'],
  ['(GMT+02:00) Beirut', 'Asia/Beirut'],
  ['(GMT+02:00) Cairo', 'Africa/Cairo'],
  ['(GMT+02:00) Chisinau', 'Europe/Chisinau', 'today'],
  ['(GMT+02:00) Damascus', 'Asia/Damascus', 'today'],
  ['(GMT+02:00) Harare, Pretoria', 'Africa/Johannesburg'],
  ['(GMT+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', 'Europe/Helsinki'],
  ['(GMT+02:00) Jerusalem', 'Asia/Jerusalem'],
  ['(GMT+02:00) Kaliningrad', 'Europe/Kaliningrad', 'today'],
  ['(GMT+02:00) Minsk', 'Europe/Minsk', 'historical'],
  ['(GMT+02:00) Tripoli', 'Africa/Tripoli', 'today'],
  ['(GMT+02:00) Windhoek', 'Africa/Windhoek'],
  ['(GMT+03:00) Baghdad', 'Asia/Baghdad'],
  ['(GMT+03:00) Istanbul', 'Europe/Istanbul', 'today'],
  ['(GMT+03:00) Kuwait, Riyadh', 'Asia/Riyadh'],
  ['(GMT+03:00) Minsk', 'Europe/Minsk', 'today'],
  ['(GMT+03:00) Moscow, St. Petersburg, Volgograd', 'Europe/Moscow'],
  ['(GMT+03:00) Nairobi', 'Africa/Nairobi'],
  ['(GMT+03:30) Tehran', 'Asia/Tehran'],
  ['(GMT+04:00) Abu Dhabi, Muscat', 'Asia/Dubai'],
  ['(GMT+04:00) Baku', 'Asia/Baku'],
  ['(GMT+04:00) Caucasus Standard Time', 'Asia/Yerevan'],
  ['(GMT+04:00) Izhevsk, Samara', 'Europe/Samara', 'today'],
  ['(GMT+04:00) Port Louis', 'Indian/Mauritius'],
  ['(GMT+04:00) Tbilisi', 'Asia/Tbilisi'],
  ['(GMT+04:00) Yerevan', 'Asia/Yerevan'],
  ['(GMT+04:30) Kabul', 'Asia/Kabul'],
  ['(GMT+05:00) Ashgabat, Tashkent', 'Asia/Ashgabat', 'today'],
  ['(GMT+05:00) Ekaterinburg', 'Asia/Yekaterinburg'],
  ['(GMT+05:00) Islamabad, Karachi', 'Asia/Karachi'],
  ['(GMT+05:00) Tashkent', 'Asia/Tashkent', 'historical'],
  ['(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(GMT+05:30) Sri Jayawardenepura', 'Asia/Colombo'],
  ['(GMT+05:45) Kathmandu', 'Asia/Kathmandu'],
  ['(GMT+06:00) Astana', 'Asia/Almaty'],
  ['(GMT+06:00) Dhaka', 'Asia/Dhaka'],
  ['(GMT+06:00) Novosibirsk', 'Asia/Novosibirsk', 'historical'],
  ['(GMT+06:30) Yangon (Rangoon)', 'Asia/Yangon'],
  ['(GMT+07:00) Bangkok, Hanoi, Jakarta', 'Asia/Bangkok'],
  ['(GMT+07:00) Krasnoyarsk', 'Asia/Krasnoyarsk'],
  ['(GMT+07:00) Novosibirsk', 'Asia/Novosibirsk', 'today'],
  ['(GMT+08:00) Beijing, Chongqing, Hong Kong, Urumqi', 'Asia/Shanghai'],
  ['(GMT+08:00) Irkutsk', 'Asia/Irkutsk'],
  ['(GMT+08:00) Kuala Lumpur, Singapore', 'Asia/Singapore'],
  ['(GMT+08:00) Perth', 'Australia/Perth'],
  ['(GMT+08:00) Taipei', 'Asia/Taipei'],
  ['(GMT+08:00) Ulaanbaatar', 'Asia/Ulaanbaatar'],
  ['(GMT+09:00) Osaka, Sapporo, Tokyo', 'Asia/Tokyo'],
  ['(GMT+09:00) Seoul', 'Asia/Seoul'],
  ['(GMT+09:00) Yakutsk', 'Asia/Yakutsk'],
  ['(GMT+09:30) Adelaide', 'Australia/Adelaide'],
  ['(GMT+09:30) Darwin', 'Australia/Darwin'],
  ['(GMT+10:00) Brisbane', 'Australia/Brisbane'],
  ['(GMT+10:00) Canberra, Melbourne, Sydney', 'Australia/Sydney'],
  ['(GMT+10:00) Guam, Port Moresby', 'Pacific/Port_Moresby'],
  ['(GMT+10:00) Hobart', 'Australia/Hobart'],
  ['(GMT+10:00) Vladivostok', 'Asia/Vladivostok'],
  ['(GMT+11:00) Bougainville Island', 'Pacific/Bougainville', 'today'],
  ['(GMT+11:00) Magadan', 'Asia/Magadan', 'today'],
  ['(GMT+11:00) Magadan, Solomon Is., New Caledonia', 'Pacific/Guadalcanal', 'historical'],
  ['(GMT+11:00) Solomon Is., New Caledonia', 'Pacific/Guadalcanal', 'today'],
  ['(GMT+12:00) Anadyr, Petropavlovsk-Kamchatsky', 'Asia/Anadyr', 'today'],
  ['(GMT+12:00) Auckland, Wellington', 'Pacific/Auckland'],
  ['(GMT+12:00) Coordinated Universal Time+12', 'Etc/GMT-12'],
  ['(GMT+12:00) Fiji', 'Pacific/Fiji'],
  ['(GMT+12:00) Petropavlovsk-Kamchatsky', 'Asia/Kamchatka', 'historical'],
  ['(GMT+12:00) Petropavlovsk-Kamchatsky - Old', 'Asia/Kamchatka', 'today'],
  ["(GMT+13:00) Nuku'alofa", 'Pacific/Tongatapu'],
  ['(GMT+13:00) Samoa', 'Pacific/Apia', 'today'],
  ['(GMT+14:00) Kiritimati Island', 'Pacific/Kiritimati', 'today'],
  ['(GMT-01:00) Azores', 'Atlantic/Azores'],
  ['(GMT-01:00) Cabo Verde Is.', 'Atlantic/Cape_Verde', 'today'],
  ['(GMT-01:00) Cape Verde Is.', 'Atlantic/Cape_Verde', 'historical'],
  ['(GMT-02:00) Coordinated Universal Time-02', 'Etc/GMT+2'],
  ['(GMT-02:00) Mid-Atlantic', 'Atlantic/South_Georgia'],
  ['(GMT-03:00) Araguaina', 'America/Araguaina', 'today'],
  ['(GMT-03:00) Brasilia', 'America/Sao_Paulo'],
  ['(GMT-03:00) Buenos Aires', 'America/Argentina/Buenos_Aires', 'historical'],
  ['(GMT-03:00) Cayenne, Fortaleza', 'America/Cayenne'],
  ['(GMT-03:00) City of Buenos Aires', 'America/Argentina/Buenos_Aires', 'today'],
  ['(GMT-03:00) Greenland', 'America/Nuuk'],
  ['(GMT-03:00) Montevideo', 'America/Montevideo'],
  ['(GMT-03:00) Salvador', 'America/Bahia', 'today'],
  ['(GMT-03:30) Newfoundland', 'America/St_Johns'],
  ['(GMT-04:00) Asuncion', 'America/Asuncion'],
  ['(GMT-04:00) Atlantic Time (Canada)', 'America/Halifax'],
  ['(GMT-04:00) Caracas', 'America/Caracas', 'today'],
  ['(GMT-04:00) Cuiaba', 'America/Cuiaba'],
  ['(GMT-04:00) Georgetown, La Paz, Manaus, San Juan', 'America/La_Paz'],
  ['(GMT-04:00) Santiago', 'America/Santiago'],
  ['(GMT-04:30) Caracas', 'America/Caracas', 'historical'],
  ['(GMT-05:00) Bogota, Lima, Quito', 'America/Bogota', 'historical'],
  ['(GMT-05:00) Bogota, Lima, Quito, Rio Branco', 'America/Bogota', 'today'],
  ['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05:00) Indiana (East)', 'America/Indiana/Indianapolis'],
  ['(GMT-06:00) Central America', 'America/Guatemala'],
  ['(GMT-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey', 'America/Mexico_City', 'today'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey - New', 'America/Mexico_City', 'historical'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey - Old', 'America/Mexico_City', 'historical'],
  ['(GMT-06:00) Saskatchewan', 'America/Regina'],
  ['(GMT-07:00) Arizona', 'America/Phoenix'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan', 'America/Mazatlan', 'today'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan - New', 'America/Mazatlan', 'historical'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan - Old', 'America/Mazatlan', 'historical'],
  ['(GMT-07:00) Mountain Time (US & Canada)', 'America/Denver'],
  ['(GMT-08:00) Baja California', 'America/Tijuana'],
  ['(GMT-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(GMT-09:00) Alaska', 'America/Anchorage'],
  ['(GMT-10:00) Hawaii', 'Pacific/Honolulu'],
  ['(GMT-11:00) Coordinated Universal Time-11', 'Etc/GMT+11'],
  ['(GMT-11:00) Samoa', 'Pacific/Apia', 'historical'],
  ['(GMT-12:00) International Date Line West', 'Etc/GMT+12'],
]

/** As User.GetTimezones answers them. */
export const timeZoneLabels: readonly string[] = labelsOf('historical')
/** As User.ListTimezones answers them. */
export const timeZoneLabelsToday: readonly string[] = labelsOf('today')

export interface TimeZone {
  /** IANA name. */
  readonly timeZone: string
  /** What the caller chose, and is answered. */
  readonly label: string
}

/**
 * The time zone of a display string, or of an IANA name Node knows, in any case. A display string of neither list is known by its
 * places, whatever offset precedes them: `(UTC+03:00) Istanbul`.
 */
export function findTimeZone(text: string | null): TimeZone | undefined {
  const label = (text ?? '').trim().replace(/\s+/g, ' ')
  if (label.length > longest) return undefined
  const listed = byLabel.get(label.toLowerCase())
  if (listed) return listed
  const timeZone = zoneOfPlaces(label) ?? (isIanaName(label) ? label : undefined)
  return timeZone === undefined ? undefined : { timeZone, label }
}

/** The display string of today's list for an IANA name, or for a city of the list; other names, and display strings, stay. */
export function showTimeZone(label: string): string {
  if (label.startsWith('(') || apart.has(label)) return label
  const zone = label === 'UTC' ? 'Etc/UTC' : label
  // a name of three parts may have a famous city's: America/Argentina/San_Juan
  const city = /^[^/]+\/([^/]+)$/.exec(label)?.[1]?.replaceAll('_', ' ').toLowerCase() ?? ''
  const today = table.filter(([, , list]) => list !== 'historical')
  const ofZone = today.filter(row => row[1] === zone)
  const hasCity = ([places]: Row) => placesOf(places).includes(city)
  const found = ofZone.find(hasCity) ?? ofZone[0] ?? today.find(hasCity)
  return found?.[0] ?? label
}

/** Zones of cities that a display string names beside cities of another zone. */
const apart: ReadonlySet<string> = new Set(['America/Chihuahua', 'Asia/Urumqi'])

const longest = 100

function labelsOf(list: 'historical' | 'today'): readonly string[] {
  return table.filter(([, , only]) => only === undefined || only === list).map(([label]) => label)
}

const byLabel = new Map<string, TimeZone>(
  table.map(([label, timeZone]) => [label.toLowerCase(), { timeZone, label }] as const),
)

/** Zones by the places of a list: all of a display string, and each alone. */
const placesToday = indexOf('today')
const placesHistorical = indexOf('historical')

interface Places {
  readonly together: ReadonlyMap<string, string>
  readonly alone: ReadonlyMap<string, ReadonlySet<string>>
}

function indexOf(list: 'historical' | 'today'): Places {
  const together = new Map<string, string>()
  const alone = new Map<string, Set<string>>()
  for (const [label, timeZone, only] of table) {
    if (only !== undefined && only !== list) continue
    const places = placesOf(label)
    together.set(places.join(), timeZone)
    for (const place of places) alone.set(place, (alone.get(place) ?? new Set()).add(timeZone))
  }
  return { together, alone }
}

function zoneOfPlaces(label: string): string | undefined {
  const places = placesOf(label)
  if (places.length === 0) return undefined
  return zoneIn(placesToday, places) ?? zoneIn(placesHistorical, places)
}

/** The one zone that has all of the places: there is a La Paz in Bolivia and one in Mexico. */
function zoneIn({ together, alone }: Places, places: readonly string[]): string | undefined {
  const known = together.get(places.join())
  if (known !== undefined) return known
  const [first, ...others] = places.map(place => alone.get(place))
  const common = [...(first ?? [])].filter(zone => others.every(zones => zones?.has(zone)))
  return common.length === 1 ? common[0] : undefined
}

/** `(GMT+01:00) Brussels, Copenhagen, Madrid, Paris` → its cities in lower case; nothing of a text that has no such form. */
function placesOf(label: string): readonly string[] {
  const [, names] = /^\((?:gmt|utc) ?(?:[+\-\u2212]\d{1,2}(?::?\d\d)?)?\) (.+)$/.exec(label.toLowerCase()) ?? []
  const bare = names?.replace(/^greenwich mean time ?: ?/, '').replace(/ - (?:new|old)$/, '')
  return bare === undefined ? [] : bare.split(',').map(place => place.trim())
}

/** Abbreviations and plain offsets are left out: what they mean differs between programs, and none knows of summer time. */
function isIanaName(text: string): boolean {
  if (!/^(?:UTC|[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){1,2})$/.test(text) || text.length > 64) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
