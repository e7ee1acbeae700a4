/**
 * The memory that images take, in the one budget of the process: each file as long as it waits or is worked on, and while there is any,
 * what the one that is decoded takes. Without room an image is refused like one too many.
 */
import { type Budget, NoRoom } from '../../lib/budget.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import type { TaskOptions } from '../../lib/tasks.ts'
import type { ImageTasks } from './tasks.ts'

/** Octets that decoding an image adds to the process at most (`memory.test.ts`). */
export const mostOfDecoding = 232 * 1_048_576

/** @param most octets of the budget; decoding counts as half of it at most, so that calls go on beside it */
export function countedImageTasks(tasks: ImageTasks, memory: Budget, most: number): ImageTasks {
  const decoding = memory.reserve()
  let underWay = 0

  function counted<Input extends { readonly bytes: Uint8Array }, Value>(
    run: (input: Input, options: TaskOptions) => Promise<Value>,
  ) {
    return async (input: Input, options: TaskOptions): Promise<Value> => {
      const room = memory.reserve()
      try {
        // the thread has a copy of it
        room.take(2 * input.bytes.length)
        if (underWay === 0) decoding.take(Math.min(mostOfDecoding, most / 2))
      } catch (error) {
        room.release()
        throw error instanceof NoRoom ? new Overloaded() : error
      }
      underWay++
      try {
        return await run(input, options)
      } finally {
        room.release()
        if (--underWay === 0) decoding.release()
      }
    }
  }

  return {
    readImage: counted(tasks.readImage),
    shrinkImage: counted(tasks.shrinkImage),
    cutImage: counted(tasks.cutImage),
  }
}
