import type { Split } from '#common/split'
import type { ClassList, Spelling } from '../kit/class-names.ts'
import type { NamedImage } from '../kit/files.ts'
import { byCodeUnit, filledSplits, type PictureFile, pictureFile } from '../kit/files.ts'
import { classesIn } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Where the pictures without a class lie. */
const UNLABELED = 'unlabeled'

/** Names of folders on every system: some take no `:`, some cut dots at the end, some take `Rust` and `rust` for one. */
const AS_FOLDERS: Spelling = {
  spell: (name) => name.replace(/[/\\:*?"<>|]/g, '-').replace(/[. ]+$/, ''),
  keyOf: (name) => name.toLowerCase(),
  taken: [UNLABELED],
}

/** A folder for each class, with its pictures. */
export const folder = defineExporter({
  id: 'folder',
  title: 'Folder Structure',
  keeps: 'The class of each picture, as the folder that it lies in.',
  tasks: { 'single-label-classification': 'all' },
  spelling: AS_FOLDERS,
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) yield* picturesByFolder(dataset, split)
  },
  record(image, dataset) {
    const isNothing = classesIn(image, dataset.classes).size === 0
    return isNothing ? '' : `${image.split}/${folderOf(image, dataset.classes)}/${image.fileName}`
  },
})

/** Pictures come by their own names, and their folders come first in the archive: where each lies is kept, its labels are not. */
async function* picturesByFolder({ images, classes }: Dataset, split: Split): AsyncGenerator<PictureFile> {
  const folders = new Map<string, PictureFile[]>()
  for await (const image of images(split)) {
    const name = folderOf(image, classes)
    const pictures = folders.get(name) ?? []
    pictures.push(pictureFile(image, `${split}/${name}`))
    folders.set(name, pictures)
  }
  for (const name of [...folders.keys()].toSorted(byCodeUnit)) yield* folders.get(name) ?? []
}

function folderOf(image: NamedImage, classes: ClassList): string {
  const [first] = classesIn(image, classes)
  return (first === undefined ? undefined : classes.names[first]) ?? UNLABELED
}
