/** `lettershop link-keys`: the versions of the key that signs links, a new one, the end of one. The service may run meanwhile. */
import { recordSystemChange } from '../domain/audit/system.ts'
import { revokeLinkKey, rotateLinkKey } from '../domain/tokens/link-keys.ts'
import { linkKeyRows } from '../store/accounts/link-keys.ts'
import type { Database } from '../store/connection/database.ts'
import { keysOf } from './reach.ts'
import { withDatabase } from './run.ts'

const usage = `lettershop link-keys                         the versions of the key that signs links
lettershop link-keys rotate                  makes a new one: campaigns that start from then on use it
lettershop link-keys revoke <version> --yes  ends one: its links work no more, unsubscribing included
`

export async function linkKeys(args: readonly string[]): Promise<number> {
  const [action, ...more] = args.filter(argument => argument !== '--yes')
  const yes = args.includes('--yes')
  const version = action === 'revoke' && /^[1-9][0-9]{0,2}$/.test(more[0] ?? '') ? Number(more[0]) : undefined
  const isUnderstood =
    action === 'revoke'
      ? version !== undefined && more.length === 1
      : more.length === 0 && (!action || action === 'rotate')
  if (!isUnderstood || (yes && action !== 'revoke')) {
    process.stderr.write(usage)
    return 2
  }
  return withDatabase('lettershop link-keys', async db => {
    if (action === 'rotate') return await rotate(db)
    if (version !== undefined) return await revoke(db, version, yes)
    process.stdout.write(await describeKeys(db))
    return 0
  })
}

async function rotate(db: Database): Promise<number> {
  const { version, signsAt } = await rotateLinkKey(db, await keysOf(db))
  await recordSystemChange(db, 'lettershop link-keys rotate', `version ${version}`)
  process.stdout.write(
    `Version ${version} is made. Campaigns that start after ${signsAt.toISOString()} are signed with it;\nthose under way keep theirs, and every older link goes on working.\n`,
  )
  return 0
}

async function revoke(db: Database, version: number, yes: boolean): Promise<number> {
  const row = (await linkKeyRows(db)).find(row => row.version === version)
  if (!row || row.revokedAt !== null) {
    process.stderr.write(`There is no version ${version} that is not revoked.\n`)
    return 1
  }
  if (!yes) {
    process.stdout.write(`Revoking version ${version} breaks, for good, every link in the mails signed with it: tracked links lead to a page that
says the link does not work, opens and clicks are not counted, web versions do not open, and unsubscribing,
preferences, confirmations and declining letters from those mails stop working: by link, one-click and mail. Bounces and complaints
about them are no longer matched by their token.
${row.campaigns === 1 ? '1 campaign' : `${row.campaigns} campaigns`} under way would go on with the newest version.
Nothing is done yet. If the key is known to others: lettershop link-keys revoke ${version} --yes
`)
    return 2
  }
  const made = await revokeLinkKey(db, await keysOf(db), version)
  await recordSystemChange(db, 'lettershop link-keys revoke', `version ${version}`)
  process.stdout.write(
    `Version ${version} is revoked; running processes know within ten seconds.${made === undefined ? '' : `\nIt was the one that signed: version ${made} does now.`}\n`,
  )
  return 0
}

async function describeKeys(db: Database): Promise<string> {
  const rows = await linkKeyRows(db)
  const signing = Math.max(...rows.filter(({ signs }) => signs).map(({ version }) => version))
  const lines = rows.map(({ version, createdAt, signsAt, revokedAt, signs }) => {
    const state = revokedAt
      ? `revoked ${revokedAt.toISOString()}`
      : version === signing
        ? 'signs'
        : signs
          ? 'accepted'
          : `signs from ${signsAt.toISOString()}`
    return `${String(version).padStart(3)}  made ${createdAt.toISOString()}  ${state}`
  })
  return `${lines.join('\n')}\n`
}
