/** Sample subscribers, the same in every installation. Their addresses are in .example, which no mail can reach (RFC 2606 §2). */

export interface SamplePerson {
  readonly email: string
  readonly name: string
  readonly town: string
  readonly favourite: string
}

const first = 'Ada Björn Chloé Dmitri Eva Farid Grace Hanna Igor Julia Kenji Lucía Mehmet Noor Olga Paolo'.split(' ')
const last =
  'Abel Berger Castro Dubois Evans Fischer Garcia Haddad Ito Jansen Kowalski Lindqvist Moreau Novak Okafor Rossi'.split(
    ' ',
  )
const domains = ['mail.example', 'post.example', 'letters.example', 'inbox.example', 'garden.example']
const towns = ['Sampleton', 'Köln', 'Lyon', 'Sevilla', 'Leeds']
/** The options of the custom field. */
export const favourites = ['Roses', 'Peonies', 'Wild flowers', 'Herbs'] as const

/** @param from the first, of 0 to 255: each is another person */
export function samplePeople(from: number, count: number): readonly SamplePerson[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index
    const given = first[n % first.length]!
    const family = last[(n * 7 + Math.floor(n / first.length)) % last.length]!
    return {
      email: `${ascii(given)}.${ascii(family)}${n}@${domains[n % 11 < 5 ? 0 : n % domains.length]!}`,
      // a few gave no name
      name: n % 13 === 12 ? '' : `${given} ${family}`,
      town: towns[n % towns.length]!,
      favourite: favourites[(n * 3) % favourites.length]!,
    }
  })
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
