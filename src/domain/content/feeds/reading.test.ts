import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Feed, feedLimits } from './feed.ts'
import { readFeed } from './reading.ts'

const url = 'https://blog.example/feed/'

function read(document: string | Uint8Array, charset?: string): Feed {
  const answer = readFeed({ url, body: typeof document === 'string' ? Buffer.from(document) : document, charset })
  assert.ok('feed' in answer, `problem: ${'problem' in answer && answer.problem}`)
  return answer.feed
}

function problem(document: string | Uint8Array): string {
  const answer = readFeed({
    url,
    body: typeof document === 'string' ? Buffer.from(document) : document,
    charset: undefined,
  })
  assert.ok('problem' in answer, 'was read')
  return answer.problem
}

const rss = (items: string, more = '', attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${attributes}><channel><title>Blog</title><link>https://blog.example/</link>${more}${items}</channel></rss>`

const namespaces =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"'

interface Case {
  readonly style: string
  readonly document: string
  readonly title: string
  readonly link: string
  readonly date: string
  readonly summary?: RegExp
  readonly image?: string
  readonly author?: string
}

const cases: readonly Case[] = [
  {
    style: 'WordPress',
    document: rss(
      `<item><title>Tulips &#8211; the first</title><link>https://blog.example/tulips/</link><dc:creator><![CDATA[Carla]]></dc:creator><pubDate>Fri, 20 Mar 2026 09:30:00 +0000</pubDate><guid isPermaLink="false">https://blog.example/?p=12</guid><description><![CDATA[<p>They are out [&#8230;]</p>]]></description><content:encoded><![CDATA[<p>They are out.</p><img src="/wp-content/a.jpg" width="600">]]></content:encoded></item>`,
      '<atom:link href="https://blog.example/feed/" rel="self" type="application/rss+xml" />',
      namespaces,
    ),
    title: 'Tulips – the first',
    link: 'https://blog.example/tulips/',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^They are out \[…\]$/,
    image: 'https://blog.example/wp-content/a.jpg',
    author: 'Carla',
  },
  {
    style: 'Ghost',
    document: rss(
      `<item><title><![CDATA[Tulips]]></title><description><![CDATA[About tulips]]></description><link>https://blog.example/tulips/</link><guid isPermaLink="false">65f0</guid><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate><media:content url="https://blog.example/a.jpg" medium="image"/><content:encoded><![CDATA[<p>Hello</p>]]></content:encoded></item>`,
      '<image><url>https://blog.example/favicon.png</url><title>Other</title><link>https://blog.example/</link></image>',
      namespaces,
    ),
    title: 'Tulips',
    link: 'https://blog.example/tulips/',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^About tulips$/,
    image: 'https://blog.example/a.jpg',
  },
  {
    style: 'Substack',
    document: rss(
      `<item><title><![CDATA[Tulips]]></title><description><![CDATA[Sub title]]></description><link>https://x.example/p/tulips</link><guid isPermaLink="false">https://x.example/p/tulips</guid><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate><enclosure url="https://x.example/a.jpg" length="0" type="image/jpeg"/></item>`,
      '',
      namespaces,
    ),
    title: 'Tulips',
    link: 'https://x.example/p/tulips',
    date: '2026-03-20T09:30:00.000Z',
    image: 'https://x.example/a.jpg',
  },
  {
    style: 'Medium',
    document: rss(
      `<item><title><![CDATA[Tulips & roses]]></title><link>https://m.example/t?source=rss</link><guid isPermaLink="false">https://m.example/p/1</guid><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate><atom:updated>2026-03-21T09:30:00.000Z</atom:updated><content:encoded><![CDATA[<figure><img alt="" src="https://m.example/a.png"></figure><p>Words</p><img src="https://m.example/stat?event=x" width="1" height="1">]]></content:encoded></item>`,
      '',
      namespaces,
    ),
    title: 'Tulips & roses',
    link: 'https://m.example/t?source=rss',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words$/,
    image: 'https://m.example/a.png',
  },
  {
    style: 'YouTube',
    document: `<?xml version="1.0"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><link rel="alternate" href="https://blog.example/"/><entry><id>yt:video:abc</id><yt:videoId>abc</yt:videoId><title>Tulips</title><link rel="alternate" href="https://v.example/watch?v=abc"/><author><name>Carla</name><uri>https://v.example/c</uri></author><published>2026-03-20T09:30:00+00:00</published><updated>2026-03-22T00:00:00+00:00</updated><media:group><media:title>Tulips</media:title><media:content url="https://v.example/v/abc" type="application/x-shockwave-flash"/><media:thumbnail url="https://v.example/abc.jpg" width="480" height="360"/><media:description>In the garden</media:description></media:group></entry></feed>`,
    title: 'Tulips',
    link: 'https://v.example/watch?v=abc',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^In the garden$/,
    image: 'https://v.example/abc.jpg',
    author: 'Carla',
  },
  {
    style: 'Shopify',
    document: `<?xml version="1.0" encoding="UTF-8"?><feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom" xmlns:s="http://jadedpixel.com/-/spec/shopify"><title>Blog</title><link rel="alternate" type="text/html" href="https://blog.example/"/><entry><id>https://shop.example/products/1</id><published>2026-03-20T10:30:00+01:00</published><updated>2026-03-21T10:30:00+01:00</updated><link rel="alternate" type="text/html" href="https://shop.example/products/tulips"/><title>Tulips</title><s:type>Bulbs</s:type><summary type="html"><![CDATA[<table><tr><td><img width="180" src="https://shop.example/a.jpg"></td></tr></table><p>Ten bulbs</p>]]></summary></entry></feed>`,
    title: 'Tulips',
    link: 'https://shop.example/products/tulips',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Ten bulbs$/,
    image: 'https://shop.example/a.jpg',
  },
  {
    style: 'Drupal',
    document: rss(
      `<item><title>Tulips</title><link>https://d.example/node/1</link><description>&lt;div class="field"&gt;&lt;p&gt;Text of it&lt;/p&gt;&lt;/div&gt;</description><pubDate>Fri, 20 Mar 2026 10:30:00 +0100</pubDate><dc:creator>admin</dc:creator><guid isPermaLink="false">1 at https://d.example</guid></item>`,
      '',
      `${namespaces} xml:base="https://d.example/"`,
    ),
    title: 'Tulips',
    link: 'https://d.example/node/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Text of it$/,
    author: 'admin',
  },
  {
    style: 'Blogger',
    document: `<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://b.example/atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:thr='http://purl.org/syndication/thread/1.0'><title type='text'>Blog</title><link rel='alternate' type='text/html' href='https://blog.example/'/><entry><id>tag:b.example,1999:blog-1.post-2</id><published>2026-03-20T01:30:00.000-08:00</published><updated>2026-03-20T01:30:00.000-08:00</updated><title type='text'>Tulips</title><content type='html'>&lt;p&gt;Words&lt;/p&gt;</content><link rel='replies' type='application/atom+xml' href='https://b.example/comments'/><link rel='edit' href='https://b.example/edit'/><link rel='alternate' type='text/html' href='https://b.example/2026/03/tulips.html' title='Tulips'/><author><name>Carla</name></author></entry></feed>`,
    title: 'Tulips',
    link: 'https://b.example/2026/03/tulips.html',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words$/,
    author: 'Carla',
  },
  {
    style: 'podcast',
    document: rss(
      `<item><title>Episode 1</title><itunes:title>Tulips</itunes:title><enclosure url="https://p.example/1.mp3" length="1" type="audio/mpeg"/><guid isPermaLink="false">ep-1</guid><link>https://p.example/1</link><pubDate>Fri, 20 Mar 2026 05:30:00 EDT</pubDate><itunes:summary>On tulips</itunes:summary><itunes:author>Carla</itunes:author><itunes:image href="https://p.example/1.jpg"/></item>`,
      '<itunes:image href="https://p.example/show.jpg"/>',
      namespaces,
    ),
    title: 'Episode 1',
    link: 'https://p.example/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^On tulips$/,
    image: 'https://p.example/1.jpg',
    author: 'Carla',
  },
  {
    style: 'RSS 0.91 with its document type',
    document: `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Blog</title><link>https://blog.example/</link><description>x</description><item><title>Tulips</title><link>https://o.example/1</link><description>Old &eacute;tude</description></item></channel></rss>`,
    title: 'Tulips',
    link: 'https://o.example/1',
    date: '',
    summary: /^Old étude$/,
  },
  {
    style: 'RSS 1.0 RDF',
    document: `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://blog.example/"><title>Blog</title><link>https://blog.example/</link><items><rdf:Seq><rdf:li resource="https://r.example/1"/></rdf:Seq></items></channel><item rdf:about="https://r.example/1"><title>Tulips</title><link>https://r.example/1</link><dc:date>2026-03-20T09:30Z</dc:date><dc:creator>Carla</dc:creator><description>Words</description></item></rdf:RDF>`,
    title: 'Tulips',
    link: 'https://r.example/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words$/,
    author: 'Carla',
  },
  {
    style: 'Atom with XHTML and a prefix',
    document: `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://blog.example/"><a:title type="text">Blog</a:title><a:link href="/"/><a:entry><a:id>urn:uuid:1</a:id><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Tulips <b>now</b></div></a:title><a:link href="posts/1"/><a:updated>2026-03-20T09:30:00Z</a:updated><a:content type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>Words &lt;of it&gt;</x:p><x:img src="a.png" alt=""/></x:div></a:content></a:entry></a:feed>`,
    title: 'Tulips now',
    link: 'https://blog.example/posts/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words <of it>$/,
    image: 'https://blog.example/a.png',
  },
  {
    style: 'Atom 0.3',
    document: `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Blog</title><link rel="alternate" type="text/html" href="https://blog.example/"/><entry><title>Tulips</title><id>tag:1</id><issued>2026-03-20T09:30:00Z</issued><modified>2026-03-21T09:30:00Z</modified><link rel="alternate" type="text/html" href="https://a.example/1"/><summary>Words</summary></entry></feed>`,
    title: 'Tulips',
    link: 'https://a.example/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words$/,
  },
  {
    style: 'JSON Feed 1.1',
    document: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Blog',
      home_page_url: 'https://blog.example/',
      items: [
        {
          id: 1,
          url: '/tulips',
          title: 'Tulips & <b>',
          content_html: '<p>Words</p>',
          image: '/a.jpg',
          date_published: '2026-03-20T10:30:00+01:00',
          authors: [{ name: 'Carla' }],
        },
      ],
    }),
    title: 'Tulips & <b>',
    link: 'https://blog.example/tulips',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Words$/,
    image: 'https://blog.example/a.jpg',
    author: 'Carla',
  },
  {
    style: 'JSON Feed 1.0 with plain text',
    document: JSON.stringify({
      version: 'https://jsonfeed.org/version/1',
      title: 'Blog',
      home_page_url: 'https://blog.example/',
      items: [
        {
          id: 'x',
          url: 'https://j.example/1',
          title: 'Tulips',
          content_text: 'a < b',
          author: { name: 'Carla' },
          date_published: '2026-03-20',
        },
      ],
    }),
    title: 'Tulips',
    link: 'https://j.example/1',
    date: '2026-03-20T00:00:00.000Z',
    summary: /^a < b$/,
    author: 'Carla',
  },
  {
    style: 'an item without a title',
    document: rss(
      '<item><guid>https://s.example/1</guid><description>Only words</description><pubDate>20 Mar 26 09:30 UT</pubDate></item>',
    ),
    title: '',
    link: 'https://s.example/1',
    date: '2026-03-20T09:30:00.000Z',
    summary: /^Only words$/,
  },
  {
    style: 'an item without an id and with a relative link',
    document: rss('<item><title>Tulips</title><link>../1.html</link><pubDate>2026-03-20 09:30:00</pubDate></item>'),
    title: 'Tulips',
    link: 'https://blog.example/1.html',
    date: '2026-03-20T09:30:00.000Z',
  },
  {
    style: 'links that lead nowhere',
    document: rss(
      '<item><title>Tulips</title><link>javascript:alert(1)</link><guid isPermaLink="false">1</guid><pubDate>yesterday</pubDate></item>',
    ),
    title: 'Tulips',
    link: '',
    date: '',
  },
  {
    style: 'undeclared prefixes and entities',
    document: rss(
      '<item><title>Tulips&nbsp;&unknown; now</title><link>https://u.example/1</link><geo:lat>1</geo:lat><pubDate>Fri Mar 20 09:30:00 2026</pubDate></item>',
    ),
    title: 'Tulips &unknown; now',
    link: 'https://u.example/1',
    date: '2026-03-20T09:30:00.000Z',
  },
  {
    style: 'spaces before the declaration',
    document: `\n\n  ${rss('<item><title>Tulips</title><link>https://w.example/1</link></item>')}`,
    title: 'Tulips',
    link: 'https://w.example/1',
    date: '',
  },
]

