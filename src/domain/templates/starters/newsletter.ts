/** A newsletter: one story in front, any number of others, with a picture or without. */
import { button, type Colours, footer, head, picture } from './parts.ts'

const light: Colours = {
  page: '#f1eee7',
  card: '#ffffff',
  ink: '#1d2a26',
  quiet: '#5c665f',
  line: '#e2ded3',
  accent: '#0b5d4e',
  onAccent: '#ffffff',
}
const dark: Colours = {
  page: '#101614',
  card: '#19211e',
  ink: '#eef2ee',
  quiet: '#a9b5ae',
  line: '#2f3a35',
  accent: '#8fd3bf',
  onAccent: '#0b2a23',
}

const heading = `margin:0;font-size:20px;line-height:27px;font-weight:700;color:${light.ink}`
const more = `<singleline label="Link"><a href="https://example.com/" style="color:${light.accent};font-weight:600;text-decoration:underline">Read on</a></singleline>`

export const newsletter = `<mjml lang="en">
  ${head('Newsletter', light, dark, 600)}
  <mj-body css-class="page">
    <mj-section padding="28px 0 20px">
      <mj-group>
        <mj-column width="60%" vertical-align="middle">
          <mj-text css-class="ink" font-size="17px" line-height="40px" font-weight="700" padding="0 0 0 32px">
            <table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr>
              <td width="52" valign="middle"><img editable="true" label="Logo" src="logo.png" alt="" width="40" height="40" style="display:block;width:40px;height:40px;border:0"></td>
              <td valign="middle" style="font-size:17px;line-height:24px;font-weight:700"><singleline label="Name of the newsletter">The Letter</singleline></td>
            </tr></table>
          </mj-text>
        </mj-column>
        <mj-column width="40%" vertical-align="middle">
          <mj-text css-class="quiet" align="right" color="${light.quiet}" font-size="14px" line-height="20px" padding="0 32px 0 0"><currentmonthname> <currentyear></mj-text>
        </mj-column>
      </mj-group>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column>
        <mj-text padding="0" font-size="0" line-height="0">${picture('Main picture', 'hills.png', 'Hills in the morning light', 600)}</mj-text>
        <mj-text css-class="ink" padding="32px 32px 12px">
          <h1 style="margin:0;font-size:32px;line-height:40px;font-weight:700;letter-spacing:-0.4px;color:${light.ink}"><singleline label="Headline">What we learned on the road this spring</singleline></h1>
        </mj-text>
        <mj-text css-class="ink link copy">
          <multiline label="Introduction"><p>Hello [firstname,fallback=there],</p><p>Begin with what your readers gain. Two or three sentences are enough: readers who want more follow the button.</p></multiline>
        </mj-text>
        ${button(light, 'Button', 'Read the story', 'left', '8px 32px 40px')}
      </mj-column>
    </mj-section>
    <mj-raw><repeater label="Stories"><layout label="Story with picture"></mj-raw>
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column><mj-divider css-class="line" /></mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}" padding="32px 0">
      <mj-column width="40%" vertical-align="top">
        <mj-text css-class="side" padding="4px 0 16px 32px" font-size="0" line-height="0">${picture('Picture', 'story.png', 'A still life with fruit', 208, 6)}</mj-text>
      </mj-column>
      <mj-column width="60%" vertical-align="top">
        <mj-text css-class="ink side" padding="0 32px 8px 24px"><h2 style="${heading}"><singleline label="Headline">A shorter story</singleline></h2></mj-text>
        <mj-text css-class="ink link copy side" padding="0 32px 0 24px"><multiline label="Text"><p>Say what it is about, and why it matters now.</p></multiline></mj-text>
        <mj-text css-class="link side" padding="0 32px 0 24px">${more}</mj-text>
      </mj-column>
    </mj-section>
    <mj-raw></layout><layout label="Story"></mj-raw>
    <mj-section css-class="card" background-color="${light.card}">
      <mj-column><mj-divider css-class="line" /></mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${light.card}" padding="32px 0">
      <mj-column>
        <mj-text css-class="ink" padding="0 32px 8px"><h2 style="${heading}"><singleline label="Headline">A story without a picture</singleline></h2></mj-text>
        <mj-text css-class="ink link copy"><multiline label="Text"><p>Dates, notes and answers to readers need no picture.</p></multiline></mj-text>
        <mj-text css-class="link">${more}</mj-text>
      </mj-column>
    </mj-section>
    <mj-raw></layout></repeater></mj-raw>
    ${footer(light, 'left')}
  </mj-body>
</mjml>
`
