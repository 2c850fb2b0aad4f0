import { describe, expect, test } from 'vitest'
import { greyPng, rgbPng } from '#formats/kit/png'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
const [WALL, CAR] = [2978, 401]

/** A color as the publication writes it: ten times the hundreds of the class, the rest of it, and the object. */
function pixel(classIndex: number, object: number): readonly number[] {
  return [Math.floor(classIndex / 256) * 10, classIndex % 256, object]
}

function mask(...pixels: readonly (readonly number[])[]): Promise<Uint8Array> {
  return rgbPng(Uint8Array.from(pixels.flat()), FRAME)
}

const ROWS = [
  '001 # 0 # 0 # wall # wall # ""',
  '002 # 0 # 1 # car, auto, automobile # red car # "parked, red"',
  '003 # 0 # 0 # car, auto, automobile # van # ""',
  '004 # 1 # 0 # wheel # wheel # ""',
]
const STEM = 'images/training/s/street/ADE_train_00000001'

async function review(contents: Contents) {
  return reviewOf({ [`${STEM}.jpg`]: '', ...contents }, 'instance-segmentation')
}

describe('ADE20K of 2016', () => {
  const [wall, one, two, none] = [pixel(WALL, 17), pixel(CAR, 90), pixel(CAR, 200), pixel(0, 0)]

  test('objects are numbered by the order of their blue, and called as the table calls them', async () => {
    const found = await review({
      [`${STEM}_seg.png`]: await mask(none, wall, one, two, none, wall, one, two),
      [`${STEM}_parts_1.png`]: await mask(none, none, one, none, none, none, none, none),
      [`${STEM}_atr.txt`]: `${ROWS.join('\n')}\n`,
    })

    expect(found.id).toBe('ade20k-2016')
    expect(objectsByName(found, { frame: FRAME })).toEqual({
      [STEM]: [
        { className: 'wall', kind: 'polygon', rings: [[1, 0, 2, 0, 2, 2, 1, 2]] },
        { className: 'car', kind: 'polygon', rings: [[2, 0, 3, 0, 3, 2, 2, 2]] },
        { className: 'car', kind: 'polygon', rings: [[3, 0, 4, 0, 4, 2, 3, 2]] },
      ],
    })
    expect([found.paths, found.problems]).toEqual([[`${STEM}.jpg`], []])
  })

  test('an image without a pixel of nothing loses no object', async () => {
    const found = await review({
      [`${STEM}_seg.png`]: await mask(wall, wall, one, one, wall, wall, one, one),
      [`${STEM}_atr.txt`]: ROWS.join('\n'),
    })

    expect(objectsByName(found, { frame: FRAME })[STEM]).toMatchObject([{ className: 'wall' }, { className: 'car' }])
  })

  test('objects without a line are called as others of their class, else by its number', async () => {
    const [spare, tree] = [pixel(WALL, 0), pixel(2855, 210)]

    const found = await review({
      [`${STEM}_seg.png`]: await mask(wall, one, two, tree, spare, one, two, tree),
      [`${STEM}_atr.txt`]: ROWS.join('\n'),
    })

    const names = ['wall', 'car', 'car', 'class-2855', 'wall'].map((className) => ({ className }))
    expect(objectsByName(found, { frame: FRAME })[STEM]).toMatchObject(names)
    expect(found.problems).toEqual([`${STEM}_atr.txt: An object has no line here, so it is called class-2855.`])
  })

  test('a mask without its table, a table without its mask and damaged ones are named', async () => {
    const other = STEM.replace(/1$/, '2')
    const grey = STEM.replace(/1$/, '3')
    const found = await review({
      [`${STEM}_seg.png`]: await mask(none, wall, wall, none, none, none, none, none),
      [`${STEM}_atr.txt`]: `${ROWS[0]}\nwall\n`,
      [`${other}_seg.png`]: '',
      [`${grey}_seg.png`]: await greyPng(Uint8Array.from(Array(8).fill(1)), FRAME),
      [`${grey}_atr.txt`]: '',
      'a_atr.txt': ROWS.join('\n'),
    })

    expect(found.paths).toEqual([`${STEM}.jpg`])
    expect(found.problems).toEqual([
      `${other}_seg.png: Mask not used: its object table ending in _atr.txt is missing.`,
      'a_atr.txt: Table not used: its mask ending in _seg.png is missing.',
      `${STEM}_atr.txt line 2: Row skipped: six columns separated by # are required.`,
      `${grey}_seg.png: The mask is grayscale, but its classes belong in red and green and its objects in blue.`,
    ])
  })
})
