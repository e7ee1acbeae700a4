/** Test mails: composed as the campaign's are, handed to the transport at once, and never part of the ledger. */
import { setTimeout } from 'node:timers/promises'
import { testMailName } from '../../domain/campaigns/mails/mail-names.ts'
import type { DeliverTest, TestMail, TestOutcome } from '../../domain/campaigns/mails/test-send.ts'
import { contentOf } from '../../domain/campaigns/variants/contents.ts'
import { faultOf } from '../../domain/content/tasks.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { type ContentRow, findCampaignContent } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { assembleCampaign, type CompiledCampaign, type Recipient } from '../compose/campaign.ts'
import type { Sign } from '../compose/dkim.ts'
import type { LetterTasks } from '../content/tasks.ts'
import type { Outcome } from '../outcome.ts'
import type { Transport } from '../transport.ts'

export interface TestSendParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly contentTasks: Pick<LetterTasks, 'compileLetter'>
  readonly transport: Transport
  /** Finds the signer for a From address; mails go unsigned when it is absent. */
  readonly findSigner?: (clientId: number, fromEmail: string) => Promise<Sign | undefined>
  readonly now?: () => Date
  /** Longest a relay may take; well below what a request may. */
  readonly patienceMs?: number
}

/** Milliseconds; a person waits for the answer, or a program with its own time-out. */
const patience = 20_000

export function testSend({
  db,
  tokens,
  contentTasks,
  transport,
  findSigner,
  now = () => new Date(),
  patienceMs = patience,
}: TestSendParts): DeliverTest {
  return async mail => {
    const compiled = await compile(mail)
    if ('fault' in compiled) return mail.recipients.map(() => notComposedOutcome(compiled.fault))
    const { campaignOfTest, list } = compiled
    const ended = new AbortController()
    const late = setTimeout(patienceMs, undefined, { signal: ended.signal }).catch(() => undefined)
    const results: TestOutcome[] = []
    try {
      // as many at once as the transport takes: the rest of its places are the campaigns'
      for (let n = 0; n < mail.recipients.length; n += transport.concurrency) {
        const turn = mail.recipients.slice(n, n + transport.concurrency)
        const sent = turn.map((email, index) => send(campaignOfTest, recipientOf(mail, email, n + index, list), mail))
        results.push(...(await Promise.all(sent.map(outcome => Promise.race([outcome, late.then(() => silent)])))))
      }
    } finally {
      ended.abort()
    }
    return results
  }

  async function compile({ campaign, publicUrl, variant }: TestMail) {
    const found = await findCampaignContent(db, campaign.clientId, campaign.campaignId)
    if (!found) throw new Error('the campaign is gone')
    const content = contentOf(found, variant)
    // of a draft no link is stored, so none is tracked; neither is one of what was sent before
    const tested = {
      ...content,
      subject: `[Test] ${content.subject}`,
      publicUrl: content.publicUrl || publicUrl,
      startedAt: content.startedAt ?? now(),
      links: [],
    }
    const letter = await contentTasks.compileLetter(tested, { key: campaign.clientId }).catch(faultOf)
    if ('fault' in letter) return letter
    // returned tests go to the From address, whose owner asked for them
    const sign = await findSigner?.(campaign.clientId, content.fromEmail)
    return { campaignOfTest: assembleCampaign(tested, letter, { tokens, sign }), list: content.lists[0] }
  }

  async function send(campaign: CompiledCampaign, recipient: Recipient, { test }: TestMail): Promise<TestOutcome> {
    try {
      const message = await campaign.composeSigned(recipient, now())
      const name = { folder: message.name.folder, file: testMailName(test, recipient.number % places) }
      return outcomeOf(await transport.send({ ...message, name, apart: true }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected error'
      return notComposedOutcome(reason)
    }
  }
}

function notComposedOutcome(reason: string): TestOutcome {
  return { state: 'refused', code: null, answer: `not composed: ${reason}` }
}

const silent: TestOutcome = {
  state: 'unknown',
  code: null,
  answer: 'the relay did not answer in time; the message may arrive',
}

/** Numbers no audience has: their tokens open no page and count nowhere, and each test has Message-IDs of its own. */
const beyondAudiences = 2_000_000_000
const places = 16

/** @param list whose headers the message has when it shows no subscriber */
function recipientOf(
  { test, contact }: TestMail,
  email: string,
  index: number,
  list: ContentRow['lists'][number] | undefined,
): Recipient {
  return {
    number: beyondAudiences + (test % 9_000_000) * places + index,
    listId: contact?.listId ?? list?.listId ?? 0,
    // the same pixel, or none, though it counts nowhere
    tracked: contact?.tracked ?? list?.tracking !== 'never',
    email,
    name: contact?.name ?? '',
    fields: contact?.fields ?? {},
  }
}

function outcomeOf({ kind, code, answer }: Outcome): TestOutcome {
  // a test is sent once: who asked can ask again
  return { state: kind === 'unavailable' ? 'deferred' : kind, code, answer }
}
