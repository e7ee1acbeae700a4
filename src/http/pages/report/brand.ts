/** How the pages of a client look: the one place where a report takes name, logo, colours and footer from. */

export interface Brand {
  /** Whose report it is. */
  readonly name: string
  /** An image of the client's own; undefined for its name alone. */
  readonly logoUrl: string | undefined
  /** Hexadecimal, for people in charts and for links; 4.5 : 1 on the paper of its scheme. */
  readonly accent: { readonly light: string; readonly dark: string }
  /** Plain text below the report; '' for none. */
  readonly footer: string
}

/** Our own look. */
export function plainBrand(name: string): Brand {
  return { name, logoUrl: undefined, accent: { light: '#1f4fa3', dark: '#a9c4ff' }, footer: '' }
}
