/**
 * Sections → MJML. Every text is escaped or sanitised here and held back from the MJML compiler, which sees a comment in its place:
 * so no value can end an element, and HTML of the author comes through byte for byte.
 */
import { escapeHtml } from '../../../lib/html.ts'
import { inkOn } from '../contrast.ts'
import { isSafeImage, isSafeLink, safeHtml } from '../safe-html.ts'
import { DarkColors } from './dark.ts'
import { accentOn, type Look, lookOf, quietOn, type SectionBrand, textOn, wordsOn } from './look.ts'
import type { Section, SectionDocument, SectionKind, SectionOf } from './schema.ts'

/** An address that is left out of the mail, since it is invalid or not safe. */
export interface LeftOut {
  /** `sections[3].href` */
  readonly path: string
  readonly message: string
}

export interface SectionsMjml {
  readonly mjml: string
  /** The texts that replace `<!--held0-->` and so on. */
  readonly held: readonly string[]
  /** What each of them is, where it could be edited. */
  readonly kinds: readonly (Held | undefined)[]
  readonly leftOut: readonly LeftOut[]
}

/** A heading, HTML of the author, the words of a button. */
export type Held = 'line' | 'text' | 'button'

/**
 * Pure and linear. Every valid document becomes MJML without problems.
 * @param isMarked for the editor: elements carry the class of their place (`placeClass`), conditions are left out, and what is empty is a blank
 */
export function toMjml(document: SectionDocument, brand: SectionBrand, isMarked = false): SectionsMjml {
  const look = lookOf(document.theme, brand)
  const page = new Page(look, brand, isMarked)
  const sections = document.sections.map((section, n) => page.section(section, `sections[${n}]`))
  const { language } = document.theme
  const mjml = `<mjml${language === 'unknown' ? '' : ` lang="${language}"`}>
<mj-head>
<mj-breakpoint width="560px" />
<mj-attributes>
<mj-all font-family="${look.font}" />
<mj-text padding="0 ${side}px" font-size="16px" line-height="26px" />
<mj-column padding="0" />
</mj-attributes>
<mj-style>
.copy p { margin: 0 0 16px; }
.copy ul, .copy ol { margin: 0 0 16px; padding-left: 24px; }
.copy p:last-child, .copy ul:last-child, .copy ol:last-child { margin-bottom: 0; }
.copy h1, .copy h2, .copy h3 { margin: 0 0 8px; line-height: 1.3; }
${page.linkColors()}
@media only screen and (max-width: 559px) { .beside { padding-left: ${side}px !important; padding-right: ${side}px !important; } }
</mj-style>
<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
${page.darkStyles()}
</mj-head>
<mj-body css-class="page" background-color="${look.background}" width="${look.width}px">
${sections.join('\n')}
</mj-body>
</mjml>`
  return { mjml, held: page.held, kinds: page.kinds, leftOut: page.leftOut }
}

/** Of an element that shows a part of a document: `sections[3].columns[0].title` is `at-3-columns-0-title`. */
export function placeClass(path: string): string {
  return `at-${path
    .replace(/^sections/, '')
    .replace(/[[\].]+/g, '-')
    .replace(/^-|-$/g, '')}`
}

/** Puts back what was held. @param html of the compiler */
export function withHeld(html: string, held: readonly string[]): string {
  return html.replace(/<!--held(\d+)-->/g, (_mark, number: string) => held[Number(number)] ?? '')
}

/** Pixels beside the text. */
const side = 32
const spaces = { none: 0, small: 8, normal: 16, large: 36 } as const
const headings = { '1': [30, 38], '2': [23, 31], '3': [18, 26] } as const
const sizes = { small: [14, 22], normal: [16, 26], large: [19, 30] } as const
const radii = { rounded: 6, pill: 30, square: 0 } as const
const shares = { full: 1, large: 1, medium: 0.66, small: 0.33 } as const

type Framed = Pick<Section, 'background' | 'space'>
type Writers = { readonly [Kind in SectionKind]: (section: SectionOf<Kind>, path: string) => string }

class Page {
  readonly held: string[] = []
  readonly kinds: (Held | undefined)[] = []
  readonly leftOut: LeftOut[] = []
  readonly #look: Look
  readonly #brand: SectionBrand
  readonly #isMarked: boolean
  /** Of the section that is written. */
  #present = ''
  /** Colours of links by the class of what they stand in. */
  readonly #links = new Map<string, string>()
  readonly #dark: DarkColors

  constructor(look: Look, brand: SectionBrand, isMarked: boolean) {
    this.#look = look
    this.#brand = brand
    this.#dark = new DarkColors(look)
    this.#isMarked = isMarked
  }

