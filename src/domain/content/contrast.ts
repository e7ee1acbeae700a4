/** Colours that text can be read on: contrast by WCAG 2.2 (relative luminance, success criterion 1.4.3), and what to take instead. */

/** `#rrggbb` in lower case. */
export type Color = string

/** WCAG 2.2 AA for text. */
export const readable = 4.5
/** WCAG 2.2 AA for what is no text, such as the edges of fields (success criterion 1.4.11). */
const visible = 3

const dark = '#1b1b1f'
const light = '#ffffff'
const ownAccent = '#1f4fa3'

/** The colours of a page or mail. */
export interface Palette {
  readonly scheme: 'light' | 'dark'
  readonly paper: Color
  readonly ink: Color
  readonly edge: Color
  readonly accent: Color
  readonly onAccent: Color
}

/** @param text `#rgb` or `#rrggbb` in any case @returns undefined for anything else */
export function readColor(text: string): Color | undefined {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1]?.toLowerCase()
  if (hex === undefined) return undefined
  return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`
}

/** From 1 to 21. */
export function contrastOf(one: Color, other: Color): number {
  const [brighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number] // two in, two out
  return (brighter + 0.05) / (darker + 0.05)
}

/** The text colour that is easier to read on it. */
export function inkOn(color: Color): Color {
  return contrastOf(dark, color) >= contrastOf(light, color) ? dark : light
}

/** Whether text in black or white can be read on it. */
export function carriesText(color: Color): boolean {
  return contrastOf(inkOn(color), color) >= readable
}

/** Whether it can be read as a link on the paper, and carries the text of a button. */
export function isReadableOn(color: Color, paper: Color): boolean {
  return contrastOf(color, paper) >= readable && carriesText(color)
}

/** The nearest shade or tint that is accepted: black or white is mixed in, a hundredth at a time. */
export function nearest(color: Color, accepts: (color: Color) => boolean): Color {
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    for (const end of ['#000000', light]) {
      const mixed = mix(color, end, hundredths / 100)
      if (accepts(mixed)) return mixed
    }
  }
  return dark
}

/**
 * All colours of a page from the two a client chose, which were checked when they were set.
 * @param primary '' for our own
 * @param background '' for white
 */
export function paletteOf(primary: Color | '', background: Color | ''): Palette {
  const paper = background === '' ? light : background
  const ink = inkOn(paper)
  const accent = primary === '' ? nearest(ownAccent, color => isReadableOn(color, paper)) : primary
  return {
    scheme: ink === light ? 'dark' : 'light',
    paper,
    ink,
    edge: edgeOn(paper, ink),
    accent,
    onAccent: inkOn(accent),
  }
}

/** The faintest mixture of ink and paper that still shows, not below half. */
function edgeOn(paper: Color, ink: Color): Color {
  for (let hundredths = 50; hundredths < 100; hundredths++) {
    const mixed = mix(paper, ink, hundredths / 100)
    if (contrastOf(mixed, paper) >= visible) return mixed
  }
  return ink
}

/** @param share of the other colour, from 0 to 1 */
export function mix(from: Color, to: Color, share: number): Color {
  const [one, other] = [channels(from), channels(to)]
  return `#${one.map((value, at) => hex(value + (other[at]! - value) * share)).join('')}`
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}

function channels(color: Color): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}

function luminance(color: Color): number {
  const [r, g, b] = channels(color)
    .map(value => value / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number] // a colour has three
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
