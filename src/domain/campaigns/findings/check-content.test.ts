import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Letter, readLetter } from './check-content.ts'

const exit = '<unsubscribe>Leave us</unsubscribe>'
const letter: Letter = {
  subject: 'Tulips for [firstname,fallback=you]',
  fromEmail: 'news@bloom.example',
  html: `<p>Hello</p>${exit}`,
  text: 'Hello. Leave: [unsubscribe]',
  customFields: ['City'],
  identity: { fromName: 'Bloom', companyName: 'Bloom & Sons', postalAddress: '', imprintUrl: '' },
}

const found = (change: Partial<Letter>) =>
  readLetter({ ...letter, ...change }).findings.map(({ code, detail }) => `${code} ${detail}`.trim())

test('a letter in order has no findings', () => {
  assert.deepEqual(found({}), [])
})

const cases: readonly (readonly [what: string, change: Partial<Letter>, findings: readonly string[]])[] = [
  ['HTML without a way out', { html: '<p>Hello</p>' }, ['UnsubscribeMissing HTML: NoUnsubscribeTag']],
  ['a text without a way out', { text: 'Hello' }, ['UnsubscribeMissing text']],
  ['a text made from the HTML', { text: null }, ['TextGenerated']],
  ['a tag of no field', { html: `[Town] [town] ${exit}` }, ['UnresolvedTag [Town]']],
  ['a tag of no field with a fallback', { html: `[1st, fallback=x] ${exit}` }, ['UnresolvedTag [1st]']],
  ['a tag of no field in an attribute', { html: `<p title="[Town]">x</p>${exit}` }, ['UnresolvedTag [Town]']],
  ['a tag of no field in the subject', { subject: 'Hi [Town]' }, ['UnresolvedTag [Town]']],
  ['a tag of no field in the text', { text: '[Town] [unsubscribe] [webversion]' }, ['UnresolvedTag [Town]']],
  [
    'tags of other systems, which the source of the draft is searched for',
    { html: `{{ name }} *|FNAME|* [[var:x]] [Name,fallback=y] [Town] ${exit}`, text: '[unsubscribe] [Name] %%Town%%' },
    ['UnresolvedTag [Town]'],
  ],
  [
    'links that promise an opt-out and lead elsewhere',
    {
      html: `<a href="https://old.example/u?id=1">Abmelden</a> <a href="https://old.example/u?id=1">Abmelden</a><a href=""><img src="https://a.example/a.png" alt="Se désinscrire"></a><a href="*|UNSUB|*">Unsubscribe</a><a href="https://a.example/">Read more</a><a href="mailto:leave@a.example" title="Darse de baja">x</a>${exit}`,
      text: 'Avregistrera:\n\nhttps://old.example/t?x=1.\nLeave: [unsubscribe]\nUnsubscribe here: https://old.example/v',
    },
    [
      'UnsubscribeElsewhere “Abmelden” leads to https://old.example/u?id=1',
      'UnsubscribeElsewhere “Se désinscrire” leads to nothing',
      'UnsubscribeElsewhere “Darse de baja” leads to mailto:leave@a.example',
      'UnsubscribeElsewhere “Avregistrera:” leads to https://old.example/t?x=1',
      'UnsubscribeElsewhere “Unsubscribe here:” leads to https://old.example/v',
    ],
  ],
  [
    'our own ways out are called as they like',
    {
      html: '<p><unsubscribe>Abmelden</unsubscribe> <preferences>Unsubscribe from some</preferences></p>',
      text: 'Abmelden: [unsubscribe]\nhttps://a.example/',
    },
    [],
  ],
  ['brackets that are no tags', { html: `<style>a[href] {}</style>[1] [2, 3] [] [CITY] ${exit}` }, []],
  ['a sender at a mailbox provider', { fromEmail: 'carla@GMail.com' }, ['FromPublicMailbox gmail.com']],
  ['a subject of tags', { subject: '[firstname] [City]' }, ['SubjectEmpty [firstname] [City]']],
  ['a long subject', { subject: 'ä'.repeat(79) }, ['SubjectLong 79 characters']],
  [
    'images without alt',
    {
      html: `<img src="https://a.example/a"><img src="https://a.example/b" alt=""><img src="kept:web/c.png">${exit}`,
    },
    ['ImageWithoutAlt 2 images'],
  ],
  [
    'images and style sheets without an address',
    {
      html: `<img src="a.png" alt=""><img src="a.png" alt=""><img src="[firstname,fallback=x]" alt=""><img src="data:,x" alt=""><link rel="stylesheet" href="/b.css"><td background="c.png"></td><a href="#top">x</a>${exit}`,
    },
    [
      'FileWithoutAddress a.png',
      'FileWithoutAddress /b.css',
      'FileWithoutAddress c.png',
      'ImageEmbedded data:,x… (1 KB)',
    ],
  ],
  [
    'images with a host and no https, as attachments and written in, in styles and in what Outlook reads',
    {
      html: `<img src="//a.example/a.png" alt=""><img src="CID:logo@x" alt=""><img src="https://a.example/b.png" srcset="https://a.example/b.png 1x, //a.example/b2.png 2x" alt=""><p style="background:url(cid:bg)"></p><style>@font-face{src:url(data:font/woff2;base64,AA)} p{background:url('/c.png')}</style><!--[if gte mso 9]><v:fill type="tile" src="d.png"/><img src="cid:e" alt=""><![endif]--><!-- <img src="x.png"> -->${exit}`,
    },
    [
      'FileWithoutAddress //a.example/a.png',
      'FileWithoutAddress //a.example/b2.png',
      'FileWithoutAddress /c.png',
      'FileWithoutAddress d.png',
      'ImageEmbedded CID:logo@x',
      'ImageEmbedded cid:bg',
      'ImageEmbedded cid:e',
    ],
  ],
  [
    'VML without an address',
    {
      html: `<!--[if mso]><v:rect><v:fill type="tile" color="#fff"/><v:fill type="frame" src=" "/></v:rect><v:image/><v:imagedata src=""></v:imagedata><![endif]-->${exit}`,
    },
    ['VmlWithoutAddress <v:fill>', 'VmlWithoutAddress <v:image>', 'VmlWithoutAddress <v:imagedata>'],
  ],
  [
    'VML that needs no address, or has one',
    {
      html: `<!--[if mso]><v:fill color="#fff"/><v:fill type="gradient"/><v:fill type="tile" src="https://a.example/a.png"/><![endif]-->${exit}`,
    },
    [],
  ],
  [
    'microdata in order',
    {
      html: `<div itemscope itemtype="http://schema.org/EmailMessage"><meta itemprop="description" content="x"><div itemprop="potentialAction" itemscope itemtype="https://schema.org/ViewAction"><link itemprop="target" href="https://a.example/"><p itemprop="name">x<br></div><span itemprop="about">y</span></div><div itemscope itemref="a"></div><p id="a" itemprop="name">z</p>${exit}`,
    },
    [],
  ],
  [
    'microdata that cannot be read',
    {
      html: `<p itemprop="name">x</p><div itemtype="http://schema.org/Order">a</div><div itemscope itemtype="Order"><meta itemprop="a"><link itemprop="b"><i itemprop=" ">c</i></div><div itemscope itemref="gone"></div>${exit}`,
    },
    [
      'MicrodataProblem itemref="gone" names no element of the page',
      'MicrodataProblem itemprop="name" is in no itemscope',
      'MicrodataProblem itemtype is on <div> without itemscope',
      'MicrodataProblem itemtype="Order" is no full address',
      'MicrodataProblem <meta itemprop="a"> has no content',
      'MicrodataProblem <link itemprop="b"> has no href',
      'MicrodataProblem itemprop of <i> is empty',
    ],
  ],
  [
    'tags in JSON-LD',
    {
      html: `<script type="application/ld+json">{"a":"[Town]","b":["x"],"c":[1]}</script><script type="text/x">[Village]</script>${exit}`,
    },
    ['UnresolvedTag [Town]'],
  ],
  [
    'links and tags that only Outlook shows',
    {
      html: `<!--[if mso]><v:rect href="http://a.example/"><v:fill src="[Town]"/></v:rect><a href="https://a.example/[email]">x</a><![endif]--><!-- [Village] -->${exit}`,
    },
    ['UnresolvedTag [Town]', 'LinkWithoutTls http://a.example/', 'LinkNotTracked https://a.example/[email]'],
  ],
  ['a link without TLS', { html: `<a href="http://a.example/">a</a>${exit}` }, ['LinkWithoutTls http://a.example/']],
  ['the same in the text', { text: 'See http://a.example/. [unsubscribe]' }, ['LinkWithoutTls http://a.example/']],
  [
    'tags in host and path of links, in HTML and in the text',
    {
      html: `<a href="https://[firstname,fallback=a].a.example/">a</a><area href="https://a.example/[email]?x"><a href="[City,fallback=https://a.example]">b</a>${exit}`,
      text: 'https://b.example/[city,fallback=x y] [unsubscribe]',
    },
    [
      'LinkNotTracked https://[firstname,fallback=a].a.example/',
      'LinkNotTracked https://a.example/[email]?x',
      'LinkNotTracked [City,fallback=https://a.example]',
      'LinkNotTracked https://b.example/[city,fallback=x y]',
    ],
  ],
  [
    'tags that leave a link tracked, and a link that is not to be',
    {
      html: `<a href="https://a.example/?e=[email]#[City,fallback=x]">a</a><a href="https://a.example/[sic]">b</a><a cm_dontconvertlink href="https://a.example/[email]">c</a><a href="mailto:[email]">d</a>${exit}`,
      text: 'https://b.example/?c=[city,fallback=x y] [unsubscribe]',
    },
    ['UnresolvedTag [sic]'],
  ],
  [
    'a link to an address',
    { html: `<a href="https://192.0.2.1/x">a</a>${exit}` },
    ['LinkToAddress https://192.0.2.1/x'],
  ],
  [
    'a link to an IPv6 address',
    { html: `<a href="http://[2001:db8::1]/">a</a>${exit}` },
    ['LinkToAddress http://[2001:db8::1]/'],
  ],
  [
    'an address in disguise',
    { html: `<a href="https://3221225985/">a</a>${exit}` },
    ['LinkToAddress https://3221225985/'],
  ],
]

