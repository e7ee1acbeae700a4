/** A letter: text, a name below it, little else. */
import { type Colours, footer, head } from './parts.ts'

const light: Colours = {
  page: '#ffffff',
  card: '#ffffff',
  ink: '#22262a',
  quiet: '#636a70',
  line: '#dfe2e4',
  accent: '#1f5fa8',
  onAccent: '#ffffff',
}
const dark: Colours = {
  page: '#14171a',
  card: '#14171a',
  ink: '#e9ecee',
  quiet: '#a3abb1',
  line: '#343a40',
  accent: '#8fc0f5',
  onAccent: '#0b1f33',
}

export const letter = `<mjml lang="en">
  ${head('Letter', light, dark, 560)}
  <mj-body css-class="page">
    <mj-section padding="40px 0 24px">
      <mj-column>
        <mj-text><img editable="true" label="Logo" src="logo.png" alt="" width="48" height="48" style="display:block;width:48px;height:48px;border:0"></mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="0 0 8px">
      <mj-column>
        <mj-text css-class="ink link copy" font-size="17px" line-height="28px">
          <multiline label="Letter"><p>Dear [firstname,fallback=friend],</p><p>A letter needs no decoration. Write as you would to one person: what happened, what it means for them, and what you ask for.</p><p>Links stand <a href="https://example.com/">in the text</a>, and one is better than five.</p><p>With kind regards</p></multiline>
        </mj-text>
        <mj-text css-class="ink" font-size="17px" line-height="26px" font-weight="600" padding="8px 32px 0"><singleline label="Name">Alex Example</singleline></mj-text>
        <mj-text css-class="quiet" color="${light.quiet}" font-size="15px" line-height="24px"><singleline label="Role">Head of something, Your company</singleline></mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="24px 0 0">
      <mj-column><mj-divider css-class="line" /></mj-column>
    </mj-section>
    ${footer(light, 'left')}
  </mj-body>
</mjml>
`
