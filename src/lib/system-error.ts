/** Errors of the operating system, as an operator can read them: node's own words name a call and not what to do. */

/** Those that Node reports with the call that failed (https://nodejs.org/api/errors.html#common-system-errors). */
const sentences: Readonly<Record<string, (at: string) => string>> = {
  EACCES: at => `This account may not use ${at}. Give it the right to, or name another place in the settings.`,
  EPERM: at => `This account may not use ${at}. Give it the right to, or name another place in the settings.`,
  EROFS: at => `${at} is on a file system that takes no changes. Name another place in the settings.`,
  ENOTDIR: at => `A part of the path ${at} is no folder. Name another place in the settings.`,
  ENOSPC: at => `There is no room left on the disk of ${at}. Free some, and start again.`,
  EDQUOT: at => `The quota of this account on the disk of ${at} is used up.`,
  EMFILE: () => tooManyFiles('This process'),
  ENFILE: () => tooManyFiles('This machine'),
  EADDRINUSE: at => `Another program listens on ${at}. Stop it, or choose another port.`,
  EADDRNOTAVAIL: at => `${at} is no address of this machine. Choose one that is, or 0.0.0.0 for all.`,
}

const tooManyFiles = (which: string) =>
  `${which} has as many files and connections open as it may. Raise the limit: LimitNOFILE= of systemd, ulimit -n of a shell.`

/** @returns undefined for what is no error of the operating system that an operator can mend */
export function systemSentence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  const {
    code = '',
    path,
    syscall,
    address,
    port,
  } = error as NodeJS.ErrnoException & {
    readonly address?: string
    readonly port?: number
  } // what has a syscall is one, and those of sockets have an address
  if (syscall === 'listen' && (code === 'EACCES' || code === 'EPERM'))
    return `This account may not listen on port ${port}: ports below 1024 need the capability CAP_NET_BIND_SERVICE. Choose another port, with a proxy in front.`
  return sentences[code]?.(path ?? (address === undefined ? 'a file' : `${address}:${port}`))
}