for (const [what, change, findings] of cases) {
  test(`${what}: ${findings.map(one => one.split(' ')[0]).join(', ') || 'nothing'}`, () => {
    assert.deepEqual(found(change), findings)
  })
}

test('a link that is there several times is reported once, with its count', () => {
  const html = `<a href="http://a.example">a</a><a href="http://A.example/">a</a><a href="http://a.example/#b">b</a>${exit}`
  assert.deepEqual(found({ html, text: 'See http://a.example/. [unsubscribe]' }), [
    'LinkWithoutTls http://a.example (4 times)',
  ])
})

test('of one code 100 findings are reported, and the number of further ones', () => {
  const html = Array.from({ length: 250 }, (_, n) => `[Town${n}]`).join(' ') + exit
  const findings = found({ html })
  assert.equal(findings.length, 101)
  assert.equal(findings.at(-1), 'UnresolvedTag and 150 more')
})

test('links are those that are the same for every recipient, each once', () => {
  const html = `<a href="https://a.example/?x=1&amp;y=2">a</a><a href="https://a.example/?x=1&y=2">a</a>
    <a href="https://a.example/[City]">b</a><a href="mailto:a@b.example">c</a><area href="https://b.example/">${exit}`
  assert.deepEqual(readLetter({ ...letter, html, text: '(https://c.example/d), [unsubscribe]' }).links, [
    { url: 'https://a.example/?x=1&y=2', count: 2 },
    { url: 'https://b.example/', count: 1 },
    { url: 'https://c.example/d', count: 1 },
  ])
})

test('tags are reported with whether they have a fallback', () => {
  const { tags } = readLetter({ ...letter, html: `[city] [City,fallback=there] [lastname] [City, fallback= ]${exit}` })
  assert.deepEqual(
    tags.map(tag => [tag.of, tag.key, tag.hasFallback]),
    [
      ['firstname', '', true],
      ['custom', 'City', false],
      ['custom', 'City', true],
      ['lastname', '', false],
    ],
  )
})
