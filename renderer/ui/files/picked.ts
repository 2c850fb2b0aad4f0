import { isHidden, isSystemFile } from '#common/hidden-files'

/** A file that a person picked, dropped or pasted, with its path inside what was given. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** A heap of files that may still be growing while a dropped folder is read. */
export interface Picked {
  /** The folder's name when there is one folder, else undefined. */
  readonly folder: string | undefined
  readonly chunks: AsyncIterable<readonly PickedFile[]>
}

/** Whether a path is hidden or left behind by the system, so nobody means to import it. */
export function isJunk(path: string): boolean {
  return isSystemFile(path) || isHidden(path)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A list of files as the browser gives it: `webkitRelativePath` is there when a folder was picked. */
export function pickedFromList(list: Iterable<File>): Picked | undefined {
  const files = [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  const [first] = files
  if (first === undefined) return undefined
  const folder = first.path.includes('/') ? first.path.split('/')[0] : undefined
  return { folder, chunks: once(files) }
}

async function* once(files: readonly PickedFile[]): AsyncGenerator<readonly PickedFile[]> {
  yield files
}
