/**
 * The one Trusted Types policy of the page. React writes no markup, but Mantine writes the text of style elements by innerHTML; text
 * without `<` is no markup, and everything else is refused. Imported before all else.
 */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown
}

// not in every browser, and not in TypeScript's DOM library
const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
factory?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The console writes no markup as text.')
    return text
  },
})
