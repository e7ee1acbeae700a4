/** The file of an export would pass a limit; the message is a sentence for the caller. */
export class TooLargeToExport extends Error {}
