/** What a complaint was about, in words: the feedback types of RFC 5965 §7.3 and its registry. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const complaintWords: Readonly<Record<string, MessageDescriptor>> = {
  abuse: msg`Marked as spam`,
  fraud: msg`Reported as fraud`,
}

/** @param type as the complaint has it. Providers send types of their own too. */
export function complaintKind(type: string | undefined): MessageDescriptor {
  return type && Object.hasOwn(complaintWords, type) ? complaintWords[type]! : msg`Complaint of another kind`
}
