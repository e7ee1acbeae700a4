import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayHoldConditions } from '../conditions/markers.ts'
import { foreignTags } from '../foreign-tags.ts'
import { tokenize } from '../markup.ts'
import {
  datePattern,
  dateTagNames,
  fieldKeys,
  firstTag,
  linkTags,
  recipientTags,
  textLinkPattern,
} from '../merge-tags.ts'
import { blockFault, feedLetter, neutral, neutralLink } from './letter.ts'

const item = {
  keys: ['1'],
  title: '[firstname] <$currentday$> & [if:x=y] {{name}} *|NAME|* %NAME% {$name} {name} 50%',
  link: 'https://blog.example/[email]?a=1&b="2"',
  summary: '[unsubscribe] me',
  content:
    '<p onclick="x()">Hi [email] &#91;firstname] <unsubscribe>leave</unsubscribe><script>alert(1)</script><a href="javascript:x()">a</a><a href="b.html">b</a></p>',
  base: 'https://blog.example/posts/1',
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
    '<h1>Blog</h1><img src="a.png"><a href="https://blog.example/%5Bemail%5D?a=1&amp;b=%222%22">[\u2060firstname] &lt;\u2060$currentday$&gt; &amp; [\u2060if:x=y] {\u2060{\u2060name}} *\u2060|NAME|* %\u2060NAME% {\u2060$name} {\u2060name} 50%</a><p>[\u2060unsubscribe] me</p><p>Hi [\u2060email] [\u2060firstname] leave<a>a</a><a href="https://blog.example/posts/b.html">b</a></p>March 20, 2026[firstname]',
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

test('no tag, condition or tag of another system is left in the words of a feed', () => {
  const tags = [
    ...[...recipientTags, ...linkTags, 'City'].flatMap(name => [`[${name}]`, `[${name}, fallback=x]`]),
    ...dateTagNames.flatMap(name => [`<$${name}$>`, `<${name}>`]),
    ...linkTags.map(name => `<${name}>x</${name}>`),
    ...['[if:City=x]', '[elseif:City=x]', '[else]', '[endif]', '[[data:name]]'],
    ...['*|NAME|*', '{{ contact.NAME }}', '{% if x %}', '%%NAME%%', '%NAME%', '{$name}', '{contactfield=x}', '{NAME}'],
  ]
  const keys = fieldKeys(['City'])
  for (const tag of tags) {
    const words = neutral(tag)
    assert.equal(firstTag(words, keys), undefined, tag)
    assert.ok(!mayHoldConditions(words), tag)
    assert.deepEqual(foreignTags(words, keys), [], tag)
    assert.ok(!words.match(datePattern) && !words.match(textLinkPattern), tag)
    assert.deepEqual(
      [...tokenize(words)].filter(({ kind }) => kind !== 'text'),
      [],
      tag,
    )
    const link = neutralLink(`https://blog.example/${tag}`)
    assert.equal(firstTag(link, keys), undefined, link)
    assert.ok(!mayHoldConditions(link), link)
  }
})

test('links are web addresses', () => {
  assert.equal(neutralLink('javascript:alert(1)'), '')
  assert.equal(neutralLink('relative'), '')
  assert.equal(neutralLink('https://x.example/a|b'), 'https://x.example/a%7Cb')
})
