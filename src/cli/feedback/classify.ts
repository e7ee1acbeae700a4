import { type EmptyFile, mailsOf } from '../../inbound/mailbox/files.ts'
import { readReturned } from '../../inbound/parser/read.ts'
import { describeReport, emptyFile, lines, placeOf, sentence } from './lines.ts'

/** `feedback classify`: reading alone, without any database. The same bytes, the same lines. */
export async function classify(paths: readonly string[]): Promise<number> {
  const out = lines()
  let unreadable = 0
  const empty = async (file: EmptyFile) => {
    unreadable++
    await out.write({ ...file, error: emptyFile })
  }
  for await (const mail of mailsOf(paths, empty)) {
    let said: object
    try {
      said = describeReport(readReturned(mail.raw))
    } catch (error) {
      said = { error: sentence(error) }
      unreadable++
    }
    if (!(await out.write({ ...placeOf(mail), ...said }))) break
  }
  return unreadable === 0 ? 0 : 1
}
