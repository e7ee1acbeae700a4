import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gif, jpeg, png } from '../../../test/harness/images.ts'
import { type Page as Served, serveWeb, type TestWeb } from '../../../test/harness/web.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { withAssets } from './assets.ts'
import { gather } from './gathering.ts'
import { importPage } from './import.ts'
import { tokenize } from './markup.ts'
import { PageRefused } from './pages.ts'

const fetch = guardedFetch({ allowPrivate: true, userAgent: 'test' })
let web: TestWeb
before(async () => {
  const image = (body: Buffer): Served => ({ type: 'image/whatever', body })
  web = await serveWeb({
    '/mail/a.png': image(png),
    '/mail/b%20b.gif': image(gif),
    '/c.jpg': image(jpeg),
    '/moved.png': { status: 302, headers: { location: '/mail/a.png' } },
    '/mail/logo.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    '/mail/not-an-image.png': { type: 'image/png', body: '<script>alert(1)</script>' },
    '/huge.png': image(Buffer.concat([png, Buffer.alloc(5_000_000)])),
    '/css/site.css': { type: 'text/css', body: '@import "more/deep.css" screen;\nh1 { background: url(h1.png) }' },
    '/css/h1.png': image(png),
    '/css/more/deep.css': { type: 'text/css', body: "h2 { background: url('../h1.png') } @import 'self.css';" },
    '/css/more/self.css': { type: 'text/css', body: '@import "self.css"; h3 { color: red }' },
    '/css/closing.css': { type: 'text/css', body: 'a { content: "</style><b>" }' },
    '/css/page.css': { type: 'text/html', body: 'not css' },
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`/big/${n}.png`, image(Buffer.concat([png, Buffer.alloc(4_000_000)]))]),
    ),
  })
})
after(() => web.close())

async function taken(html: string, zip?: Record<string, Buffer>) {
  const {
    files,
    missing,
    html: kept,
  } = await gather(
    async known => importPage({ url: `${web.url}/mail/page.html`, text: html }, tokenize(html), structuredClone(known)),
    { fetch, zip: zip && new Map(Object.entries(zip)) },
  )
  return {
    // hashes of URLs differ with the port
    html: kept.replaceAll(web.url, 'WEB').replace(/kept:web\/[0-9a-f]{24}/g, 'kept:web/#'),
    files: files.map(({ path, mediaType }) => `${path.replace(/[0-9a-f]{24}/, '#')} ${mediaType}`),
    missing,
  }
}

const rewritten: readonly (readonly [before: string, after: string])[] = [
  ['<img src="a.png">', '<img src="kept:web/#.png">'],
  ["<IMG  alt=x SRC = './a.png?v=1#x' />", "<IMG  alt=x SRC = 'kept:web/#.png' />"],
  ['<img src=a.png>', '<img src=kept:web/#.png>'],
  ['<img src="b b.gif">', '<img src="kept:web/#.gif">'],
  ['<img src="/c.jpg"><img src="../c.jpg">', '<img src="kept:web/#.jpg"><img src="kept:web/#.jpg">'],
  ['<img src="WEB/moved.png">', '<img src="kept:web/#.png">'],
  [
    '<body background="a.png"><td background=a.png>',
    '<body background="kept:web/#.png"><td background=kept:web/#.png>',
  ],
  [
    '<img srcset="a.png 1x, b%20b.gif 2x" src="a.png">',
    '<img srcset="kept:web/#.png 1x, kept:web/#.gif 2x" src="kept:web/#.png">',
  ],
  ['<v:fill type="frame" src="a.png"/>', '<v:fill type="frame" src="kept:web/#.png"/>'],
  [`<p style="color:red;background:url('a.png')">`, '<p style="color:red;background:url(kept:web/#.png)">'],
  ['<p style="background:url(&quot;a.png&quot;)">', '<p style="background:url(kept:web/#.png)">'],
  ['<p style=\'content:"a"\'>', '<p style=\'content:"a"\'>'],
  [
    '<style>a { background: url(a.png) } /* url(a.png) */</style>',
    '<style>a { background: url(kept:web/#.png) } /* url(a.png) */</style>',
  ],
  ['<style>@import url(http://fonts.example/x);</style>', '<style>@import url(http://fonts.example/x);</style>'],
  [
    '<link rel="stylesheet" href="/css/site.css" media="screen">',
    '<style media="screen">\n@media screen {\nh2 { background: url(kept:web/#.png) } @import url(WEB/css/more/self.css) ; h3 { color: red }\n}\nh1 { background: url(kept:web/#.png) }\n</style>',
  ],
  ['<link rel="icon" href="/css/site.css">', '<link rel="icon" href="/css/site.css">'],
  ['<link rel=stylesheet href="/css/closing.css">', '<link rel=stylesheet href="WEB/css/closing.css">'],
  [
    '<a href="next.html">n</a><a href="#top">t</a><a href="mailto:a@b.example">m</a>',
    '<a href="WEB/mail/next.html">n</a><a href="#top">t</a><a href="mailto:a@b.example">m</a>',
  ],
  [
    '<a href="[Shop]">s</a><a href="?e=[email]">e</a><a href="//other.example/x">o</a>',
    '<a href="[Shop]">s</a><a href="WEB/mail/page.html?e=[email]">e</a><a href="http://other.example/x">o</a>',
  ],
  ['<base href="/"><img src="c.jpg">', '<base href="/"><img src="kept:web/#.jpg">'],
  // left where they are
  ['<img src="WEB/nowhere.png">', '<img src="WEB/nowhere.png">'],
  ['<img src="http://169.254.169.254/x.png">', '<img src="http://169.254.169.254/x.png">'],
  ['<img src="WEB/huge.png">', '<img src="WEB/huge.png">'],
  ['<img src="logo.svg">', '<img src="WEB/mail/logo.svg">'],
  ['<img src="not-an-image.png">', '<img src="WEB/mail/not-an-image.png">'],
  ['<img src="a.png" cm_dontimportimage>', '<img src="WEB/mail/a.png" cm_dontimportimage>'],
  [
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="cid:x"><img src="[Photo]"><img src="<$imagesrc$>"><img src="">',
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="cid:x"><img src="[Photo]"><img src="<$imagesrc$>"><img src="">',
  ],
  [
    '<!--[if mso]><v:rect src="a.png"><![endif]--><p>&nbsp;5 < 6 &amp <b>x</p>',
    '<!--[if mso]><v:rect src="a.png"><![endif]--><p>&nbsp;5 < 6 &amp <b>x</p>',
  ],
]
for (const [html, expected] of rewritten) {
  test(`${html} becomes ${expected}`, async () => {
    const result = await taken(html.replaceAll('WEB', web.url))
    assert.equal(result.html, expected)
    assert.deepEqual(result.missing, [])
  })
}

