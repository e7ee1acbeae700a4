import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockFault, feedLetter, neutralLink } from './letter.ts'

const item = {
  keys: ['1'],
  title: '[firstname] <$currentday$> & [if:x=y] {{name}} *|NAME|*',
  link: 'https://blog.example/[email]?a=1&b="2"',
  summary: '[unsubscribe] me',
  content:
    '<p onclick="x()">Hi [email] &#91;firstname] <unsubscribe>leave</unsubscribe><script>alert(1)</script><a href="javascript:x()">a</a><a href="b.html">b</a></p>',
  image: '',
  date: '2026-03-20T09:30:00.000Z',
  author: 'Carla',
}
const input = {
  subject: '[feed:title]: [item:title]',
  feed: { title: 'Blog', link: 'https://blog.example/' },
  items: [item],
  language: 'en',
  timeZone: 'UTC',
}

test('what a feed says is no tag, no condition and no markup', () => {
  const template =
    '<h1>[feed:title]</h1>[FEED]<img src="[item:image]"><img src="a.png"><a href="[item:link]">[item:title]</a><p>[item:summary]</p>[item:content][item:date][endfeed][firstname]'
  const { html, subject } = feedLetter({ ...input, html: template })
  assert.equal(
    html,
    '<h1>Blog</h1><img src="a.png"><a href="https://blog.example/%5Bemail%5D?a=1&amp;b=%222%22">[\u2060firstname] &lt;\u2060$currentday$&gt; &amp; [\u2060if:x=y] {\u2060{name}} *\u2060|NAME|*</a><p>[\u2060unsubscribe] me</p><p>Hi [\u2060email] [\u2060firstname] leave<a>a</a><a href="https://blog.example/b.html">b</a></p>March 20, 2026[firstname]',
  )
  assert.match(subject, /^Blog: \[\u2060firstname\] </)
})

test('a subject has the tags of its author, and one line', () => {
  const { subject } = feedLetter({
    ...input,
    items: [{ ...item, title: 'x\ny'.repeat(300) }],
    subject: '[firstname]: [item:title] [item:date]',
    html: null,
  })
  assert.ok(subject.startsWith('[firstname]: x y'))
  assert.ok(subject.length <= 300)
})

test('a template needs a block, each with its end, and tags that feeds have', () => {
  assert.equal(blockFault('[feed][item:title][endfeed] and [feed]<p>[item:content]</p>[ENDFEED]'), undefined)
  assert.match(blockFault('<p>x</p>')!, /no block/)
  assert.match(blockFault('[feed]x')!, /no block/)
  assert.match(blockFault('[feed]x[endfeed][endfeed]')!, /needs one/)
  assert.match(blockFault('[feed][item:titel][endfeed]')!, /\[item:titel\]/)
})

test('the letter without a template is MJML with the items in it', () => {
  const { mjml } = feedLetter({
    ...input,
    html: null,
    items: [item, { ...item, title: '', image: 'https://blog.example/a.png' }],
  })
  assert.match(mjml!, /<mj-title>Blog<\/mj-title>/)
  assert.match(mjml!, /<mj-image src="https:\/\/blog.example\/a.png"/)
  assert.ok(!/\[(?!\u2060)/.test(mjml!), 'no bracket can begin a tag')
})

test('links are web addresses', () => {
  assert.equal(neutralLink('javascript:alert(1)'), '')
  assert.equal(neutralLink('relative'), '')
  assert.equal(neutralLink('https://x.example/a|b'), 'https://x.example/a%7Cb')
})
