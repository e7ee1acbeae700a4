/** A world with a sent campaign and the public pages over it, for the length of a test file. */
import { request as httpRequest } from 'node:http'
import { after, before } from 'node:test'
import type { Tokens } from '../../src/domain/tokens/tokens.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { type SentCampaign, seedSent } from './campaign.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { type PublicSite, publicSite } from './public-site.ts'
import { seed, type World } from './seed.ts'

export interface Seen {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
  readonly text: string
}

export interface Asked {
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface PublicPages {
  readonly db: Database
  readonly world: World
  readonly campaign: SentCampaign
  readonly url: string
  readonly tokens: Tokens
  /** A bare request: no cookies, no redirects followed, the path as it is, and only the headers given. */
  ask(method: string, path: string, asked?: Asked): Promise<Seen>
  /** The token of a recipient, by its number in a campaign. */
  ofRecipient(number: number, campaign?: SentCampaign): string
  /** The token of the membership of a recipient. */
  ofMember(number: number, campaign?: SentCampaign): string
  stateOf(campaign: SentCampaign, number: number): Promise<string>
  setState(campaign: SentCampaign, number: number, state: string): Promise<void>
}

export const form = (body: string) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })

/** Registers set-up and tear-down with the file's tests. Recipient 3 of any campaign has no web version. */
export function usePublicPages(): PublicPages {
  let database: TestDatabase
  let world: World
  let campaign: SentCampaign
  let site: PublicSite

  before(async () => {
    database = await freshDatabase()
    world = await seed(database.db)
    campaign = await seedSent(database.db, world)
    site = await publicSite(database.db, async ({ campaignId, number }) =>
      number === 3 ? undefined : `<p>For ${campaignId} ${number}</p>`,
    )
  })
  after(async () => {
    await site.stop()
    await database.drop()
  })

  return {
    get db() {
      return database.db
    },
    get world() {
      return world
    },
    get campaign() {
      return campaign
    },
    get url() {
      return site.url
    },
    get tokens() {
      return site.tokens
    },
    ask: (method, path, asked) => ask(site.url, method, path, asked),
    ofRecipient: (number, { clientId, campaignId } = campaign) =>
      site.tokens.sign('recipient', campaignId, number, clientId),
    ofMember(number, { recipients } = campaign) {
      const { list, subscriberId } = recipients[number - 1]!
      return site.tokens.sign('membership', list.listId, subscriberId, list.clientId)
    },
    async stateOf({ recipients }, number) {
      const [row] = await database.db`select state from subscribers where id = ${recipients[number - 1]!.subscriberId}`
      return row!.state as string
    },
    async setState({ recipients }, number, state) {
      await database.db`update subscribers set state = ${state} where id = ${recipients[number - 1]!.subscriberId}`
    },
  }
}

function ask(url: string, method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: response.statusCode!, headers: response.headers, body: bytes, text: bytes.toString('utf8') })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
