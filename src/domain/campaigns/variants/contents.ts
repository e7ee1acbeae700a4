/** The contents of a campaign with a test: one for each variant, made of what differs and of the campaign itself. */
import type { ContentRow } from '../../../store/campaigns/sending.ts'
import { variantsBy } from '../../../store/campaigns/variant-of.ts'
import type { SentTest, StoredVariant } from '../../../store/campaigns/variants.ts'

export const letters = ['A', 'B', 'C', 'D', 'E'] as const
export type Letter = (typeof letters)[number]

/** @param variant from 1 */
export function letterOf(variant: number): Letter {
  return letters[variant - 1] ?? 'A'
}

/** @returns the variant from 1; undefined for anything but a letter */
export function variantNamed(letter: string): number | undefined {
  const place = letters.indexOf(letter.trim().toUpperCase() as Letter)
  return place < 0 ? undefined : place + 1
}

/** What a variant may change. */
interface Text {
  readonly subject: string
  readonly fromName: string
  readonly preheader?: string
  readonly html: string
  readonly text: string | null
}

/** A campaign as a variant of it is. */
export function withVariant<Content extends Text>(content: Content, variant: StoredVariant): Content {
  const { subject, fromName, preheader, html, text } = variant
  const own = html === null ? {} : { html, text, preheader: preheader ?? '' }
  return { ...content, ...own, ...(subject !== null && { subject }), ...(fromName !== null && { fromName }) }
}

/** All contents, in the order of the variants; the campaign alone without a test. */
export function contentsOf<Content extends ContentRow>(content: Content): readonly Content[] {
  const { test, ...rest } = content
  const plain = rest as Content // without what threads need not know
  return test ? test.variants.map(variant => withVariant(plain, variant)) : [plain]
}

/**
 * Finds the variant of a number of the audience.
 * @returns from 1; undefined for a number of the rest while nothing is chosen
 */
export function variantFinder(
  campaignId: number,
  { tested, chosen, variants }: SentTest,
): (number: number) => number | undefined {
  const testedVariant = variantsBy(campaignId, variants.length)
  return number => (isTested(tested, number) ? testedVariant(number) : (chosen ?? undefined))
}

/** What one variant is. @param variant from 1; that of a campaign without a test is the campaign */
export function contentOf<Content extends ContentRow>(content: Content, variant: number): Content {
  return contentsOf(content)[variant - 1] ?? contentsOf(content)[0]!
}

/** What those get who are no recipients of their own: what was chosen for the rest, else the campaign as it is. */
export function chosenContent<Content extends ContentRow>(content: Content): Content {
  return contentOf(content, content.test?.chosen ?? 1)
}

/** What a recipient gets. */
export function contentFor<Content extends ContentRow>(content: Content, number: number): Content {
  const { test, campaignId } = content
  const variant = test ? variantFinder(campaignId, test)(number) : undefined
  return contentOf(content, variant ?? 1)
}

function isTested(ranges: SentTest['tested'], number: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle]!
    if (number < first) high = middle - 1
    else if (number > last) low = middle + 1
    else return true
  }
  return false
}
