import { ok } from '#common/result'
import { isPicturePath } from '#core/datasets/places'
import type { DatasetFile } from '#core/datasets/ports'
import { defineImporter } from './define.ts'
import { baseName, endingOf, isAside } from './kit/paths.ts'

/** Files that say more of pictures than the folders in which they lie. */
const LABEL_ENDINGS = new Set([
  '.json',
  '.jsonl',
  '.ndjson',
  '.xml',
  '.csv',
  '.yaml',
  '.yml',
  '.tfrecord',
  '.names',
  '.labels',
])

const SPLIT = /^(?:train(?:ing)?|val(?:id|idation)?|dev|test(?:ing)?)$/i

/** Where pictures without a class lie, and folders that are named after what they hold. */
const CLASSLESS = /^(?:unlabel+ed|images?|imgs?|labels?|pictures?|photos?|jpegimages|data)$/i

/** Pictures in folders that are called as their classes, inside a folder for each split. */
export const folder = defineImporter({
  id: 'folder',
  title: 'Folder Structure',
  isOfFolders: true,
  async recognise({ files }) {
    const own = files.filter(({ path }) => !isAside(path))
    const isSaidElsewhere = own.some(({ path }) => LABEL_ENDINGS.has(endingOf(path)) || isOtherText(path))
    return isSaidElsewhere ? [] : own.filter((file) => classOf(file) !== undefined)
  },
  async *read(pictures) {
    for (const file of pictures) {
      const className = classOf(file)
      if (className === undefined) continue
      yield { name: file.path, source: { path: file.path }, objects: () => ok([{ className, kind: 'whole' }]) }
    }
  },
})

/** The captions of CLIP tell no more than the names of the folders. */
function isOtherText(path: string): boolean {
  return endingOf(path) === '.txt' && baseName(path) !== '_tokenization.txt'
}

function classOf({ path }: DatasetFile): string | undefined {
  const [split = '', className = ''] = path.split('/').slice(-3, -1)
  const isClass = isPicturePath(path) && SPLIT.test(split) && className !== '' && !CLASSLESS.test(className)
  return isClass ? unescaped(className) : undefined
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
