/** Letters that are sent again and again. */
import { inkOn } from '../../../content/contrast.ts'
import { example } from './kit.ts'
import type { Letter } from './letter.ts'
import { band, button, kicker, list, picture, rule, subtitle, text, title } from './parts.ts'

export const regulars: readonly Letter[] = [
  {
    id: 'launch',
    of: 'launch',
    look: { accent: '#2456a6', page: '#eef3fb', tint: '#f1f6fd' },
    parts: (desk, { launch: words }) => [
      desk.head('center'),
      picture(desk.pictures.plane, ''),
      kicker(words.kicker, desk, 'center'),
      title(words.title, 'center'),
      text([words.text], { align: 'center', size: 'large' }),
      button(words.button, 'center', { shape: 'pill', space: 'large' }),
      {
        kind: 'columns',
        align: 'center',
        background: desk.tint,
        space: 'large',
        columns: [
          { title: words.one, html: `<p>${words.oneText}</p>` },
          { title: words.two, html: `<p>${words.twoText}</p>` },
          { title: words.three, html: `<p>${words.threeText}</p>` },
        ],
      },
      ...desk.foot('center'),
    ],
  },
  {
    id: 'two-columns',
    of: 'two',
    look: { accent: '#0b5d4e', page: '#f1eee7', tint: '#f2f6f1', headingFont: 'georgia' },
    parts: (desk, { two: words, common }) => [
      desk.head('left'),
      picture(desk.pictures.hills, ''),
      { ...title(words.title), space: 'large' },
      text([common.greeting, words.text]),
      button(words.button, 'left', { space: 'normal' }),
      rule({ space: 'large' }),
      {
        kind: 'columns',
        space: 'small',
        columns: [
          {
            src: desk.pictures.cup,
            alt: '',
            title: words.one,
            html: `<p>${words.oneText}</p>`,
            label: common.more,
            href: example,
          },
          {
            src: desk.pictures.plant,
            alt: '',
            title: words.two,
            html: `<p>${words.twoText}</p>`,
            label: common.more,
            href: example,
          },
        ],
      },
      { ...subtitle(words.datesTitle), background: desk.tint, space: 'normal' },
      list([words.date1, words.date2, words.date3], { background: desk.tint, space: 'normal' }),
      ...desk.foot('left'),
    ],
  },
  {
    id: 'three-columns',
    of: 'three',
    look: { accent: '#51449c', page: '#efeef8', tint: '#f5f4fc' },
    parts: (desk, { three: words, common }) => [
      desk.head('center'),
      { ...kicker(words.kicker, desk, 'center'), ...band(desk), space: 'normal' },
      { ...title(words.title, 'center'), ...band(desk), space: 'none' },
      text([words.text], { align: 'center', ...band(desk), space: 'normal' }),
      {
        ...{ kind: 'imageText', src: desk.pictures.book, alt: '', side: 'left', space: 'large' },
        ...{ title: words.lead, html: `<p>${words.leadText}</p><p><a href="${example}">${common.more}</a></p>` },
      },
      rule(),
      {
        kind: 'columns',
        space: 'large',
        columns: [
          {
            src: desk.pictures.cup,
            alt: '',
            title: words.one,
            html: `<p>${words.oneText} <a href="${example}">${common.more}</a></p>`,
          },
          {
            src: desk.pictures.plant,
            alt: '',
            title: words.two,
            html: `<p>${words.twoText} <a href="${example}">${common.more}</a></p>`,
          },
          {
            src: desk.pictures.lamp,
            alt: '',
            title: words.three,
            html: `<p>${words.threeText} <a href="${example}">${common.more}</a></p>`,
          },
        ],
      },
      button(words.button, 'center', { space: 'large', background: desk.tint }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'digest',
    of: 'digest',
    look: { accent: '#a13d22', page: '#f6efe9', tint: '#fbf5ef', headingFont: 'georgia' },
    parts: (desk, { digest: words, common }) => [
      desk.head('left'),
      { ...title(words.title), space: 'large' },
      text([words.text], { size: 'large' }),
      rule(),
      {
        ...{ kind: 'imageText', src: desk.pictures.book, alt: '', side: 'left', space: 'normal' },
        ...{ title: words.one, html: `<p>${words.oneText}</p><p><a href="${example}">${common.more}</a></p>` },
      },
      rule(),
      {
        ...{ kind: 'imageText', src: desk.pictures.cup, alt: '', side: 'right', space: 'normal' },
        ...{ title: words.two, html: `<p>${words.twoText}</p><p><a href="${example}">${common.more}</a></p>` },
      },
      { ...subtitle(words.three), background: desk.tint, space: 'normal' },
      list([words.item1, words.item2, words.item3], { background: desk.tint, space: 'small' }),
      button(words.button, 'left', { background: desk.tint, space: 'normal' }),
      ...desk.foot('left'),
    ],
  },
  {
    id: 'shop',
    of: 'shop',
    look: { accent: '#b23a2a', page: '#fbf2ea', tint: '#fdf6ef' },
    parts: (desk, { shop: words }) => [
      desk.head('center'),
      { ...kicker(words.kicker, desk, 'center'), ...band(desk), space: 'normal' },
      { ...title(words.title, 'center'), ...band(desk), space: 'none' },
      text([words.text], { align: 'center', ...band(desk), space: 'normal' }),
      button(words.button, 'center', {
        shape: 'pill',
        background: desk.accent,
        fill: inkOn(desk.accent) === '#ffffff' ? '#ffffff' : '#1b1b1f',
        space: 'normal',
      }),
      {
        ...{ kind: 'columns', align: 'center', space: 'large' },
        columns: [
          {
            src: desk.pictures.vase,
            alt: words.one,
            title: words.one,
            html: `<p>${words.onePrice}</p>`,
            label: words.look,
            href: example,
          },
          {
            src: desk.pictures.lamp,
            alt: words.two,
            title: words.two,
            html: `<p>${words.twoPrice}</p>`,
            label: words.look,
            href: example,
          },
          {
            src: desk.pictures.chair,
            alt: words.three,
            title: words.three,
            html: `<p>${words.threePrice}</p>`,
            label: words.look,
            href: example,
          },
        ],
      },
      { ...subtitle(words.story, 'center'), background: desk.tint, space: 'normal' },
      text([words.storyText], { align: 'center', background: desk.tint, space: 'normal' }),
      text([words.note], { align: 'center', size: 'small', space: 'normal' }),
      ...desk.foot('center'),
    ],
  },
  {
    id: 'plain',
    of: 'plain',
    look: { accent: '#1f5fa8', page: '#ffffff', tint: '#f4f6f8' },
    parts: (desk, { plain: words, common }) => [
      desk.head('left'),
      text([common.greeting, words.text1, words.text2, words.text3, common.regards], { size: 'large' }),
      text([`<strong>${common.signature}</strong>`]),
      rule({ space: 'normal' }),
      ...desk.foot('left'),
    ],
  },
]
