/** What `lettershop doctor` finds. */

/** `unknown`: it could not be found out, which is not a good sign. */
export type Severity = 'ok' | 'info' | 'warning' | 'error' | 'unknown'

export interface Finding {
  readonly check: CheckName
  readonly severity: Severity
  /** What is so. Without secrets. */
  readonly sentence: string
  /** What to do; '' where nothing is to be done. */
  readonly advice: string
}

export const checkNames = {
  settings: 'every setting makes sense, and is one that there is',
  node: 'the version of Node, and its limit of open files',
  disk: 'the data folder: its space, who may enter it, whether it can be written',
  secret: 'the installation secret is there, and is the one of the database',
  database: 'the server answers; its version, encoding, rights and safety',
  connections: 'the server takes as many connections as the processes may open',
  pooling: 'a pooler in front keeps sessions, and locks are seen by other connections',
  replication: 'standbys, and whether an acknowledged change may be lost with the primary',
  clock: 'the clocks of this machine and of the database agree',
  migrations: 'the schema is the one of this program',
  'time zones': 'Node and PostgreSQL know the zones of clients, and agree on them',
  relays: 'each relay lets this installation in; TLS, its certificate, AUTH, what it offers',
  dns: 'records of sending domains and of the bounce domain',
  'public url': 'the address in mails is reached, over TLS, and leads to this program',
} as const

export type CheckName = keyof typeof checkNames

/** Makes the findings of one check. */
export function findingsOf(check: CheckName) {
  const make =
    (severity: Severity) =>
    (sentence: string, advice = ''): Finding => ({ check, severity, sentence, advice })
  return {
    ok: make('ok'),
    info: make('info'),
    warning: make('warning'),
    error: make('error'),
    unknown: make('unknown'),
  }
}

const day = 86_400_000
/** Days before a certificate's end at which it is told. */
const soonDays = 21

/** @param whose whose certificate it is, as a subject */
export function onCertificate(check: CheckName, whose: string, until: Date | undefined): readonly Finding[] {
  const found = findingsOf(check)
  if (until === undefined) return []
  const days = Math.floor((until.getTime() - Date.now()) / day)
  const date = until.toISOString().slice(0, 10)
  if (days < 0) return [found.error(`The certificate of ${whose} ended on ${date}.`, 'Renew it.')]
  if (days < soonDays)
    return [
      found.warning(`The certificate of ${whose} ends on ${date}, in ${days} days.`, 'See why it was not renewed.'),
    ]
  return [found.ok(`The certificate of ${whose} is good until ${date}.`)]
}
