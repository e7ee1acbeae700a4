/** How a letter looks where its reader prefers dark colours, shown to whichever browser asks. */

export interface DarkLetter {
  readonly html: string
  /** By the letter's own styles for dark colours, or, where it has none, inverted as several mail programs do. */
  readonly by: 'styles' | 'inversion'
}

const feature = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi

/** Mail programs that invert leave images as they are. */
const inversion = `<style>
html { background: #fff; filter: invert(1) hue-rotate(180deg) }
img, video, picture, [background] { filter: invert(1) hue-rotate(180deg) }
</style>`

/** @param html as it is shown; what is not a query of the colour scheme stays byte for byte */
export function asDark(html: string): DarkLetter {
  let hasDark = false
  const switched = html.replace(feature, (_query, scheme: string) => {
    const isDark = scheme.toLowerCase() === 'dark'
    hasDark ||= isDark
    // one that holds in every viewport, and one that holds in none
    return isDark ? '(min-width: 0px)' : '(max-width: 0px)'
  })
  if (hasDark) return { html: switched, by: 'styles' }
  return { html: html + inversion, by: 'inversion' }
}
