import { boxArea } from '#common/geometry/box'
import type { Split } from '#common/split'
import type { ClassList, Spelling } from './class-names.ts'
import { byCodeUnit, type ExportSource, type NamedImage, type PictureFile, pictureFile } from './files.ts'
import { boxObjects } from './objects.ts'

/** Where the pictures without a class lie. */
const UNLABELED = 'unlabeled'

/** Names of folders on every system: some take no `:`, some cut dots at the end, some take `Rust` and `rust` for one. */
export const AS_FOLDERS: Spelling = {
  spell: (name) => name.replace(/[/\\:*?"<>|]/g, '-').replace(/[. ]+$/, ''),
  keyOf: (name) => name.toLowerCase(),
  taken: [UNLABELED],
}

interface Classified extends Pick<ExportSource, 'images'> {
  readonly classes: ClassList
}

/**
 * The pictures of a split, each in the folder of its class. They come by their own names while their folders come first in the
 * archive, so where each lies is kept; its labels are not.
 */
export async function* picturesByClass({ images, classes }: Classified, split: Split): AsyncGenerator<PictureFile> {
  const folders = new Map<string, PictureFile[]>()
  for await (const image of images(split)) {
    const name = classFolder(image, classes)
    const pictures = folders.get(name) ?? []
    pictures.push(pictureFile(image, `${split}/${name}`))
    folders.set(name, pictures)
  }
  for (const name of [...folders.keys()].toSorted(byCodeUnit)) yield* folders.get(name) ?? []
}

/** The name of the folder that a picture lies in. */
export function classFolder(image: NamedImage, classes: ClassList): string {
  const index = mainClass(image, classes)
  return (index === undefined ? undefined : classes.names[index]) ?? UNLABELED
}

/** The one class of a picture: what is said of it, or that of which there is most in it; of two alike the first. */
export function mainClass(image: NamedImage, classes: ClassList): number | undefined {
  const whole = image.shapes.find(({ kind }) => kind === 'whole')
  if (whole !== undefined) return classes.indexOf(whole.classId)
  const areas = new Map<number, number>()
  for (const { classIndex, box } of boxObjects(image, classes)) {
    areas.set(classIndex, (areas.get(classIndex) ?? 0) + boxArea(box))
  }
  const [largest] = [...areas].toSorted(([a, areaOfA], [b, areaOfB]) => areaOfB - areaOfA || a - b)
  return largest?.[0]
}
