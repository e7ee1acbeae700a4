/** Links that fill in fields of a form. */

/** @param url of the form @param keys that may be filled in */
export function prefillExample(url: string, keys: readonly string[]): string {
  const examples: Readonly<Record<string, string>> = { Email: 'ada@example.com', Name: 'Ada' }
  const query = keys.map(key => `${encodeURIComponent(key.replace(/^\[|\]$/g, ''))}=${examples[key] ?? '…'}`).join('&')
  return `${url}?${query}`
}
