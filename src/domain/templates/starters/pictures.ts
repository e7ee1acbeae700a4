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

function read(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}`, import.meta.url))
}
