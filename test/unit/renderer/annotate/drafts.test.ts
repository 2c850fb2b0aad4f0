import { beforeEach, expect, test } from 'vitest'
import { imagePoint } from '#common/geometry/space'
import { undo } from '#renderer/features/annotate/keys/edit-keys'
import type { Workbench } from '#renderer/features/annotate/workbench/workbench'
import { NO_KEYS } from '#renderer/tools/tool'
import { MemoryCore, settled } from './memory-core.ts'
import { car, drag, here, screen, stubLocalStorage } from './screen.ts'

beforeEach(stubLocalStorage)

const corners = (bench: Workbench, ...places: readonly (readonly [number, number])[]) => {
  for (const [x, y] of places) bench.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...NO_KEYS })
}

test('every corner of an unfinished polygon is written down, and another window takes it up again', async () => {
  const { core, bench } = await screen()
  bench.arm('polygon')

  corners(bench, [10, 10], [200, 10], [200, 300])

  const points = [10, 10, 200, 10, 200, 300]
  expect(core.sketches.get(here)).toEqual({ tool: 'polygon', points })
  const next = await screen([car], new MemoryCore(core))
  expect(next.bench.bench.armed).toMatchObject({ tool: 'polygon', state: { points } })
  expect(next.notices).toEqual([{ kind: 'draft-restored' }])
})

test('a finished polygon is no sketch any more', async () => {
  const { core, bench } = await screen()
  bench.arm('polygon')

  corners(bench, [10, 10], [200, 10], [200, 300])
  bench.send({ type: 'enter' })
  await settled(core)

  expect(core.sketches.size).toBe(0)
  expect(core.stored(here).shapes).toHaveLength(1)
})

test('a drawing that Esc gave up is the first thing that undo brings back', async () => {
  const { core, bench } = await screen()
  drag(bench, [10, 120], [110, 180])
  bench.arm('polygon')
  corners(bench, [10, 10], [200, 10])

  bench.send({ type: 'cancel' })
  expect(core.sketches.size).toBe(0)
  undo(bench)

  expect(bench.bench.armed).toMatchObject({ state: { points: [10, 10, 200, 10] } })
  expect(core.sketches.get(here)).toEqual({ tool: 'polygon', points: [10, 10, 200, 10] })
  await settled(core)
  expect(core.stored(here).shapes).toHaveLength(1)
})

test('after something else was drawn, undo is about that', async () => {
  const { core, bench } = await screen()
  bench.arm('polygon')
  corners(bench, [10, 10], [200, 10])
  bench.send({ type: 'cancel' })
  bench.arm('box')
  drag(bench, [10, 20], [110, 80])

  undo(bench)
  await settled(core)

  expect(core.stored(here).shapes).toEqual([])
  expect(bench.bench.armed.tool).toBe('box')
})
