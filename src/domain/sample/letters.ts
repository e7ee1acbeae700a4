/** What the sample client writes: a letter that was sent, one that is being written, and a template. They load nothing from elsewhere. */

const company = 'Bloom Flowers'
export const site = 'https://bloom-flowers.example'

const green = '#2f6b4f'
const pale = '#f3f7f2'
const font = "font-family:Georgia,'Times New Roman',serif"
const plainFont = 'font-family:Helvetica,Arial,sans-serif'

/** @param banner colour of the head @param body rows of the table */
function frame(title: string, banner: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:0;background-color:${pale}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:${pale}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background-color:#ffffff">
<tr><td style="background-color:${banner};padding:28px 32px;color:#ffffff;${font};font-size:26px">${company}</td></tr>
${body}
<tr><td style="padding:20px 32px 28px;border-top:1px solid #dfe8dd;color:#5a6b5f;${plainFont};font-size:13px;line-height:20px">
You get this letter at [email] because you joined our list. <webversion>Read it in the browser</webversion> ·
<preferences>Your preferences</preferences> · <unsubscribe>Unsubscribe</unsubscribe><br>${company}, 12 Garden Lane, Sampleton</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function row(html: string): string {
  return `<tr><td style="padding:24px 32px 0;color:#22322a;${plainFont};font-size:16px;line-height:25px">${html}</td></tr>`
}

function heading(text: string): string {
  return `<h1 style="margin:0 0 8px;color:${green};${font};font-size:28px;line-height:34px;font-weight:normal">${text}</h1>`
}

function smallHeading(text: string): string {
  return `<h2 style="margin:0 0 6px;color:${green};${font};font-size:20px;line-height:26px;font-weight:normal">${text}</h2>`
}

function button(label: string, path: string): string {
  return `<a href="${site}${path}" style="display:inline-block;margin:14px 0 4px;padding:12px 22px;background-color:${green};color:#ffffff;text-decoration:none;border-radius:4px">${label}</a>`
}

function link(label: string, path: string): string {
  return `<a href="${site}${path}" style="color:${green}">${label}</a>`
}

/** The paths of the links of the letter that was sent, in the order in which they stand there. */
const sentPaths = ['/spring', '/workshop', '/care/peonies', '/visit'] as const

export const sentLetter = {
  name: 'Spring letter',
  subject: '[firstname,fallback=Hello], the peonies are here',
  preheader: 'Three things to do in the garden this week, and a workshop.',
  html: frame(
    'Spring letter',
    green,
    [
      row(
        `${heading('Dear [firstname,fallback=reader],')}<p style="margin:0">the peonies have arrived, and they will not wait. Until Sunday every bunch comes with a vase that suits it, in all our shops around [Town,fallback=your town].</p>${button('See the spring bunches', sentPaths[0])}`,
      ),
      row(
        `${smallHeading('A workshop on wreaths')}<p style="margin:0">Saturday at ten, with coffee. There are twelve places. ${link('Reserve yours', sentPaths[1])}.</p>`,
      ),
      row(
        `${smallHeading('How peonies last')}<p style="margin:0">Cut the stems at a slant, change the water every other day, and keep them out of the sun. ${link('All of our advice', sentPaths[2])}.</p>`,
      ),
      row(`<p style="margin:0 0 24px">Yours, Rosa · ${link('Come and see us', sentPaths[3])}</p>`),
    ].join('\n'),
  ),
} as const

export const draftLetter = {
  name: 'Summer letter',
  subject: 'Summer in a jar, [firstname,fallback=dear reader]',
  preheader: 'Wild flowers, ready to go on the table.',
  html: frame(
    'Summer letter',
    '#b6562f',
    [
      row(
        `${heading('Summer in a jar')}<p style="margin:0">Dear [firstname,fallback=reader], our fields are full of cornflowers, poppies and marigolds. We cut them in the morning and put them into jars that you may keep.</p>${button('Order a jar', '/summer')}`,
      ),
      row(
        `${smallHeading('You chose [Favourite,fallback=a little of everything]')}<p style="margin:0 0 24px">Tell us what you like, and we leave the rest out. ${link('Write to Rosa', '/contact')}.</p>`,
      ),
    ].join('\n'),
  ),
} as const

export const template = {
  name: 'Bloom letter',
  url: `${site}/templates/letter.html`,
  html: frame(
    'Bloom letter',
    green,
    [
      row(
        `${heading('<singleline label="Headline">This month at Bloom</singleline>')}<multiline label="Introduction"><p style="margin:0">What is in season.</p></multiline>`,
      ),
      `<repeater><layout label="Flower">${row(`${smallHeading('<singleline label="Name" repeatertitle="true">A flower</singleline>')}<multiline label="About"><p style="margin:0 0 12px">What it likes.</p></multiline>`)}</layout></repeater>`,
    ].join('\n'),
  ),
} as const