for (const { style, document, title, link, date, summary, image, author } of cases) {
  test(`a feed in the style of ${style} is read`, () => {
    const feed = read(document)
    assert.equal(feed.title, 'Blog')
    assert.equal(feed.link, 'https://blog.example/')
    assert.equal(feed.items.length, 1)
    const [item] = feed.items
    assert.equal(item!.title, title)
    assert.equal(item!.link, link)
    assert.equal(item!.date, date)
    assert.match(item!.summary, summary ?? /^/)
    if (image !== undefined) assert.equal(item!.image, image)
    if (author !== undefined) assert.equal(item!.author, author)
    assert.ok(item!.keys.length > 0)
  })
}

test('documents in other encodings are read as they say', () => {
  const item = '<item><title>Grüße</title><link>https://e.example/1</link></item>'
  const latin = rss(item).replace('UTF-8', 'ISO-8859-1')
  const documents: readonly (readonly [Buffer, string | undefined])[] = [
    [Buffer.from(latin, 'latin1'), undefined],
    [Buffer.from(rss(item), 'latin1'), 'iso-8859-1'],
    [Buffer.from(`\ufeff${rss(item).replace('UTF-8', 'UTF-16')}`, 'utf16le'), undefined],
    [Buffer.from(rss(item).replace('UTF-8', 'UTF-16'), 'utf16le').swap16(), undefined],
    [Buffer.from(rss(item).replace('UTF-8', 'UTF-16'), 'utf16le'), undefined],
    [Buffer.from(`\ufeff${rss(item)}`), 'iso-8859-1'],
    // it says UTF-8 and is not
    [Buffer.from(rss(item).replace(' encoding="UTF-8"', ''), 'latin1'), undefined],
  ]
  for (const [body, charset] of documents) assert.equal(read(body, charset).items[0]!.title, 'Grüße')
})

