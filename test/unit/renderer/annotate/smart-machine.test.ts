import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { imagePoint, viewPoint } from '#common/geometry/space'
import { imagesAhead, watchAhead } from '#renderer/features/annotate/smart/ahead'
import { cropInView } from '#renderer/features/annotate/smart/crop'
import { watchPreview } from '#renderer/features/annotate/smart/preview'
import { SmartRunner } from '#renderer/features/annotate/smart/smart-runner'
import type { Workbench } from '#renderer/features/annotate/workbench/workbench'
import { NO_KEYS } from '#renderer/tools/tool'
import { FakeMachine } from './machine.ts'
import { image } from './memory-core.ts'
import { here, open, screen, stubLocalStorage, there } from './screen.ts'

const CUP = { x0: 100, y0: 100, x1: 300, y1: 300 }

beforeEach(() => {
  stubLocalStorage()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

/** The smart tool in hand, and what asks the machine. */
async function armed(ids = [here, there]) {
  const machine = new FakeMachine()
  machine.objects = [CUP]
  const { bench, notices } = await screen(undefined, undefined, machine)
  bench.set({ queue: { ids, unfinished: new Set() } })
  const stops = [watchPreview(bench, machine.segment), watchAhead(bench, machine.segment)]
  const runner = new SmartRunner(bench, machine.segment)
  bench.arm('smart')
  await vi.advanceTimersByTimeAsync(0)
  return { machine, bench, notices, stop: () => [...stops, () => runner.dispose()].forEach((each) => each()) }
}

function click(bench: Workbench, x: number, y: number, alt = false) {
  const keys = { ...NO_KEYS, alt }
  bench.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...keys })
  bench.send({ type: 'up', at: imagePoint(x, y), ...keys })
}

function pointAt(bench: Workbench, x: number, y: number) {
  bench.set({ pointer: viewPoint(x + 10, y + 10) })
}

function prompts({ bench }: Workbench) {
  return bench.armed.tool === 'smart' ? bench.armed.state.prompts.length : 0
}

