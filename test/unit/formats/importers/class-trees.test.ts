import { describe, expect, test } from 'vitest'
import { EXPORTERS } from '#formats/exporters/registry'
import { contentsOf } from '#test/kit/exported-files'
import { reviewOf } from '#test/kit/label-files'
import { CRATE, harbor } from '#test/unit/formats/exporters/kit'

const TREE = { 'train/cat/1.jpg': '', 'train/cat/2.jpg': '', 'train/dog/3.jpg': '', 'train/dog/4.jpg': '' }
const FATES = {
  'train/cat/1.jpg': ['cat'],
  'train/cat/2.jpg': ['cat'],
  'train/dog/3.jpg': ['dog'],
  'train/dog/4.jpg': ['dog'],
}

describe('folders of classes are read for their classes', () => {
  test.each([
    ['labels.txt', 'cat\ndog\n'],
    ['classes.txt', 'cat\ndog\n'],
    ['class_indices.json', '{"0": "cat", "1": "dog"}'],
    ['metadata.csv', 'id,width\n1,64\n'],
    ['sample_submission.csv', 'filename,label\n9.jpg,cat\n'],
    ['data.json', '[]'],
    ['train.txt', 'train/cat/1.jpg 0\ntrain/dog/3.jpg 1\n'],
    ['dataset.csv', 'filename,label\nother.jpg,cat\n'],
    ['info.yaml', 'author: somebody\n'],
    ['license.xml', '<license/>'],
    ['train/cat/colours.txt', 'grey\n'],
    ['ILSVRC2012_devkit_t12/data/ILSVRC2012_validation_ground_truth.txt', '1\n2\n'],
  ])('beside %s, which is named', async (path, text) => {
    const { id, fates, problems } = await reviewOf({ ...TREE, [path]: text }, 'single-label-classification')

    expect(id).toBe('folder')
    expect(fates).toEqual(FATES)
    expect(problems).toEqual([expect.stringMatching(`^${path}.*: .*(?:not used|left out)`)])
  })

  test('a readme and a licence are no files with annotations', async () => {
    const contents = { ...TREE, 'README.txt': 'Cats.', 'LICENSE.txt': 'Free.', 'train/cat/notes.txt': 'grey' }

    const { fates, problems } = await reviewOf(contents, 'single-label-classification')

    expect([fates, problems]).toEqual([FATES, []])
  })

  test('unless a table says the classes of these images', async () => {
    const { id, fates } = await reviewOf(
      { ...TREE, 'labels.csv': 'filename,label\n1.jpg,Siamese\n3.jpg,Poodle\n' },
      'single-label-classification',
    )

    expect(id).toBe('class-table')
    expect(fates).toEqual({ '1.jpg': ['Siamese'], '3.jpg': ['Poodle'] })
  })

  test.each(['images', 'labels', 'data'])('%s is a class beside two others', async (name) => {
    const vague = { [`train/${name}/5.jpg`]: '', [`train/${name}/6.png`]: '' }
    const flat = { 'cat/1.jpg': '', 'dog/2.jpg': '', [`${name}/3.jpg`]: '' }

    const { fates } = await reviewOf({ ...TREE, ...vague }, 'single-label-classification')
    const { fates: flatFates } = await reviewOf(flat, 'single-label-classification')

    expect(fates).toEqual({ ...FATES, [`train/${name}/5.jpg`]: [name], [`train/${name}/6.png`]: [name] })
    expect(flatFates).toEqual({ 'cat/1.jpg': ['cat'], 'dog/2.jpg': ['dog'], [`${name}/3.jpg`]: [name] })
  })

  test.each([
    ['train/images/1.jpg', 'train/images/2.jpg'],
    ['train/images/1.jpg', 'train/previews/1.jpg'],
    ['cat/1.jpg', 'images/2.jpg'],
    ['train/images/1.jpg', 'unlabeled/train/2.jpg'],
  ])('%s beside %s is in no class', async (first, second) => {
    const { fates } = await reviewOf({ [first]: '', [second]: '' }, 'single-label-classification')

    expect(fates).not.toHaveProperty(first.includes('images') ? first : second)
  })

  test.each(['folder', 'yolov8-cls', 'clip'])(
    'an export of Tessera as %s comes back with whatever classes',
    async (format) => {
      const readme = (...names: readonly string[]) =>
        [`format: ${format}`, ...names.map((name, index) => `class ${index}: ${name}`)].join('\n')
      const files = { 'train/cat/1.jpg': '', 'train/images/2.jpg': '', 'unlabeled/train/3.jpg': '' }

      const { fates } = await reviewOf(
        { ...files, 'README.tessera.txt': readme('cat', 'images') },
        'single-label-classification',
      )
      const { fates: others } = await reviewOf(
        { ...files, 'README.tessera.txt': readme('cat') },
        'single-label-classification',
      )

      expect(fates).toEqual({ 'train/cat/1.jpg': ['cat'], 'train/images/2.jpg': ['images'] })
      expect(others).toEqual({ 'train/cat/1.jpg': ['cat'] })
    },
  )

  test.each(['unlabeled', 'Unlabelled'])(
    'images in a folder that is called %s have no class, and that is told',
    async (name) => {
      const path = `train/${name}`

      const { fates, problems } = await reviewOf({ ...TREE, [`${path}/5.jpg`]: '' }, 'single-label-classification')

      expect(fates).toEqual(FATES)
      const reason =
        'Images in this folder stay unannotated because of its name. Rename the folder to use it as a class.'
      expect(problems).toEqual([`${path}: ${reason}`])
    },
  )

  test.each(['README', 'readme-first'])('%s is a class, and the name of an image', async (name) => {
    const files = { [`train/${name}/5.jpg`]: '', 'train/cat/README.jpg': '', 'train/cat/README.md': '' }

    const { fates } = await reviewOf({ ...TREE, ...files }, 'single-label-classification')

    expect(fates).toEqual({ ...FATES, [`train/${name}/5.jpg`]: [name], 'train/cat/README.jpg': ['cat'] })
  })

  test.each(['folder', 'yolov8-cls', 'clip', 'imagenet'])(
    'classes that are called as what importers pass over come back from %s',
    async (id) => {
      const exporter = EXPORTERS.find((known) => known.id === id)
      for (const name of ['unlabeled', 'Unlabelled', 'README']) {
        const source = harbor({ projectType: 'single-label-classification', classes: [{ id: CRATE, name }] })
        const contents = exporter && (await contentsOf(exporter.files(source)))

        const { fates } = await reviewOf(contents ?? {}, 'single-label-classification')

        expect(Object.values(fates)).toEqual([[expect.stringMatching(new RegExp(`^${name}(?:-2)?$`))]])
      }
    },
  )

  test('folders of splits with a year are no classes', async () => {
    const { id } = await reviewOf({ 'train2017/1.jpg': '', 'val2017/2.jpg': '' }, 'single-label-classification')

    expect(id).toBeUndefined()
  })
})
