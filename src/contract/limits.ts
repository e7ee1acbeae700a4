/** Limits of parameters that the texts of cards name. */

/** Rows of one page at most, of every operation that takes a Limit. */
export const longestPage = 1000

/** HTML and text of a draft together, in bytes of UTF-8; the same limit holds for pages that are fetched. */
export const longestContent = 2_000_000
/** UTF-16 units of an MJML document. */
export const longestMjml = 500_000
/** UTF-16 units of a document of sections; what they may hold: domain/content/sections/schema.ts. */
export const longestSections = 250_000
export const mostSections = 60
/** UTF-16 units of a block: a document of one section. */
export const longestBlock = 20_000
/** Regions of a template, those in repeaters included; also values that are given for them at once. */
export const mostRegions = 1_000
/** UTF-16 units of the content of a region; single lines and addresses have limits of their own. */
export const longestRegion = 100_000
/** UTF-16 units of the lines of an import of suppressions. */
export const longestEntries = 8_000_000
