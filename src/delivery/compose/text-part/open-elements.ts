/**
 * The elements that are open while HTML is read, without recursion and in linear time. A table cell is a scope: an end tag in
 * it closes nothing outside (HTML §13.2.4.2, "has an element in scope"). Each scope counts its elements by name, so an end
 * tag that belongs to nothing costs one look-up however deep the elements are nested.
 */

interface Scope {
  /** How many elements were open before it. */
  readonly start: number
  readonly counts: Map<string, number>
}

export class OpenElements<Data> {
  readonly #closed: (name: string, data: Data) => void
  readonly #elements: { readonly name: string; readonly data: Data }[] = []
  readonly #scopes: Scope[] = [{ start: 0, counts: new Map() }]

  /** @param closed is called for each element that ends, the innermost first, whether or not an end tag said so */
  constructor(closed: (name: string, data: Data) => void) {
    this.#closed = closed
  }

  /** How many are open. */
  get depth(): number {
    return this.#elements.length
  }

  /** How many scopes are open, the page's own included. */
  get scopes(): number {
    return this.#scopes.length
  }

  open(name: string, data: Data): void {
    const { counts } = this.#scope
    counts.set(name, (counts.get(name) ?? 0) + 1)
    this.#elements.push({ name, data })
  }

  /** Closes the innermost element of this name in the scope, and those in it. @returns false if none is open */
  close(name: string): boolean {
    if (!this.#scope.counts.get(name)) return false
    while (this.#closeLast() !== name);
    return true
  }

  /** Closes elements of the scope until so many are open. */
  closeTo(depth: number): void {
    while (this.depth > Math.max(depth, this.#scope.start)) this.#closeLast()
  }

  openScope(): void {
    this.#scopes.push({ start: this.depth, counts: new Map() })
  }

  /** Ends the scope and what is open in it; the page's own stays. */
  closeScope(): void {
    this.closeTo(0)
    if (this.#scopes.length > 1) this.#scopes.pop()
  }

  get #scope(): Scope {
    return this.#scopes.at(-1)!
  }

  #closeLast(): string {
    const { name, data } = this.#elements.pop()!
    const { counts } = this.#scope
    counts.set(name, counts.get(name)! - 1)
    this.#closed(name, data)
    return name
  }
}
