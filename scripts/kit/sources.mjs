/** The project's own TypeScript files, as the rules about files and folders see them. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { fromRoot } from './paths.mjs'

const AIM = 250
export const PRODUCT_FOLDERS = ['common', 'main', 'preload', 'renderer']

/** Paths from the root, with slashes, of all sources below some folders. @param {readonly string[]} folders */
export function sourceFiles(folders) {
  return folders.flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll(sep, '/'))),
  )
}

/** Files that the limit still lets pass, but that would read better as two. */
export function longFiles() {
  return sourceFiles(PRODUCT_FOLDERS)
    .map((path) => ({ path, lines: readFileSync(fromRoot(path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > AIM)
}

/** Files beside each other that a reader takes in at once. */
const AIMED_BESIDE = 20

/** Registries: one file a format or a step, however many there are. */
const REGISTRIES = [
  'main/formats/exporters',
  'main/formats/importers',
  'main/formats/importers/benchmarks',
  'main/formats/importers/tools',
  'main/transforms/preprocess',
  'main/transforms/augment',
]

/** Folders of sources with more files than that. */
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