test('a file named twice is fetched and kept once', async () => {
  const before = web.asked.length
  const { files } = await taken('<img src="a.png"><img src="./a.png"><p style="background:url(a.png)">')
  assert.deepEqual(files, ['web/#.png image/png'])
  assert.deepEqual(web.asked.slice(before), ['/mail/a.png'])
})

const zipped: readonly (readonly [html: string, zip: Record<string, Buffer>, after: string])[] = [
  ['<img src="img/x.png">', { 'img/x.png': png }, '<img src="kept:zip/img/x.png">'],
  ['<img src="/img/X.PNG">', { 'img/x.png': png }, '<img src="kept:zip/img/x.png">'],
  ['<img src="img/x.png">', { 'theme/img/x.png': png, 'theme/y.png': png }, '<img src="kept:zip/theme/img/x.png">'],
  ['<img src="theme/x.png">', { 'theme/x.png': png }, '<img src="kept:zip/theme/x.png">'],
  [
    '<link rel=stylesheet href="css/a.css">',
    { 'css/a.css': Buffer.from('a { background: url(../i/x.gif) }'), 'i/x.gif': gif },
    '<style>\na { background: url(kept:zip/i/x.gif) }\n</style>',
  ],
  [
    '<link rel=stylesheet href="css/a.css">',
    { 'top/css/a.css': Buffer.from('a { background: url(../i/x.gif) }'), 'top/i/x.gif': gif },
    '<style>\na { background: url(kept:zip/top/i/x.gif) }\n</style>',
  ],
  ['<img src="./a.png">', { 'other.png': png }, '<img src="kept:web/#.png">'],
  ['<img src="../../../x.png"><img src="WEB/x.png">', { 'x.png': png }, '<img src="WEB/x.png"><img src="WEB/x.png">'],
]
for (const [html, zip, expected] of zipped) {
  test(`with a zip of ${Object.keys(zip).join(' ')}, ${html} becomes ${expected}`, async () => {
    assert.equal((await taken(html.replaceAll('WEB', web.url), zip)).html, expected)
  })
}

test('a name no URL could hold as it is gives way to its hash', async () => {
  const { html, files } = await taken('<img src="gr%C3%BC%C3%9Fe/mein bild.png">', { 'grüße/mein bild.png': png })
  assert.match(html, /^<img src="kept:zip\/[0-9a-f]{24}\.png">$/)
  assert.deepEqual(files, ['zip/#.png image/png'])
})

test('what neither the zip nor the page’s address provides is missing, what an absolute URL does not give is not', async () => {
  const { missing } = await taken(
    `<img src="gone.png"><link rel=stylesheet href="/css/page.css"><img src="x.svg"><img src="${web.url}/gone.png"><p style="background:url(gone-too.png)">`,
    { 'x.svg': Buffer.from('<svg/>') },
  )
  assert.deepEqual(missing, ['/css/page.css', 'gone-too.png', 'gone.png', 'x.svg'])
})

test('more than 100 files are refused', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `<img src="a.png?${n}">`).join('')
  await assert.rejects(
    taken(many(101)),
    (error: unknown) => error instanceof PageRefused && /more than 100 files/.test(error.message),
  )
  assert.equal((await taken(many(100))).files.length, 100)
})

test('more than 20 MB together are refused', async () => {
  const html = Array.from({ length: 6 }, (_, n) => `<img src="/big/${n}.png">`).join('')
  await assert.rejects(
    taken(html),
    (error: unknown) => error instanceof PageRefused && /20000000 bytes together/.test(error.message),
  )
})

test('references to assets become URLs, other words stay', () => {
  const html =
    '<img src="kept:zip/img/x.png"><p style="background:url(kept:web/1.gif)">A promise kept: yes, kept:forever, kept:web</p>'
  assert.equal(
    withAssets(html, 'http://h/f/'),
    '<img src="http://h/f/zip/img/x.png"><p style="background:url(http://h/f/web/1.gif)">A promise kept: yes, kept:forever, kept:web</p>',
  )
})
