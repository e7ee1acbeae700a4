import { settings } from '../config.ts'

/** `lettershop --help`: commands and settings. */
export async function help(): Promise<number> {
  process.stdout.write(page())
  return 0
}

/** How a command is used, of those whose lines on the page of all commands say everything. */
export function usageOf(command: string): string {
  const lines = page()
    .split('\n')
    .filter(line => line.startsWith(`  lettershop ${command} `))
  return lines.map(line => `${line.trim()}\n`).join('')
}

function page(): string {
  const lines = Object.entries(settings).map(
    ([name, { meaning, fallback }]) => `  ${name}\n      ${meaning} Default: ${fallback}.`,
  )
  return `Lettershop, a self-hosted email campaign service.

Commands
  lettershop start                                     starts the service
  lettershop migrate                                   brings the database up to date and ends
  lettershop doctor [--json]                           looks at everything the service needs, and says what to do
  lettershop top [--once]                              processes, campaigns, queues, holds and backups, live in a terminal
  lettershop backup <file>                             the complete installation, while it runs; more: lettershop backup --help
  lettershop backup verify <file>                      reads a backup to its end
  lettershop backup schedule                           the daily backup that the service makes
  lettershop restore <file>                            a backup into a new data folder or an empty database
  lettershop distribute [--dry-run]                    distributes the database by client with Citus; more: lettershop distribute --help
  lettershop hold [reason]                             holds sending until it is released
  lettershop resume-sending                            lists what holds sending; with --yes it goes on
  lettershop pause [<work> --reason <text>]            pauses background work on all machines; without a name lists what is paused
  lettershop resume <work>                             ends a pause
  lettershop link-keys [rotate | revoke <version>]     the versions of the key that signs links
  lettershop keys [show | rotate | revoke <user>]      the API keys of logins
  lettershop passwd <user> [--end-key]                 gives a login another password
  lettershop account create                            makes a further account; more: lettershop account --help
  lettershop person reset-factor <address>             ends the second factor of a person who lost it
  lettershop feedback classify <files…>                prints what returned mails report; needs no database
  lettershop feedback import <files…>                  takes returned mails in; more: lettershop feedback --help
  lettershop call <Operation> --Parameter value        calls an operation of a running service
  lettershop call                                      lists the operations
  lettershop call <Operation> --help                   lists the parameters of one
  lettershop upload <file> --client <ClientID>         uploads a file and prints what the service says of it
  lettershop import <file> --client … --list … --consent … imports a file; without --yes it only shows the verdicts
  lettershop import --from listmonk|campaign-monitor … imports from another program; more: lettershop import --from --help
  lettershop export --client … --list … --out <file>   exports a list, recipients or suppressions; more: lettershop export
  lettershop --help                                    this page
  lettershop --version                                 the version of this program

Settings, from the environment
${lines.join('\n')}
`
}
