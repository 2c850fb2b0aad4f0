import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANNOTATION_FORMATS } from '#formats/labels/registry'
import { fatesOf, reviewOf } from '#test/kit/label-files'

/** Formats of whole images, which only projects of classes take. */
const OF_CLASSES: readonly string[] = ['multi-label']
const ANSWERS = ['objects.json', 'refusal.txt', 'labelmap.json']

const FILES = ANNOTATION_FORMATS.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => !ANSWERS.includes(file))
    .map((file) => ({ folder, file })),
)

test.each(FILES)('$folder/$file is imported as a dataset, too', async ({ folder, file }) => {
  const type = OF_CLASSES.includes(folder) ? 'multi-label-classification' : 'instance-segmentation'
  const text = readFileSync(join(import.meta.dirname, folder, file), 'utf8')

  const path = folder === 'oid-toolkit' ? `Label/${file}` : file
  const found = await reviewOf({ [path]: text, 'I.jpg': '' }, type)

  const fates = Object.values(await fatesOf(found, type))
  expect({ importer: found.id, labelled: fates.filter(Array.isArray) }).toEqual({
    importer: expect.any(String),
    labelled: expect.arrayContaining([expect.arrayContaining([expect.any(String)])]),
  })
})
