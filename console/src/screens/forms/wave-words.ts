/** What became of a wave of sign-ups, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Wave } from './types.ts'

export const waveWords: Readonly<Record<Wave['State'], MessageDescriptor>> = {
  Holding: msg`Mails are held back`,
  Released: msg`Mails were sent`,
  Dropped: msg`Sign-ups were deleted`,
  Passed: msg`Over`,
}
