/** Typefaces that mail programs have without loading one, as stacks that begin with the one that is named. */

export const typefaces = {
  sans: "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "'Courier New', Courier, monospace",
  arial: "Arial, 'Helvetica Neue', Helvetica, sans-serif",
  verdana: 'Verdana, Geneva, sans-serif',
  tahoma: 'Tahoma, Verdana, Segoe, sans-serif',
  trebuchet: "'Trebuchet MS', 'Lucida Grande', 'Lucida Sans Unicode', sans-serif",
  georgia: "Georgia, Times, 'Times New Roman', serif",
  times: "'Times New Roman', Times, Baskerville, Georgia, serif",
  palatino: "Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif",
} as const satisfies Readonly<Record<string, string>>

export type Typeface = keyof typeof typefaces

export const typefaceNames = Object.keys(typefaces) as readonly Typeface[] // its own keys

export function isTypeface(name: string): name is Typeface {
  return Object.hasOwn(typefaces, name)
}

/** @param names of typefaces, the first that is known counts; '' for none */
export function stackOf(...names: readonly string[]): string {
  return typefaces[names.find(isTypeface) ?? 'sans']
}
