/** Contrast of colours, for people who choose them. The service decides whether a colour can be taken. */

/** Of text, WCAG 2.2 AA. */
export const readableContrast = 4.5

/** @param text `#rgb` or `#rrggbb` @returns `#rrggbb`, undefined for anything else */
export function readColor(text: string): string | undefined {
  const [, hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim()) ?? []
  if (hex === undefined) return undefined
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`.toLowerCase()
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). @param one, other `#rrggbb` */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever is easier to read on it. */
export function inkOn(color: string): string {
  return contrastOf('#1b1b1f', color) >= contrastOf('#ffffff', color) ? '#1b1b1f' : '#ffffff'
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
