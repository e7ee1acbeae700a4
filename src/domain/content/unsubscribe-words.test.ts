import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceSpans, tokenize } from './markup.ts'
import { optOutWord, promisesOptOut } from './unsubscribe-words.ts'
import { asOwnLink, writtenLinks } from './written-links.ts'

for (const text of [
  ...['Unsubscribe', 'UNSUBSCRIBE »', 'Click here to unsubscribe.', 'Opt-out', 'un-subscribe'],
  ...['Abmelden', 'Newsletter abbestellen', 'Hier abmelden!', 'Se désinscrire', 'SE DÉSABONNER', 'me désinscrire'],
  ...['Darse de baja', 'Cancelar suscripción', 'Cancella iscrizione', 'Annulla l’iscrizione', 'Disiscriviti'],
  ...['Uitschrijven', 'Afmelden', 'Avregistrera', 'Avanmäl dig: avanmälan', 'Meld deg av', 'Afmeld', 'Peruuta tilaus'],
  ...['Отписаться', 'Отписаться от рассылки', 'Відписатися', 'Отписване', 'Одјава', 'Wypisz się', 'Odhlásit odběr'],
  ...[
    'Leiratkozás',
    'Dezabonare',
    'Διαγραφή',
    'Κατάργηση εγγραφής',
    'Abonelikten Çık',
    'ABONELİKTEN ÇIK',
    'Üyelikten çık',
  ],
  ...[
    '配信停止',
    'メールの配信停止はこちら',
    '退订',
    '取消订阅',
    '退訂',
    '수신거부',
    '무료 수신거부',
    'ยกเลิกการรับข่าวสาร',
  ],
  ...[
    'إلغاء الاشتراك',
    'להסרה מרשימת התפוצה',
    'लिंक: सदस्यता समाप्त',
    'Hủy đăng ký',
    'Berhenti berlangganan',
    'Cancelar inscrição',
  ],
]) {
  test(`a link called ${text} promises an opt-out`, () => {
    assert.equal(promisesOptOut(text), true)
  })
}

for (const text of [
  ...[
    '',
    ' ',
    'Subscribe',
    'Anmelden',
    "S'inscrire",
    'Iscriviti',
    'Подписаться',
    '订阅',
    '購読',
    'Read more',
    'Leave a comment',
  ],
  ...[
    'Unsubscribed people',
    'Abmeldefrist',
    'Options',
    'Manage preferences',
    'Stop',
    'baja',
    'Abonelik',
    'Prenumerera',
  ],
  `${'Why so many people '.repeat(8)}unsubscribe`,
]) {
  test(`a link called ${JSON.stringify(text.slice(0, 40))} promises none`, () => {
    assert.equal(promisesOptOut(text), false)
  })
}

test('the usual word of a language is known', () => {
  assert.equal(optOutWord('de-AT'), 'Abmelden')
  assert.equal(optOutWord('tlh'), 'Unsubscribe')
})

test('links have their text, or the alternative text of their images, and one becomes a link of ours with all else as it was', () => {
  const html = `<A  CLASS=x HREF = 'https://old.example/u?a=1&amp;b=2' style="color:red">Ab<b>mel</b>den&nbsp;</A> <a href="https://a.example/"><img src="b.png" alt="Ab &amp; melden"></a><a name="x">x</a><unsubscribe><i>y</i></unsubscribe><a href="#">open`
  const [first, second, ...none] = writtenLinks(tokenize(html))
  assert.deepEqual(none, [])
  assert.deepEqual([first?.text, first?.address], ['Abmelden', 'https://old.example/u?a=1&b=2'])
  assert.deepEqual([second?.text, second?.alternative], ['', 'Ab & melden'])
  assert.equal(
    replaceSpans(html, [
      ...asOwnLink(html, first!, 'unsubscribe', 'x'),
      ...asOwnLink(html, second!, 'unsubscribe', 'x'),
    ]),
    `<unsubscribe  CLASS=x style="color:red">Ab<b>mel</b>den&nbsp;</unsubscribe> <unsubscribe><img src="b.png" alt="Ab &amp; melden"> Ab &amp; melden</unsubscribe><a name="x">x</a><unsubscribe><i>y</i></unsubscribe><a href="#">open`,
  )
})
