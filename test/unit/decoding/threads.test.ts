import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openImage } from '#decoding/image'
import { someImage } from '../../kit/images.ts'

const THREADS = 12

test('images that are opened while other threads start are read', async () => {
  const bytes = await someImage()
  const engine = new URL('../../../main/decoding/engine.ts', import.meta.url)
  let areStarting = true
  let opened = 0
  async function openOnAndOn(): Promise<void> {
    while (areStarting) {
      await openImage(bytes)
      opened += 1
    }
  }

  const opening = Promise.all([openOnAndOn(), openOnAndOn()])
  for (let nth = 0; nth < THREADS; nth += 1) {
    const worker = new Worker(engine)
    await once(worker, 'exit')
  }
  areStarting = false

  await expect(opening).resolves.toHaveLength(2)
  expect(opened).toBeGreaterThan(0)
})
