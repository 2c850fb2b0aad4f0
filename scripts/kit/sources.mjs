/** The project's own TypeScript files, for rules about files and folders. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { fromRoot } from './paths.mjs'

const AIM = 250
export const PRODUCT_FOLDERS = ['common', 'main', 'preload', 'renderer']

/**
 * Returns the paths from the root, with slashes, of all sources below some folders.
 * @param {readonly string[]} folders
 */
export function sourceFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll(sep, '/'))),
  )
}

/** Returns files within the limit that would be better as two. */
export function longFiles() {
  return sourceFiles(PRODUCT_FOLDERS)
    .map((path) => ({ path, lines: readFileSync(fromRoot(path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > AIM)
}

/** Target for the number of files in a folder. */
const AIMED_BESIDE = 20

/** Registries have one file per format or step, however many there are. */
const REGISTRIES = [
  'main/formats/exporters',
  'main/formats/importers',
  'main/formats/importers/benchmarks',
  'main/formats/importers/tools',
  'main/transforms/preprocess',
  'main/transforms/augment',
]

/** Returns source folders with more files than the target. */
export function wideFolders() {
  /** @type {Map<string, number>} */
  const folders = new Map()
  for (const path of sourceFiles(PRODUCT_FOLDERS)) {
    const folder = posix.dirname(path)
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders]
    .filter(([path, files]) => files > AIMED_BESIDE && !REGISTRIES.includes(path))
    .map(([path, files]) => ({ path, files }))
}
