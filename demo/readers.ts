import PostalMime from 'postal-mime'

export const people = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Eva', 'Farid', 'Grace', 'Hanna']

/** Someone who got a letter, and what their mail program does with it. */
export interface Reader {
  /** Loads the images. */
  open(): Promise<void>
  /** Follows the first tracked link as far as its redirect. */
  click(): Promise<void>
  /** One-click opt-out, RFC 8058. */
  optOut(): Promise<void>
}

export function readerOf(letter: Buffer): Reader {
  const parsed = PostalMime.parse(letter)
  const find = async (pattern: RegExp) => {
    const found = pattern.exec((await parsed).html ?? '')?.[0]
    if (!found) throw new Error(`The letter has no ${pattern}.`)
    return found
  }
  return {
    open: async () => void (await fetch(await find(/http[^"']+\/o\/[^"']+/))),
    click: async () => void (await fetch(await find(/http[^"']+\/c\/[^"']+/), { redirect: 'manual' })),
    async optOut() {
      const header = (await parsed).headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
      const url = /<(http[^>]+)>/.exec(header)?.[1]
      if (!url) throw new Error('The letter has no one-click address.')
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const answer = await fetch(url, { method: 'POST', body })
      if (!answer.ok) throw new Error(`The opt-out answered ${answer.status}.`)
    },
  }
}
