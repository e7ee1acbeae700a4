/** What we use of html-to-text 10, which brings no types. */
declare module 'html-to-text' {
  export interface Selector {
    readonly selector: string
    readonly format?: string
    readonly options?: Readonly<Record<string, unknown>>
  }
  export function convert(
    html: string,
    options?: { readonly wordwrap?: number | false; readonly selectors?: readonly Selector[] },
  ): string
}
