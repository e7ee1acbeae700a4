/**
 * The first-run checklist: what is done, and what is left to do before a campaign reaches people. Facts are read at each call and
 * nothing is stored, so a step that is undone shows as left to do again.
 */
import { type Milestones, readMilestonesOf, readOldestClients } from '../../store/accounts/setup.ts'
import type { Database } from '../../store/connection/database.ts'
import { mayOnAccount, type Principal, reachedClients } from '../access/principal.ts'

export type SetupState = 'done' | 'todo' | 'unknown'
export type SetupStepName = 'transport' | 'publicUrl' | 'client' | keyof Milestones

export interface SetupStep {
  readonly name: SetupStepName
  readonly state: SetupState
  /** What is so, and what to do next. */
  readonly message: string
}

/** What of the settings the checklist asks for. */
export interface SetupSettings {
  /** Mail goes to relays rather than into a folder. */
  readonly hasRelays: boolean
  /** LETTERSHOP_PUBLIC_URL is set. */
  readonly hasPublicUrl: boolean
  /** What this process does, as LETTERSHOP_ROLES names it. */
  readonly roles: readonly string[]
}

/**
 * Clients that are looked at, the oldest first. First steps are taken by first clients, and the cost of a call does not grow with
 * the account.
 */
const mostClients = 40
/** Looked at side by side: a call leaves connections for others. */
const together = 8

/** The steps in the order in which they are taken, for what the caller reaches. */
export async function readSetupStatus(
  db: Database,
  principal: Principal,
  settings: SetupSettings,
): Promise<readonly SetupStep[]> {
  const clients = await readOldestClients(db, principal.accountId, reachedClients(principal), mostClients + 1)
  const reached = await milestonesAmong(db, clients.slice(0, mostClients))
  // beyond those that were looked at there may be one
  const otherwise = clients.length > mostClients ? 'unknown' : 'todo'
  const seesSettings = mayOnAccount(principal, 'Settings')
  const steps: readonly (readonly [SetupStepName, SetupState])[] = [
    ['transport', seesSettings ? doneIf(settings.hasRelays) : 'unknown'],
    ['publicUrl', seesSettings ? doneIf(settings.hasPublicUrl) : 'unknown'],
    ['client', doneIf(clients.length > 0)],
    ['subscribers', reached.subscribers ? 'done' : otherwise],
    ['domain', reached.domain ? 'done' : otherwise],
    ['campaign', reached.campaign ? 'done' : otherwise],
  ]
  return steps.map(([name, state]) => ({ name, state, message: messages[name][state] }))
}

async function milestonesAmong(db: Database, clientIds: readonly number[]): Promise<Milestones> {
  let reached: Milestones = { subscribers: false, domain: false, campaign: false }
  for (let n = 0; n < clientIds.length; n += together) {
    const some = await Promise.all(clientIds.slice(n, n + together).map(clientId => readMilestonesOf(db, clientId)))
    for (const { subscribers, domain, campaign } of some) {
      reached = {
        subscribers: reached.subscribers || subscribers,
        domain: reached.domain || domain,
        campaign: reached.campaign || campaign,
      }
    }
    if (reached.subscribers && reached.domain && reached.campaign) break
  }
  return reached
}

function doneIf(isDone: boolean): SetupState {
  return isDone ? 'done' : 'todo'
}

const settingsUnknown = 'Only people with the right to the settings of the account see this.'
const notLookedAt = `None of the ${mostClients} oldest clients has one; the others were not looked at.`

const messages: Readonly<Record<SetupStepName, Readonly<Record<SetupState, string>>>> = {
  transport: {
    done: 'Mail goes to SMTP relays; Relay.Test says whether they take it.',
    todo: 'Mail is written into a folder and not delivered. Set LETTERSHOP_TRANSPORT to an SMTP relay.',
    unknown: settingsUnknown,
  },
  publicUrl: {
    done: 'Links in mails lead to the public URL.',
    todo: 'Links in mails lead to this machine only. Set LETTERSHOP_PUBLIC_URL to an https URL that recipients reach.',
    unknown: settingsUnknown,
  },
  client: {
    done: 'There is a client.',
    todo: 'There is no client of your own. Create the first one.',
    unknown: 'There may be a client.',
  },
  subscribers: {
    done: 'A list has an active subscriber.',
    todo: 'No list has an active subscriber. Create a list and add subscribers.',
    unknown: notLookedAt,
  },
  domain: {
    done: 'A sending domain is verified, and mail from it is signed.',
    todo: 'No sending domain is verified. Create one, publish its DNS records and verify it.',
    unknown: notLookedAt,
  },
  campaign: {
    done: 'A campaign was sent.',
    todo: 'No campaign was sent. Create one, check it and send it.',
    unknown: notLookedAt,
  },
}