test('what is no feed, or not all of one, is a problem', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${rss('<item><title>&b;</title></item>').slice(39)}`
  assert.equal(read(bomb).items[0]!.title, '&b;', 'entities of a document are not read')
  assert.match(problem(''), /empty/)
  assert.match(problem('<!DOCTYPE html><html><body>Not found</body></html>'), /web page/)
  assert.match(problem('<html xmlns="http://www.w3.org/1999/xhtml"></html>'), /web page/)
  assert.match(problem('<opml version="1.0"></opml>'), /begins with <opml>/)
  assert.match(problem('Service unavailable'), /neither XML nor JSON/)
  assert.match(problem('{"error": true}'), /no items/)
  assert.match(problem('{"items": [}'), /not valid JSON/)
  assert.match(problem(rss('<item><title>Tulips</title></item>').slice(0, -20)), /not valid XML/)
  assert.match(problem(rss(`<item>${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</item>`)), /nested too deep/)
})

test('a long feed is read within its limits', () => {
  const items = Array.from(
    { length: 30_000 },
    (_, n) => `<item><title>${n}</title><link>https://l.example/${n}</link></item>`,
  )
  assert.equal(read(rss(items.join(''))).items.length, feedLimits.items)
  const huge = read(
    rss(`<item><title>${'x '.repeat(500_000)}</title><description>${'&lt;p '.repeat(300_000)}</description></item>`),
  )
  assert.ok(huge.items[0]!.title.length <= feedLimits.title)
})

