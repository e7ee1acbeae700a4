/**
 * Where the links in mails lead. A request's Host never decides that: who asks could have the links of a mail lead anywhere, and a
 * caller inside a private network reaches us by a name that recipients cannot (docs/decisions/operator-safety.md#links-in-mails-need-a-public-url).
 */
export interface MailLinks {
  /** Base of the links, without a slash at the end; undefined where mail leaves this machine and no public URL is set. */
  base(): string | undefined
  /** Mail goes to relays on other machines, and so to people elsewhere. */
  readonly leaveThisMachine: boolean
}

/**
 * @param publicUrl LETTERSHOP_PUBLIC_URL
 * @param printed the address this process was reached at from its own machine, once it listens
 */
export function mailLinks(
  publicUrl: string | null,
  leaveThisMachine: boolean,
  printed: () => string | undefined,
): MailLinks {
  return {
    base: () => publicUrl ?? (leaveThisMachine ? undefined : printed()),
    leaveThisMachine,
  }
}

/**
 * The base of the links of a mail, for the job that mails it.
 * @returns a function of what the process that asked for the mail used: an earlier version took it from a request's Host. It throws an
 *   Error for the job to be run again: once there is a public URL, the mail goes out
 */
export function linkBase(mailLinks: MailLinks): (known: string | undefined) => string {
  return known => {
    const base = (mailLinks.leaveThisMachine ? undefined : known) || mailLinks.base()
    if (base === undefined) throw new Error('The mail waits: its links need LETTERSHOP_PUBLIC_URL.')
    return base
  }
}

/** What an operator should know of the links at the start, in sentences; none where all is well. */
export function adviceOn(publicUrl: string | null, leaveThisMachine: boolean): readonly string[] {
  if (!leaveThisMachine) return []
  if (publicUrl === null)
    return [
      'Mail goes to an SMTP relay, but LETTERSHOP_PUBLIC_URL is not set: campaigns and test mails are refused (code 351), and confirmation mails wait, because their links would lead nowhere.',
    ]
  if (hasOneClick(publicUrl)) return []
  return [
    `LETTERSHOP_PUBLIC_URL is ${publicUrl}: mail programs unsubscribe with one click over https only, and large mailbox providers ask for that. Use a URL https://….`,
  ]
}

/** One-click unsubscription wants an https URI (RFC 8058 §3.1). */
export function hasOneClick(base: string): boolean {
  return base.startsWith('https:')
}
