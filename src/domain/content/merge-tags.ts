/**
 * How merge tags are written (reference/wire.md §9): `[name]`, `[name,fallback=words]`. Which names mean something is decided
 * where the fields are known. See docs/decisions/content.md#merge-tags-are-a-closed-language.
 */

const name = String.raw`[^[\]<>,\r\n]{1,100}`
const fallback = String.raw`[^[\]]{0,1000}`

const tagSource = String.raw`\[${name}(?:,\s*fallback\s*=${fallback})?\]`

/** Every tag of a text: its name, and its fallback if it has one. For `matchAll`, which leaves it as it is. */
export const tagPattern = new RegExp(String.raw`\[(${name})(?:,\s*fallback\s*=(${fallback}))?\]`, 'gi')

/** Names that mean something without a custom field. */
export const ownNames: ReadonlySet<string> = new Set(['firstname', 'lastname', 'fullname', 'email'])

const addressSource = String.raw`https?:\/\/(?:[^\s<>"[\]{}|\\^\x60]+|${tagSource})+`

/** Every web address in plain text, with the tags in it. */
export const addressPattern = new RegExp(addressSource, 'gi')

/** Every tag and every web address in plain text, whichever begins first. */
export const tagOrAddressPattern = new RegExp(`${tagSource}|${addressSource}`, 'gi')
