/** Typefaces that mail programs have, as the service names them. Those without a name of their own are said in the reader's language. */

export const typefaceNames: Readonly<Record<string, string>> = {
  arial: 'Arial',
  verdana: 'Verdana',
  tahoma: 'Tahoma',
  trebuchet: 'Trebuchet MS',
  georgia: 'Georgia',
  times: 'Times New Roman',
  palatino: 'Palatino',
}

/** How the preview of the branding shows them. */
export const typefaceStacks: Readonly<Record<string, string>> = {
  sans: "-apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "'Courier New', Courier, monospace",
  arial: 'Arial, Helvetica, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  tahoma: 'Tahoma, Verdana, sans-serif',
  trebuchet: "'Trebuchet MS', sans-serif",
  georgia: 'Georgia, Times, serif',
  times: "'Times New Roman', Times, serif",
  palatino: "Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif",
}
