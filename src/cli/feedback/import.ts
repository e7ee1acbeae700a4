import { readFiledMail } from '../../inbound/mailbox/filed.ts'
import { type EmptyFile, type FiledMail, mailsOf } from '../../inbound/mailbox/files.ts'
import { importMails } from '../../inbound/mailbox/import.ts'
import { findWhose } from '../../inbound/mailbox/match.ts'
import { meaningOf, workOff } from '../../inbound/mailbox/poller.ts'
import { countMails, isMailKnown, type MailCount } from '../../store/inbound/mailbox-reports.ts'
import { findReturnedRecipient } from '../../store/inbound/returned.ts'
import { describeReport, emptyFile, lines, placeOf, sentence } from './lines.ts'
import { type Reached, reachMailbox } from './parts.ts'

/** `feedback import`: puts mails into the mailbox, processes them and prints the results. */
export async function importMail(paths: readonly string[]): Promise<number> {
  const parts = await reachMailbox()
  let empty = 0
  const onEmpty = ({ file }: EmptyFile) => {
    empty++
    process.stderr.write(`${file}: ${emptyFile}\n`)
  }
  try {
    const done = await importMails({ ...parts, now: () => new Date() }, mailsOf(paths, onEmpty), progress())
    // a service that runs may take some of them; those it has under way are counted as waiting
    while (await workOff(parts)) {}
    const known = done.mails - done.fresh - done.refused
    process.stderr.write('\n')
    process.stdout.write(
      `${done.mails} mails read: ${done.fresh} new, ${known} known already${done.refused > 0 ? `, ${done.refused} not taken, since too many of their recipient are there` : ''}.\n${summary(await countMails(parts.db, done.hashes))}`,
    )
    return empty === 0 ? 0 : 1
  } finally {
    await parts.close()
  }
}

/** `feedback import --dry-run`: reads the database and changes nothing in it. */
export async function tryImport(paths: readonly string[]): Promise<number> {
  const parts = await reachMailbox()
  try {
    const out = lines()
    let unreadable = 0
    const empty = async (file: EmptyFile) => {
      unreadable++
      await out.write({ ...file, error: emptyFile })
    }
    for await (const mail of mailsOf(paths, empty)) {
      const said = await trial(parts, mail).catch(error => ({ error: sentence(error) }))
      if ('error' in said) unreadable++
      if (!(await out.write({ ...placeOf(mail), ...said }))) break
    }
    return unreadable === 0 ? 0 : 1
  } finally {
    await parts.close()
  }
}

async function trial({ db, tokens, read }: Reached, mail: FiledMail) {
  const { route, campaignId, number, recipient } = readFiledMail(mail, tokens, new Date())
  const reading = read(mail.raw)
  const whose =
    campaignId !== undefined && number !== undefined ? { campaignId, number } : findWhose(reading, mail.raw, tokens)
  const returned = whose && (await findReturnedRecipient(db, whose))
  return {
    ...describeReport({ ...reading, kind: meaningOf({ route }, reading) }),
    client: returned?.clientPublicId ?? null,
    email: returned?.email ?? null,
    known: await isMailKnown(db, mail.sha256, recipient),
  }
}

/** On standard error, at most once a second. */
function progress(): (so: { readonly mails: number; readonly fresh: number }) => void {
  let reportedAt = performance.now()
  return ({ mails, fresh }) => {
    if (performance.now() - reportedAt < 1000) return
    reportedAt = performance.now()
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${mails} mails read, ${fresh} new${process.stderr.isTTY ? '' : '\n'}`,
    )
  }
}

function summary(counts: readonly MailCount[]): string {
  const rows = counts
    .map(({ state, kind, class: found, mails }) => ({
      mails,
      what: [kind, kind === 'bounce' || kind === 'delay' ? found : null, state === 'read' ? null : `(${state})`]
        .filter(word => word !== null)
        .join(' '),
    }))
    .sort((a, b) => b.mails - a.mails)
  return rows.map(({ mails, what }) => `${String(mails).padStart(8)}  ${what}\n`).join('')
}
