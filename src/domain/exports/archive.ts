/**
 * The ZIP file of an access request in pieces. What the file says is written where operations say it, so it is handed in.
 * @param client whose contact it is
 * @param address in its normal form
 * @param counted entries of the timeline that were written up to now
 */
export type ArchiveOf = (
  client: { readonly clientId: number; readonly timeZone: string },
  address: string,
  counted: { rows: number },
) => AsyncIterable<Buffer>
