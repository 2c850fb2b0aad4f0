import { describe, expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

const LINE = '0 0.5 0.5 0.1 0.1\n'
const NAMES = 'sail\ncrate\n'
const BAY = { 'images/bay.jpg': '', 'labels/bay.txt': LINE, 'images/classes.jpg': '' }
const BESIDE = { 'bay.jpg': '', 'bay.txt': LINE, 'classes.jpg': '' }

describe('an image may be called as the list of classes', () => {
  test.each([
    ['in a folder of labels', { ...BAY, 'labels/classes.txt': NAMES }, 'images/'],
    ['beside the image', { ...BESIDE, 'classes.txt': NAMES }, ''],
  ])('%s the list is a list', async (_, contents, folder) => {
    const { id, fates, listed, problems } = await reviewOf(contents)

    expect(id).toBe('darknet')
    expect(fates).toEqual({ [`${folder}bay`]: ['sail'] })
    expect(listed).toEqual(['sail', 'crate'])
    expect(problems).toEqual([])
  })

  test.each([
    ['in a folder of labels', { ...BAY, 'labels/classes.txt': '1 0.5 0.5 0.1 0.1\n' }, 'images/'],
    ['beside the image', { ...BESIDE, 'classes.txt': '1 0.5 0.5 0.1 0.1\n\n' }, ''],
  ])('%s its labels are labels', async (_, contents, folder) => {
    const { fates, listed } = await reviewOf({ ...contents, 'data.yaml': 'names: [sail, crate]\n' })
    const nameless = await reviewOf(contents)

    expect(fates).toEqual({ [`${folder}bay`]: ['sail'], [`${folder}classes`]: ['crate'] })
    expect(listed).toEqual(['sail', 'crate'])
    expect(nameless.fates).toEqual({ [`${folder}bay`]: ['0'], [`${folder}classes`]: ['1'] })
  })

  test('labels and, further up, a list', async () => {
    const { id, fates } = await reviewOf({ ...BAY, 'labels/classes.txt': LINE, 'classes.txt': NAMES })

    expect(id).toBe('darknet')
    expect(fates).toEqual({ 'images/bay': ['sail'], 'images/classes': ['sail'] })
  })

  test('a line that is damaged makes no list of labels', async () => {
    const contents = { ...BAY, 'labels/classes.txt': `x\n${LINE}${LINE}`, 'data.yaml': 'names: [sail]\n' }

    const { fates, problems } = await reviewOf(contents)

    expect(fates).toMatchObject({ 'images/classes': ['sail', 'sail'] })
    expect(problems).toEqual([
      'labels/classes.txt line 1: Line skipped: the line begins with "x" instead of a class number.',
    ])
  })
})
