/** Letters of other systems: which tags are recognised, what they become, and that nothing else changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertMoments } from '../../../test/harness/processor-time.ts'
import { foreignTags } from './foreign-tags.ts'
import { tokenize } from './markup.ts'
import { fieldKeys } from './merge-tags.ts'
import { type TextPlace, translateHtml, translateText } from './translate-tags.ts'
import { unsubscribeFault } from './unsubscribe-tag.ts'

const keys = fieldKeys(['City', 'ZipCode'])

interface Case {
  readonly system: string
  readonly html: string
  readonly becomes: string
  /** What stays, since there is nothing like it. */
  readonly stays?: readonly string[]
}

const cases: readonly Case[] = [
  {
    system: 'Mailchimp',
    html: '<p>Hi *|FNAME|* *|LNAME|*, *|IF:FNAME|**|FNAME|**|ELSE:|*dear friend*|END:IF|*: *|CITY|* *|ZIP_CODE|*</p><p>*|LIST:ADDRESS_LINE|* © *|CURRENT_YEAR|*</p><a href="https://a.example/?e=*|EMAIL|*">x</a><a class="f" href="*|UNSUB|*" target="_blank">Unsubscribe</a> <a href=\'http://*|ARCHIVE|*\'>View it</a> *|UPDATE_PROFILE|*',
    becomes:
      '<p>Hi [firstname] [lastname], [firstname,fallback=dear friend]: [City] [ZipCode]</p><p>*|LIST:ADDRESS_LINE|* © <currentyear></p><a href="https://a.example/?e=[email]">x</a><unsubscribe class="f" target="_blank">Unsubscribe</unsubscribe> <webversion>View it</webversion> <preferences>Preferences</preferences>',
    stays: ['*|LIST:ADDRESS_LINE|*'],
  },
  {
    system: 'Brevo',
    html: '<html lang="de"><p>Hallo {{ contact.FIRSTNAME }} {{contact.NACHNAME | default : "Leser"}} {{ contact.CITY | default: \'hier\' }}, {% if contact.VORNAME %}{{ contact.VORNAME }}{% else %}du{% endif %}</p><a href="{{ unsubscribe }}"><img src="x.png" alt=""></a><a href="{{ mirror }}">Im Browser</a>{{ params.order }}</html>',
    becomes:
      '<html lang="de"><p>Hallo [firstname] [lastname,fallback=Leser] [City,fallback=hier], [firstname,fallback=du]</p><unsubscribe><img src="x.png" alt=""> Abmelden</unsubscribe><webversion>Im Browser</webversion>{{ params.order }}</html>',
    stays: ['{{ params.order }}'],
  },
  {
    system: 'listmonk',
    html: '<p>Hi {{ .Subscriber.FirstName }} ({{ .Subscriber.Name | default "you" }}), {{ default "there" .Subscriber.Attribs.city }} {{ if .Subscriber.FirstName }}{{ .Subscriber.FirstName }}{{ else }}friend{{ end }}</p>{{ template "content" . }}<a href="{{ UnsubscribeURL }}">Leave us</a><a href="{{ MessageURL }}">In the browser</a>{{ TrackView }}',
    becomes:
      '<p>Hi [firstname] ([fullname,fallback=you]), [City,fallback=there] [firstname,fallback=friend]</p>{{ template "content" . }}<unsubscribe>Leave us</unsubscribe><webversion>In the browser</webversion>',
    stays: ['{{ template "content" . }}'],
  },
  {
    system: 'Mautic',
    html: '<p>Hi {contactfield=firstname} {contactfield=lastname|you} {leadfield=city|true}</p><a href="{webview_url}">Browser</a>{unsubscribe_text}{ownerfield=email}{tracking_pixel}',
    becomes:
      '<p>Hi [firstname] [lastname,fallback=you] [City]</p><webversion>Browser</webversion><unsubscribe>Unsubscribe</unsubscribe>{ownerfield=email}',
    stays: ['{ownerfield=email}'],
  },
  {
    system: 'Sendy',
    html: '<p>Hi [Name,fallback=there] [Name,fallback=] [Email] [City,fallback=x], [currentdaynumber] [currentyear]</p><a href="[unsubscribe]">Unsubscribe here</a><a href="[webversion]">View</a>',
    becomes:
      '<p>Hi [fullname,fallback=there] [fullname,fallback=] [Email] [City,fallback=x], <currentday> <currentyear></p><unsubscribe>Unsubscribe here</unsubscribe><webversion>View</webversion>',
  },
  {
    system: 'ActiveCampaign',
    html: '<p>Hi %FIRSTNAME% %CITY% %IF !empty($FIRSTNAME)%%FIRSTNAME%%ELSE%friend%/IF%, 50% OFF or 70%</p><a href="%UNSUBSCRIBELINK%">Unsubscribe</a><a href="https://a.example/%E4%F6%C3%BC?e=%EMAIL%">x</a>%SENDER-INFO%',
    becomes:
      '<p>Hi [firstname] [City] [firstname,fallback=friend], 50% OFF or 70%</p><unsubscribe>Unsubscribe</unsubscribe><a href="https://a.example/%E4%F6%C3%BC?e=[email]">x</a>%SENDER-INFO%',
    stays: ['%SENDER-INFO%'],
  },
  {
    system: 'Kit',
    html: '<p>Hi {{ subscriber.first_name | default: "friend" }} {{subscriber.email_address}} {{ subscriber.city }}</p>{{ unsubscribe_link }} <a href="{{ subscriber_preferences_url }}">Update</a><a href="{{ unsubscribe_url }}">Leave us</a>{{ address }}',
    becomes:
      '<p>Hi [firstname,fallback=friend] [email] [City]</p><unsubscribe>Unsubscribe</unsubscribe> <preferences>Update</preferences><unsubscribe>Leave us</unsubscribe>{{ address }}',
    stays: ['{{ address }}'],
  },
  {
    system: 'CleverReach',
    html: '<p>Hallo {VORNAME} {NACHNAME} {CITY}, {not_a_tag} {SALUTATION}</p><a href="{UNSUBSCRIBE}">Abmelden</a><a href="{ONLINE_VERSION}">Online</a>',
    becomes:
      '<p>Hallo [firstname] [lastname] [City], {not_a_tag} {SALUTATION}</p><unsubscribe>Abmelden</unsubscribe><webversion>Online</webversion>',
    stays: ['{SALUTATION}'],
  },
  {
    system: 'MailerLite',
    html: '<p>{$name|default:"friend"} {$city} {$account.name}</p><a href="{$unsubscribe}">Unsubscribe</a>',
    becomes: '<p>[firstname,fallback=friend] [City] {$account.name}</p><unsubscribe>Unsubscribe</unsubscribe>',
    stays: ['{$account.name}'],
  },
  {
    system: 'Mailjet',
    html: '<p>[[data:firstname:"friend"]] [[data:city:""]]</p><a href="[[UNSUB_LINK_FR]]">Se désinscrire</a><a href="[[UNSUBSCRIBE]]">x</a>[[var:x]]',
    becomes:
      '<p>[firstname,fallback=friend] [City,fallback=]</p><unsubscribe>Se désinscrire</unsubscribe><unsubscribe>x Unsubscribe</unsubscribe>[[var:x]]',
    stays: ['[[var:x]]'],
  },
  {
    system: 'Marketing Cloud',
    html: '<p>%%First Name%% %%emailaddr%% %%City%%</p><a href="%%unsubscribe%%">Unsubscribe</a>%%Member_Addr%%',
    becomes: '<p>[firstname] [email] [City]</p><unsubscribe>Unsubscribe</unsubscribe>%%Member_Addr%%',
    stays: ['%%Member_Addr%%'],
  },
  {
    system: 'another system',
    html: '<p>{{ first_name|default:"you" }} {{{ city }}} {{ order.total }}</p>',
    becomes: '<p>[firstname,fallback=you] [City] {{ order.total }}</p>',
    stays: ['{{ order.total }}'],
  },
]

