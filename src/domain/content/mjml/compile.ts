/**
 * MJML → HTML by mjml-core, which a worker thread loads with the first document. A pure function of the source: no includes, no
 * files, no network, no minifying. See docs/decisions/content.md#mjml-is-compiled-by-mjml-core-without-its-minifiers.
 */
import { loadMjml, type MjmlNode } from './mjml-core.ts'
import { type MjmlProblem, mjmlLimits, positions, readMjml } from './source.ts'

export interface CompiledMjml {
  /** Empty with a problem of severity Error. */
  readonly html: string
  /** In the order of the source. */
  readonly problems: readonly MjmlProblem[]
  /** Of the HTML in UTF-8. */
  readonly bytes: number
}

/** Compiles a document; what is wrong with it is a problem, never an exception. */
export async function compileMjml({ source }: { readonly source: string }): Promise<CompiledMjml> {
  const { compile, preset, opaque } = loadMjml()
  const { root, problems } = readMjml(source, opaque)
  if (!root || problems.some(({ severity }) => severity === 'Error')) return failed(problems)

  const comments = new Comments(source)
  const position = positions(source)
  const problem = (offset: number, tag: string, message: string, severity: MjmlProblem['severity']) => ({
    ...position(offset),
    tag,
    message,
    severity,
  })
  try {
    const { html: made, errors } = await compile(prepared(root, comments), {
      presets: [preset],
      validationLevel: 'soft',
      // the default list would have mails load fonts from another host
      fonts: {},
    })
    const html = comments.restore(made)
    const bytes = Buffer.byteLength(html)
    const found = [
      ...problems,
      ...errors.map(({ line, tagName, message }) => problem(line, tagName, message, 'Warning')),
    ]
    if (bytes <= mjmlLimits.output) return { html, problems: ordered(found), bytes }
    return failed([...found, problem(0, '', `The HTML is longer than ${mjmlLimits.output} bytes.`, 'Error')])
  } catch (error) {
    // a component that cannot work with what its attributes say
    const message = error instanceof Error ? error.message : String(error)
    return failed([...problems, problem(0, '', `The MJML cannot be compiled: ${message.slice(0, 300)}`, 'Error')])
  }
}

function failed(problems: readonly MjmlProblem[]): CompiledMjml {
  return { html: '', problems: ordered(problems), bytes: 0 }
}

/** If there are too many, the errors; sorted by their place. */
function ordered(problems: readonly MjmlProblem[]): readonly MjmlProblem[] {
  return [...problems]
    .sort((a, b) => Number(a.severity === 'Warning') - Number(b.severity === 'Warning'))
    .slice(0, mjmlLimits.problems)
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

/**
 * The tree as the compiler is to have it: comments are kept apart; `mj-style inline` becomes an ordinary style sheet, since
 * rules of style elements are inlined when a campaign is compiled; `mj-font` becomes a link, since the compiler
 * searches the page with a regular expression made from the font's name.
 */
function prepared(node: MjmlNode, comments: Comments): MjmlNode {
  if (node.tagName === 'mj-font') return fontLink(node)
  const { inline: _inline, ...styleAttributes } = node.attributes
  return {
    ...node,
    attributes: node.tagName === 'mj-style' ? styleAttributes : node.attributes,
    children: node.children.map(child => prepared(child, comments)),
    ...(node.content === undefined ? {} : { content: comments.keep(node.content) }),
  }
}

/** Word would read a link to a font, and fall back to Times New Roman. */
function fontLink({ line, attributes: { href } }: MjmlNode): MjmlNode {
  const isLink = typeof href === 'string' && /^https?:\/\/[^\s<>"]{1,2000}$/.test(href)
  const link = `<!--[if !mso]><!--><link href="${href}" rel="stylesheet" type="text/css"><!--<![endif]-->`
  return { line, tagName: 'mj-raw', attributes: {}, children: [], content: isLink ? link : '' }
}

/**
 * Comments of the author, conditional ones above all. The compiler removes white space inside conditional comments and joins
 * neighbours; it sees a short comment in place of each.
 */
class Comments {
  readonly #mark: string
  readonly #kept: string[] = []

  constructor(source: string) {
    let number = 0
    while (source.includes(`keep${number}-`)) number++
    this.#mark = `keep${number}-`
  }

  keep(content: string): string {
    let result = ''
    let at = 0
    for (let start = content.indexOf('<!--'); start >= 0; start = content.indexOf('<!--', at)) {
      const end = content.indexOf('-->', start + 4)
      if (end < 0) break
      result += `${content.slice(at, start)}<!--${this.#mark}${this.#kept.push(content.slice(start, end + 3)) - 1}-->`
      at = end + 3
    }
    return result + content.slice(at)
  }

  restore(html: string): string {
    return html.replace(new RegExp(`<!--${this.#mark}(\\d+)-->`, 'g'), (_mark, number: string) => {
      return this.#kept[Number(number)] ?? ''
    })
  }
}
