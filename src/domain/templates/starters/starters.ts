/** Templates to begin with, in MJML: they are compiled when a client takes one, and its own from then on. */
import { announcement } from './announcement.ts'
import { letter } from './letter.ts'
import { newsletter } from './newsletter.ts'
import { evening, hills, logo, story } from './pictures.ts'

export interface Starter {
  /** What callers name it by. */
  readonly id: string
  readonly name: string
  readonly about: string
  readonly mjml: string
  /** By the name that the MJML uses. */
  readonly pictures: ReadonlyMap<string, Buffer>
}

export const starters: readonly Starter[] = [
  {
    id: 'newsletter',
    name: 'Newsletter',
    about: 'One story in front, any number of others with a picture or without.',
    mjml: newsletter,
    pictures: new Map([
      ['logo.png', logo],
      ['hills.png', hills],
      ['story.png', story],
    ]),
  },
  {
    id: 'announcement',
    name: 'Announcement',
    about: 'One thing to announce or to invite to: picture, headline, when and where, a button, a programme.',
    mjml: announcement,
    pictures: new Map([['evening.png', evening]]),
  },
  {
    id: 'letter',
    name: 'Letter',
    about: 'Text with a name below it, for what one person writes to another.',
    mjml: letter,
    pictures: new Map([['logo.png', logo]]),
  },
]
