import { expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf, objectsByName } from '#test/kit/label-files'

test('MPII: the joints of all people of an image', async () => {
  const joints = Array.from({ length: 16 }, (_, index) => [10 + index, 20])
  const person = {
    image: 'a.jpg',
    joints,
    joints_vis: joints.map((_, index) => (index === 3 ? 0 : 1)),
    center: [60, 50],
    scale: 0.5,
  }

  const { id, found } = await readDataset(
    { 'annot/train.json': JSON.stringify([person, person]) },
    'keypoint-detection',
  )

  expect(id).toBe('mpii')
  const [first] = objectsByName(found, { type: 'keypoint-detection' })['a.jpg'] ?? []
  expect(first).toMatchObject({ className: 'person', kind: 'keypoints', box: { x0: 10, y0: 0, x1: 110, y1: 100 } })
  expect(await fatesOf(found, 'keypoint-detection')).toEqual({ 'a.jpg': ['person', 'person'] })
})
