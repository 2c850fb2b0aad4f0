import { folded, partsOf } from '../datasets/places.ts'
import type { ZipEntry } from '../datasets/zip.ts'

/** The file with the labels of one image: beside it, or in a folder that tools keep labels in. Paths are in lower case. */
export function labelOf(files: ReadonlyMap<string, ZipEntry>, image: string): ZipEntry | undefined {
  const folders = image.split('/').slice(0, -1)
  const name = image.split('/').at(-1) ?? ''
  const stem = name.replace(/\.[^.]*$/, '')
  const names = [`${stem}.xml`, `${stem}.txt`, `${stem}.json`, `${name}.json`].filter(
    (label) => label !== 'classes.txt',
  )
  for (const folder of labelFolders(folders)) {
    for (const label of names) {
      const found = files.get([...folder, label].join('/'))
      if (found) return found
    }
  }
  return undefined
}

/** The images' own folder and those that lie beside it or beside one above: `a/images/b` has `a/labels/b`. */
function labelFolders(folders: readonly string[]): string[][] {
  const images = folders.findLastIndex((folder) => folder === 'images' || folder === 'jpegimages')
  const beside = ['labels', 'annotations'].flatMap((labels) => [
    [...folders, labels],
    ...(images < 0 ? [] : [folders.with(images, labels)]),
  ])
  return [[...folders], ...beside]
}

/** A folder and those above it, the nearest first. */
export function labelPlaces(folders: readonly string[]): string[][] {
  return Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up))
}

const NAME_FILES = ['data.yaml', 'data.yml', 'classes.txt', '_darknet.labels', 'obj.names']

/** The file that names the class numbers of a file of labels: the nearest above it. */
export function namesFileOf(files: ReadonlyMap<string, ZipEntry>, label: string): ZipEntry | undefined {
  const parts = partsOf(folded(label))
  for (const place of labelPlaces(parts.slice(0, -1))) {
    for (const name of NAME_FILES) {
      const found = files.get([...place, name].join('/'))
      if (found) return found
    }
  }
  return undefined
}

/** A longer YAML file describes no dataset. */
const MAX_YAML_LENGTH = 1024 * 1024

/** Names by class number, from `names` of a YAML file or from a line for each class. */
export function readClassNames({ path }: Pick<ZipEntry, 'path'>, text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (/\.ya?ml$/i.test(path)) return text.length > MAX_YAML_LENGTH ? new Map() : readYamlNames(lines)
  return numbered(lines.map((line) => line.trim()).filter((line) => line !== ''))
}

/** The three ways that datasets write the list: `[a, b]`, `- a` and `0: a`. Other keys of the file are passed over. */
function readYamlNames(lines: readonly string[]): ReadonlyMap<string, string> {
  const start = lines.findIndex((line) => /^names\s*:/.test(line))
  if (start < 0) return new Map()
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => /^[^\s#-]/.test(line))
  const inner = end < 0 ? after : after.slice(0, end)
  const first = (lines[start] ?? '').replace(/^names\s*:\s*/, '')
  if (/^[[{]/.test(first)) return readFlow([first, ...lines.slice(start + 1)].join(' '))
  const entries: [string, string][] = []
  for (const line of inner) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    const pair = /^\s+(\d+)\s*:\s*(.*)$/.exec(line)
    if (item !== undefined) entries.push([String(entries.length), plain(item)])
    else if (pair) entries.push([String(Number(pair[1])), plain(pair[2] ?? '')])
  }
  return new Map(entries)
}

/** `[a, 'b, c']` or `{0: a, 1: b}`, up to its end. */
function readFlow(text: string): ReadonlyMap<string, string> {
  const isMap = text.startsWith('{')
  const items: string[] = []
  for (const [piece] of text.slice(1).matchAll(/(?:'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"|[^,\]}'"]+)+|[\]}]/g)) {
    if (piece === ']' || piece === '}') break
    if (piece.trim() !== '') items.push(piece.trim())
  }
  if (!isMap) return numbered(items.map(plain))
  const pairs = items.map((item) => /^(\d+)\s*:\s*(.*)$/.exec(item))
  return new Map(pairs.flatMap((pair) => (pair ? [[String(Number(pair[1])), plain(pair[2] ?? '')] as const] : [])))
}

/** A YAML scalar without its quotes and comment. */
function plain(raw: string): string {
  const text = raw.trim()
  const single = /^'([^']*(?:''[^']*)*)'/.exec(text)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  const double = /^"([^"\\]*(?:\\.[^"\\]*)*)"/.exec(text)?.[1]
  if (double !== undefined) return double.replace(/\\(.)/g, '$1')
  const comment = text.search(/\s#/)
  return comment < 0 ? text : text.slice(0, comment).trimEnd()
}

function numbered(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name, index) => [String(index), name]))
}
