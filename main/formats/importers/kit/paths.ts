import { isImageName } from '#common/image-kinds'
import type { Split } from '#common/split'
import { splitOfWords } from '#core/exchange/datasets/places'

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Without a slash at its end; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** `.txt`; in small letters, empty where there is none. */
export function endingOf(path: string): string {
  const base = baseName(path)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(dot).toLowerCase() : ''
}

/** Whether a file holds a table, by its ending. */
export function isTablePath(path: string): boolean {
  return ['.csv', '.tsv'].includes(endingOf(path))
}

export function withoutEnding(path: string): string {
  return path.slice(0, path.length - endingOf(path).length)
}

/** Entries that systems and archives add, and the files that tell people about an export; a folder or an image may be called as these are. */
export function isAside(path: string): boolean {
  if (/(?:^|\/)(?:__MACOSX\/|\.|desktop\.ini$|Thumbs\.db$)/i.test(path)) return true
  return /^README/i.test(baseName(path)) && !isImageName(path)
}

/** A path from the root that a file wrote relative to a folder; undefined when it leads outside or is absolute. */
export function resolvePath(folder: string, written: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of written.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return /^(?:\/|[A-Za-z]:)/.test(written) ? undefined : parts.join('/')
}

/** The split that the name of a label file tells, as `instances_val2017.json` does; its folders are left to whoever places images. */
export function splitInName(path: string): Split | undefined {
  return splitOfWords(baseName(path).split(/[^a-z]+/i))
}

/** Where a path of another machine may lead, below a folder and from the root: the longest tails first. */
export function tailsOf(written: string, folder: string): readonly string[] {
  const parts = written.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  const tails = parts.map((_, at) => parts.slice(at).join('/'))
  return tails.flatMap((tail) => (folder === '' ? [tail] : [`${folder}/${tail}`, tail]))
}
