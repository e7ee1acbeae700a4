/**
 * A long list that comes in pages. Read row by row it is like any other; what writes a million rows takes it page by page, because waiting for
 * each row costs more than writing it.
 */
export class Paged<Row> implements AsyncIterable<Row> {
  readonly #pages: () => AsyncGenerator<readonly Row[], void>

  /** @param pages begins to read; called once */
  constructor(pages: () => AsyncGenerator<readonly Row[], void>) {
    this.#pages = pages
  }

  pages(): AsyncGenerator<readonly Row[], void> {
    return this.#pages()
  }

  map<Other>(other: (row: Row) => Other): Paged<Other> {
    const pages = this.#pages
    return new Paged(async function* () {
      for await (const page of pages()) yield page.map(other)
    })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    for await (const page of this.#pages()) yield* page
  }
}
