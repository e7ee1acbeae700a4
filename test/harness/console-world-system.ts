/** What the page of the system shows: machines, one of which is silent, and backups. */
import { setSchedule } from '../../src/store/backups/backups.ts'
import type { Database } from '../../src/store/connection/database.ts'

export async function seedSystem(db: Database): Promise<void> {
  const [row] = await db<{ number: number }[]>`select max(number) as number from migrations`
  await db`
    insert into processes (id, host, pid, roles, version, schema, node, started_at, seen_at, held_relays, is_disk_full,
      are_heartbeats_overdue)
    values
      -- heard of until the pictures are made
      (gen_random_uuid(), 'mail-2', 4711, '{sender,feedback}', '0.1.0', ${row!.number}, '22.20.0', now() - interval '9 days',
        now() + interval '1 hour', '{relay-b.example:587}', false, false),
      (gen_random_uuid(), 'mail-3', 802, '{sender}', '0.1.0', ${row!.number}, '22.20.0', now() - interval '9 days',
        now() - interval '3 hours', '{}', false, false)`
  await db`
    insert into backups (public_id, began_at, ended_at, scheduled, anonymous, encrypted, host, file, bytes, rows, problem,
      verified_at)
    select gen_random_uuid(), at, at + took, scheduled, not scheduled, true, 'mail-1',
      '/backups/lettershop-' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24MISS"Z"') || '.tar.gz.age', bytes, 4812003,
      problem, verified
    from (values
      (now() - interval '3 days', interval '40 seconds', true, 801200300::bigint, null, now() - interval '2 days'),
      (now() - interval '2 days', interval '3 seconds', true, 0::bigint, 'no space left on device', null),
      (now() - interval '30 hours', interval '3 minutes', false, 790800700::bigint, null, null),
      (now() - interval '6 hours', interval '41 seconds', true, 812400128::bigint, null, null)
    ) b (at, took, scheduled, bytes, problem, verified)`
  const schedule = { minute: 135, folder: '/backups', keep: 14, recipients: ['age1example'], passphraseFile: null }
  await setSchedule(db, schedule, new Date())
  // none is made while the pictures are
  await db`update backup_schedule set next_at = now() + interval '18 hours'`
}
