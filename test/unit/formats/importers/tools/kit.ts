import { expect } from 'vitest'
import { lastPart } from '#core/exchange/datasets/places'
import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { type Contents, fatesOf, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

/** On an image of 200 × 100. */
export const BOX = { kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

/** Every image that files say something of, by its name without folders, with the classes and the places of its objects. */
export async function saidBy(importer: DatasetImporter, contents: Contents) {
  const found = await importWith(importer, labelFiles(contents))
  const fates = Object.entries(await fatesOf(found)).map(([name, fate]) => [lastPart(name), fate] as const)
  return { fates, objects: Object.values(objectsByName(found)), problems: found.problems }
}

/** The image that was labeled has its crate, and one that was only listed is not spoken of. */
export const ONE_CRATE = {
  fates: [['bay.jpg', ['crate']]],
  objects: [[expect.objectContaining({ className: 'crate', ...BOX })]],
  problems: [],
}

/** The same, and an annotation of another kind, which costs itself alone. */
export const ONE_LEFT_OUT = { fates: ONE_CRATE.fates, problems: [expect.stringContaining('Skipped in')] }
