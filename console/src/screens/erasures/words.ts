/** What a receipt says was removed, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type Erasure = ValueOf<'Erasure.Get'>

type Counted = {
  [Name in keyof Erasure]-?: Erasure[Name] extends number ? Name : never
}[keyof Erasure]

/** In the order in which they are shown. */
export const removedWords: Readonly<Record<Counted, MessageDescriptor>> = {
  Memberships: msg`Memberships of lists`,
  Recipients: msg`Recipients of campaigns without name and address`,
  Texts: msg`Answers of mail servers`,
  Hits: msg`Opens and clicks without network address`,
  ReturnedMails: msg`Returned mails`,
  Events: msg`Events`,
  ImportRows: msg`Rows of imports`,
  Files: msg`Files`,
  Suppressions: msg`Entries of suppression lists`,
  Others: msg`Everything else`,
}

/** Milliseconds between two looks at an erasure that goes on. */
export const lookMs = 2000
