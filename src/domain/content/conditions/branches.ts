/** Follows a text from mark to mark: which branch it is in, which elements each branch opens and closes, and where the way out is. */
import { positions } from '../mjml/source.ts'
import type { Marker, ReadConditions, SoundMarker } from './markers.ts'

/** Conditions inside each other. */
export const deepestConditions = 5
/** Conditions of one part of a letter: `[if:…]` and `[elseif:…]`. */
export const mostConditions = 500
const mostFaults = 20

/** Elements without content, and those that a browser closes itself (HTML §13.1.2.4). */
const needNoEnd = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd option mj-image mj-divider mj-spacer currentday currentdayname currentmonth currentmonthname currentyear'
  ).split(' '),
)

type Layer = 'page' | 'outlook'

/** Open elements of a layer, with where each begins. */
class OpenElements {
  readonly #open: { readonly name: string; readonly at: number }[] = []
  /** By name, their places in `#open`. */
  readonly #places = new Map<string, number[]>()

  get depth(): number {
    return this.#open.length
  }

  push(name: string, at: number): void {
    const places = this.#places.get(name)
    if (places) places.push(this.#open.length)
    else this.#places.set(name, [this.#open.length])
    this.#open.push({ name, at })
  }

  /** The depth of the innermost element of a name. */
  depthOf(name: string): number | undefined {
    return this.#places.get(name)?.at(-1)
  }

  /** Closes all elements down to a depth. @returns the first of them that has to be closed by its author */
  closeTo(depth: number): { readonly name: string; readonly at: number } | undefined {
    let unclosed: { readonly name: string; readonly at: number } | undefined
    while (this.#open.length > depth) {
      const closed = this.#open.pop()!
      this.#places.get(closed.name)!.pop()
      if (!needNoEnd.has(closed.name)) unclosed = closed
    }
    return unclosed
  }
}

interface Block {
  readonly marker: Marker
  readonly depths: Readonly<Record<Layer, number>>
  hasElse: boolean
  /** Every branch before this one has a way out; so has this one. */
  allExit: boolean
  exits: boolean
}

export class Branches {
  readonly #position: ReturnType<typeof positions>
  readonly #markers: SoundMarker[] = []
  readonly #faults: { readonly at: number; readonly says: string }[] = []
  readonly #blocks: Block[] = []
  readonly #open = { page: new OpenElements(), outlook: new OpenElements() }
  #conditions = 0
  /** The first way out that is in a branch. */
  #exitInBranch: number | undefined
  #hasExit = false

  constructor(source: string) {
    this.#position = positions(source)
  }

  fault(at: number, says: string): void {
    if (this.#faults.length < mostFaults) this.#faults.push({ at, says })
  }

  mark(marker: Marker): void {
    const { kind, condition, start, written } = marker
    if (condition && 'says' in condition) this.fault(start, `${written} ${condition.says}`)
    else this.#markers.push({ ...marker, condition, line: this.#lineOf(start) })
    if (condition && ++this.#conditions === mostConditions + 1)
      this.fault(start, `there are more than ${mostConditions} conditions`)
    const block = this.#blocks.at(-1)
    if (kind === 'if') this.#begin(marker)
    else if (block) this.#next(block, marker)
    else this.fault(start, `${written} has no [if:…] before it`)
  }

  #next(block: Block, marker: Marker): void {
    const { kind, start, written } = marker
    this.#endBranch(block, marker)
    if (kind === 'endif') this.#blocks.pop()
    else if (block.hasElse) this.fault(start, `${written} comes after [else]`)
    if (kind === 'else') block.hasElse = true
    if (kind === 'endif' && block.hasElse && block.allExit) this.#found()
  }

  #begin(marker: Marker): void {
    if (this.#blocks.length === deepestConditions)
      this.fault(marker.start, `${marker.written} is nested more than ${deepestConditions} deep`)
    const depths = { page: this.#open.page.depth, outlook: this.#open.outlook.depth }
    this.#blocks.push({ marker, depths, hasElse: false, allExit: true, exits: false })
  }

  #endBranch(block: Block, { start, written }: Marker): void {
    for (const layer of ['page', 'outlook'] as const) {
      const unclosed = this.#open[layer].closeTo(block.depths[layer])
      if (unclosed)
        this.fault(
          unclosed.at,
          `<${unclosed.name}> is opened in a branch and not closed before ${written} in line ${this.#lineOf(start)}`,
        )
    }
    block.allExit &&= block.exits
    block.exits = false
  }

  open(name: string, at: number, isClosed: boolean, layer: Layer = 'page'): void {
    if (!isClosed) this.#open[layer].push(name, at)
  }

  close(name: string, at: number, layer: Layer = 'page'): void {
    const open = this.#open[layer]
    const depth = open.depthOf(name)
    if (depth === undefined) return
    const block = this.#blocks.at(-1)
    if (block && depth < block.depths[layer])
      this.fault(at, `</${name}> closes an element in a branch that was opened outside of it`)
    else open.closeTo(depth)
  }

  /** A way to unsubscribe. */
  exit(at: number): void {
    if (this.#blocks.length > 0) this.#exitInBranch ??= at
    this.#found()
  }

  #found(): void {
    const block = this.#blocks.at(-1)
    if (block) block.exits = true
    else this.#hasExit = true
  }

  end(): ReadConditions {
    for (const { marker } of this.#blocks) this.fault(marker.start, `${marker.written} has no [endif]`)
    if (this.#exitInBranch !== undefined && !this.#hasExit)
      this.fault(
        this.#exitInBranch,
        'the only way to unsubscribe is in a branch: people whom it is not shown to could not leave. Put it outside of all conditions, or into each branch',
      )
    const faults = [...this.#faults]
      .sort((a, b) => a.at - b.at)
      .map(({ at, says }) => `line ${this.#lineOf(at)}: ${says}`)
    return { markers: faults.length > 0 ? [] : this.#markers, faults }
  }

  #lineOf(at: number): number {
    return this.#position(at).line
  }
}
