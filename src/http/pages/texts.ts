/** What the public pages say stands in domain/texts, where mails find it too. */
export { type Texts, textsFor, textsIn } from '../../domain/texts/texts.ts'
