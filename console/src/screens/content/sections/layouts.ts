/** What a mail of sections begins with, in the reader's language. */
import { useLingui } from '@lingui/react/macro'
import type { Section } from './document.ts'

export interface Layout {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly sections: readonly Section[]
}

/** @param logo the address of the client's; empty without one */
export function useLayouts(logo: string, client: string): readonly Layout[] {
  const { t } = useLingui()
  const footer: Section = {
    kind: 'footer',
    html: t`You get this mail because you signed up for it.`,
    ...{ unsubscribe: t`Unsubscribe`, preferences: t`Preferences`, webVersion: t`Read in your browser` },
  }
  const head: readonly Section[] =
    logo === '' ? [] : [{ kind: 'image', src: logo, alt: client, width: 'small', align: 'left', space: 'large' }]
  const greeting = t`Hello [firstname,fallback=there],`
  return [
    {
      id: 'newsletter',
      name: t`Newsletter`,
      about: t`One story in front, two more side by side.`,
      sections: [
        ...head,
        { kind: 'heading', level: '1', text: t`What is new this month` },
        {
          kind: 'text',
          html: `<p>${greeting}</p><p>${t`Begin with what your readers gain. Two or three sentences are enough.`}</p>`,
        },
        { kind: 'button', text: t`Read the story`, href: 'https://example.com/' },
        { kind: 'divider', space: 'large' },
        {
          kind: 'columns',
          columns: [
            { title: t`A second story`, html: `<p>${t`Say what it is about, and why it matters now.`}</p>` },
            { title: t`A third story`, html: `<p>${t`Dates and notes need no picture.`}</p>` },
          ],
        },
        footer,
      ],
    },
    {
      id: 'announcement',
      name: t`Announcement`,
      about: t`One message or invitation, and one button.`,
      sections: [
        ...head.map(section => ({ ...section, align: 'center' })),
        { kind: 'heading', level: '1', align: 'center', text: t`You are invited`, space: 'large' },
        { kind: 'text', align: 'center', size: 'large', html: `<p>${t`Say when, where and why in one sentence.`}</p>` },
        {
          kind: 'button',
          align: 'center',
          shape: 'pill',
          text: t`I am coming`,
          href: 'https://example.com/',
          space: 'large',
        },
        footer,
      ],
    },
    {
      id: 'letter',
      name: t`Letter`,
      about: t`Text with a name below it.`,
      sections: [
        ...head,
        {
          kind: 'text',
          html: `<p>${greeting}</p><p>${t`Write as you would to one person.`}</p><p>${t`Kind regards`}</p>`,
        },
        footer,
      ],
    },
  ]
}
