import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressPattern,
  datePattern,
  fieldKeys,
  firstTag,
  isLinkTag,
  type MergeTag,
  mergeTags,
  textLinkPattern,
  withoutTags,
} from './merge-tags.ts'

const keys = fieldKeys(['City', 'Größe'])

/** As `name|fallback|value`. */
function shown({ name, fallback, value }: MergeTag): string {
  return `${name}|${fallback ?? '-'}|${value ? `${value.of}${value.key && ` ${value.key}`}` : '-'}`
}

for (const [text, ...expected] of [
  [
    'Hi [firstname] [LASTNAME] [ fullname ] [Email]',
    'firstname|-|firstname',
    'LASTNAME|-|lastname',
    'fullname|-|fullname',
    'Email|-|email',
  ],
  ['[city] [CITY,fallback=there]', 'city|-|custom City', 'CITY|there|custom City'],
  ['[größe, Fallback =x=y, z]', 'größe|x=y, z|custom Größe'],
  ['[City,fallback=]', 'City||custom City'],
  ['[sic] [1] [unsubscribe]', 'sic|-|-', '1|-|-', 'unsubscribe|-|-'],
  ['[] [a,b] [<b>] [a\nb] [City, default=x] [City'],
  ['[a[City]b]', 'City|-|custom City'],
  [`[${'x'.repeat(100)}]`, `${'x'.repeat(100)}|-|-`],
  [`[${'x'.repeat(101)}] [City,fallback=${'x'.repeat(1001)}]`],
] as const)
  test(`tags of ${JSON.stringify(text.slice(0, 60))}`, () =>
    assert.deepEqual([...mergeTags(text, keys)].map(shown), expected))

test('a tag has its place in the text', () => {
  const text = 'Hi [firstname,fallback=you]!'
  const [tag] = mergeTags(text, keys)
  assert.equal(text.slice(tag!.start, tag!.end), '[firstname,fallback=you]')
})

test('the first tag is the first that means something', () => {
  assert.equal(firstTag('[sic] [City] [email]', keys), 6)
  assert.equal(firstTag('[sic]', keys), undefined)
})

test('all that may be a tag is taken out, whatever the fields are', () => {
  assert.equal(withoutTags('a[x]b[City,fallback=y][]c[', '-'), 'a-b-[]c[')
  assert.equal(withoutTags(`[x,fallback=${'y'.repeat(1000)}]`, ''), '')
})

test('links of the recipient’s own are elements in HTML and tags in text', () => {
  assert.ok(
    isLinkTag('unsubscribe') &&
      isLinkTag('preferences') &&
      isLinkTag('trackingpreferences') &&
      isLinkTag('webversion') &&
      isLinkTag('forwardtoafriend'),
  )
  assert.ok(!isLinkTag('Unsubscribe') && !isLinkTag('email'))
  const found = [...'[unsubscribe] [Preferences] [email] [webversion,fallback=x]'.matchAll(textLinkPattern)]
  assert.deepEqual(
    found.map(([, name]) => name),
    ['unsubscribe', 'Preferences'],
  )
})

test('date tags have two forms', () => {
  assert.equal('<$currentday$> <currentMonthName/> <currentyears>'.replace(datePattern, '-'), '- - <currentyears>')
})

test('a web address in text goes on through its tags', () =>
  assert.deepEqual('see https://a.example/?c=[City,fallback=my town]&d, or'.match(addressPattern), [
    'https://a.example/?c=[City,fallback=my town]&d,',
  ]))

test('hundreds of thousands of brackets take no time that grows with their square', () => {
  for (const text of ['['.repeat(300_000), '[x,fallback='.repeat(50_000), `[${' '.repeat(300_000)}`]) {
    assert.deepEqual([...mergeTags(text, keys)], [])
    assert.equal(withoutTags(text, ''), text)
  }
})
