/** What HTML and MJML begin with. */

export const newHtml = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title></title>
  </head>
  <body style="margin: 0; padding: 24px; font: 16px/1.5 Arial, sans-serif;">
    <p>Dear [firstname,fallback=reader],</p>
    <p></p>
    <p><unsubscribe>Unsubscribe</unsubscribe></p>
  </body>
</html>
`

export const newMjml = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>
          <p>Dear [firstname,fallback=reader],</p>
        </mj-text>
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column>
        <mj-text font-size="12px"><unsubscribe>Unsubscribe</unsubscribe></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`
