/** What parameters and fields of erasures mean. */

export const erasureParameters: Readonly<Record<string, string>> = {
  Email: 'The email address of the contact; case does not matter.',
  ErasureID: 'The receipt: 32 hexadecimal digits, as Erasure.Create yields it.',
}

export const erasureMeanings = {
  Erasure: {
    ErasureID: 'The receipt: 32 hexadecimal digits.',
    State: 'Waiting while something is left to be removed, then Done.',
    WaitsFor: 'Of one that waits, for what, as a sentence; otherwise empty.',
    Memberships: 'Memberships of lists that were deleted, with values, consent and history.',
    Recipients: 'Recipients of campaigns who have a keyed hash in place of the address now, without name and values.',
    Texts: 'Answers of relays and texts of bounces and complaints that were removed; their codes stay.',
    Hits: 'Opens and clicks whose network address and program were removed.',
    ReturnedMails: 'Mails that had come back and were deleted.',
    Events: 'Events whose data were removed, delivered ones and those that wait for a webhook.',
    ImportRows: 'Rows of imports whose values were removed.',
    Files: 'Files that were deleted: uploads of imports, exports, mails in the outbox folder.',
    Suppressions: 'Entries of suppression lists that the keyed hash took the place of.',
    Others: 'Everything else: rows of bulk changes, test mails and test groups, previews, counters.',
    RequestedBy: 'Who asked for it; empty where it was made again after a restore.',
    IsReplayed: 'The database was restored to a time before it, and it was made again.',
    RequestedDate: 'When it was asked for, in the time zone of the client.',
    EndedDate: 'When everything was removed, in the time zone of the client; empty before.',
  },
  ErasurePage: { Erasures: 'The receipts of this page, the newest first.' },
} as const

export const erasureExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Erasure: {
    ErasureID: 'e'.repeat(32),
    State: 'Done',
    WaitsFor: '',
    Memberships: 2,
    Recipients: 31,
    Texts: 31,
    Hits: 74,
    ReturnedMails: 0,
    Events: 12,
    ImportRows: 1,
    Files: 2,
    Suppressions: 0,
    Others: 1,
    RequestedBy: 'Carla',
    IsReplayed: false,
    RequestedDate: '2026-03-20 09:30:00',
    EndedDate: '2026-03-20 09:30:04',
  },
}
