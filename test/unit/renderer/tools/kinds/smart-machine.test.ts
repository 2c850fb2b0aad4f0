import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { imagePoint, viewPoint } from '#common/geometry/space'
import type { Editor } from '#renderer/features/annotate/editor/editor'
import { imagesAhead, watchAhead } from '#renderer/features/annotate/effects/smart/ahead'
import { cropInView } from '#renderer/features/annotate/effects/smart/crop'
import { watchPreview } from '#renderer/features/annotate/effects/smart/preview'
import { SmartRunner } from '#renderer/features/annotate/effects/smart/smart-runner'
import { SMART } from '#renderer/tools/kinds/smart'
import { NO_KEYS } from '#renderer/tools/tool'
import { FakeMachine } from '../../features/annotate/commands/repeat/machine.ts'
import { image } from '../../features/annotate/editor/memory-core.ts'
import { here, open, screen, stubLocalStorage, there } from '../../features/annotate/editor/screen.ts'

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
  const { editor, notices } = await screen(undefined, undefined, machine)
  editor.set({ queue: { ids, unfinished: new Set() } })
  const stops = [watchPreview(editor, machine.segment), watchAhead(editor, machine.segment)]
  const runner = new SmartRunner(editor, machine.segment)
  editor.arm('smart')
  await vi.advanceTimersByTimeAsync(0)
  return { machine, editor, notices, stop: () => [...stops, () => runner.dispose()].forEach((each) => each()) }
}

function click(editor: Editor, x: number, y: number, alt = false) {
  const keys = { ...NO_KEYS, alt }
  editor.send({ type: 'down', at: imagePoint(x, y), button: 'main', clicks: 1, ...keys })
  editor.send({ type: 'up', at: imagePoint(x, y), ...keys })
}

function pointAt(editor: Editor, x: number, y: number) {
  editor.set({ pointer: viewPoint(x + 10, y + 10) })
}

function prompts({ state }: Editor) {
  return SMART.stateIn(state.armed)?.prompts.length ?? 0
}

