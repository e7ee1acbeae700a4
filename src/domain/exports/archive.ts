/**
 * The ZIP file of an access request in pieces. `access-requests/archive.ts` makes it: it is handed in, since delivery composes the mails.
 * @param client whose contact it is
 * @param address in its normal form
 * @param counted entries of the timeline that were written up to now
 */
export type ArchiveOf = (
  client: { readonly clientId: number; readonly timeZone: string },
  address: string,
  counted: { rows: number },
) => AsyncIterable<Buffer>
