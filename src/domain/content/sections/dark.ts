/**
 * Colours of a letter of sections where its reader prefers dark ones. Each colour that the letter shows has a counterpart, found by the
 * same rules for every letter, so that nothing an author chose is unreadable. Vivid and dark papers stay as they are.
 */
import { type Color, contrastOf, mix } from '../contrast.ts'
import { type Look, readableOn, wordsOn } from './look.ts'

/** Behind the letter; its papers are lighter than that. */
const page = '#111418'
const ink = '#eceef1'
const quiet = '#a9b0b8'
const line = '#3d434b'

/** CSS declarations by the selector that they are for. */
export type Rules = ReadonlyMap<string, string>

/** Collects what a letter shows, and gives each a class. */
export class DarkColors {
  readonly #rules = new Map<string, string>()
  readonly #look: Look

  constructor(look: Look) {
    this.#look = look
    const around = this.#isLight(look.background) ? page : look.background
    this.#rules.set('.page, .page > div', `background-color: ${around}`)
  }

  /** @returns the class of a section on a paper */
  paper(paper: Color): string {
    const name = `paper-${bare(paper)}`
    const dark = this.paperOf(paper)
    if (dark !== paper) this.#rules.set(`.${name}, .${name} > table`, `background: ${dark}`)
    return name
  }

  /**
   * @param links of the links in it
   * @param isQuiet what is less important
   * @returns the class of text on a paper
   */
  text(color: Color, paper: Color, links: Color, isQuiet: boolean): string {
    const dark = this.paperOf(paper)
    const name = `ink-${bare(color)}-${bare(paper)}`
    if (dark === paper) return name
    const isOwn = color === this.#look.ink || contrastOf(color, '#ffffff') > 12
    const text = isQuiet ? quiet : isOwn ? ink : readableOn(color, dark)
    this.#rules.set(`.${name} div, .${name} h1, .${name} h2, .${name} h3`, `color: ${text}`)
    // colours within the text were chosen for the light paper
    this.#rules.set(`.${name} span`, 'color: inherit')
    const link = isQuiet ? quiet : readableOn(links, dark)
    this.#rules.set(`.${name} a`, `color: ${link}; border-color: ${link}`)
    return name
  }

  /** @returns the class of a button on a paper */
  button(fill: Color, paper: Color): string {
    const dark = this.paperOf(paper)
    const name = `fill-${bare(fill)}-${bare(paper)}`
    if (dark === paper) return name
    const shown = contrastOf(fill, dark) >= visible ? fill : lighter(fill, dark)
    this.#rules.set(`.${name} table td, .${name} a`, `background: ${shown}`)
    this.#rules.set(`.${name} a`, `background: ${shown}; color: ${wordsOn(shown)}`)
    return name
  }

  /** @returns the class of a line on a paper */
  line(paper: Color): string {
    const name = `line-${bare(paper)}`
    if (this.paperOf(paper) !== paper) this.#rules.set(`.${name} p`, `border-top-color: ${line}`)
    return name
  }

  /** Each declaration is stronger than the styles of the elements. @param before the ancestor of each selector */
  css(before: string): string {
    return [...this.#rules]
      .map(([selectors, declarations]) => {
        const all = selectors.split(', ').map(selector => `${before}${selector}`)
        const strong = declarations.split('; ').map(one => `${one} !important`)
        return `${all.join(', ')} { ${strong.join('; ')}; }`
      })
      .join('\n')
  }

  paperOf(paper: Color): Color {
    if (!this.#isLight(paper)) return paper
    return paper === this.#look.background && paper !== this.#look.surface ? page : mix('#171b20', paper, 0.05)
  }

  /** Nearly white: what glares at night. */
  #isLight(paper: Color): boolean {
    return contrastOf(paper, '#ffffff') < 1.7
  }
}

/** WCAG 2.2 AA for what is no text (success criterion 1.4.11). */
const visible = 3

function lighter(fill: Color, paper: Color): Color {
  for (let hundredths = 0; hundredths < 100; hundredths += 2) {
    const mixed = mix(fill, '#ffffff', hundredths / 100)
    if (contrastOf(mixed, paper) >= visible) return mixed
  }
  return '#ffffff'
}

function bare(color: Color): string {
  return color.slice(1)
}
