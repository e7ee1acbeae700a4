import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { letterContent } from '../../../bench/letters.ts'
import { runs } from '../../../test/harness/effort.ts'
import { assertMoments } from '../../../test/harness/processor-time.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { holds, readCondition } from '../../domain/content/conditions/condition.ts'
import type { Contact } from '../../domain/content/contact-values.ts'
import { fieldKeys } from '../../domain/content/merge-tags.ts'
import { tokens } from '../../domain/tokens/tokens.ts'
import {
  type CampaignContent,
  compileCampaign,
  compileDraft,
  findLinks,
  renderForFriend,
  renderPreview,
} from './campaign.ts'

const exit = '<p><unsubscribe>Unsubscribe</unsubscribe></p>'
const base: CampaignContent = {
  ...letterContent('5 KB'),
  ...{ customFields: ['City', 'Plan', 'Topics'], text: null, preheader: '', inlineCss: false, links: [] },
}
const ada: Contact = {
  email: 'ada@reader.example',
  name: 'Ada Lovelace',
  fields: { City: 'Berlin', Topics: ['Tulips', 'Roses'] },
  traits: ['tag:vip', 'language:de-at'],
}
const other: Contact = { email: 'sam@reader.example', name: '', fields: { City: 'Hamburg' }, traits: null }

function shown(html: string, contact: Contact, more: Partial<CampaignContent> = {}) {
  return renderPreview({ ...base, html: html + exit, ...more }, contact, 'T'.repeat(36))
}
const htmlFor = (html: string, contact: Contact) => shown(html, contact).html.split('<p><a')[0]!

const conditions: readonly (readonly [condition: string, ada: boolean, other: boolean])[] = [
  ['City=Berlin', true, false],
  [' city = BERLIN ', true, false],
  ['City!=Berlin', false, true],
  ['City*=ham', false, true],
  ['City="Berlin"', true, false],
  ['City', true, true],
  ['Plan', false, false],
  ['Plan=', true, true],
  ['City!=', true, true],
  ['Topics=tulips', true, false],
  ['Topics!=tulips', false, true],
  ['Topics*=ose', true, false],
  ['firstname=ada', true, false],
  ['lastname', true, false],
  ['email*=@reader.example', true, true],
  ['tag=VIP', true, false],
  ['tag!=VIP', false, true],
  ['language=de', true, false],
  ['language=de-AT', true, false],
  ['language!=de', false, true],
  ['field:City=Berlin', true, false],
  ['contact:tag=vip', true, false],
]

for (const [condition, forAda, forOther] of conditions)
  test(`[if:${condition}] holds for ${[forAda && 'Ada', forOther && 'the other'].filter(Boolean).join(' and ') || 'neither'}`, () => {
    const page = `[if:${condition}]yes[else]no[endif]`
    assert.equal(htmlFor(page, ada), forAda ? 'yes' : 'no')
    assert.equal(htmlFor(page, other), forOther ? 'yes' : 'no')
  })

const pages: readonly (readonly [fact: string, page: string, ada: string, other: string])[] = [
  ['one branch is shown', '[if:City=Rome]R[elseif:City=Berlin]B[else]E[endif]', 'B', 'E'],
  ['without [else], nothing', 'a[if:City=Berlin]b[endif]c', 'abc', 'ac'],
  ['blocks stand in each other', '[if:City]x[if:tag=VIP]y[else]z[endif][else]n[endif]', 'xy', 'xz'],
  ['tags work in branches', '[if:City=Berlin][firstname][else][firstname,fallback=you][endif]', 'Ada', 'you'],
  [
    'comments are not read',
    '<!--[if mso]><i>x</i><![endif]--><!-- [if:x] -->',
    '<!--[if mso]><i>x</i><![endif]--><!-- [if:x] -->',
    '<!--[if mso]><i>x</i><![endif]--><!-- [if:x] -->',
  ],
  ['character references are decoded', '[if:City=Ber&#108;in]x[endif]', 'x', ''],
  ['a value in quotes holds brackets', '[if:City!="a]b"]x[endif]', 'x', 'x'],
  ['quotes may be those of a word processor', '[if:City=“Berlin”]x[endif][if:City=„Berlin“]y[endif]', 'xy', ''],
  ['quotes may be references', '[if:City=&quot;Berlin&quot;]x[endif]', 'x', ''],
]
for (const [fact, page, forAda, forOther] of pages)
  test(fact, () => {
    assert.equal(htmlFor(page, ada), forAda)
    assert.equal(htmlFor(page, other), forOther)
  })

