import { expect, test } from 'vitest'
import { editName } from '#common/annotation/edit-name'
import type { Ring } from '#common/geometry/polygon'
import { detailedRings, detailLevel, detailTolerance } from '#renderer/tools/detail'
import { Draw, polygonShape } from './driver.ts'

/** A circle of 120 points. */
const CIRCLE: Ring = Array.from({ length: 120 }, (_, i) => (i / 120) * 2 * Math.PI).flatMap((turn) => [
  300 + 100 * Math.cos(turn),
  200 + 100 * Math.sin(turn),
])
const cut = {
  ...polygonShape('cut', ...detailedRings([CIRCLE], 4).map((ring) => [...ring])),
  drawn: { rings: [CIRCLE], detail: detailTolerance([CIRCLE], 4) },
}

test('the detail of a cut is chosen again later, in one step of the history, and loses nothing', () => {
  const draw = new Draw('select', cut).select('cut')
  for (const level of [5, 8, 10]) draw.send({ type: 'nudge', act: 'detail', level })
  draw.press('settle')

  expect(draw.commits).toMatchObject([{ label: editName('edit-detail') }])
  expect(draw.shape('cut')).toMatchObject({ rings: [CIRCLE], drawn: { rings: [CIRCLE], detail: 0 } })
  expect(draw.send({ type: 'nudge', act: 'detail', level: 4 }).press('settle').shape('cut')).toEqual(cut)
  expect(detailLevel([CIRCLE], cut.drawn.detail)).toBe(4)
})

test('an outline that was drawn corner by corner, or was edited since, has no detail to choose', () => {
  const drawn = polygonShape('drawn', [...CIRCLE])
  const edited = new Draw('select', cut).select('cut').drag(400, 200, 420, 200)

  expect(
    new Draw('select', drawn).select('drawn').send({ type: 'nudge', act: 'detail', level: 2 }).press('settle').commits,
  ).toEqual([])
  expect(edited.send({ type: 'nudge', act: 'detail', level: 2 }).press('settle').commits).toHaveLength(1)
})
