/** The pictures of the starter templates: PNG of few colours, drawn for them. */
import { readFileSync } from 'node:fs'

/** A leaf, 144 × 144 pixels. */
export const logo = read('logo.png')

/** Hills in the morning, 1200 × 600 pixels. */
export const hills = read('hills.png')

/** Fruit on a table, 480 × 360 pixels. */
export const story = read('story.png')

/** Lanterns over a town, 1200 × 560 pixels. */
export const evening = read('evening.png')

/** Of starter letters: across the letter 1200 × 560 or 600 pixels, in columns 480 × 360. */
export const letterPictures = {
  ...{ plane: read('plane.png'), hills, evening, sprout: read('sprout.png'), balloons: read('balloons.png') },
  ...{ mailbox: read('mailbox.png'), talk: read('talk.png'), trees: read('trees.png'), cup: read('cup.png') },
  ...{ plant: read('plant.png'), book: read('book.png'), vase: read('vase.png'), lamp: read('lamp.png') },
  chair: read('chair.png'),
} as const satisfies Readonly<Record<string, Buffer>>

export type LetterPicture = keyof typeof letterPictures

function read(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}`, import.meta.url))
}