const faults: readonly (readonly [html: string, says: RegExp])[] = [
  ['<p>\n[if:City=x]</p>[endif]', /Html, line 2: <\/p> closes an element in a branch that was opened outside of it/],
  ['[if:City=x]', /line 1: \[if:City=x\] has no \[endif\]/],
  ['[else]', /\[else\] has no \[if:…\] before it/],
  ['[endif]', /\[endif\] has no \[if/],
  ['[elseif:City=x]', /\[elseif:City=x\] has no \[if/],
  ['[if:City]a[else]b[else]c[endif]', /\[else\] comes after \[else\]/],
  ['[if:Citty=x]a[endif]', /names Citty, which is no field of any list/],
  ['[if:segment=]a[endif]', /names no segment/],
  ['[if:tag=]a[endif]', /names no tag/],
  ['[if:tag*=x]a[endif]', /compares a tag with \*=/],
  ['[if:=x]a[endif]', /names no field/],
  ['[if:City*=]a[endif]', /has no text after \*=/],
  ['[if:City=x', /has no \] within 500 characters/],
  ['[if:City=<b>x</b>]a[endif]', /has no \] within/],
  ['[if:City]<div>[endif]', /<div> is opened in a branch and not closed before \[endif\] in line 1/],
  ['<div>[if:City]</div>[endif]', /<\/div> closes an element/],
  ['[if:City]<!--[if mso]><table><![endif]-->[endif]', /<table> is opened in a branch/],
  ['[if:City]<!--[if !mso]><!-->[endif]<!--<![endif]-->', /is opened in a branch/],
  ['<!--[if mso]><i>[if:City]x[endif]</i><![endif]-->', /in a comment for Outlook/],
  ['<a href="https://x.example/[if:City]a[endif]">x</a>', /is in the attribute href of <a>/],
  ['<title>[if:City]x[endif]</title>', /is in <title>/],
  ['[if:City]'.repeat(6) + '[endif]'.repeat(6), /nested more than 5 deep/],
  ['[if:City]x[endif]'.repeat(501), /more than 500 conditions/],
]
for (const [html, says] of faults)
  test(`${html.slice(0, 50).replace('\n', ' ')} is refused`, () => assert.throws(() => shown(html, ada), says))

test('a letter whose only way out is in a branch is refused', () => {
  const leave = '<unsubscribe>Leave us</unsubscribe>'
  const compose = (html: string, text: string | null = null) =>
    renderPreview({ ...base, html, text }, ada, 'T'.repeat(36))
  assert.throws(() => compose(`a[if:City]${leave}[endif]`), /Html, line 1: the only way to unsubscribe is in a branch/)
  assert.throws(() => compose(`[if:City]${leave}[elseif:Plan]${leave}[endif]`), /the only way to unsubscribe/)
  assert.throws(() => compose(leave, 'a\n[if:City][unsubscribe][endif]'), /Text, line 2: the only way to unsubscribe/)
  assert.doesNotThrow(() => compose(`[if:City]${leave}[else][if:Plan]${leave}[else]${leave}[endif][endif]`))
  assert.doesNotThrow(() =>
    compose(`[if:City]${leave}[endif]${leave}`, '[if:City][unsubscribe][else][unsubscribe][endif]'),
  )
})

