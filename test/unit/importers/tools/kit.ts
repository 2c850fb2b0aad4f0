import { expect } from 'vitest'
import type { DatasetImporter } from '#core/datasets/ports'
import { type Contents, fatesOf, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

/** On an image of 200 × 100. */
export const BOX = { kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

/** The image that was labelled, `bay.jpg`, has its crate, and one that was only listed stays unlabelled. */
export async function expectOneCrate(importer: DatasetImporter, contents: Contents): Promise<void> {
  const found = await importWith(importer, labelFiles(contents))

  const [[name, fate] = ['']] = Object.entries(await fatesOf(found))
  expect(name).toMatch(/bay\.jpg$/)
  expect(fate).toEqual(['crate'])
  expect(Object.values(objectsByName(found))[0]).toMatchObject([{ className: 'crate', ...BOX }])
  expect(found.pictures).toHaveLength(1)
  expect(found.problems).toEqual([])
}

/** An annotation of another kind before the crate costs itself alone. */
export async function expectOneLeftOut(importer: DatasetImporter, contents: Contents): Promise<void> {
  const found = await importWith(importer, labelFiles(contents))

  expect(Object.values(await fatesOf(found))).toEqual([['crate']])
  expect(found.problems).toEqual([expect.stringContaining('Left out of')])
}
