/** Historical keys replaced, and the time zones and countries in the spelling of today. */

import { card, key, on, U } from '../card.ts'
import { exemplify, list, text } from '../shapes.ts'
import { ApiKey, OverlapHours, ofClient } from '../words.ts'

export const users = {
  'User.RotateApiKey': card('RotateApiKey', key, 'change', {
    summary: 'Gives the calling login a new API key and yields it; the old one ends at once or after an overlap.',
    parameters: { ApiKey, OverlapHours },
    result: U(ApiKey),
    refusals: ['AccessDenied', 'KeyInOverlap', 'KeyEnded'],
  }),
  'Client.RotateApiKey': card('RotateClientApiKey', on('ClientID', 'Keys'), 'change', {
    summary: 'Gives the login of a client a new API key and yields it; the old one ends at once or after an overlap.',
    parameters: { ...ofClient, OverlapHours },
    result: U(ApiKey),
    refusals: ['NoClientLogin'],
  }),
  'User.ListTimezones': card('ListTimezones', key, 'read', {
    summary: "The time zones a client may have, as today's interface names them.",
    parameters: { ApiKey },
    result: U(exemplify(list(text()), ['(GMT+00:00) Dublin, Edinburgh, Lisbon, London', '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'])),
    refusals: [],
  }),
  'User.ListCountries': card('ListCountries', key, 'read', {
    summary: 'The countries a client may have, each once and by name.',
    parameters: { ApiKey },
    result: U(exemplify(list(text()), ['Germany', 'New Zealand'])),
    refusals: [],
  }),
}
