import { isHidden, isSystemFile } from '#common/hidden-files'

/** A picked, dropped or pasted file, with its path inside the selection. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** Chosen files; may still grow while a dropped folder is read. */
export interface Picked {
  /** The folder's name if exactly one folder was given. */
  readonly folder: string | undefined
  readonly chunks: AsyncIterable<readonly PickedFile[]>
}

/** Returns whether a path is hidden or a system file that nobody wants to import. */
export function isJunk(path: string): boolean {
  return isSystemFile(path) || isHidden(path)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Converts a file list of the browser, which has `webkitRelativePath` if a folder was picked. */
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
