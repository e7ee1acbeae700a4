/** A website subscribes visitors from its form, and shows how far a campaign is. The key stays on its server. */
import { createClient, LettershopError } from 'lettershop/client'

const { LETTERSHOP_URL = 'http://127.0.0.1:8080', LETTERSHOP_API_KEY, LIST_ID = '' } = process.env
const lettershop = createClient({ url: LETTERSHOP_URL, key: LETTERSHOP_API_KEY })

/** Answers the form's POST: fields `email` and `name`. */
export async function signUp(request: Request): Promise<Response> {
  const form = await request.formData()
  const [Email, Name] = [String(form.get('email') ?? ''), String(form.get('name') ?? '')]
  try {
    await lettershop.call('Subscriber.Add', { ListID: LIST_ID, Email, Name })
    return new Response('Thank you. You are on the list.')
  } catch (error) {
    const isBadAddress = error instanceof LettershopError && error.code === 1 // Invalid Email Address
    if (!isBadAddress) throw error
    return new Response('This is not an email address.', { status: 400 })
  }
}

/** `Sent: 120 of 120 accepted` */
export async function progress(CampaignID: string): Promise<string> {
  const { State, Accepted, Recipients } = await lettershop.call('Campaign.GetProgress', { CampaignID })
  return `${State}: ${Accepted} of ${Recipients} accepted`
}
