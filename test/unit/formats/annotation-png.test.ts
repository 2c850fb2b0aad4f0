import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { annotationPng } from '#formats/annotation-png'

const common = { id: brand<ShapeId>('s'), classId: brand<ClassId>('c'), z: 0, origin: 'hand' } as const

test('a label that reaches far out of the image is drawn as one that ends just outside', async () => {
  const draw = (width: number) => {
    const box = { center: { x: 20, y: 20 }, width, height: 10, angle: 0 }
    const shape: Shape = { ...common, kind: 'rotated-box', box }
    return annotationPng({ width: 40, height: 40 }, [{ shape, color: '#ff0000' }])
  }
  expect(await draw(1e12)).toEqual(await draw(100))
})