  section(section: Section, path: string): string {
    this.#present = path
    // the table has a writer for each kind, of sections of this kind
    const written = (this.#writers[section.kind] as (section: Section, path: string) => string)(section, path)
    const condition = spaced(section.shownTo)
    if (condition === '' || this.#isMarked) return written
    return `${this.#mark(`[if:${escapeHtml(condition)}]`)}${written}${this.#mark('[endif]')}`
  }

  /** Style sheets of their own, held back from the compiler: some programs drop a sheet for one rule, others know marks of Outlook.com. */
  darkStyles(): string {
    const sheets = [
      ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
      `@media (prefers-color-scheme: dark) {\n${this.#dark.css('')}\n}`,
      this.#dark.css('[data-ogsc] '),
    ]
    return sheets.map(sheet => this.#mark(`<style>${sheet}</style>`)).join('\n')
  }

  linkColors(): string {
    return [...this.#links].map(([name, color]) => `.${name} a { color: ${color}; }`).join('\n')
  }

  readonly #writers: Writers = {
    heading: (section, path) => {
      const [size, height] = headings[section.level]
      const style = `margin:0;font-family:${this.#look.headingFont};font-size:${size}px;line-height:${height}px;font-weight:700`
      const heading = `<h${section.level} style="${style}">${this.#shown(line(section.text))}</h${section.level}>`
      return this.#frame(section, column(this.#text(section, heading, '', `${path}.text`)))
    },
    text: (section, path) => {
      const [size, height] = sizes[section.size]
      const attributes = `font-size="${size}px" line-height="${height}px"`
      const words = this.#text(section, this.#shown(safeHtml(section.html)), attributes, `${path}.html`)
      return this.#frame(section, column(words))
    },
    image: (section, path) => {
      const isFull = section.width === 'full'
      const width = Math.round((isFull ? this.#look.width : this.#look.width - 2 * side) * shares[section.width])
      const radius = section.rounded ? 8 : 0
      const padding = isFull ? '0' : `0 ${side}px`
      return this.#frame(section, column(this.#image(section, path, { width, radius, padding, align: section.align })))
    },
    imageText: (section, path) => {
      const half = Math.floor(this.#look.width / 2)
      const picture = this.#image(section, path, {
        ...{ width: half - side - 12, radius: 6, fills: true, align: 'center', className: 'beside' },
        padding: section.side === 'left' ? `0 12px 16px ${side}px` : `0 ${side}px 16px 12px`,
      })
      const padding = section.side === 'left' ? `0 ${side}px 0 12px` : `0 12px 0 ${side}px`
      const words = this.#titled({ ...section, align: 'left', color: '' }, `padding="${padding}"`, path, 'beside')
      const columns = `${column(picture, 'width="50%" vertical-align="top"')}${column(words, 'width="50%" vertical-align="middle"')}`
      return this.#frame(section, columns, section.side === 'right' ? { attributes: 'direction="rtl"' } : {})
    },
    button: (section, path) => {
      const href = this.#link(section.href, `${path}.href`, 'a button leads to it')
      const button = this.#button(section.text, href, section.fill || this.#accent(section), section, `${path}.text`)
      const extra = `border-radius="${radii[section.shape]}px" padding="0 ${side}px" inner-padding="13px 26px"`
      return this.#frame(section, column(button(`${extra}${section.wide ? ' width="100%"' : ''}`)))
    },
    columns: (section, path) => {
      const width = Math.floor(this.#look.width / section.columns.length)
      const cells = section.columns.map((cell, n) => {
        const at = `${path}.columns[${n}]`
        const isLinked = cell.label.trim() !== '' || cell.href !== ''
        const href = isLinked ? this.#link(cell.href, `${at}.href`, 'a column leads to it') : undefined
        const picture =
          cell.src === ''
            ? ''
            : this.#image({ ...cell, href: '' }, at, {
                ...{ width: width - 32, radius: 6, fills: true, padding: '0 16px 14px', align: section.align },
                href,
              })
        const words = this.#titled({ ...section, ...cell }, 'padding="0 16px 10px"', at)
        const button =
          cell.label.trim() === ''
            ? ''
            : this.#button(
                cell.label,
                href,
                this.#accent(section),
                section,
                `${at}.label`,
              )('border-radius="6px" padding="4px 16px 14px" inner-padding="10px 18px" font-size="15px"')
        return column(`${picture}${words}${button}`, 'vertical-align="top"')
      })
      return this.#frame(section, cells.join(''), { beside: 16 })
    },
    divider: section => {
      const share = { full: '100%', half: '50%', short: '20%' }[section.width]
      const color = section.color || (inkOn(this.#paper(section)) === '#ffffff' ? '#4b5058' : '#d9dce1')
      const css = section.color === '' ? ` css-class="${this.#dark.line(this.#paper(section))}"` : ''
      const border = `border-width="${section.thickness}px" border-style="${section.style}" border-color="${color}"`
      return this.#frame(section, column(`<mj-divider padding="0 ${side}px" width="${share}" ${border}${css} />`))
    },
    social: (section, path) => {
      const color = section.color || this.#accent(section)
      const given = section.links.some(({ name, href }) => name.trim() !== '' || href.trim() !== '')
      const links = (given ? section.links : this.#brand.socialLinks).flatMap(({ name, href }, n) => {
        const to = this.#link(href, `${path}.links[${n}].href`, 'a link leads to it')
        const style =
          section.style === 'buttons'
            ? `display:inline-block;margin:3px;padding:5px 13px;border:1px solid ${color};border-radius:20px;color:${color};text-decoration:none`
            : `color:${color};text-decoration:underline`
        return to === undefined || name.trim() === ''
          ? []
          : [`<a href="${escapeHtml(to)}" style="${style}">${line(name)}</a>`]
      })
      const between = section.style === 'buttons' ? ' ' : ' &nbsp;·&nbsp; '
      return this.#frame(
        section,
        column(this.#text(section, links.join(between), 'font-size="14px" line-height="24px"')),
      )
    },
    footer: section => this.#footer(section),
    // its own styles were written for its paper, which stays as it is
    raw: section =>
      this.#frame(
        section,
        column(
          `<mj-text align="${section.align}" color="${textOn(this.#look, this.#paper(section))}">${this.#hold(section.html)}</mj-text>`,
        ),
        { isFixed: true },
      ),
  }

  /** Who writes, why, and the ways out; what is left empty is the branding's. */
  #footer(section: SectionOf<'footer'>): string {
    const { footerText, postalAddress, imprintUrl } = this.#brand
    const framed = { ...section, background: section.background || this.#look.background }
    const quiet = quietOn(this.#look, framed.background)
    const style = `style="color:${quiet};text-decoration:underline"`
    const way = (tag: string, label: string) =>
      label.trim() === '' ? [] : [`<${tag} ${style}>${line(label)}</${tag}>`]
    const ways = [
      ...way('unsubscribe', section.unsubscribe.trim() === '' ? 'Unsubscribe' : section.unsubscribe),
      ...way('preferences', section.preferences),
      ...way('webversion', section.webVersion),
      ...(isSafeImage(imprintUrl)
        ? [`<a href="${escapeHtml(imprintUrl)}" ${style}>${line(hostOf(imprintUrl))}</a>`]
        : []),
    ]
    const why = section.html.trim() === '' ? lines(footerText) : safeHtml(section.html)
    const words = [why, lines(section.address.trim() === '' ? postalAddress : section.address)].filter(Boolean)
    const small = `align="${section.align}" color="${quiet}" font-size="13px" line-height="21px" css-class="copy ${this.#on(framed.background, quiet, 'foot')} ${this.#dark.text(quiet, framed.background, quiet, true)}"`
    const texts = [words.join('<br>'), ways.join(' &nbsp;·&nbsp; ')].filter(Boolean)
    const written = texts.map(inside => `<mj-text ${small} padding="0 ${side}px 8px">${this.#hold(inside)}</mj-text>`)
    return this.#frame(framed, column(written.join('')))
  }

  /** A title above text, both may be empty. */
  #titled(
    section: Framed & { readonly title: string; readonly html: string; readonly align: string; readonly color: string },
    padding: string,
    path: string,
    className = '',
  ): string {
    const style = `margin:0 0 4px;font-family:${this.#look.headingFont};font-size:19px;line-height:26px;font-weight:700`
    const title =
      section.title.trim() === ''
        ? ''
        : this.#text(section, `<h3 style="${style}">${line(section.title)}</h3>`, padding, `${path}.title`, className)
    const isEmpty = section.html.trim() === '' && !(this.#isMarked && title === '')
    return `${title}${isEmpty ? '' : this.#text(section, this.#shown(safeHtml(section.html)), padding, `${path}.html`, className)}`
  }

  /** A place to write, in the editor also where nothing is written yet. */
  #shown(html: string): string {
    return this.#isMarked && html.trim() === '' ? '&nbsp;' : html
  }

  /** The attribute with the class of a place, and others. */
  #classes(path: string, ...others: readonly string[]): string {
    const all = [...others.filter(Boolean), ...(this.#isMarked && path !== '' ? [placeClass(path)] : [])]
    return all.length === 0 ? '' : ` css-class="${all.join(' ')}"`
  }

  /** @param path of what is written in it alone */
  #text(
    section: Framed & { readonly align: string; readonly color: string },
    inside: string,
    attributes = '',
    path = '',
    className = '',
  ): string {
    const paper = this.#paper(section)
    const accent = accentOn(this.#look, paper)
    const color = section.color || textOn(this.#look, paper)
    const classes = ['copy', this.#on(paper, accent), this.#dark.text(color, paper, accent, false), className]
    return `<mj-text align="${section.align}" color="${color}"${this.#classes(path, ...classes)} ${attributes}>${this.#hold(inside, /^<h\d/.test(inside) ? 'line' : 'text')}</mj-text>`
  }

  /** The class of content on a colour, whose links have a colour that can be read there. */
  #on(paper: string, links: string, what = 'on'): string {
    const name = `${what}-${paper.slice(1)}`
    this.#links.set(name, links)
    return name
  }

  #image(
    { src, alt, href }: { readonly src: string; readonly alt: string; readonly href: string },
    path: string,
    look: {
      readonly width: number
      readonly radius: number
      readonly padding: string
      readonly align: string
      /** On a phone it is as wide as that. */
      readonly fills?: boolean
      readonly href?: string | undefined
      readonly className?: string
    },
  ): string {
    const address = spaced(src)
    if (!isSafeImage(address)) {
      this.leftOut.push({
        path: `${path}.src`,
        message: src === '' ? 'has no image' : 'is no http or https address of an image',
      })
      // room for the button that adds one
      if (this.#isMarked) return `<mj-spacer height="140px" css-class="${placeClass(`${path}.src`)}" />`
      return ''
    }
    const to = look.href ?? (href.trim() === '' ? undefined : this.#link(href, `${path}.href`, 'an image leads to it'))
    const link = to === undefined ? '' : ` href="${escapeHtml(to)}"`
    return `<mj-image src="${escapeHtml(address)}" alt="${line(alt)}"${link} width="${look.width}px" border-radius="${look.radius}px" padding="${look.padding}" align="${look.align}"${look.fills ? ' fluid-on-mobile="true"' : ''}${this.#classes(`${path}.src`, look.className ?? '')} />`
  }

  /** @returns undefined for what is no safe address, which is named */
  #link(given: string, path: string, what: string): string | undefined {
    const href = spaced(given)
    if (isSafeLink(href)) return href
    this.leftOut.push({
      path,
      message: href === '' ? `is empty, and ${what}` : 'is no http, https, mailto or tel address',
    })
    return undefined
  }

  #button(
    label: string,
    href: string | undefined,
    fill: string,
    section: Framed & { readonly align: string },
    path: string,
  ): (attributes: string) => string {
    const link = href === undefined ? '' : ` href="${escapeHtml(href)}"`
    const css = this.#dark.button(fill, this.#paper(section))
    return attributes =>
      `<mj-button${link}${this.#classes(path, css)} align="${section.align}" background-color="${fill}" color="${wordsOn(fill)}" font-size="16px" line-height="20px" font-weight="600" ${attributes}>${this.#hold(this.#shown(line(label)), 'button')}</mj-button>`
  }

  #accent(section: Framed): string {
    return accentOn(this.#look, this.#paper(section))
  }

  #paper({ background }: Framed): string {
    return background || this.#look.surface
  }

  /**
   * @param options.beside pixels at both sides
   * @param options.isFixed it looks the same where the reader prefers dark colours
   */
  #frame(
    section: Framed,
    inside: string,
    {
      attributes = '',
      beside = 0,
      isFixed = false,
    }: { readonly attributes?: string; readonly beside?: number; readonly isFixed?: boolean } = {},
  ): string {
    const paper = this.#paper(section)
    const space = `${spaces[section.space]}px ${beside}px`
    const css = this.#classes(this.#present, isFixed ? '' : this.#dark.paper(paper))
    return `<mj-section background-color="${paper}" padding="${space}"${css} ${attributes}>${inside}</mj-section>`
  }

  /** A mark of a condition, between sections. */
  #mark(text: string): string {
    return `<mj-raw>${this.#hold(text)}</mj-raw>`
  }

  #hold(html: string, kind?: Held): string {
    this.kinds.push(kind)
    return `<!--held${this.held.push(html) - 1}-->`
  }
}

function column(inside: string, attributes = ''): string {
  return `<mj-column ${attributes}>${inside}</mj-column>`
}

/** Text of one line; the compiler refuses long runs of blanks. */
function line(text: string): string {
  return escapeHtml(spaced(text))
}

function lines(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map(one => line(one))
    .join('<br>')
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
