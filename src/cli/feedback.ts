/** `lettershop feedback …`: returned mail in files, read and taken in; and mail that matches no client. */
import { classify } from './feedback/classify.ts'
import { importMail, tryImport } from './feedback/import.ts'
import { listUnmatched, readUnmatched, showUnmatched } from './feedback/unmatched.ts'

const usage = `lettershop feedback classify <files…>            prints what returned mails report, a JSON line each; needs no database
lettershop feedback import <files…>              takes returned mails in and does what they ask for; twice is as good as once
lettershop feedback import --dry-run <files…>    prints what that would do, a JSON line each, and changes nothing
lettershop feedback unmatched                    lists returned mails that match no client, a JSON line each
lettershop feedback unmatched --show <MailID>    shows one as it came
lettershop feedback unmatched --read-again       has them read again, by the rules of today

Files are Maildirs, mboxes, single mails, and folders of any of them.
`

/** @returns 0 when it is done, 1 when a mail could not be read or a file holds none, 2 when the command line is wrong */
export async function feedback([name, ...args]: readonly string[]): Promise<number> {
  const [flag, ...more] = args.filter(argument => argument.startsWith('--'))
  const files = args.filter(argument => !argument.startsWith('--'))
  if (more.length === 0) {
    if (name === 'classify' && flag === undefined && files.length > 0) return classify(files)
    if (name === 'import' && flag === undefined && files.length > 0) return importMail(files)
    if (name === 'import' && flag === '--dry-run' && files.length > 0) return tryImport(files)
    if (name === 'unmatched' && flag === undefined && files.length === 0) return listUnmatched()
    if (name === 'unmatched' && flag === '--show' && files.length === 1) return showUnmatched(files[0]!)
    if (name === 'unmatched' && flag === '--read-again' && files.length === 0) return readUnmatched()
  }
  const asked = name === '--help' || (flag === '--help' && more.length === 0)
  ;(asked ? process.stdout : process.stderr).write(usage)
  return asked ? 0 : 2
}
