/** Relay.*: the SMTP relays of the installation. */
import type { RelayStep as WireStep } from '../contract/groups/setup.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { type RelayReport, type RelayStep, testRelays } from '../domain/system/relay-tests.ts'
import type { HandlersOf } from './dependencies.ts'

export const relays: HandlersOf<'Relay'> = {
  async 'Relay.Test'({ Relay, FromEmail }, { principal }, { db, mail: { relayTester } }) {
    const wanted = { relay: Relay, fromEmail: FromEmail }
    const reports = await testRelays(db, relayTester, principal.accountId, wanted)
    if (reports.length === 0) return { Transport: 'Folder', Message: folderMessage, Relays: [] }
    const failed = reports.filter(({ step }) => step !== 'done').length
    return { Transport: 'Relays', Message: messageOf(reports.length, failed), Relays: reports.map(onWire) }
  },
}

const folderMessage = 'Mail is written into a folder; there is no relay to test. LETTERSHOP_TRANSPORT names relays.'

function messageOf(tested: number, failed: number): string {
  if (failed === 0) return tested === 1 ? 'The relay works.' : `All ${tested} relays work.`
  return `${failed} of ${tested} ${tested === 1 ? 'relay' : 'relays'} cannot be used.`
}

const steps: Readonly<Record<RelayStep, OutputOf<typeof WireStep>>> = {
  resolve: 'Resolve',
  connect: 'Connect',
  hello: 'Hello',
  tls: 'Tls',
  login: 'Login',
  sender: 'Sender',
  reset: 'Reset',
  done: 'Done',
}

function onWire({ relay, step, code, error, addresses, encrypted, loggedIn, offers, milliseconds }: RelayReport) {
  return {
    Relay: relay,
    Works: step === 'done',
    Step: steps[step],
    Code: code ?? 0,
    Error: error,
    Addresses: addresses,
    Encrypted: encrypted,
    LoggedIn: loggedIn,
    Pipelining: offers?.pipelining ?? false,
    Chunking: offers?.chunking ?? false,
    EightBitMime: offers?.eightBitMime ?? false,
    SmtpUtf8: offers?.smtpUtf8 ?? false,
    MostBytes: offers?.mostBytes ?? 0,
    LoginMethods: offers?.loginMethods ?? [],
    Milliseconds: milliseconds,
  }
}