for (const { system, html, becomes, stays = [] } of cases) {
  test(`a letter of ${system} is translated, and its other bytes stay`, () => {
    const { text, translations } = translateHtml(html, keys)
    assert.equal(text, becomes)
    assert.deepEqual(
      translations.filter(one => one.becomes === undefined).map(({ found }) => found),
      stays,
    )
    assert.deepEqual([...new Set(translations.map(one => one.system))], [system])
    const again = translateHtml(text, keys)
    assert.equal(again.text, becomes, 'what is ours is no tag of another system')
    const fault = unsubscribeFault(tokenize(text))
    assert.ok(fault === undefined || fault === 'NoUnsubscribeTag', fault)
  })
}

const texts: readonly (readonly [place: TextPlace, text: string, becomes: string])[] = [
  [
    'text',
    'Hi *|FNAME|*\r\nLeave: *|UNSUB|* {{ mirror }} *|CURRENT_YEAR|*',
    'Hi [firstname]\r\nLeave: [unsubscribe] [webversion] <currentyear>',
  ],
  ['text', 'Leave: [unsubscribe] [Name,fallback=you]', 'Leave: [unsubscribe] [fullname,fallback=you]'],
  [
    'subject',
    '*|FNAME|*, {{ contact.CITY | default : "you" }} *|UNSUB|* 100%',
    '[firstname], [City,fallback=you] *|UNSUB|* 100%',
  ],
  ['line', '%FIRSTNAME% *|CURRENT_YEAR|*', '[firstname] *|CURRENT_YEAR|*'],
]
for (const [place, text, becomes] of texts) {
  test(`in a ${place}, ${JSON.stringify(text)} becomes what can stand there`, () => {
    assert.equal(translateText(text, place, keys).text, becomes)
  })
}

