import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { defineImporter, eachFile, type Findings } from '../../define.ts'
import { masksBeside } from '../../kit/masks/beside.ts'
import { classifiedMask, type ValueClass } from '../../kit/masks/classified.ts'
import { objectsOfMask } from '../../kit/masks/described.ts'
import { readRegions } from '../../kit/masks/files.ts'
import { baseName, withoutEnding } from '../../kit/paths.ts'
import { type Pause, pauses } from '../../kit/pauses.ts'

/** Boxes of heads, and lists that say nothing that the names of the images do not say. */
const COMPANIONS = /(?:^|\/)annotations\/(?:xmls\/[^/]*\.xml|(?:list|trainval|test)\.txt)$/i

/** Oxford-IIIT Pets: a mask for each image, with the animal, what lies around it and the border between them. */
export const oxfordPets = defineImporter({
  id: 'oxford-pets',
  title: 'Oxford-IIIT Pets',
  isOfMasks: true,
  companions: COMPANIONS,
  recognise: async ({ files }) => [...masksBeside(files, 'oxford-pets').keys()],
  async *read(labels, dataset) {
    const images = masksBeside(dataset.files, 'oxford-pets')
    const pause = pauses()
    yield* eachFile(labels, (file) => readFile({ file, dataset, name: images.get(file) ?? file.path, pause }))
  },
})

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** The image. */
  readonly name: string
  readonly pause: Pause
}

async function* readFile({ file, dataset, name, pause }: Mask): Findings {
  const { path } = file
  const read = await readRegions(dataset, file, pause)
  if (!read.ok) return yield read.error
  const { png } = read.value
  const { objects, strange, isPartial } = await classifiedMask(read.value, trimapOf(breedOf(path)), pause)
  for (const number of strange) yield { path, reason: `Pixel value ${number} skipped: no class uses it.` }
  yield { name, source: { path }, isPartial, objects: objectsOfMask(png, objects) }
}

/** `american_bulldog_12.png`. */
function breedOf(path: string): string {
  return baseName(withoutEnding(path)).replace(/_\d+$/, '')
}

function trimapOf(className: string): (value: number) => ValueClass {
  const [animal, around, border] = [1, 2, 3]
  return (value) => {
    if (value === around) return { className: undefined, nobody: 'background' }
    if (value === border) return { className: undefined, nobody: 'void' }
    return { className: value === animal ? className : undefined }
  }
}