test('clicks made while an image is made ready wait for it, and none is dropped', async () => {
  const { machine, editor, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.gate = promise
  await open(editor, there)
  click(editor, 150, 150)
  click(editor, 200, 200)
  await vi.advanceTimersByTimeAsync(500)
  const meanwhile = {
    asked: machine.asked.length,
    prompts: prompts(editor),
    share: editor.state.machine.readiness?.share,
  }

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(meanwhile).toEqual({ asked: 0, prompts: 2, share: expect.any(Number) })
  expect(meanwhile.share).toBeGreaterThan(0)
  expect(meanwhile.share).toBeLessThan(1)
  expect(machine.asked.map(({ points }) => points.length)).toEqual([2])
  expect(editor.state.machine.readiness).toMatchObject({ image: there, share: 1 })
  stop()
})

/** Actions before the machine has answered an accepted click. */
const MEANWHILE: readonly (readonly [string, (editor: Editor) => unknown])[] = [
  ['another tool is taken', (editor) => editor.arm('box')],
  ['another image is opened', (editor) => open(editor, there)],
  ['the next object is clicked', (editor) => click(editor, 600, 600)],
]

test.each(MEANWHILE)('an accepted cut is drawn on its image although, before it comes, %s', async (_what, act) => {
  const { machine, editor, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(editor, 200, 200)
  editor.send({ type: 'enter' })
  await act(editor)
  await vi.advanceTimersByTimeAsync(500)
  const before = editor.documents.view(here)?.shapes.length

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(before).toBe(0)
  expect(editor.documents.view(here)?.shapes).toMatchObject([{ kind: 'box', origin: 'smart', box: CUP }])
  stop()
})

test('an accepted cut is drawn once although the screen was left and opened again before it came', async () => {
  const { machine, editor, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(editor, 200, 200)
  editor.send({ type: 'enter' })
  stop()
  const runner = new SmartRunner(editor, machine.segment)
  await vi.advanceTimersByTimeAsync(500)
  const meanwhile = editor.state.machine.accepted

  resolve()
  await vi.advanceTimersByTimeAsync(500)

  expect(machine.asked).toHaveLength(1)
  expect(editor.documents.view(here)?.shapes).toMatchObject([{ kind: 'box', origin: 'smart', box: CUP }])
  expect([meanwhile, editor.state.machine.accepted]).toEqual([1, 0])
  runner.dispose()
})

test('a cut that is given up before it comes is not drawn, accepted or not', async () => {
  const { machine, editor, stop } = await armed()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.answers = promise
  click(editor, 200, 200)
  editor.send({ type: 'enter' })
  editor.send({ type: 'cancel' })
  click(editor, 200, 200)
  editor.arm('box')

  resolve()
  await vi.advanceTimersByTimeAsync(0)

  expect(editor.documents.view(here)?.shapes).toEqual([])
  stop()
})

test('a further click goes on from the best guess; after another cut was chosen it does not', async () => {
  const { machine, editor, stop } = await armed()
  click(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(editor, 160, 160)
  await vi.advanceTimersByTimeAsync(0)
  editor.send({ type: 'back' })
  await vi.advanceTimersByTimeAsync(0)

  expect(machine.asked.map(({ goesOn }) => goesOn)).toEqual([false, true, false])
  stop()
})

test('the pointer at rest shows what a click would cut out, and takes it along nowhere', async () => {
  const { machine, editor, stop } = await armed()
  pointAt(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(30)
  const early = machine.asked.length
  await vi.advanceTimersByTimeAsync(40)
  const shown = editor.state.machine.preview

  pointAt(editor, 160, 160)
  const near = editor.state.machine.preview
  pointAt(editor, 190, 190)

  expect(early).toBe(0)
  expect(machine.asked).toMatchObject([{ isPreview: true, points: [{ x: 150, y: 150, positive: true }] }])
  expect(shown?.rings).toEqual([[100, 100, 300, 100, 300, 300, 100, 300]])
  expect(near).toBe(shown)
  expect(editor.state.machine.preview).toBeUndefined()
  stop()
})

test('previews stop when they are switched off, and when something is pointed at', async () => {
  const { machine, editor, stop } = await armed()
  editor.setOptions({ hasPreview: false })
  pointAt(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(100)
  editor.setOptions({ hasPreview: true })
  click(editor, 150, 150)
  pointAt(editor, 155, 155)
  await vi.advanceTimersByTimeAsync(100)

  expect(machine.asked.filter(({ isPreview }) => isPreview)).toEqual([])
  stop()
})

test('five images ahead and one behind are made ready, and the ones that are kept already are not', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => image(name))
  const { machine, editor, stop } = await armed([here, ...ids])
  machine.prepared.length = 0
  machine.kept.add(image('b'))
  await open(editor, image('a'))
  await vi.advanceTimersByTimeAsync(700)

  expect(machine.prepared).toEqual(['a', 'c', 'd', 'e', 'f', 'here'].map((name) => image(name)))
  expect([...editor.state.machine.ready].toSorted()).toEqual(
    ['b', 'c', 'd', 'e', 'f', 'here'].map((name) => image(name)),
  )
  expect(imagesAhead({ ...editor.state, way: -1 }, true)).toEqual([here, image('b')])
  stop()
})

test('what is made ready ahead stops for a click, and an engine without embeddings decodes the next image alone', async () => {
  const { machine, editor, stop } = await armed([here, there, image('later')])
  machine.hasEmbeddings = false
  await open(editor, there)
  click(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(1000)
  const whileCutting = [...machine.prepared]
  editor.send({ type: 'cancel' })
  await vi.advanceTimersByTimeAsync(1000)

  expect(whileCutting).toEqual([here, there])
  expect(machine.prepared).toEqual([here, there, image('later')])
  expect(editor.state.machine.ready.size).toBe(0)
  stop()
})

test('a view of a small part has that part looked at closely, and prompts outside it are about the whole image', async () => {
  const { machine, editor, stop } = await armed()
  editor.set({ viewport: { scale: 4, offsetX: -400, offsetY: -400 } })
  await vi.advanceTimersByTimeAsync(400)
  click(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(editor, 900, 700)
  await vi.advanceTimersByTimeAsync(0)

  const crop = machine.asked[0]?.crop
  expect(crop).toEqual(cropInView({ width: 1000, height: 800 }, editor.state.viewport, editor.state.view))
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
  const { machine, editor, notices, stop } = await armed()
  machine.fault = { model: 'SAM', reason: 'out-of-memory' }
  click(editor, 150, 150)
  await vi.advanceTimersByTimeAsync(0)
  click(editor, 160, 160)
  await vi.advanceTimersByTimeAsync(0)
  machine.trouble = new Error('The image is gone.')
  click(editor, 170, 170)
  await vi.advanceTimersByTimeAsync(0)

  expect(notices.map((notice) => 'text' in notice && notice.text)).toEqual([
    'SAM ran out of memory. Cuts go by edges and colors; a smaller model may fit (see Models)',
    'Smart select did not answer. The image is gone.',
  ])
  stop()
})
