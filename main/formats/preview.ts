import { brand } from '#common/border'
import type { ExportClass, ExportVersion } from '#common/exports/model'
import type { BlobHash, ClassId, ImageId, ShapeId } from '#common/ids'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { SPLITS, type Split } from '#common/split'
import type { Exporter } from './exporters/define.ts'
import type { ExportFile, NamedImage } from './kit/files.ts'
import { slugsOf } from './kit/version-facts.ts'

/** An export as it will be, for people to look at before it is made. */
export interface ExportPreview {
  readonly fileName: string
  /** The file tree, drawn with branches. */
  readonly tree: readonly TreeLine[]
  /** The first object of the sample image as it will be written, cut to fit; undefined when there is none. */
  readonly record: string | undefined
  /** Class names that are written differently. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
}

interface TreeLine {
  /** Drawn in front of it. */
  readonly branches: string
  /** The name of a file or folder, or how many there are. */
  readonly says: string | Message
  /** Marks the archive and the first file with labels. */
  readonly strong: boolean
}

/** The name of the archive, `<project>.v<number>.<format>.zip`. */
export function archiveName({ id: format }: Exporter, version: ExportVersion): string {
  return `${slugsOf(version).project}.v${version.number}.${format}.zip`
}

/** Describes an export. Its record counts as the files do when the sample is the first image of its split. */
export async function describeExport(
  exporter: Exporter,
  version: ExportVersion,
  sample?: NamedImage,
): Promise<ExportPreview> {
  const fileName = archiveName(exporter, version)
  const record = sample === undefined ? '' : exporter.record(withShortName(sample), version)
  const renamed = exporter.classes(version.classes).all.filter(({ name, original }) => name !== original)
  return {
    fileName,
    tree: [{ branches: '', says: fileName, strong: true }, ...(await treeOf(exporter, version))],
    record: record === '' ? undefined : shortened(record),
    renamed: renamed.map(({ original, name }) => ({ from: original, to: name })),
  }
}

/** The digits that tell images apart are of no interest here, and push out of sight what is. */
function withShortName(image: NamedImage): NamedImage {
  return { ...image, fileName: image.fileName.replace(/(\.rf\.[0-9a-f]{4})[0-9a-f]{28}(?=\.)/, '$1…') }
}

const EACH_CLASS = message('tree-each-class')

/** The class of the stand-ins: where each class has a folder, one stands for all of them. */
const EACH: ExportClass = { id: brand<ClassId>('each'), name: sentenceOf(EACH_CLASS) }

/** The exporter itself says what lies where: it is run over one stand-in for all images of a split. */
async function treeOf(exporter: Exporter, version: ExportVersion): Promise<TreeLine[]> {
  const entries = new Map<string, Entry>()
  let labels: string | undefined
  const shown = { ...version, classes: [EACH], crowds: 0, lines: 0 }
  for await (const file of exporter.files({ version: shown, images: standIn })) {
    const entry = entryOf(file, version)
    const key = entry.folder + (entry.many ?? entry.name)
    // Where all splits lie in one folder, their images are one number.
    entries.set(key, { ...entry, count: entry.count + (entries.get(key)?.count ?? 0) })
    if (file.kind === 'text' && file.path.includes('/')) labels ??= key
  }
  const strong = labels === undefined ? undefined : entries.get(labels)
  const strongPath = strong && shownPath(strong)
  const paths = [...entries.values()].map(shownPath)
  const counted = new Map([...entries.values()].map((entry) => [shownPath(entry), countOf(entry)]))
  return drawn(paths, { path: '', indent: '' }).map(({ branches, name, path }) => {
    const says = counted.get(path) ?? (name === EACH.name ? EACH_CLASS : name)
    return { branches, says, strong: path === strongPath }
  })
}

const STAND_IN = 'image-of-'

const STAND_IN_SHAPE = { id: brand<ShapeId>(STAND_IN), classId: EACH.id, z: 0, origin: 'hand' } as const

async function* standIn(split: Split): AsyncGenerator<NamedImage> {
  yield {
    imageId: brand<ImageId>(STAND_IN),
    variant: 0,
    originalName: STAND_IN,
    fileName: `${STAND_IN}${split}.jpg`,
    split,
    width: 1,
    height: 1,
    blob: brand<BlobHash>('0'.repeat(64)),
    bytes: 0,
    shapes: [
      { ...STAND_IN_SHAPE, kind: 'whole' },
      { ...STAND_IN_SHAPE, kind: 'box', box: { x0: 0, y0: 0, x1: 1, y1: 1 } },
    ],
  }
}

const MANY = {
  image: 'tree-images',
  text: 'tree-labels',
  data: 'tree-masks',
  records: 'tree-records',
  folder: 'tree-folders',
  crop: 'tree-crops',
} as const

/** One file, or the many that there is one of for each image. */
interface Entry {
  /** Ends in `/` where there is one. */
  readonly folder: string
  readonly name: string
  /** The message about many files; undefined for one file. */
  readonly many: (typeof MANY)[keyof typeof MANY] | undefined
  readonly count: number
}

function entryOf({ kind, path }: ExportFile, { counts }: ExportVersion): Entry {
  const [, folder = '', base = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? []
  const split = SPLITS.find((one) => base.startsWith(STAND_IN + one))
  const name = kind === 'folder' ? `${base}/` : base
  if (kind === 'crop') return { folder, name, many: MANY.crop, count: 0 }
  if (split === undefined) return { folder, name, many: undefined, count: 0 }
  return { folder, name, many: MANY[kind], count: counts[split] }
}

function countOf({ many, count }: Entry): Message | undefined {
  if (many === undefined) return undefined
  return many === 'tree-crops' ? message(many) : message(many, { count })
}

/** Many files stand in their folder as one. */
function shownPath(entry: Entry): string {
  const many = countOf(entry)
  return entry.folder + (many ? sentenceOf(many) : entry.name)
}

interface Line {
  readonly branches: string
  readonly name: string
  readonly path: string
}

interface Place {
  readonly path: string
  readonly indent: string
}

/** One line for each name below a folder, folders first; `paths` are relative to it. */
function drawn(paths: readonly string[], { path, indent }: Place): Line[] {
  const names = [...Map.groupBy(paths, (inner) => inner.replace(/(?<=\/).*/, ''))]
  const entries = names.toSorted(([a], [b]) => Number(b.endsWith('/')) - Number(a.endsWith('/')))
  return entries.flatMap(([name, inside], index) => {
    const isLast = index === entries.length - 1
    const rest = inside.map((inner) => inner.slice(name.length)).filter((inner) => inner !== '')
    const branches = `${indent}${isLast ? '└' : '├'} `
    const line = { branches, name: name.replace(/\/$/, ''), path: path + name }
    return [line, ...drawn(rest, { path: path + name, indent: `${indent}${isLast ? ' ' : '│'} ` })]
  })
}

const RECORD_LINES = 14
const RECORD_COLUMNS = 60

function shortened(record: string): string {
  const lines = record.split('\n')
  const shown = lines.length > RECORD_LINES ? [...lines.slice(0, RECORD_LINES - 1), '…'] : lines
  return shown.map((line) => (line.length > RECORD_COLUMNS ? `${line.slice(0, RECORD_COLUMNS - 1)}…` : line)).join('\n')
}
