/**
 * The countries a client may have, in two lists: the historical one (reference/wire.md, annex B), with its spellings and the four most
 * used first and again in their place, and today's (reference/rest.md, annex), with each country once. Countries that are younger
 * than the historical list, or were missing, stand in it under their usual names.
 */

const mostUsed = ['United States of America', 'United Kingdom', 'Australia', 'Canada'] as const

// biome-ignore format: a list
const alphabetical = [
  'Afghanistan', 'Aland Islands', 'Albania', 'Algeria', 'American Samoa', 'Andorra', 'Angola', 'Anguilla',
  'Antigua & Barbuda', 'Argentina', 'Armenia', 'Aruba', 'Australia', 'Austria', 'Azerbaijan', 'Bahamas', 'Bahrain',
  'Bangladesh', 'Barbados', 'Belarus', 'Belgium', 'Belize', 'Benin', 'Bermuda', 'Bhutan', 'Bolivia', 'Bonaire',
  'Bosnia & Herzegovina', 'Botswana', 'Brazil', 'British Indian Ocean Ter', 'Brunei', 'Bulgaria', 'Burkina Faso',
  'Burundi', 'Cambodia', 'Cameroon', 'Canada', 'Cape Verde', 'Cayman Islands', 'Central African Republic', 'Chad',
  'Channel Islands', 'Chile', 'China', 'Christmas Island', 'Cocos Island', 'Colombia', 'Columbia', 'Comoros',
  'Congo', 'Congo Democratic Rep', 'Cook Islands', 'Costa Rica', 'Cote DIvoire', 'Croatia', 'Cuba', 'Curacao',
  'Cyprus', 'Czech Republic', 'Denmark', 'Djibouti', 'Dominica', 'Dominican Republic', 'East Timor', 'Ecuador',
  'Egypt', 'El Salvador', 'Equatorial Guinea', 'Eritrea', 'Estonia', 'Ethiopia', 'Falkland Islands', 'Faroe Islands',
  'Fiji', 'Finland', 'France', 'French Guiana', 'French Polynesia', 'French Southern Ter', 'Gabon', 'Gambia',
  'Georgia', 'Germany', 'Ghana', 'Gibraltar', 'Great Britain', 'Greece', 'Greenland', 'Grenada', 'Guadeloupe',
  'Guam', 'Guatemala', 'Guernsey', 'Guinea', 'Guinea-Bissau', 'Guyana', 'Haiti', 'Honduras', 'Hong Kong', 'Hungary',
  'Iceland', 'India', 'Indonesia', 'Iran', 'Iraq', 'Ireland', 'Isle of Man', 'Israel', 'Italy', 'Jamaica', 'Japan',
  'Jersey', 'Jordan', 'Kazakhstan', 'Kenya', 'Kiribati', 'Korea North', 'Korea South', 'Kosovo', 'Kuwait',
  'Kyrgyzstan', 'Laos', 'Latvia', 'Lebanon', 'Lesotho', 'Liberia', 'Libya', 'Liechtenstein', 'Lithuania',
  'Luxembourg', 'Macau', 'Macedonia', 'Madagascar', 'Malawi', 'Malaysia', 'Maldives', 'Mali', 'Malta',
  'Marshall Islands', 'Martinique', 'Mauritania', 'Mauritius', 'Mayotte', 'Mexico', 'Micronesia', 'Moldova',
  'Monaco', 'Mongolia', 'Montenegro', 'Montserrat', 'Morocco', 'Mozambique', 'Myanmar', 'Namibia', 'Nauru', 'Nepal',
  'Netherland Antilles', 'Netherlands', 'New Caledonia', 'New Zealand', 'Nicaragua', 'Niger', 'Nigeria', 'Niue',
  'Norfolk Island', 'Northern Mariana Islands', 'Norway', 'Oman', 'Pakistan', 'Palau Island', 'Palestine', 'Panama',
  'Papua New Guinea', 'Paraguay', 'Peru', 'Philippines', 'Pitcairn Island', 'Poland', 'Portugal', 'Puerto Rico',
  'Qatar', 'Reunion', 'Romania', 'Russia', 'Rwanda', 'Samoa', 'Samoa American', 'San Marino', 'Sao Tome & Principe',
  'Saudi Arabia', 'Senegal', 'Serbia', 'Serbia & Montenegro', 'Seychelles', 'Sierra Leone', 'Singapore', 'Slovakia',
  'Slovenia', 'Solomon Islands', 'Somalia', 'South Africa', 'South Sudan', 'Spain', 'Sri Lanka', 'St Barthelemy',
  'St Helena', 'St Kitts-Nevis', 'St Lucia', 'St Maarten', 'St Martin', 'St Pierre & Miquelon',
  'St Vincent & Grenadines', 'Sudan', 'Suriname', 'Svalbard & Jan Mayen', 'Swaziland', 'Sweden', 'Switzerland',
  'Syria', 'Tahiti', 'Taiwan', 'Tajikistan', 'Tanzania', 'Thailand', 'Togo', 'Tokelau', 'Tonga', 'Trinidad & Tobago',
  'Tunisia', 'Turkey', 'Turkmenistan', 'Turks & Caicos Is', 'Tuvalu', 'Uganda', 'Ukraine', 'United Arab Emirates',
  'United Kingdom', 'United States of America', 'Uruguay', 'Uzbekistan', 'Vanuatu', 'Vatican City State',
  'Venezuela', 'Vietnam', 'Virgin Islands (Brit)', 'Virgin Islands (USA)', 'Wallis & Futana Is', 'Western Sahara',
  'Yemen', 'Zambia', 'Zimbabwe',
] as const

/** As User.GetCountries answers them. */
export const countries: readonly string[] = [...mostUsed, ...alphabetical]

/** Each of them once: the options of a Country custom field on the historical wires. */
export const countryNames: readonly string[] = [...new Set(countries)]

/** Misspelt names of the historical list, and second names of a country, with their present names. */
const superseded: ReadonlyMap<string, string> = new Map([
  ['Columbia', 'Colombia'],
  ['Cote DIvoire', "Cote D'Ivoire"],
  ['Great Britain', 'United Kingdom'],
  ['Netherland Antilles', 'Netherlands Antilles'],
  ['Samoa American', 'American Samoa'],
  ['Wallis & Futana Is', 'Wallis & Futuna Is'],
])
/** Names that the historical list lacks. */
const younger = ['Azores', 'Canary Islands', 'Midway Islands', 'Nevis', 'Saipan', 'St Eustatius', 'Wake Island']

/** As User.ListCountries answers them: each country once, by name. */
export const countriesToday: readonly string[] = [
  ...new Set([...alphabetical.map(name => superseded.get(name) ?? name), ...younger]),
].sort()

/** What a USState custom field may hold: the states and the District of Columbia. */
// biome-ignore format: a list
export const usStates: readonly string[] = [
  'Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware',
  'District of Columbia', 'Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa', 'Kansas',
  'Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri',
  'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina',
  'North Dakota', 'Ohio', 'Oklahoma', 'Oregon', 'Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota',
  'Tennessee', 'Texas', 'Utah', 'Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming',
]

const byName = new Map([...alphabetical, ...countriesToday].map(name => [plain(name), name]))

/** The country of that name in the spelling of the list that has it; case, accents and the kind of apostrophe do not matter. */
export function findCountry(text: string | null): string | undefined {
  return byName.get(plain(text ?? ''))
}

function plain(name: string): string {
  return name.trim().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}
