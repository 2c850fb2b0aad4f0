import { describe, expect, test } from 'vitest'
import { objectsByName, objectsOf, reviewOf } from '#test/kit/label-files'
import { BOX } from './kit.ts'

const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const line = (name: string, said: object, use?: string) => ({
  imageGcsUri: `gs://bucket/set%201/${name}`,
  ...said,
  ...(use && { dataItemResourceLabels: { 'aiplatform.googleapis.com/ml_use': use } }),
})
const CRATE = { displayName: 'crate', xMin: 0.1, yMin: 0.1, xMax: 0.4, yMax: '0.5' }
const IMAGES = { 'images/bay.jpg': '', 'images/quay.jpg': '', 'images/reef.jpg': '' }

function review(type: Parameters<typeof reviewOf>[1], ...rows: readonly object[]) {
  return reviewOf({ 'import.jsonl': lines(...rows), ...IMAGES }, type)
}

describe('Vertex AI', () => {
  test('boxes in shares are read with the splits of the lines', async () => {
    const found = await review(
      'object-detection',
      line('bay.jpg', { boundingBoxAnnotations: [CRATE] }, 'training'),
      line('quay.jpg', { boundingBoxAnnotations: [{ displayName: 'crate', xMax: 0.5, yMax: 0.5 }] }, 'validation'),
      line('reef.jpg', {}, 'test'),
    )

    expect(found.id).toBe('vertex')
    expect(objectsByName(found)).toEqual({
      'set 1/bay.jpg': [{ className: 'crate', ...BOX }],
      'set 1/quay.jpg': [{ className: 'crate', kind: 'box', box: { x0: 0, y0: 0, x1: 100, y1: 50 } }],
    })
    expect(found.splits).toEqual({ 'set 1/bay.jpg': 'train', 'set 1/quay.jpg': 'valid' })
    expect(found.problems).toEqual([])
  })

  test('an empty list of boxes is a background image', async () => {
    const found = await review('object-detection', line('bay.jpg', { boundingBoxAnnotations: [] }))

    expect(Object.values(found.fates)).toEqual(['background'])
  })

  test('the class of an image, and several', async () => {
    const found = await review(
      'multi-label-classification',
      line('bay.jpg', { classificationAnnotation: { displayName: 'calm' } }),
      line('quay.jpg', { classificationAnnotations: [{ displayName: 'calm' }, { displayName: 'fog' }] }),
    )

    expect(Object.values(found.fates)).toEqual([['calm'], ['calm', 'fog']])
  })

  test('a box that cannot be read is skipped, and annotations of other kinds are named', async () => {
    const found = await review(
      'object-detection',
      line('bay.jpg', { boundingBoxAnnotations: [CRATE, { ...CRATE, xMin: 7 }] }),
      line('quay.jpg', { polygonAnnotations: [{ displayName: 'sail', vertexes: [] }] }),
      line('reef.jpg', { classificationAnnotation: {} }),
    )

    expect(Object.values(found.fates)).toEqual([['crate'], 'unlabelled', 'unlabelled'])
    expect(found.problems).toEqual([expect.stringContaining('import.jsonl line 1: Skipped in')])
    expect(objectsOf(found.images[1])).toContain('polygonAnnotations')
  })
})
