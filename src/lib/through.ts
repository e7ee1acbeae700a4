import { pipeline, Readable, type Transform } from 'node:stream'

/** Pieces as they come out of a transform. What the pieces throw is thrown; a reader that stops early ends them. */
export function through(pieces: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  // who reads the transform hears of errors
  return pipeline(Readable.from(pieces), transform, () => {})
}
