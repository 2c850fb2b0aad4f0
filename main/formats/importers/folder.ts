import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import { splitOfPath } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { defineImporter } from './define.ts'
import { allMasksBeside } from './kit/masks/beside.ts'
import { pairedMasks } from './kit/masks/tableless.ts'
import { baseName, folderOf, isAside } from './kit/paths.ts'

/** Where images without a class lie. */
const UNLABELED = /^unlabell?ed$/i

/** Folders that are named after their contents, or after a class beside other classes. */
const VAGUE = /^(?:images?|imgs?|labels?|images?|photos?|jpegimages|data)$/i

/** So many folders beside a vague one show that it is a class. */
const PLAINLY_CLASSES = 2

/** Images in folders that are called as their classes, inside a folder for each split or side by side without any. */
export const folder = defineImporter({
  id: 'folder',
  title: 'Folder Structure',
  isOfFolders: true,
  recognise: async (dataset) => classTree(dataset, await ownClasses(dataset)),
  async *read(images, dataset) {
    for (const file of images) {
      const [splitName = '', className = ''] = foldersOf(file)
      const split = splitNamed(splitName)
      const whole = { className: unescaped(className), kind: 'whole' } as const
      yield { name: file.path, source: { path: file.path }, ...(split && { split }), objects: () => ok([whole]) }
    }
    yield* unlabelledFolders(dataset)
  },
})

/** Folders whose images look as if they were left out: a name says so, which somebody may have meant as a class. */
function* unlabelledFolders({ files }: DatasetFiles): Generator<DatasetProblem> {
  const images = files.filter((file) => isImageName(file.path) && !isAside(file.path) && UNLABELED.test(classOf(file)))
  for (const path of new Set(images.map((file) => folderOf(file.path))))
    yield { path, reason: message('folder-stays-unlabelled'), isNote: true }
}

/** Images in folders that stand for classes: the formats of files with annotations stand before this one, so such files may lie beside them. */
export async function classTree(dataset: DatasetFiles, own: Classes = new Set()): Promise<readonly DatasetFile[]> {
  const { files } = dataset
  const [{ readable, unused }, beside] = [await pairedMasks(dataset), allMasksBeside(files)]
  const isMask = (file: DatasetFile) => readable.has(file) || unused.has(file) || beside.has(file)
  const images = files.filter((file) => isImageName(file.path) && !isAside(file.path) && !isMask(file))
  const isSplit = (file: DatasetFile) => splitNamed(foldersOf(file)[0] ?? '') !== undefined
  const inSplits = inClasses(images.filter(isSplit), own)
  return inSplits.length > 0 ? inSplits : withoutSplits(images, own)
}

type Classes = ReadonlySet<string>

const README = /^README\.tessera\.txt$/
const README_BYTES = 64 * 1024

/** The classes of an export of Tessera with folders of classes, which may be called in any way. */
async function ownClasses(dataset: DatasetFiles): Promise<Classes> {
  const names: string[] = []
  for (const file of dataset.files.filter(({ path }) => README.test(baseName(path)))) {
    const text = await dataset.head(file, README_BYTES)
    if (!/^format: (?:folder|clip|yolov8-cls)$/m.test(text)) continue
    for (const { groups } of text.matchAll(/^class \d+: (?<name>\w+)/gm)) names.push(groups?.['name'] ?? '')
  }
  return new Set(names)
}

/** The images whose folders are classes: a vague name is one where it is known, or where plain classes lie beside it. */
function inClasses(images: readonly DatasetFile[], own: Classes): readonly DatasetFile[] {
  const beside = Map.groupBy(images, ({ path }) => folderOf(folderOf(path)))
  return [...beside.values()].flatMap((group) => {
    const plain = new Set(group.map(classOf).filter((name) => isNamed(name) && !VAGUE.test(name)))
    const isClass = (name: string) =>
      isNamed(name) && (!VAGUE.test(name) || own.has(name) || plain.size >= PLAINLY_CLASSES)
    return group.filter((file) => isClass(classOf(file)))
  })
}

function isNamed(folderName: string): boolean {
  return folderName !== '' && !UNLABELED.test(folderName)
}

function splitNamed(folderName: string): Split | undefined {
  return folderName === '' ? undefined : splitOfPath(`${folderName}/image`)
}

function classOf(file: DatasetFile): string {
  return foldersOf(file).at(-1) ?? ''
}

/** The last two. */
function foldersOf({ path }: DatasetFile): readonly string[] {
  return ['', '', ...path.split('/')].slice(-3, -1)
}

/** Two folders side by side are classes; a single one is where somebody keeps images. */
function withoutSplits(images: readonly DatasetFile[], own: Classes): readonly DatasetFile[] {
  const found = inClasses(
    images.filter((file) => splitNamed(classOf(file)) === undefined),
    own,
  )
  const beside = Map.groupBy(found, ({ path }) => folderOf(folderOf(path)))
  const isPair = (group: readonly DatasetFile[]) => new Set(group.map(({ path }) => folderOf(path))).size > 1
  return [...beside.values()].filter(isPair).flat()
}

/** Exports write what a folder cannot be called on every system as URLs do. */
function unescaped(className: string): string {
  return className
    .replace(/^%([46][0-9A-F]|[57][0-9A]|2E)/, toCharacter)
    .replace(/(?:%2E)+$/, (dots) => '.'.repeat(dots.length / 3))
}

function toCharacter(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16))
}