test('clicks made while an image is made ready wait for it, and none is dropped', async () => {
  const { machine, bench, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.gate = promise
  await open(bench, there)
  click(bench, 150, 150)
  click(bench, 200, 200)
  await vi.advanceTimersByTimeAsync(500)
  const meanwhile = {
    asked: machine.asked.length,
    prompts: prompts(bench),
    share: bench.bench.machine.readiness?.share,
  }

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(meanwhile).toEqual({ asked: 0, prompts: 2, share: expect.any(Number) })
  expect(meanwhile.share).toBeGreaterThan(0)
  expect(meanwhile.share).toBeLessThan(1)
  expect(machine.asked.map(({ points }) => points.length)).toEqual([2])
  expect(bench.bench.machine.readiness).toMatchObject({ image: there, share: 1 })
  stop()
})

/** What is pressed before the machine has answered an accepted click. */
const MEANWHILE: readonly (readonly [string, (bench: Workbench) => unknown])[] = [
  ['another tool is taken', (bench) => bench.arm('box')],
  ['another image is opened', (bench) => open(bench, there)],
  ['the next object is clicked', (bench) => click(bench, 600, 600)],
]

test.each(MEANWHILE)('an accepted cut is drawn on its image although, before it comes, %s', async (_what, act) => {
  const { machine, bench, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(bench, 200, 200)
  bench.send({ type: 'enter' })
  await act(bench)
  await vi.advanceTimersByTimeAsync(500)
  const before = bench.documents.view(here)?.shapes.length

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(before).toBe(0)
  expect(bench.documents.view(here)?.shapes).toMatchObject([{ kind: 'box', origin: 'smart', box: CUP }])
  stop()
})

test('an accepted cut is drawn once although the screen was left and opened again before it came', async () => {
  const { machine, bench, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(bench, 200, 200)
  bench.send({ type: 'enter' })
  stop()
  const runner = new SmartRunner(bench, machine.segment)
  await vi.advanceTimersByTimeAsync(500)
  const meanwhile = bench.bench.machine.accepted

  resolve()
  await vi.advanceTimersByTimeAsync(500)

  expect(machine.asked).toHaveLength(1)
  expect(bench.documents.view(here)?.shapes).toMatchObject([{ kind: 'box', origin: 'smart', box: CUP }])
  expect([meanwhile, bench.bench.machine.accepted]).toEqual([1, 0])
  runner.dispose()
})

test('a cut that is given up before it comes is not drawn, accepted or not', async () => {
  const { machine, bench, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(bench, 200, 200)
  bench.send({ type: 'enter' })
  bench.send({ type: 'cancel' })
  click(bench, 200, 200)
  bench.arm('box')

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(bench.documents.view(here)?.shapes).toEqual([])
  stop()
})

test('a further click goes on from the best guess; after another cut was chosen it does not', async () => {
  const { machine, bench, stop } = await armed()
  click(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(bench, 160, 160)
  await vi.advanceTimersByTimeAsync(0)
  bench.send({ type: 'back' })
  await vi.advanceTimersByTimeAsync(0)

  expect(machine.asked.map(({ goesOn }) => goesOn)).toEqual([false, true, false])
  stop()
})

test('the pointer at rest shows what a click would cut out, and takes it along nowhere', async () => {
  const { machine, bench, stop } = await armed()
  pointAt(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(30)
  const early = machine.asked.length
  await vi.advanceTimersByTimeAsync(40)
  const shown = bench.bench.machine.preview

  pointAt(bench, 160, 160)
  const near = bench.bench.machine.preview
  pointAt(bench, 190, 190)

  expect(early).toBe(0)
  expect(machine.asked).toMatchObject([{ isPreview: true, points: [{ x: 150, y: 150, positive: true }] }])
  expect(shown?.rings).toEqual([[100, 100, 300, 100, 300, 300, 100, 300]])
  expect(near).toBe(shown)
  expect(bench.bench.machine.preview).toBeUndefined()
  stop()
})

test('previews stop when they are switched off, and when something is pointed at', async () => {
  const { machine, bench, stop } = await armed()
  bench.setOptions({ hasPreview: false })
  pointAt(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(100)
  bench.setOptions({ hasPreview: true })
  click(bench, 150, 150)
  pointAt(bench, 155, 155)
  await vi.advanceTimersByTimeAsync(100)

  expect(machine.asked.filter(({ isPreview }) => isPreview)).toEqual([])
  stop()
})

test('five images ahead and one behind are made ready, and the ones that are kept already are not', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => image(name))
  const { machine, bench, stop } = await armed([here, ...ids])
  machine.prepared.length = 0
  machine.kept.add(image('b'))
  await open(bench, image('a'))
  await vi.advanceTimersByTimeAsync(700)

  expect(machine.prepared).toEqual(['a', 'c', 'd', 'e', 'f', 'here'].map((name) => image(name)))
  expect([...bench.bench.machine.ready].toSorted()).toEqual(
    ['b', 'c', 'd', 'e', 'f', 'here'].map((name) => image(name)),
  )
  expect(imagesAhead({ ...bench.bench, way: -1 }, true)).toEqual([here, image('b')])
  stop()
})

test('what is made ready ahead stops for a click, and an engine without embeddings decodes the next image alone', async () => {
  const { machine, bench, stop } = await armed([here, there, image('later')])
  machine.hasEmbeddings = false
  await open(bench, there)
  click(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(1000)
  const whileCutting = [...machine.prepared]
  bench.send({ type: 'cancel' })
  await vi.advanceTimersByTimeAsync(1000)

  expect(whileCutting).toEqual([here, there])
  expect(machine.prepared).toEqual([here, there, image('later')])
  expect(bench.bench.machine.ready.size).toBe(0)
  stop()
})

test('a view of a small part has that part looked at closely, and prompts outside it are about the whole image', async () => {
  const { machine, bench, stop } = await armed()
  bench.set({ viewport: { scale: 4, offsetX: -400, offsetY: -400 } })
  await vi.advanceTimersByTimeAsync(400)
  click(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(bench, 900, 700)
  await vi.advanceTimersByTimeAsync(0)

  const crop = machine.asked[0]?.crop
  expect(crop).toEqual(cropInView({ width: 1000, height: 800 }, bench.bench.viewport, bench.bench.view))
  expect(machine.asked.map((question) => question.crop !== undefined)).toEqual([true, false])
  stop()
})

test('the part that is looked at holds all that is in view, on a grid that small moves do not change', () => {
  const [frame, view] = [
    { width: 2130, height: 1960 },
    { width: 1000, height: 800 },
  ]
  const at = (x: number, y: number) => cropInView(frame, { scale: 2, offsetX: -2 * x, offsetY: -2 * y }, view)

  expect(cropInView(frame, { scale: 0.9, offsetX: 0, offsetY: 0 }, view)).toBeUndefined()
  for (const [x, y] of [
    [0, 0],
    [731, 402],
    [1630, 1560],
  ] as const) {
    const crop = at(x, y)
    expect(crop && [crop.x0 <= x, crop.y0 <= y, crop.x1 >= x + 500, crop.y1 >= y + 400]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(crop && [crop.x1 - crop.x0, crop.y1 - crop.y0]).toEqual([1065, 980])
  }
  expect(at(731, 402)).toEqual(at(738, 396))
})

test('it is said once why another engine answers, and each time why none does', async () => {
  const { machine, bench, notices, stop } = await armed()
  machine.fault = { model: 'SAM', reason: 'out-of-memory' }
  click(bench, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(bench, 160, 160)
  await vi.advanceTimersByTimeAsync(0)
  machine.trouble = new Error('The image is gone.')
  click(bench, 170, 170)
  await vi.advanceTimersByTimeAsync(0)

  expect(notices.map((notice) => 'text' in notice && notice.text)).toEqual([
    'SAM ran out of memory. Cuts go by edges and colours; a smaller model may fit (see Models)',
    'Smart select did not answer. The image is gone.',
  ])
  stop()
})
