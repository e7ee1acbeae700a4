/** Mails at the address for leaving, and automatic answers: what the words alone say. The address is asked in work-off.ts. */
import { type Case, letter, other } from './mail.ts'

const apple = (body: string, subject = 'Unsubscribe') =>
  letter(body, { subject, headers: ['Auto-Submitted: auto-replied', 'X-Apple-Unsubscribe: true'] })
const automatic = (body: string, subject: string) =>
  letter(body, { subject, headers: ['Auto-Submitted: auto-replied'] })

export const requests: readonly Case[] = [
  other(
    'Apple Mail unsubscribes',
    'opt-out',
    apple('Apple Mail sent this email to unsubscribe from the message “Spring is here”.'),
  ),
  other(
    'Apple Mail unsubscribes with a subject of the link',
    'opt-out',
    apple('Apple Mail sent this email to unsubscribe from the message “Spring is here”.', 'list 4711'),
  ),
  other(
    'Apple Mail unsubscribes in German',
    'opt-out',
    apple('Apple Mail hat diese E-Mail gesendet, um die Nachricht „Frühling“ abzubestellen.', 'Abmelden'),
  ),
  other('Apple Mail unsubscribes without words', 'opt-out', apple('', 'unsubscribe')),
  other(
    'an out-of-office',
    'auto-reply',
    automatic('I am out of the office until Monday.', 'Automatic reply: Spring is here'),
  ),
  other(
    'an out-of-office that repeats a subject about leaving',
    'auto-reply',
    automatic('I am out of the office until Monday.', 'Automatic reply: Unsubscribe'),
  ),
  other(
    'an out-of-office with a footer about unsubscribing',
    'auto-reply',
    automatic('I am on holiday.\n\nTo unsubscribe from our newsletter, click here.', 'Re: Spring is here'),
  ),
]
