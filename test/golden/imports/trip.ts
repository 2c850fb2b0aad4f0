import { type AttributesByClass, byIdentifiers } from '#common/annotation/named/attribute'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass } from '#common/exports/model'
import { boxSize } from '#common/geometry/box'
import { AttributeId, ClassId, ShapeId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { SPLITS } from '#common/split'
import { fitToType } from '#core/annotation/annotations/project-types'
import { type Draft, draftsInFrame, toShapes } from '#core/annotation/annotations/read-annotation'
import { attributeTally } from '#core/exchange/datasets/check/attribute-tally'
import type { DatasetImporter, DescribedImage, ListedClasses } from '#core/exchange/datasets/ports'
import type { Exporter } from '#formats/exporters/define'
import { IMPORTERS } from '#formats/importers/registry'
import type { ExportSource, NamedImage } from '#formats/kit/files'
import { contentsOf } from '#test/kit/exported-files'
import { labelFiles } from '#test/kit/label-files'
import { collect, imageOf, sourceOf, versionOf } from '#test/unit/formats/exporters/kit'

/** A round trip: the files that a format writes, and the content read back. */
export interface Trip {
  readonly importer: DatasetImporter
  readonly problems: readonly string[]
  /** The images under the names of the export, with what was read; none where no label file names them. */
  readonly described: ReadonlyMap<string, readonly Draft[]>
  /** The same data set as it is after the import. */
  readonly source: ExportSource
  readonly texts: Readonly<Record<string, string>>
}

/** The type of the project that keeps what the format kept. */
export function typeKept(exporter: Exporter, type: ProjectType): ProjectType {
  if (exporter.tasks[type] !== 'classes') return type
  return exporter.id === 'multiclass' ? 'multi-label-classification' : 'single-label-classification'
}

/** Writes the images, reads them back, and answers the data set that is there then; undefined when no importer knows the files. */
export async function roundTrip(exporter: Exporter, source: ExportSource): Promise<Trip | undefined> {
  const texts = await labelContents(exporter, source)
  const paths = await imagePaths(exporter, source)
  const written = await writtenImages(exporter, source)
  const dataset = labelFiles(await contentsOf(exporter.files(source)))
  for (const importer of IMPORTERS) {
    const labels = await importer.recognise(dataset)
    if (labels.length === 0) continue
    const findings = await collect(importer.read(labels, dataset))
    const problems = findings.flatMap((finding) =>
      'reason' in finding ? [`${finding.path}: ${sentenceOf(finding.reason)}`] : [],
    )
    const type = typeKept(exporter, source.version.projectType)
    const images = findings.flatMap((finding) => ('objects' in finding ? [finding] : []))
    const listings = findings.flatMap((finding) => ('classNames' in finding ? [finding] : []))
    return { importer, texts, ...(await taken({ source: written, type, images, listings, paths }, problems)) }
  }
  return undefined
}

/** All files but the images; those that are no texts as the bytes of their Latin-1. */
export async function labelContents(
  exporter: Exporter,
  source: ExportSource,
): Promise<Readonly<Record<string, string>>> {
  const images = new Set(await imagePaths(exporter, source))
  const contents = Object.entries(await contentsOf(exporter.files(source))).filter(([path]) => !images.has(path))
  return Object.fromEntries(
    contents.map(([path, bytes]) => [path, typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1')]),
  )
}

async function imagePaths(exporter: Exporter, source: ExportSource): Promise<readonly string[]> {
  const files = await collect(exporter.files(source))
  return files.flatMap((file) => (file.kind === 'image' || file.kind === 'crop' ? [file.path] : []))
}

/** The images as they are in the files: those that went out, or the objects that were cut out of them. */
async function writtenImages(exporter: Exporter, source: ExportSource): Promise<ExportSource> {
  const crops = (await collect(exporter.files(source))).flatMap((file) => {
    const fileName = file.path.split('/').at(-1) ?? ''
    const window = file.kind === 'crop' ? file.cut.windows[file.place] : undefined
    return window ? [imageOf({ fileName, ...boxSize(window) })] : []
  })
  return crops.length === 0 ? source : sourceOf(source.version, crops)
}

interface Taking {
  readonly source: ExportSource
  readonly type: ProjectType
  readonly images: readonly DescribedImage[]
  readonly listings: readonly ListedClasses[]
  readonly paths: readonly string[]
}

async function taken({ source, type, images, listings, paths }: Taking, problems: readonly string[]) {
  const named = (await Promise.all(SPLITS.map((split) => collect(source.images(split))))).flat()
  const described = new Map<string, readonly Draft[]>()
  const splits = new Map<string, DescribedImage['split']>()
  for (const entry of images) {
    const image = named.find(({ fileName }) => isOf(fileName, entry))
    if (!image) throw new Error(`No image is called ${entry.name}`)
    const path = paths.find((candidate) => stem(candidate) === stem(image.fileName)) ?? ''
    described.set(image.fileName, draftsOf(entry, image, type))
    splits.set(image.fileName, image.split ?? SPLITS.find((split) => path.split('/').includes(split)))
  }
  const attributes = attributeTally([])
  for (const listing of listings) attributes.list(listing)
  for (const [name, drafts] of described) attributes.count(drafts, { path: name })
  const listed = listings.flatMap(({ classNames }) => classNames)
  const classes = classesOf(listed, [...described.values()].flat(), attributes.missing())
  const version = versionOf({ ...source.version, projectType: type, classes })
  const again = named.map((image) => ({
    ...image,
    split: splits.get(image.fileName) ?? image.split,
    shapes: toShapes(described.get(image.fileName) ?? [], classes, () => ShapeId.parse(token('shape'))),
  }))
  const misfits = attributes.problems().map(({ path, reason }) => `${path}: ${sentenceOf(reason)}`)
  return { described, source: sourceOf(version, again), problems: [...problems, ...misfits] }
}

function draftsOf(described: DescribedImage, image: NamedImage, type: ProjectType): readonly Draft[] {
  const objects = described.objects({ name: image.fileName, frame: image, type })
  const fitted = objects.ok ? fitToType(objects.value, type) : objects
  if (!fitted.ok) throw new Error(sentenceOf(fitted.error))
  return draftsInFrame(fitted.value, image)
}

let tokens = 0
function token(kind: string): string {
  tokens += 1
  return `${kind}${String(tokens).padStart(8, '0')}`
}

function classesOf(
  listed: readonly string[],
  drafts: readonly Draft[],
  attributes: AttributesByClass,
): readonly ExportClass[] {
  const names = new Set([...listed, ...drafts.map(({ className }) => className)])
  return [...names].map((name, index) => {
    const skeleton = drafts.find((draft) => draft.className === name && draft.skeleton)?.skeleton
    const id = ClassId.parse(`class${String(index).padStart(3, '0')}`)
    const named = attributes.get(name)?.map((each) => byIdentifiers(each, () => AttributeId.parse(token('asked'))))
    return { id, name, ...(skeleton && { skeleton }), ...(named && { attributes: named }) }
  })
}

/** An image inside a label file has its name for bytes. */
function isOf(fileName: string, { name, bytes }: DescribedImage): boolean {
  return bytes ? String(bytes()) === fileName : stem(name) === stem(fileName)
}

/** Label files name images with their ending or without; those of exports end in `.jpg`, in Cityscapes behind the name of its tree. */
function stem(name: string): string {
  return (name.split('/').at(-1) ?? '').replace(/(?:_leftImg8bit)?(?:\.jpg)?$/, '')
}
