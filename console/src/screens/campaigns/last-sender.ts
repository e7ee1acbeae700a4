/** What stays from the last campaign of a client: its sender, and who was notified when it was sent. */
import { call } from '../../api/call.ts'

/** For a new draft; nothing before the first campaign, or if that cannot be read: a campaign is begun all the same. */
export async function lastSender(
  clientId: string,
): Promise<{ readonly FromName?: string; readonly FromEmail?: string; readonly ReplyTo?: string }> {
  try {
    const { FromName = '', FromEmail = '', ReplyTo = '' } = await call('Sender.GetLast', { ClientID: clientId })
    return FromName === '' ? {} : { FromName, FromEmail, ReplyTo }
  } catch {
    return {}
  }
}
