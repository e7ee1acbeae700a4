/** An announcement or invitation: one thing, when and where, one button. */
import { button, type Colours, footer, head, picture } from './parts.ts'

const light: Colours = {
  page: '#f3f0f8',
  card: '#ffffff',
  ink: '#241a3d',
  quiet: '#655c78',
  line: '#e4deef',
  accent: '#5a2a82',
  onAccent: '#ffffff',
}
const dark: Colours = {
  page: '#120e1c',
  card: '#1d172c',
  ink: '#f3effb',
  quiet: '#b5abc9',
  line: '#372e4d',
  accent: '#f6c667',
  onAccent: '#2a1c05',
}

const label = `font-size:13px;line-height:20px;font-weight:700;color:${light.quiet}`

export const announcement = `<mjml lang="en">
  ${head('Invitation', light, dark, 600)}
  <mj-body css-class="page">
    <mj-section padding="32px 0 0" />
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column>
        <mj-text padding="0" font-size="0" line-height="0">${picture('Picture', 'evening.png', 'Lanterns over a town in the evening', 600)}</mj-text>
        <mj-text css-class="quiet" align="center" color="${light.quiet}" font-size="14px" line-height="20px" font-weight="700" padding="36px 32px 0"><singleline label="Line above the headline">You are invited</singleline></mj-text>
        <mj-text css-class="ink" align="center" padding="10px 32px 14px">
          <h1 style="margin:0;font-size:38px;line-height:45px;font-weight:700;letter-spacing:-0.6px;color:${light.ink}"><singleline label="Headline">An evening under lanterns</singleline></h1>
        </mj-text>
        <mj-text css-class="ink link copy" align="center" padding="0 56px 8px">
          <multiline label="Text"><p>Tell in a few sentences what happens, for whom it is, and what to bring. [firstname,fallback=Friends], we would be glad to see you.</p></multiline>
        </mj-text>
      </mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}" padding="0 0 8px">
      <mj-column><mj-divider css-class="line" padding="0 56px" /></mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}" padding="12px 0">
      <mj-column width="50%">
        <mj-text css-class="ink" align="center" padding="10px 24px">
          <div class="label" style="${label}">When</div>
          <div style="font-size:18px;line-height:26px;font-weight:600"><singleline label="Date">Friday, 12 June</singleline></div>
          <div style="font-size:16px;line-height:24px"><singleline label="Time">7 pm to 11 pm</singleline></div>
        </mj-text>
      </mj-column>
      <mj-column width="50%">
        <mj-text css-class="ink" align="center" padding="10px 24px">
          <div class="label" style="${label}">Where</div>
          <div style="font-size:18px;line-height:26px;font-weight:600"><singleline label="Place">The old boathouse</singleline></div>
          <div style="font-size:16px;line-height:24px"><singleline label="Street">4 Harbour Lane</singleline></div>
        </mj-text>
      </mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column>${button(light, 'Button', 'Save your place', 'center', '16px 32px 12px')}
        <mj-text css-class="quiet" align="center" color="${light.quiet}" font-size="14px" line-height="22px" padding="0 56px 36px"><singleline label="Line below the button">Free of charge. Please answer by 1 June.</singleline></mj-text>
      </mj-column>
    </mj-section>
    <mj-raw><repeater label="Programme"><layout label="Entry"></mj-raw>
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column><mj-divider css-class="line" padding="0 56px" /></mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}" padding="20px 0">
      <mj-group>
        <mj-column width="28%"><mj-text css-class="quiet start" color="${light.quiet}" font-weight="600" padding="0 8px 0 56px"><singleline label="Time">7 pm</singleline></mj-text></mj-column>
        <mj-column width="72%">
          <mj-text css-class="ink end" font-weight="600" padding="0 56px 0 8px"><singleline label="What">Doors open</singleline></mj-text>
          <mj-text css-class="ink link copy end" padding="0 56px 0 8px"><multiline label="More">Soup and bread at the long table.</multiline></mj-text>
        </mj-column>
      </mj-group>
    </mj-section>
    <mj-raw></layout></repeater></mj-raw>
    ${footer(light, 'center')}
  </mj-body>
</mjml>
`
