/** How often people are asked to confirm, whichever act asks them. See docs/decisions/subscribers.md#opt-in-confirmations-are-rate-limited. */

/** A membership is asked to confirm at most this often, however often it is added. */
export const askApartMinutes = 5
/** Most confirmation mails to one address a day, over all lists of the account. */
export const mostAsksADay = 10
