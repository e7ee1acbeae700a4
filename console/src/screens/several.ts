/** A sentence that stands for several entries or events. */
import { msg } from '@lingui/core/macro'

export const several = msg({ message: '{count, plural, one {{said} once} other {{said} # times}}' })
