/**
 * What mails of campaigns are called in the outbox folder, `<CampaignID>/<name>.eml`, and how the log says that one was written there.
 * The folder transport and the reader of the outbox share it.
 */

/** Where mails of the service itself are, under names that say nothing. */
export const noticesFolder = 'notices'

/** Of a recipient, by its number in the audience. */
export function mailName(number: number): string {
  return String(number)
}

/** Of a test mail. @param test number of the test @param index of its recipient, from 0 */
export function testMailName(test: number, index: number): string {
  return `test-${test}-${index}`
}

export type NamedMail =
  | { readonly kind: 'campaign'; readonly number: number }
  | { readonly kind: 'test'; readonly test: number }

/** @returns undefined for what is no name of a mail: a path, a number beyond those of an audience */
export function readMailName(name: string): NamedMail | undefined {
  if (/^[1-9]\d{0,8}$/.test(name)) return { kind: 'campaign', number: Number(name) }
  const test = /^test-([1-9]\d{0,14})-\d{1,2}$/.exec(name)?.[1]
  return test === undefined ? undefined : { kind: 'test', test: Number(test) }
}

/** What the folder transport answers for a mail that it wrote. */
export function writtenAnswer(folder: string, name: string): string {
  return `written to ${folder}/${name}.eml`
}

/** The name of a mail of this folder, out of the answer for it; undefined for an answer of a relay. */
export function writtenName(folder: string, answer: string): string | undefined {
  const name = /\/([\w-]{1,40})\.eml$/.exec(answer)?.[1]
  return name !== undefined && readMailName(name) && writtenAnswer(folder, name) === answer ? name : undefined
}
