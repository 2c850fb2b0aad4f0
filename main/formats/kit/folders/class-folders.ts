import { boxArea } from '#common/geometry/box'
import type { Split } from '#common/split'
import type { ClassList, Spelling } from '../class-names.ts'
import {
  byCodeUnit,
  type EmptyFolder,
  type ExportSource,
  type ImageFile,
  imageFile,
  type NamedImage,
} from '../files.ts'
import { boxObjects, drawnObjects } from '../objects.ts'

/** Where the images without a class lie, outside the splits: inside one, readers would take it for a class. */
const UNLABELED = 'unlabeled'

/** Names of folders on every system: some take no `:`, some take `Rust` and `rust` for one. */
export const AS_FOLDERS: Spelling = {
  spell: (name) => name.replace(/[/\\:*?"<>|]/g, '-').trim(),
  keyOf: (name) => name.toLowerCase(),
  // Importers know it by both spellings.
  taken: [UNLABELED, 'unlabelled'],
}

/** Device names of Windows, with anything behind a dot too. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

/**
 * The folder of a class. Names of devices and dots at the end, which some systems cannot have, are written as URLs write what they
 * cannot have; importers read them back.
 */
export function folderName(name: string): string {
  const start = DEVICE.test(name) || name.startsWith('.') ? escaped(name[0] ?? '') + name.slice(1) : name
  return start.replace(/\.+$/, (dots) => escaped('.').repeat(dots.length))
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

interface Classified extends Pick<ExportSource, 'images'> {
  readonly classes: ClassList
}

/**
 * The images of a split, each in the folder of its class; a class without one has an empty folder, so that every split has the same
 * classes. They come by their own names while their folders come first in the archive, so where each lies is kept; its annotations are
 * not. Splits are called as `root` says.
 */
export async function* imagesByClass(
  { images, classes }: Classified,
  split: Split,
  root: string = split,
): AsyncGenerator<ImageFile | EmptyFolder> {
  const folders = new Map<string, ImageFile[]>(classes.names.map((name) => [`${root}/${folderName(name)}`, []]))
  for await (const image of images(split)) {
    const folder = classFolder(image, classes)
    if (folder !== undefined) folders.get(`${root}/${folder}`)?.push(imageFile(image, `${root}/${folder}`))
  }
  for (const path of [...folders.keys()].toSorted(byCodeUnit)) {
    const images = folders.get(path) ?? []
    if (images.length === 0) yield { kind: 'folder', path }
    yield* images
  }
}

/** The images of a split without a class. */
export async function* imagesOfNoClass(
  { images, classes }: Classified,
  split: Split,
  root: string = split,
): AsyncGenerator<ImageFile> {
  for await (const image of images(split)) {
    if (classFolder(image, classes) === undefined) yield imageFile(image, `${UNLABELED}/${root}`)
  }
}

/** The name of the folder that an image lies in; undefined for one without a class. */
export function classFolder(image: NamedImage, classes: ClassList): string | undefined {
  const index = mainClass(image, classes)
  const name = index === undefined ? undefined : classes.names[index]
  return name === undefined ? undefined : folderName(name)
}

/**
 * The one class of an image: what is said of it, or that of which there is most in it; of two alike the first. Lines and points, which
 * enclose nothing, count where there is nothing else.
 */
export function mainClass(image: NamedImage, classes: ClassList): number | undefined {
  const whole = image.shapes.find(({ kind }) => kind === 'whole')
  if (whole !== undefined) return classes.indexOf(whole.classId)
  const areas = new Map<number, number>()
  for (const { classIndex, box } of boxObjects(image, classes)) {
    areas.set(classIndex, (areas.get(classIndex) ?? 0) + boxArea(box))
  }
  if (areas.size === 0) for (const { classIndex } of drawnObjects(image, classes)) areas.set(classIndex, 0)
  const [largest] = [...areas].toSorted(([a, areaOfA], [b, areaOfB]) => areaOfB - areaOfA || a - b)
  return largest?.[0]
}
