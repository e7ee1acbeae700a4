/** A sentence about several entries or events of one kind. */
import { msg } from '@lingui/core/macro'

export const several = msg({ message: '{count, plural, one {{said} once} other {{said} # times}}' })