test('an item is known by its id, its link, or its title and date', () => {
  const keys = (item: string) => read(rss(item)).items[0]!.keys
  const before = keys(
    '<item><guid isPermaLink="false">1</guid><title>Tulips</title><link>https://k.example/1</link><pubDate>Fri, 20 Mar 2026 09:30:00 GMT</pubDate></item>',
  )
  const shared = (after: string) => keys(after).some(key => before.includes(key))
  assert.ok(
    shared('<item><guid isPermaLink="false">2</guid><title>Other</title><link>https://k.example/1</link></item>'),
    'the id changed',
  )
  assert.ok(
    shared('<item><guid isPermaLink="false">1</guid><title>Other</title><link>https://k.example/2</link></item>'),
    'the link changed',
  )
  assert.ok(
    shared(
      '<item><guid isPermaLink="false">2</guid><title>Tulips</title><link>https://n.example/1</link><pubDate>2026-03-20T09:30:00Z</pubDate></item>',
    ),
    'both changed',
  )
  assert.ok(
    !shared('<item><guid isPermaLink="false">2</guid><title>Tulips</title><link>https://k.example/2</link></item>'),
  )
})

test('what several items share names none of them', () => {
  const item = (n: number) =>
    `<item><guid isPermaLink="false">same</guid><title>${n}</title><link>https://s.example/${n}</link></item>`
  assert.equal(read(rss(item(1) + item(2))).items.length, 2)
  const home = (n: number) =>
    `<item><guid isPermaLink="false">${n}</guid><title>${n}</title><link>https://blog.example/</link></item>`
  const [one, other] = read(rss(home(1) + home(2))).items
  assert.ok(!one!.keys.some(key => other!.keys.includes(key)))
})

