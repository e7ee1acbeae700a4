import assert from 'node:assert/strict'
import { test } from 'node:test'
import { png } from '../../../test/harness/images.ts'
import { budget } from '../../lib/budget.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import { countedImageTasks } from './counted.ts'
import { type ImageTasks, imageTasksHere } from './tasks.ts'

const options = { key: 1 }

test('an image counts in the memory as long as it waits or is read, the decoding once for all, and then nothing does', async () => {
  const memory = budget(1_000_000)
  const used: number[] = []
  const watched: ImageTasks = {
    ...imageTasksHere,
    readImage: (...given) => {
      used.push(memory.used)
      return imageTasksHere.readImage(...given)
    },
  }
  const { readImage } = countedImageTasks(watched, memory, 1_000_000)
  const answers = await Promise.all([readImage({ bytes: png }, options), readImage({ bytes: png }, options)])
  assert.ok(answers.every(answer => 'width' in answer))
  assert.deepEqual(used, [500_000 + 2 * png.length, 500_000 + 4 * png.length])
  assert.equal(memory.used, 0)
})

test('without room an image is one too many, nothing is read, and nothing stays counted', async () => {
  const memory = budget(1_000_000)
  const call = memory.reserve()
  call.take(600_000)
  const { readImage, shrinkImage } = countedImageTasks(
    {
      readImage: () => assert.fail('read'),
      shrinkImage: () => assert.fail('made smaller'),
      cutImage: () => assert.fail('cut'),
    },
    memory,
    1_000_000,
  )
  await assert.rejects(readImage({ bytes: png }, options), Overloaded)
  await assert.rejects(shrinkImage({ bytes: png, mediaType: 'image/png', width: 100 }, options), Overloaded)
  assert.equal(memory.used, 600_000)
})

test('a failure gives everything back', async () => {
  const memory = budget(1_000_000)
  const { readImage } = countedImageTasks(
    { ...imageTasksHere, readImage: () => Promise.reject(new Error('broken')) },
    memory,
    1_000_000,
  )
  await assert.rejects(readImage({ bytes: png }, options), /broken/)
  assert.equal(memory.used, 0)
})