test('the derived text has the branches, and no empty lines of others', () => {
  const page = `<p>Hi [if:City=Berlin]Berliner[else]friend[endif], hello</p>[if:tag=VIP]<p>For you</p>[endif]<p>After</p>
    <table>[if:City=Berlin]<tr><td>A</td><td>10</td></tr>[else]<tr><td>B</td><td>20</td></tr>[endif]<tr><td>C</td><td>30</td></tr></table>
    <ul><li>one</li>[if:City!=Berlin]<li>more</li>[endif]<li>two</li></ul>`
  const leave = `Unsubscribe <https://mail.example/u/${'T'.repeat(36)}>`
  assert.equal(
    shown(page, ada).text,
    `Hi Berliner, hello\n\nFor you\n\nAfter\n\nA   10\nC   30\n\n- one\n- two\n\n${leave}`,
  )
  assert.equal(
    shown(page, other).text,
    `Hi friend, hello\n\nAfter\n\nB   20\nC   30\n\n- one\n- more\n- two\n\n${leave}`,
  )
})

test('a text of its own, the subject and the preheader have conditions', () => {
  const more = {
    text: 'Hi\n[if:tag=VIP]\nFor you: https://x.example/vip\n[else]\nFor all\n[endif]\n[unsubscribe]',
    subject: '[if:City=Berlin]Berlin & you[else]News[endif], [firstname,fallback=friend]',
    preheader: '[if:City=Berlin]<b>[else]c[endif]',
  }
  const one = shown('x', ada, more)
  assert.match(one.text, /^Hi\nFor you: https:\/\/x\.example\/vip\nhttps:\/\/mail\.example\/u\//)
  assert.equal(one.subject, 'Berlin & you, Ada')
  assert.match(one.html, /&lt;b&gt;/)
  const two = shown('x', other, more)
  assert.match(two.text, /^Hi\nFor all\nhttps:/)
  assert.equal(two.subject, 'News, friend')
})

test('values of recipients are never conditions', () => {
  const contact = { ...ada, name: '[if:City=Berlin] [endif]', fields: { City: '[else]' } }
  assert.equal(htmlFor('[fullname]|[City]|[if:City="[else]"]x[endif]', contact), '[if:City=Berlin] [endif]|[else]|x')
})

test('links have one number, whichever branch they are in; who asks a friend gets [else]', () => {
  const html = `[if:City=Berlin]<a href="https://x.example/a">a</a>[else]<a href="https://x.example/b">b</a><a href="https://x.example/a">a</a>[endif]${exit}`
  assert.deepEqual(findLinks({ ...base, html }), ['https://x.example/a', 'https://x.example/b'])
  assert.match(renderForFriend({ ...base, html }), /x\.example\/b/)
})

test('a draft names the tags, the segments and the language that its conditions ask for', () => {
  const html = `[if:tag=VIP]a[elseif:tag=vip]b[elseif:segment=New ones]s[elseif:language!=de]c[endif]${exit}`
  assert.deepEqual(compileDraft({ ...base, html }).traits, { tags: ['vip'], segments: ['New ones'], language: true })
})

test('a field with a name that has another meaning must say which it is', () => {
  const keys = fieldKeys(['Language'])
  assert.match(
    JSON.stringify(readCondition('language=de', keys)),
    /which is also a custom field: write field:language or contact:language/,
  )
  const field = readCondition('field:language=de', keys)
  assert.ok(!('says' in field) && holds(field, { ...other, fields: { Language: 'DE' } }))
})

/** A block of text and blocks, with what a naive evaluator makes of it. */
interface Written {
  readonly page: string
  readonly for: (contact: Contact) => string
}
const keys = fieldKeys(base.customFields)
const naive = (condition: string, contact: Contact) => {
  const read = readCondition(condition, keys)
  return !('says' in read) && holds(read, contact)
}
const { written } = fc.letrec<{ written: Written; block: Written; plain: Written }>(tie => ({
  plain: fc
    .constantFrom('', 'a', 'é ', '<b>c</b>', '[firstname]', '=20', '.', '\n', '<p>p</p>', ' x '.repeat(40))
    .map(page => ({ page, for: contact => page.replace('[firstname]', contact.name.split(' ')[0]!) })),
  block: fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...conditions.map(([one]) => one)), tie('written')), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.option(tie('written')),
    )
    .map(([branches, last]) => ({
      page: `${branches.map(([condition, inside], n) => `[${n === 0 ? 'if' : 'elseif'}:${condition}]${inside.page}`).join('')}${last ? `[else]${last.page}` : ''}[endif]`,
      for: contact => (branches.find(([condition]) => naive(condition, contact))?.[1] ?? last)?.for(contact) ?? '',
    })),
  written: fc
    .array(fc.oneof({ maxDepth: 3, depthIdentifier: 'blocks' }, tie('plain'), tie('block')), { maxLength: 4 })
    .map(all => ({
      page: all.map(({ page }) => page).join(''),
      for: contact => all.map(one => one.for(contact)).join(''),
    })),
}))

