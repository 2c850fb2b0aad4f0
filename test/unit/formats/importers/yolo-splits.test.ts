import { expect, test } from 'vitest'
import { type Contents, reviewOf } from '#test/kit/label-files'

const LINE = '0 0.5 0.5 0.5 0.5\n'

/** Two images in one folder, with labels, and one without. */
function tree(root: string): Contents {
  return {
    [`${root}images/a.jpg`]: '',
    [`${root}images/b.jpg`]: '',
    [`${root}images/c.jpg`]: '',
    [`${root}labels/a.txt`]: LINE,
    [`${root}labels/b.txt`]: LINE,
  }
}

const LISTS = 'train: train.txt\nval: val.txt\ntest: test.txt\nnames: [crate]\n'

test.each([
  ['paths from the list', '', LISTS, './images/', ''],
  ['bare paths', 'ds/', LISTS, 'images/', 'ds/'],
  ['path that names the folder itself', 'ds/', `path: ds\n${LISTS}`, './images/', 'ds/'],
  ['path on another machine', 'ds/', `path: /home/me/datasets/ds\n${LISTS}`, '/home/me/datasets/ds/images/', 'ds/'],
  ['path beside the program', 'ds/', `path: ../datasets/ds\n${LISTS}`, '../datasets/ds/images/', 'ds/'],
  ['absolute lists', '', LISTS.replaceAll(/: (?=t|v)/g, ': /content/ds/'), '/content/ds/images/', ''],
  [
    'a drive of Windows',
    '',
    LISTS.replaceAll(/: (?=t|v)/g, String.raw`: D:\ds\ `.trim()),
    String.raw`D:\ds\images` + '\\',
    '',
  ],
])('lists of images that data.yaml names tell the splits: %s', async (_, root, yaml, prefix, folder) => {
  const { splits, listedSplits, problems } = await reviewOf({
    ...tree(root),
    [`${folder}data.yaml`]: yaml,
    [`${folder}train.txt`]: `${prefix}a.jpg\n`,
    [`${folder}val.txt`]: `${prefix}b.jpg\r\n`,
    [`${folder}test.txt`]: `${prefix}c.jpg\n`,
  })

  expect(splits).toEqual({ [`${root}images/a`]: 'train', [`${root}images/b`]: 'valid' })
  expect(listedSplits).toEqual({ [`${root}images/c.jpg`]: 'test' })
  expect(problems).toEqual([])
})

test('folders of data.yaml are found below a path on another machine, and give splits to images without labels', async () => {
  const { splits, listedSplits } = await reviewOf({
    'data.yaml': 'train: /content/ds/first/images\nval: /content/ds/second/images\nnames: [crate]\n',
    'first/images/a.jpg': '',
    'first/labels/a.txt': LINE,
    'second/images/b.jpg': '',
    'second/labels/b.txt': LINE,
    'second/images/c.jpg': '',
  })

  expect(splits).toEqual({ 'first/images/a': 'train', 'second/images/b': 'valid' })
  expect(listedSplits).toEqual({ 'second/images/c.jpg': 'valid' })
})

test.each([
  ['below the program', 'data/', '\n'],
  ['below the program, said so', './data/', '\n'],
  ['absolute', '/home/me/dark net/data/', '\n'],
  ['a drive of Windows', 'C:\\darknet\\data\\', '\r\n'],
  ['with the slashes of Windows', 'data\\', '\r\n'],
])('the lists of Darknet tell the splits, with paths that are %s', async (_, place, end) => {
  const slash = place.includes('\\') ? '\\' : '/'
  const { splits, listedSplits, problems } = await reviewOf({
    'data/obj/a.jpg': '',
    'data/obj/a.txt': LINE,
    'data/obj/b.jpg': '',
    'data/obj/b.txt': LINE,
    'data/obj/c.jpg': '',
    'data/obj.names': 'crate\n',
    'data/obj.data': [`classes = 1`, `train  = ${place}train.txt`, `valid  = ${place}valid.txt`, ''].join(end),
    'data/train.txt': `${place}obj${slash}a.jpg${end}`,
    'data/valid.txt': `${place}obj${slash}b.jpg${end}${place}obj${slash}c.jpg${end}`,
  })

  expect(splits).toEqual({ 'data/obj/a': 'train', 'data/obj/b': 'valid' })
  expect(listedSplits).toEqual({ 'data/obj/c.jpg': 'valid' })
  expect(problems).toEqual([])
})
