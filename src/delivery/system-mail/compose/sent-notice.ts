/** The mail that a campaign was sent, with its counts. */
import { html } from '../../../lib/html.ts'
import type { SentCampaign } from '../../../store/campaigns/system-mail.ts'
import type { Notice } from './notice.ts'

export function sentNotice({
  name,
  subject,
  finished,
  ...campaign
}: SentCampaign): Pick<Notice, 'subject' | 'text' | 'html'> {
  const counts: readonly (readonly [string, number])[] = [
    ['Recipients', campaign.recipients],
    ['Accepted', campaign.accepted],
    ['Refused', campaign.refused],
    ['Unknown', campaign.unknown],
    ['Excluded', campaign.excluded],
  ]
  return {
    subject: `Your campaign was sent: ${name}`,
    text: `The campaign "${name}" (${subject}) was sent. It was finished at ${finished}.

${counts.map(([label, count]) => `${label}: ${count}`).join('\n')}
`,
    html: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Your campaign was sent</title></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">
<p>The campaign <strong>${name}</strong> (${subject}) was sent. It was finished at ${finished}.</p>
<table>${counts.map(([label, count]) => html`<tr><th align="left">${label}</th><td align="right">${count}</td></tr>`)}</table>
</body></html>
`,
  }
}
