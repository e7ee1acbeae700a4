/** Letters for an occasion: an event, a person's day, a cause, a notice. */
import { example } from './kit.ts'
import type { Letter } from './letter.ts'
import { button, kicker, list, picture, rule, subtitle, text, title } from './parts.ts'

export const occasions: readonly Letter[] = [
  {
    id: 'event',
    of: 'event',
    look: { accent: '#5a2a82', page: '#f3f0f8', tint: '#f8f5fc', headingFont: 'georgia' },
    parts: (desk, { event: words }) => [
      desk.head('center'),
      picture(desk.pictures.evening, ''),
      kicker(words.kicker, desk, 'center'),
      title(words.title, 'center'),
      text([words.text], { align: 'center' }),
      {
        ...{ kind: 'columns', align: 'center', background: desk.tint, space: 'large' },
        columns: [
          { title: words.when, html: `<p>${words.whenText}</p>` },
          { title: words.where, html: `<p>${words.whereText}</p>` },
        ],
      },
      button(words.button, 'center', { shape: 'pill', space: 'large' }),
      text([words.note], { align: 'center', size: 'small' }),
      rule(),
      subtitle(words.programme),
      list([words.item1, words.item2, words.item3], { space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'welcome',
    of: 'welcome',
    look: { accent: '#2f6b4f', page: '#faf3ea', tint: '#fdf4e8', headingFont: 'georgia' },
    parts: (desk, { welcome: words, common }) => [
      desk.head('center'),
      picture(desk.pictures.sprout, ''),
      { ...title(words.title, 'center'), space: 'large' },
      text([common.greeting, words.text], { align: 'center' }),
      {
        ...{ kind: 'columns', align: 'center', background: desk.tint, space: 'large' },
        columns: [
          { title: words.one, html: `<p>${words.oneText}</p>` },
          { title: words.two, html: `<p>${words.twoText}</p>` },
          { title: words.three, html: `<p>${words.threeText}</p>` },
        ],
      },
      button(words.button, 'center', { shape: 'pill', space: 'large' }),
      text([words.end, common.regards], { align: 'center', space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'birthday',
    of: 'birthday',
    look: { accent: '#a8325a', page: '#fdf0f4', tint: '#fdeef3', headingFont: 'georgia' },
    parts: (desk, { birthday: words }) => [
      desk.head('center'),
      picture(desk.pictures.balloons, ''),
      { ...title(words.title, 'center'), space: 'large' },
      text([words.text], { align: 'center', size: 'large', space: 'normal' }),
      { ...kicker(words.codeTitle, desk, 'center'), background: desk.tint },
      { kind: 'heading', level: '1', text: words.code, align: 'center', background: desk.tint, space: 'small' },
      button(words.button, 'center', { shape: 'pill', background: desk.tint, space: 'large' }),
      text([words.note], { align: 'center', size: 'small', space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'win-back',
    of: 'back',
    look: { accent: '#51449c', page: '#f0eef9', tint: '#f6f4fc' },
    parts: (desk, { back: words, common }) => [
      desk.head('center'),
      picture(desk.pictures.mailbox, ''),
      { ...title(words.title), space: 'large' },
      text([common.greeting, words.text]),
      {
        ...{ kind: 'columns', space: 'normal' },
        columns: [
          { src: desk.pictures.book, alt: '', title: words.one, html: `<p>${words.oneText}</p>` },
          { src: desk.pictures.cup, alt: '', title: words.two, html: `<p>${words.twoText}</p>` },
        ],
      },
      button(words.button, 'center', { background: desk.tint, space: 'large' }),
      text([words.choice], { align: 'center', size: 'small', background: desk.tint, space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'survey',
    of: 'survey',
    look: { accent: '#1f6f78', page: '#eef5f5', tint: '#f1f8f8' },
    parts: (desk, { survey: words, common }) => [
      desk.head('center'),
      picture(desk.pictures.talk, ''),
      { ...title(words.title, 'center'), space: 'large' },
      text([common.greeting, words.text], { align: 'center', space: 'normal' }),
      {
        ...{ kind: 'columns', align: 'center', background: desk.tint, space: 'normal' },
        columns: [
          { label: words.good, href: `${example}?answer=3` },
          { label: words.fair, href: `${example}?answer=2` },
          { label: words.bad, href: `${example}?answer=1` },
        ],
      },
      { ...subtitle(words.moreTitle, 'center'), space: 'normal' },
      text([words.moreText], { align: 'center' }),
      text([`<a href="${example}">${words.button}</a>`], { align: 'center', space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'fundraising',
    of: 'fundraising',
    look: { accent: '#2f6a45', page: '#eef4ec', tint: '#f1f7ef', headingFont: 'georgia' },
    parts: (desk, { fundraising: words, common }) => [
      desk.head('center'),
      picture(desk.pictures.trees, ''),
      { ...title(words.title), space: 'large' },
      text([common.greeting, words.text], { space: 'normal' }),
      {
        kind: 'heading',
        level: '1',
        text: words.number,
        align: 'center',
        color: desk.accent,
        background: desk.tint,
        space: 'normal',
      },
      text([words.numberText], { align: 'center', background: desk.tint, space: 'small' }),
      {
        ...{ kind: 'columns', align: 'center', background: desk.tint, space: 'normal' },
        columns: [
          { title: words.one, html: `<p>${words.oneText}</p>`, label: words.give, href: `${example}?gift=10` },
          { title: words.two, html: `<p>${words.twoText}</p>`, label: words.give, href: `${example}?gift=25` },
          { title: words.three, html: `<p>${words.threeText}</p>`, label: words.give, href: `${example}?gift=100` },
        ],
      },
      text([words.thanks, common.regards], { space: 'large' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'terms',
    of: 'terms',
    look: { accent: '#33475b', page: '#f1f3f5', tint: '#f5f7f9' },
    parts: (desk, { terms: words, common }) => [
      desk.head('left'),
      { ...title(words.title), space: 'large' },
      text([common.greeting, words.text], { space: 'normal' }),
      { ...subtitle(words.changes), background: desk.tint, space: 'normal' },
      list([words.change1, words.change2, words.change3], { background: desk.tint, space: 'normal' }),
      { ...subtitle(words.todo), space: 'normal' },
      text([words.todoText]),
      button(words.button, 'left', { space: 'normal' }),
      text([words.contact, common.regards], { space: 'normal' }),
      ...desk.foot('left'),
    ],
  },
]
