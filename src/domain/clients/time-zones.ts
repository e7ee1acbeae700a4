/**
 * Time zones: IANA names inside, the historical display strings on the wire (reference/wire.md, annex A), IANA names
 * accepted there too. A display string stands for the places it names, under their present rules: the offset in it is the
 * one of 2011, and part of the name only.
 * See docs/decisions/accounts.md#time-zones-and-dates.
 */

/** Display string → IANA name, in the order User.GetTimezones answers them. */
// biome-ignore format: a table
const table: readonly (readonly [label: string, timeZone: string])[] = [
  ['(GMT) Casablanca', 'Africa/Casablanca'],
  ['(GMT) Coordinated Universal Time', 'Etc/UTC'],
  ['(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
  ['(GMT) Monrovia, Reykjavik', 'Atlantic/Reykjavik'],
  ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(GMT+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague', 'Europe/Budapest'],
  ['(GMT+01:00) Brussels, Copenhagen, Madrid, Paris', 'Europe/Paris'],
  ['(GMT+01:00) Sarajevo, Skopje, Warsaw, Zagreb', 'Europe/Warsaw'],
  ['(GMT+01:00) West Central Africa', 'Africa/Lagos'],
  ['(GMT+02:00) Amman', 'Asia/Amman'],
  ['(GMT+02:00) Athens, Bucharest, Istanbul', 'Europe/Bucharest'],
  ['(GMT+02:00) Beirut', 'Asia/Beirut'],
  ['(GMT+02:00) Cairo', 'Africa/Cairo'],
  ['(GMT+02:00) Harare, Pretoria', 'Africa/Johannesburg'],
  ['(GMT+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius', 'Europe/Helsinki'],
  ['(GMT+02:00) Jerusalem', 'Asia/Jerusalem'],
  ['(GMT+02:00) Minsk', 'Europe/Minsk'],
  ['(GMT+02:00) Windhoek', 'Africa/Windhoek'],
  ['(GMT+03:00) Baghdad', 'Asia/Baghdad'],
  ['(GMT+03:00) Kuwait, Riyadh', 'Asia/Riyadh'],
  ['(GMT+03:00) Moscow, St. Petersburg, Volgograd', 'Europe/Moscow'],
  ['(GMT+03:00) Nairobi', 'Africa/Nairobi'],
  ['(GMT+03:30) Tehran', 'Asia/Tehran'],
  ['(GMT+04:00) Abu Dhabi, Muscat', 'Asia/Dubai'],
  ['(GMT+04:00) Baku', 'Asia/Baku'],
  ['(GMT+04:00) Caucasus Standard Time', 'Asia/Yerevan'],
  ['(GMT+04:00) Port Louis', 'Indian/Mauritius'],
  ['(GMT+04:00) Tbilisi', 'Asia/Tbilisi'],
  ['(GMT+04:00) Yerevan', 'Asia/Yerevan'],
  ['(GMT+04:30) Kabul', 'Asia/Kabul'],
  ['(GMT+05:00) Ekaterinburg', 'Asia/Yekaterinburg'],
  ['(GMT+05:00) Islamabad, Karachi', 'Asia/Karachi'],
  ['(GMT+05:00) Tashkent', 'Asia/Tashkent'],
  ['(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(GMT+05:30) Sri Jayawardenepura', 'Asia/Colombo'],
  ['(GMT+05:45) Kathmandu', 'Asia/Kathmandu'],
  ['(GMT+06:00) Astana', 'Asia/Almaty'],
  ['(GMT+06:00) Dhaka', 'Asia/Dhaka'],
  ['(GMT+06:00) Novosibirsk', 'Asia/Novosibirsk'],
  ['(GMT+06:30) Yangon (Rangoon)', 'Asia/Yangon'],
  ['(GMT+07:00) Bangkok, Hanoi, Jakarta', 'Asia/Bangkok'],
  ['(GMT+07:00) Krasnoyarsk', 'Asia/Krasnoyarsk'],
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
  ['(GMT+11:00) Magadan, Solomon Is., New Caledonia', 'Pacific/Guadalcanal'],
  ['(GMT+12:00) Auckland, Wellington', 'Pacific/Auckland'],
  ['(GMT+12:00) Coordinated Universal Time+12', 'Etc/GMT-12'],
  ['(GMT+12:00) Fiji', 'Pacific/Fiji'],
  ['(GMT+12:00) Petropavlovsk-Kamchatsky', 'Asia/Kamchatka'],
  ["(GMT+13:00) Nuku'alofa", 'Pacific/Tongatapu'],
  ['(GMT-01:00) Azores', 'Atlantic/Azores'],
  ['(GMT-01:00) Cape Verde Is.', 'Atlantic/Cape_Verde'],
  ['(GMT-02:00) Coordinated Universal Time-02', 'Etc/GMT+2'],
  ['(GMT-02:00) Mid-Atlantic', 'Atlantic/South_Georgia'],
  ['(GMT-03:00) Brasilia', 'America/Sao_Paulo'],
  ['(GMT-03:00) Buenos Aires', 'America/Argentina/Buenos_Aires'],
  ['(GMT-03:00) Cayenne, Fortaleza', 'America/Cayenne'],
  ['(GMT-03:00) Greenland', 'America/Nuuk'],
  ['(GMT-03:00) Montevideo', 'America/Montevideo'],
  ['(GMT-03:30) Newfoundland', 'America/St_Johns'],
  ['(GMT-04:00) Asuncion', 'America/Asuncion'],
  ['(GMT-04:00) Atlantic Time (Canada)', 'America/Halifax'],
  ['(GMT-04:00) Cuiaba', 'America/Cuiaba'],
  ['(GMT-04:00) Georgetown, La Paz, Manaus, San Juan', 'America/La_Paz'],
  ['(GMT-04:00) Santiago', 'America/Santiago'],
  ['(GMT-04:30) Caracas', 'America/Caracas'],
  ['(GMT-05:00) Bogota, Lima, Quito', 'America/Bogota'],
  ['(GMT-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(GMT-05:00) Indiana (East)', 'America/Indiana/Indianapolis'],
  ['(GMT-06:00) Central America', 'America/Guatemala'],
  ['(GMT-06:00) Central Time (US & Canada)', 'America/Chicago'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey - New', 'America/Mexico_City'],
  ['(GMT-06:00) Guadalajara, Mexico City, Monterrey - Old', 'America/Mexico_City'],
  ['(GMT-06:00) Saskatchewan', 'America/Regina'],
  ['(GMT-07:00) Arizona', 'America/Phoenix'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan - New', 'America/Mazatlan'],
  ['(GMT-07:00) Chihuahua, La Paz, Mazatlan - Old', 'America/Mazatlan'],
  ['(GMT-07:00) Mountain Time (US & Canada)', 'America/Denver'],
  ['(GMT-08:00) Baja California', 'America/Tijuana'],
  ['(GMT-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['(GMT-09:00) Alaska', 'America/Anchorage'],
  ['(GMT-10:00) Hawaii', 'Pacific/Honolulu'],
  ['(GMT-11:00) Coordinated Universal Time-11', 'Etc/GMT+11'],
  ['(GMT-11:00) Samoa', 'Pacific/Apia'],
  ['(GMT-12:00) International Date Line West', 'Etc/GMT+12'],
]

/** Spellings of later documents for entries of the table. */
const aliases: readonly (readonly [label: string, timeZone: string])[] = [
  ['(GMT) Dublin, Edinburgh, Lisbon, London', 'Europe/London'],
]

/** As User.GetTimezones answers them. */
export const timeZoneLabels: readonly string[] = table.map(([label]) => label)

export interface TimeZone {
  /** IANA name. */
  readonly timeZone: string
  /** What the caller chose, and is answered. */
  readonly label: string
}

const byLabel = new Map([...table, ...aliases].map(([label, timeZone]) => [label.toLowerCase(), { timeZone, label }]))

/** The time zone of a display string, or of an IANA name Node knows, in any case. */
export function findTimeZone(text: string | null): TimeZone | undefined {
  const trimmed = (text ?? '').trim()
  return byLabel.get(trimmed.toLowerCase()) ?? (isIanaName(trimmed) ? { timeZone: trimmed, label: trimmed } : undefined)
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
