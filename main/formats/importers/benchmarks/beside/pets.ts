import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { defineImporter, eachFile, type Findings } from '../../define.ts'
import { listedSplits } from '../../kit/image-sets.ts'
import { masksBeside } from '../../kit/masks/beside.ts'
import type { ValueClass } from '../../kit/masks/classified.ts'
import { readClassifiedMasks } from '../../kit/masks/read.ts'
import { baseName, withoutEnding } from '../../kit/paths.ts'
import { isPetsList, PETS_LISTS, petIn } from '../../kit/pets-lists.ts'
import { textLines } from '../../kit/texts.ts'

/** Boxes of heads, and lists that say of masks nothing that the names of the images do not say. */
const COMPANIONS = new RegExp(`(?:^|/)annotations/xmls/[^/]*\\.xml$|${PETS_LISTS.source}`, 'i')

/** Oxford-IIIT Pets: a mask for each image, with the animal, what lies around it and the border between them. */
export const oxfordPets = defineImporter({
  id: 'oxford-pets',
  title: 'Oxford-IIIT Pets',
  isOfMasks: true,
  companions: COMPANIONS,
  recognise: async ({ files }) => [...masksBeside(files, 'oxford-pets').keys()],
  async *read(labels, dataset) {
    const images = masksBeside(dataset.files, 'oxford-pets')
    const splits = await listedSplits(dataset, 'Segmentation')
    const masks = labels.map((file) => ({
      file,
      name: images.get(file) ?? file.path,
      split: splits.of(file.path),
      classOf: () => trimapOf(breedOf(baseName(withoutEnding(file.path)))),
    }))
    yield* readClassifiedMasks(masks, dataset)
    yield* splits.all()
  },
})

/** The same where images have classes: the breed of each, as the lists name the images. */
export const oxfordPetsBreeds = defineImporter({
  id: 'oxford-pets-breeds',
  title: message('title-pet-breeds'),
  isOfFolders: true,
  companions: COMPANIONS,
  async recognise(dataset) {
    const lists: DatasetFile[] = []
    for (const file of dataset.files) if (await isPetsList(file, dataset)) lists.push(file)
    return lists
  },
  async *read(labels, dataset) {
    const splits = await listedSplits(dataset, 'Main')
    const told = new Set<string>()
    // The list of all images comes before those of the splits, which repeat it.
    yield* eachFile(labels, (file) => readList({ file, dataset, told, splitOf: splits.of }))
  },
})

interface List {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  /** Images that another list named. */
  readonly told: Set<string>
  readonly splitOf: Awaited<ReturnType<typeof listedSplits>>['of']
}

async function* readList({ file, dataset, told, splitOf }: List): Findings {
  const { path } = file
  for await (const item of textLines(dataset, file)) {
    if (!('text' in item)) {
      yield item
      continue
    }
    const name = petIn(item.text)
    if (name === undefined || told.has(name)) continue
    told.add(name)
    const split = splitOf(`${path.slice(0, -baseName(path).length)}${name}.jpg`)
    const breed = { className: breedOf(name), kind: 'whole' } as const
    yield { name, source: { path, line: item.line }, ...(split && { split }), objects: () => ok([breed]) }
  }
}

/** `american_bulldog_12`. */
function breedOf(name: string): string {
  return name.replace(/_\d+$/, '')
}

function trimapOf(className: string): (value: number) => ValueClass {
  const [animal, around, border] = [1, 2, 3]
  return (value) => {
    if (value === around) return { className: undefined, nobody: 'background' }
    if (value === border) return { className: undefined, nobody: 'void' }
    return { className: value === animal ? className : undefined }
  }
}
