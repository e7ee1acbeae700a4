/** What a caller gives as the settings of a form, and what its texts in any language have in common. */
import type { ParamsOf } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { webAddress } from '../text-rules/single-line.ts'

export type GivenForm = Omit<ParamsOf<'Form.Create'>, 'ApiKey' | 'ClientID'>

/** Characters. */
export const longest = {
  title: 100,
  listTitle: 200,
  description: 500,
  label: 200,
  heading: 100,
  text: 1000,
  button: 60,
  boxName: 100,
  tag: 100,
} as const

/** @param hosts those that the form may lead to @returns '' for none @throws Refusal InvalidParameter */
export function readSuccessPage(given: string | null, hosts: readonly string[]): string {
  if ((given ?? '').trim() === '') return ''
  const url = webAddress(given)
  if (url === undefined || !url.toLowerCase().startsWith('https:'))
    throw new Refusal('InvalidParameter', 'SuccessPage is an absolute https URL of at most 2,000 characters.')
  if (!hosts.includes(new URL(url).hostname))
    throw new Refusal('InvalidParameter', `RedirectHosts must name ${new URL(url).hostname}, the host of SuccessPage.`)
  return url
}