test('a composed mail has what a naive evaluator chooses', async () => {
  await fc.assert(
    fc.asyncProperty(written, async ({ page, for: expected }) => {
      let depth = 0
      for (const [mark] of page.matchAll(/\[(?:if:|endif)/g)) {
        depth += mark === '[if:' ? 1 : -1
        fc.pre(depth <= 5)
      }
      const compiled = compileCampaign(
        { ...base, html: `<div>${page}</div>${exit}`, text: `T ${page}\n[unsubscribe]`, trackOpens: false },
        { tokens: tokens(testKeys) },
      )
      for (const contact of [ada, other]) {
        for (const tracked of [true, false]) {
          const { data } = compiled.compose({ ...contact, number: 1, listId: 1, tracked }, new Date())
          const mail = await PostalMime.parse(data)
          assert.equal(mail.html!.split(`</div><p><a`)[0], `<div>${expected(contact)}`)
          for (const line of data.toString('latin1').split('\r\n'))
            assert.ok(line.length <= 998 && !/[ \t]$/.test(line))
        }
      }
    }),
    { numRuns: runs(40, 5_000) },
  )
})

test('random marks are composed or refused, in linear time', async () => {
  const mark = fc.constantFrom(
    '[if:',
    '[elseif:',
    '[else]',
    '[endif]',
    ']',
    '[',
    '"',
    '&quot;',
    'City',
    '=',
    '!=',
    '*=',
    '<div>',
    '</div>',
    '<!--[if mso]>',
    '<![endif]-->',
    '<p>',
    '<a href="',
    '>',
    '\n',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 60 }), marks => {
      try {
        shown(marks.join(''), ada)
      } catch (error) {
        assert.match(String(error), /Html, line \d+: /)
      }
    }),
    { numRuns: runs(150, 20_000) },
  )
  for (const hostile of [
    '[if:',
    '[if:"',
    '[if:City]',
    '[endif]',
    '[if:City]<div>',
    '<div>[if:City]</div>',
    '[if: ',
    '</b><b>',
    '<!--[if mso]>[if:<![endif]-->',
  ]) {
    await assertMoments(hostile, () =>
      assert.throws(() => shown(`[else]${hostile.repeat(60_000 / hostile.length)}`, ada), /line 1/),
    )
  }
})

test('the examples of docs/content.md do what it says', () => {
  const page = readFileSync(new URL('../../../docs/content.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## Conditions'), page.indexOf('## Approval'))
  const [first = '', languages = ''] = [...section.matchAll(/```(?:text|html)\n([\s\S]*?)```/g)].map(
    ([, code]) => code!,
  )
  assert.equal(htmlFor(first.trim(), ada), 'Our shop in Berlin opens on Sunday.')
  assert.equal(htmlFor(first.trim(), { ...other, traits: ['tag:vip'] }), 'Your number is waiting.')
  assert.equal(htmlFor(first.trim(), other), 'See you online.')
  assert.match(renderPreview({ ...base, html: languages }, ada, 'T'.repeat(36)).text, /^Tulpen sind da/)
  assert.match(renderPreview({ ...base, html: languages }, other, 'T'.repeat(36)).text, /^Tulips are here/)
  for (const [, mark] of section.matchAll(/\| `\[if:([^\]]+)\]`/g))
    assert.ok(!('says' in readCondition(mark!, keys)), mark)
})
