/** What the starter templates share: both colour schemes, and the footer every mail has. */

export const fonts = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export interface Colours {
  /** Behind the mail, and of the mail itself. */
  readonly page: string
  readonly card: string
  readonly ink: string
  /** Of what is less important; still 4.5 : 1 on page and card. */
  readonly quiet: string
  readonly line: string
  /** Of links, and behind the text of buttons. */
  readonly accent: string
  readonly onAccent: string
}

/**
 * The head. Programs that know colour schemes get the dark colours by class; Outlook.com marks the colours that it changed, so the same
 * rules are repeated for its marks. Rules that only some programs know are in style sheets of their own: Gmail drops all of a sheet.
 */
export function head(title: string, light: Colours, dark: Colours, width: number): string {
  const rules = darkRules(dark)
  return `<mj-head>
    <mj-title>${title}</mj-title>
    <mj-preview><singleline label="Preview text">A sentence that mailboxes show behind the subject</singleline></mj-preview>
    <mj-breakpoint width="560px" />
    <mj-attributes>
      <mj-all font-family="${fonts}" />
      <mj-body background-color="${light.page}" width="${width}px" />
      <mj-section padding="0" />
      <mj-column padding="0" />
      <mj-text font-size="16px" line-height="26px" color="${light.ink}" padding="0 32px" />
      <mj-divider border-width="1px" border-color="${light.line}" padding="0 32px" />
    </mj-attributes>
    <mj-raw>
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
      <meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
    </mj-raw>
    <mj-style>
      .link a, .link { color: ${light.accent}; }
      h2 { margin: 0; }
      .copy p { margin: 0 0 16px; }
    </mj-style>
    <mj-raw><style>:root { color-scheme: light dark; supported-color-schemes: light dark; }</style></mj-raw>
    <mj-raw><style>@media only screen and (max-width: 559px) {
      .ink h1 { font-size: 28px !important; line-height: 36px !important; }
      .side { padding-left: 32px !important; padding-right: 32px !important; }
      .start { padding-left: 32px !important; }
      .end { padding-right: 32px !important; }
      .side img { max-width: 100% !important; }
    }</style></mj-raw>
    <mj-raw><style>@media (prefers-color-scheme: dark) {\n${rules('')}\n}</style></mj-raw>
    <mj-raw><style>${rules('[data-ogsc] ')}</style></mj-raw>
  </mj-head>`
}

function darkRules({ page, card, ink, quiet, line, accent, onAccent }: Colours): (before: string) => string {
  return before => `
      ${before}.page, ${before}.page > div { background-color: ${page} !important; }
      ${before}.card, ${before}.card > table { background: ${card} !important; background-color: ${card} !important; }
      ${before}.ink div, ${before}.ink h1, ${before}.ink h2 { color: ${ink} !important; }
      ${before}.quiet div, ${before}.quiet a, ${before}.ink .label { color: ${quiet} !important; }
      ${before}.link a { color: ${accent} !important; }
      ${before}.button { background: ${accent} !important; background-color: ${accent} !important; }
      ${before}.button a { color: ${onAccent} !important; }
      ${before}.line p { border-top-color: ${line} !important; }`
}

/**
 * A button that Word draws too: the cell has the colour, and its inner distance in a property that only Word reads.
 * @param align left or center
 */
export function button(
  { accent, onAccent }: Colours,
  label: string,
  text: string,
  align: string,
  padding: string,
): string {
  const style = `display:inline-block;padding:13px 26px;font-family:${fonts};font-size:16px;line-height:20px;font-weight:600;color:${onAccent};text-decoration:none`
  return `<mj-raw><tr><td align="${align}" style="padding:${padding}"><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr>
      <td class="button" align="center" bgcolor="${accent}" style="background-color:${accent};border-radius:6px;mso-padding-alt:13px 26px"><singleline label="${label}"><a href="https://example.com/" style="${style}">${text}</a></singleline></td>
    </tr></table></td></tr></mj-raw>`
}

/** An image as wide as the mail, or as its column. */
export function picture(label: string, file: string, alt: string, width: number, radius = 0): string {
  const style = `display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:${radius}px`
  return `<a href="https://example.com/" style="text-decoration:none"><img editable="true" label="${label}" src="${file}" alt="${alt}" width="${width}" style="${style}"></a>`
}

/** Who writes, why, and the ways out. */
export function footer({ quiet }: Colours, align: string): string {
  const link = `style="color:${quiet};text-decoration:underline"`
  return `<mj-section padding="24px 0 40px">
      <mj-column>
        <mj-text css-class="quiet" align="${align}" color="${quiet}" font-size="13px" line-height="21px">
          <singleline label="Company">Your company</singleline>, <singleline label="Address">1 Street, 12345 Town, Country</singleline><br>
          <singleline label="Why people get this mail">You get this mail because you signed up on our website.</singleline>
        </mj-text>
        <mj-text css-class="quiet" align="${align}" color="${quiet}" font-size="13px" line-height="21px" padding="10px 32px 0">
          <unsubscribe ${link}>Unsubscribe</unsubscribe> &nbsp;·&nbsp; <preferences ${link}>Preferences</preferences> &nbsp;·&nbsp; <webversion ${link}>Read in your browser</webversion>
        </mj-text>
      </mj-column>
    </mj-section>`
}
