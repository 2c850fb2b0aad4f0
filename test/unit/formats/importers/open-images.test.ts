import { describe, expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

const BOXES = [
  'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside',
  'a1,xclick,/m/01g317,1,0.1,0.2,0.3,0.4,0,0,0,0,0',
  'a1,xclick,/m/0k4j,1,0.1,0.2,0.3,0.4,0,0,0,0,0',
].join('\n')
const CLASSES = 'ImageID,Source,LabelName,Confidence\na1,verification,/m/01g317,1\na1,verification,/m/0k4j,0\n'
const NAMES = '/m/01g317,Person\n/m/0k4j,Car\n'

describe('the classes of Open Images are called as another table says', () => {
  test.each([
    ['train/labels/detections.csv', 'train/metadata/classes.csv', 'train/data/a1.jpg'],
    ['detections.csv', 'metadata/classes.csv', 'data/a1.jpg'],
    ['validation-annotations-bbox.csv', 'class-descriptions-boxable.csv', 'validation/a1.jpg'],
    ['oidv6-train-annotations-bbox.csv', 'oidv7-class-descriptions-boxable.csv', 'train/a1.jpg'],
  ])('%s beside %s', async (boxes, names, image) => {
    const { id, fates, problems } = await reviewOf({ [boxes]: BOXES, [names]: NAMES, [image]: '' })

    expect(id).toBe('openimages')
    expect(fates).toEqual({ a1: ['Person', 'Car'] })
    expect(problems).toEqual([])
  })

  test('with a first row that names the columns', async () => {
    const names = `LabelName,DisplayName\n${NAMES}`

    const { fates, listed } = await reviewOf({ 'labels/detections.csv': BOXES, 'metadata/classes.csv': names })

    expect(fates).toEqual({ a1: ['Person', 'Car'] })
    expect(listed).toEqual(['Person', 'Car'])
  })

  test('a list of classes of another kind says nothing', async () => {
    const { fates, listed } = await reviewOf({ 'detections.csv': BOXES, 'classes.csv': 'boat,0\npier,1\n' })

    expect(fates).toEqual({ a1: ['-m-01g317', '-m-0k4j'] })
    expect(listed).toEqual([])
  })

  test('of whole images those that are verified to be there', async () => {
    const tables = { 'labels/classifications.csv': CLASSES, 'metadata/classes.csv': NAMES }

    const { id, fates } = await reviewOf({ ...tables, 'data/a1.jpg': '' }, 'multi-label-classification')

    expect(id).toBe('class-table')
    expect(fates).toEqual({ a1: ['Person'] })
  })
})
