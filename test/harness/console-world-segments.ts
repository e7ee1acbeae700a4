/** A segment of all lists with groups, a past, and a segment of a list that lost its field, for the first client of the console's world. */
import type { Audience } from './console-world-audience.ts'
import type { TestService } from './service.ts'

export interface SegmentSeeds {
  /** Of the client: conditions in groups, sizes of 90 days. */
  readonly regulars: string
}

export async function seedSegments(
  { call, db }: TestService,
  clientId: string,
  { workshops, nightList }: Audience,
): Promise<SegmentSeeds> {
  const make = async (operation: string, parameters: object) => {
    const { status, value } = await call(operation, parameters)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value as string // the identifier of what was created
  }
  const set = (Title: string, Tree: object, ListID = '') =>
    make('Segment.SetTree', { ClientID: clientId, ListID, Title, Tree })
  const regulars = await set('Regular readers', {
    Match: 'All',
    Leaves: [{ Subject: 'Field', Key: '[City]', Operator: 'AnyOf', Values: ['Oslo', 'Malmö', 'Lyon', 'Kiel'] }],
    Groups: [
      {
        Match: 'Any',
        Leaves: [
          { Subject: 'Clicked', Operator: 'AtLeast', Times: 1, Days: 90 },
          { Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 },
        ],
      },
      {
        Match: 'None',
        Leaves: [
          { Subject: 'Domain', Operator: 'Is', Values: ['lecteurs.example'] },
          { Subject: 'List', Operator: 'Is', Key: nightList },
        ],
      },
    ],
  })
  await make('List.CreateCustomField', {
    ...{ ListID: workshops, FieldName: 'Shoe size', DataType: 'Number', Options: '' },
  })
  const large = { Subject: 'Field', Key: '[Shoesize]', Operator: 'AtLeast', Values: ['44'] }
  await set('Large shoes', { Match: 'All', Leaves: [large] }, workshops)
  await make('List.DeleteCustomField', { ListID: workshops, Key: '[Shoesize]' })
  await db`update segments set changed_at = now() - interval '100 days' where public_id = ${regulars}`
  await db`
    insert into segment_sizes (client_id, segment_id, day, people, unknown, counted_at)
    select s.client_id, s.id, current_date - n, 420 - 2 * n + (n % 7) * 4, 37 - n / 6, now()
    from segments s, generate_series(1, 90) as n
    where s.public_id = ${regulars}`
  return { regulars }
}
