/** Mails in the outbox of a client: a test mail to two people, one with a name that fills the line. */
import type { TestService } from './service.ts'

export async function outboxWorld({ call }: TestService, CampaignID: string): Promise<void> {
  const order = { CampaignID, Recipients: ['ina@readers.example', `${'a-very-long-name-'.repeat(3)}@readers.example`] }
  const { status, value } = await call('Campaign.SendTest', order)
  if (status !== 200) throw new Error(JSON.stringify(value))
}