test('fallbacks are written as HTML in HTML, and tags whose fallback cannot be written have none', () => {
  const html = `{{ contact.FIRSTNAME | default : "a & b" }} {{ contact.FIRSTNAME | default : &quot;c&quot; }} <p title="{contactfield=firstname|a<b}" id={contactfield=firstname|d\u00a0e}>{contactfield=firstname|[x]}</p>`
  assert.equal(
    translateHtml(html, keys).text,
    `[firstname,fallback=a &amp; b] [firstname,fallback=c] <p title="[firstname,fallback=a&lt;b]" id={contactfield=firstname|d\u00a0e}>[firstname]</p>`,
  )
})

test('links are not put into links, attributes and comments; values are', () => {
  const html = `<a href="https://a.example/">*|UNSUB|* *|FNAME|*</a><p title="*|UNSUB|*">x</p><!--[if mso]>*|UNSUB|* *|FNAME|*<![endif]--><title>*|UNSUB|*</title><style>*|FNAME|*</style>`
  const { text, translations } = translateHtml(html, keys)
  assert.equal(
    text,
    `<a href="https://a.example/">*|UNSUB|* [firstname]</a><p title="*|UNSUB|*">x</p><!--[if mso]>*|UNSUB|* [firstname]<![endif]--><title>*|UNSUB|*</title><style>*|FNAME|*</style>`,
  )
  assert.equal(translations.filter(({ becomes }) => becomes === undefined).length, 4)
})

test('our own tags of texts are no tags of another system', () => {
  const text = 'Leave: [unsubscribe] [Webversion] [preferences] [fullname,fallback=x]'
  assert.deepEqual(translateText(text, 'text', keys), { text, translations: [] })
})

test('a field of a list is meant before a tag of another system that has its name', () => {
  const own = fieldKeys(['Name', 'CurrentYear'])
  assert.deepEqual(translateHtml('[Name] [currentyear,fallback=x]', own), {
    text: '[Name] [currentyear,fallback=x]',
    translations: [],
  })
})

for (const html of [
  '<p>100% of 5% and %20%, {a: 1}, {}, [1], [[1], [2]], *|*, %%, {{}}, a[href], {x}</p>',
  '<style>p{color:red}@media(max-width:1px){a{b:c}}</style><script type="application/ld+json">{"a":{"b":"{{c}}"}}</script>',
  '<a href="https://a.example/%7B%7B%C3%A4%C3%B6%DE%AD?a=%20b%2Fc">x</a>',
  '<unsubscribe>Leave us</unsubscribe> [firstname,fallback=you] [email] <currentyear> <$currentday$>',
]) {
  test(`no tag of another system is seen in ${html.slice(0, 50)}`, () => {
    assert.deepEqual(translateHtml(html, keys), { text: html, translations: [] })
  })
}

test('whatever a text is, only what is named changes', () => {
  const bits = fc.constantFrom(
    '*|',
    '|*',
    'FNAME',
    '{{',
    '}}',
    ' ',
    '%',
    '[',
    ']',
    '<a href="',
    '">',
    '</a>',
    'IF:',
    'unsubscribe',
    '{',
    '}',
    '$',
    'é',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(bits, fc.string({ maxLength: 5 })), { maxLength: 40 }), parts => {
      const html = parts.join('')
      const { text, translations } = translateHtml(html, keys)
      if (translations.every(({ becomes }) => becomes === undefined)) assert.equal(text, html)
      for (const { found } of translations) assert.ok(html.includes(found))
    }),
  )
})

for (const unit of ['{{', '*|', '%IF $a%', '{{if a}}', '[[', '*|IF:A|*', '{contactfield=a|', '%%A ', '{% if a %}']) {
  test(`the time of a search through many ${unit} grows with their number only`, async () => {
    // quadratic, it would be minutes
    await assertMoments('the search', () => foreignTags(unit.repeat(200_000 / unit.length), keys))
  })
}
