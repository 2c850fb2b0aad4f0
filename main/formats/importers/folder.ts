import { isImageName } from '#common/image-kinds'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import { splitOfPath } from '#core/datasets/places'
import type { DatasetFile } from '#core/datasets/ports'
import { defineImporter } from './define.ts'
import { masksWithoutTable } from './kit/masks/tableless.ts'
import { folderOf, isAside } from './kit/paths.ts'

/** Where pictures without a class lie, and folders that are named after what they hold. */
const CLASSLESS = /^(?:unlabel+ed|images?|imgs?|labels?|pictures?|photos?|jpegimages|data)$/i

/** Pictures in folders that are called as their classes, inside a folder for each split or side by side without any. */
export const folder = defineImporter({
  id: 'folder',
  title: 'Folder Structure',
  isOfFolders: true,
  recognise: async ({ files }) => classTree(files),
  async *read(pictures) {
    for (const file of pictures) {
      const [splitName = '', className = ''] = foldersOf(file)
      const split = splitNamed(splitName)
      const whole = { className: unescaped(className), kind: 'whole' } as const
      yield { name: file.path, source: { path: file.path }, ...(split && { split }), objects: () => ok([whole]) }
    }
  },
})

/** Images in folders that stand for classes: the formats of files with annotations stand before this one, so such files may lie beside them. */
export function classTree(files: readonly DatasetFile[]): readonly DatasetFile[] {
  const masks = masksWithoutTable(files)
  const own = files.filter((file) => !isAside(file.path) && !masks.has(file))
  const inSplits = own.filter((file) => classOf(file) !== undefined)
  return inSplits.length > 0 ? inSplits : withoutSplits(own)
}

function splitNamed(folderName: string): Split | undefined {
  return folderName === '' ? undefined : splitOfPath(`${folderName}/image`)
}

function classOf(file: DatasetFile): string | undefined {
  const [split = '', className = ''] = foldersOf(file)
  return splitNamed(split) && isClass(file, className) ? className : undefined
}

function isClass({ path }: DatasetFile, className: string): boolean {
  return isImageName(path) && className !== '' && !CLASSLESS.test(className)
}

/** The last two. */
function foldersOf({ path }: DatasetFile): readonly string[] {
  return ['', '', ...path.split('/')].slice(-3, -1)
}

/** Two folders side by side are classes; a single one is where somebody keeps images. */
function withoutSplits(files: readonly DatasetFile[]): readonly DatasetFile[] {
  const inClasses = files.filter((file) => {
    const className = foldersOf(file).at(-1) ?? ''
    return isClass(file, className) && splitNamed(className) === undefined
  })
  const beside = Map.groupBy(inClasses, ({ path }) => folderOf(folderOf(path)))
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
