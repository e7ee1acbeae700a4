import type { MailLinks } from '../../src/domain/tokens/mail-links.ts'

/** Where the mails of parts under test lead: to neither an address of a request nor one that is passed along. */
export const testMailLinks: MailLinks = { base: () => 'http://mails.test', leaveThisMachine: false }