test('markup in a title is its words', () => {
  const titles = [
    ['<![CDATA[<b>Tulips</b> &amp; <script>alert(1)</script>roses]]>', 'Tulips & roses'],
    ['&lt;em&gt;Tulips&lt;/em&gt;', 'Tulips'],
    ['<b>Tulips</b> now', 'Tulips now'],
    ['  Tulips\n\tnow ', 'Tulips now'],
    ['', ''],
  ]
  for (const [written, title] of titles)
    assert.equal(read(rss(`<item><guid>1</guid><title>${written}</title></item>`)).items[0]!.title, title, written)
})

test('items beyond the newest are named by their keys', () => {
  const items = Array.from(
    { length: feedLimits.items + 5 },
    (_, n) => `<item><guid isPermaLink="false">${n}</guid><title>${n}</title></item>`,
  )
  const { items: newest, olderKeys } = read(rss(items.join('')))
  assert.equal(newest.length, feedLimits.items)
  const [last] = read(rss(items.at(-1)!)).items
  assert.equal(olderKeys.length, 5)
  assert.equal(olderKeys.at(-1), last!.keys[0])
})

test('links of content are relative to the base that the document names, else to the page of the item', () => {
  const atom = (base: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>B</title><entry xml:base="https://b.example/"><id>1</id><title>T</title><link href="posts/1"/><content type="html"${base}>x</content></entry></feed>`
  assert.equal(read(atom('')).items[0]!.base, 'https://b.example/')
  assert.equal(read(atom(' xml:base="deep/er/"')).items[0]!.base, 'https://b.example/deep/er/')
  const item = read(rss('<item><title>T</title><link>https://x.example/a/b</link></item>')).items[0]!
  assert.equal(item.base, 'https://x.example/a/b')
})

test('the newest items come first, whatever the order of the document', () => {
  const item = (day: number) =>
    `<item><title>${day}</title><link>https://d.example/${day}</link><pubDate>${day} Mar 2026 09:30:00 GMT</pubDate></item>`
  assert.deepEqual(
    read(rss(item(1) + item(3) + item(2))).items.map(({ title }) => title),
    ['3', '2', '1'],
  )
})
