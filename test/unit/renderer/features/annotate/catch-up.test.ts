import { expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../../../../kit/patience.ts'
import { add, box, image, MemoryCore } from './editor/memory-core.ts'

const here = image('here')

async function opened(): Promise<MemoryCore> {
  const core = new MemoryCore()
  await core.documents.open(here)
  return core
}

const names = (core: MemoryCore) => core.documents.view(here)?.shapes.map((shape) => shape.id)

test('changes by others during a pending edit are loaded once it is written', async () => {
  const core = await opened()
  const late = Promise.withResolvers<void>()
  core.wayBack = late.promise
  core.documents.commit(here, add(box('a', 5)))
  await vi.waitUntil(() => core.shapes(here).length > 0, PATIENCE_MS)
  core.writeInOtherWindow(here, add(box('foreign', 100)))
  const caughtUp = core.documents.catchUp(here, core.stored(here).revision)
  late.resolve()

  await caughtUp

  expect(names(core)).toEqual(['a0000000', 'foreign0'])
})

test('annotations are not reloaded for the current revision', async () => {
  const core = await opened()
  core.documents.commit(here, add(box('a', 5)))

  await core.documents.catchUp(here, core.stored(here).revision + 1)

  expect(core.calls.filter((call) => call.startsWith('open'))).toHaveLength(1)
})

test('annotations that change while loading are loaded again', async () => {
  const core = await opened()
  const late = Promise.withResolvers<void>()
  core.wayBack = late.promise
  const reopening = core.documents.open(here)
  await vi.waitUntil(() => core.calls.length === 2, PATIENCE_MS)
  core.wayBack = Promise.resolve()
  core.writeInOtherWindow(here, add(box('foreign', 100)))
  const caughtUp = core.documents.catchUp(here, core.stored(here).revision)
  late.resolve()

  await Promise.all([reopening, caughtUp])

  expect(names(core)).toEqual(['foreign0'])
})
