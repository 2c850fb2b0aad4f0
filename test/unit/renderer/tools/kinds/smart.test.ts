import { expect, test } from 'vitest'
import type { SegmentCandidate } from '#common/contract/segment'
import { detailedRings } from '#renderer/tools/detail'
import { SMART } from '#renderer/tools/kinds/smart'
import { isWaiting, type SmartState } from '#renderer/tools/smart/smart'
import { Draw } from '../driver.ts'

const ring = [100, 100, 200, 100, 200, 200, 100, 200]
const smaller = [120, 120, 160, 120, 160, 160, 120, 160]
const whole: SegmentCandidate = { extent: 'whole', rings: [ring], score: 0.97 }
const part: SegmentCandidate = { extent: 'part', rings: [smaller], score: 0.8 }

function stateOf({ armed }: Draw): SmartState {
  const state = SMART.stateIn(armed)
  if (!state) throw new Error('The smart tool is not armed')
  return state
}

function answer(draw: Draw, ...candidates: SegmentCandidate[]): Draw {
  return draw.send({ type: 'answer', serial: stateOf(draw).serial, candidates })
}

test('a click includes, the second button or Alt excludes', () => {
  const draw = new Draw('smart')
    .click(150, 150)
    .click(300, 300, { button: 'second' })
    .holding({ alt: true })
    .click(310, 300)

  expect(stateOf(draw).prompts).toEqual([
    { kind: 'point', at: { x: 150, y: 150 }, isPositive: true },
    { kind: 'point', at: { x: 300, y: 300 }, isPositive: false },
    { kind: 'point', at: { x: 310, y: 300 }, isPositive: false },
  ])
})

test('a drag is a box, and a second drag replaces it', () => {
  const draw = new Draw('smart').drag(10, 10, 60, 60).click(30, 30).drag(20, 20, 700, 90)

  expect(stateOf(draw).prompts).toEqual([
    { kind: 'point', at: { x: 30, y: 30 }, isPositive: true },
    { kind: 'box', box: { x0: 20, y0: 20, x1: 640, y1: 90 } },
  ])
})

test('nothing is committed before Enter', () => {
  const draw = answer(new Draw('smart').click(150, 150), whole)
  expect(draw.commits).toEqual([])

  expect(draw.press('enter').commits).toEqual([
    { kind: 'draw', outline: { kind: 'polygon', rings: [ring] }, origin: 'smart' },
  ])
  expect(stateOf(draw).prompts).toEqual([])
})

test('an answer to an earlier question is dropped', () => {
  const draw = new Draw('smart').click(150, 150).click(170, 170)
  const { serial } = stateOf(draw)

  draw.send({ type: 'answer', serial: serial - 1, candidates: [part] })
  expect(stateOf(draw).candidates).toEqual([])
  expect(isWaiting(stateOf(draw))).toBe(true)
})

test('Enter before the answer accepts it when it arrives', () => {
  const draw = new Draw('smart').click(150, 150).press('enter')
  expect(draw.commits).toEqual([])

  expect(answer(draw, whole).outlines).toEqual([{ kind: 'polygon', rings: [ring] }])
})

test('Q cycles through the candidates, and a further click keeps the extent', () => {
  const draw = answer(new Draw('smart').click(150, 150), whole, part).send({ type: 'cycle' })
  expect(stateOf(draw).chosen).toBe(1)

  answer(draw.click(155, 155), { ...part, score: 0.9 }, whole)
  expect(stateOf(draw).candidates[stateOf(draw).chosen]?.extent).toBe('part')
})

test('Q goes from the whole to its parts, whichever of them scores best', () => {
  const draw = answer(new Draw('smart').click(150, 150), part, whole, { ...part, extent: 'smaller' })
  const seen = [0, 1, 2, 3].map(() => {
    const { candidates, chosen } = stateOf(draw)
    draw.send({ type: 'cycle' })
    return candidates[chosen]?.extent
  })

  expect(seen).toEqual(['part', 'smaller', 'whole', 'part'])
})

test('Backspace removes the last click, and the last one ends the smart select', () => {
  const draw = answer(new Draw('smart').click(150, 150).click(170, 170), whole).press('back')
  expect(stateOf(draw).prompts).toHaveLength(1)

  expect(stateOf(draw.press('back'))).toMatchObject({ prompts: [], candidates: [] })
})

test('a click on a prompt removes it', () => {
  expect(stateOf(new Draw('smart').click(150, 150).click(300, 300).click(152, 147)).prompts).toEqual([
    { kind: 'point', at: { x: 300, y: 300 }, isPositive: true },
  ])
})

test('Escape discards the result of smart select', () => {
  expect(answer(new Draw('smart').click(150, 150), whole).press('cancel', 'enter').commits).toEqual([])
})

test('auto-accept commits each answer, unless Shift collects clicks', () => {
  const draw = new Draw('smart')
  draw.options = { ...draw.options, acceptsEach: true }
  answer(draw.holding({ shift: true }).click(150, 150), whole)
  expect(draw.commits).toEqual([])

  answer(draw.holding({}).click(160, 160), whole)
  expect(draw.commits).toHaveLength(1)
})

test('kept as a box, the result is its bounding box', () => {
  const draw = new Draw('smart')
  draw.options = { ...draw.options, keepAs: 'box' }

  expect(answer(draw.click(150, 150), whole).press('enter').outlines).toEqual([
    { kind: 'box', box: { x0: 100, y0: 100, x1: 200, y1: 200 } },
  ])
})

test('without a result the clicks can be corrected', () => {
  const draw = answer(new Draw('smart').click(150, 150)).press('enter')

  expect(draw.commits).toEqual([])
  expect(stateOf(draw).prompts).toHaveLength(1)
})

test('more detail never means fewer points', () => {
  const round = Array.from({ length: 200 }, (_, i) => (i * 2 * Math.PI) / 200).flatMap((angle) => [
    200 + 90 * Math.cos(angle),
    200 + 70 * Math.sin(angle) + 3 * Math.sin(9 * angle),
  ])
  const counts = Array.from({ length: 11 }, (_, detail) => detailedRings([round], detail)[0]?.length ?? 0)

  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(round.length)
})
