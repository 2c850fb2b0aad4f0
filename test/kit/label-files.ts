import type { ProjectType } from '#common/contract/projects'
import { sentenceOf as inEnglish, refusalKind } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type {
  DatasetFiles,
  DatasetFinding,
  DatasetImporter,
  DatasetProblem,
  DescribedImage,
} from '#core/exchange/datasets/ports'
import { readLabels } from '#core/exchange/datasets/reading'
import { imagesOf, recogniseFormats } from '#core/exchange/datasets/recognise'
import { withUtf8 } from '#core/exchange/datasets/utf16'
import { readAndNameUnused } from '#formats/importers/kit/unused/unused'
import { IMPORTERS } from '#formats/importers/registry'

export type Contents = Readonly<Record<string, string | Uint8Array>>

/** Returns a dataset in memory, which is read in pieces of a given size. */
export function labelFiles(contents: Contents, pieceBytes = 65_536): DatasetFiles {
  const bytesOf = ({ path }: { readonly path: string }) => Buffer.from(contents[path] ?? '')
  const paths = Object.keys(contents).toSorted((a, b) => Number(a > b) - Number(a < b))
  return withUtf8({
    files: paths.map((path) => ({ path, bytes: bytesOf({ path }).byteLength })),
    refused: [],
    async *read(file) {
      const bytes = bytesOf(file)
      for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    },
    head: async (file, bytes) => bytesOf(file).subarray(0, bytes).toString(),
    close: async () => undefined,
  })
}

/** Findings of an importer, in the order in which it reports them. */
export interface Found {
  readonly images: readonly DescribedImage[]
  /** Each as `path line 3: reason`. */
  readonly problems: readonly string[]
  /** The same as messages. */
  readonly reasons: readonly Message[]
  /** Classes in the order of the annotation files. */
  readonly listed: readonly string[]
  /** Splits of images according to lists in the dataset. */
  readonly listedSplits: Readonly<Record<string, Split>>
}

export async function importWith(importer: DatasetImporter, files: DatasetFiles, type?: ProjectType): Promise<Found> {
  return gathered(importer.read(await importer.recognise(files), files, type))
}

async function gathered(findings: AsyncIterable<DatasetFinding>): Promise<Found> {
  const images: DescribedImage[] = []
  const problems: DatasetProblem[] = []
  const listed: string[] = []
  const listedSplits: Record<string, Split> = {}
  for await (const finding of findings) {
    if ('objects' in finding) images.push(finding)
    else if ('classNames' in finding) listed.push(...finding.classNames)
    else if ('image' in finding) listedSplits[finding.image] = finding.split
    else problems.push(finding)
  }
  const reasons = problems.map(({ reason }) => reason)
  return { images, problems: problems.map(sentenceOf), reasons, listed, listedSplits }
}

/** Returns a dataset as its review shows it: the most likely format, its contents, and notes about unused files. */
export async function reviewOf(contents: Contents, type: ProjectType = 'object-detection') {
  const files = labelFiles(contents)
  const candidates = await recogniseFormats(IMPORTERS, files, type)
  const [chosen] = candidates
  const found = await gathered(readAndNameUnused({ chosen, candidates }, files, type))
  return {
    id: chosen?.importer.id,
    fates: await fatesOf(found, type),
    splits: Object.fromEntries(found.images.map(({ name, split }) => [name, split])),
    paths: imagesOf(files, candidates).map(({ path }) => path),
    ...found,
  }
}

function sentenceOf({ path, line, reason }: DatasetProblem): string {
  return line === undefined ? `${path}: ${inEnglish(reason)}` : `${path} line ${line}: ${inEnglish(reason)}`
}

const IMAGE: AnnotatedImage = {
  name: 'quay.jpg',
  frame: { width: 200, height: 100 },
  type: 'instance-segmentation',
}

/** Returns the objects of an image, 200 × 100 by default, or why there are none. */
export function objectsOf(
  described: DescribedImage | undefined,
  image: Partial<AnnotatedImage> = {},
): readonly ReadAnnotation[] | string {
  const read = described?.objects({ ...IMAGE, ...image })
  if (read === undefined) return 'the image is not described'
  return read.ok ? read.value : `${refusalKind(read.error)}: ${inEnglish(read.error)}`
}

/** Returns every image's objects by the name in the annotation files. */
export function objectsByName({ images }: Found, image: Partial<AnnotatedImage> = {}) {
  return Object.fromEntries(images.map((described) => [described.name, objectsOf(described, image)]))
}

/**
 * Returns for every described 200 × 100 image the classes of its objects, `background`, or `unlabelled`. Objects
 * outside disappear without a message.
 */
export async function fatesOf({ images }: Found, type: ProjectType = 'object-detection') {
  const fates = await Promise.all(
    images.map(async (described) => {
      const read = await readLabels(described, { name: described.name, frame: IMAGE.frame, type })
      const classes = read.ok ? read.value.drafts.map(({ className }) => className) : []
      return [described.name, classes.length > 0 ? classes : read.ok ? 'background' : 'unlabelled'] as const
    }),
  )
  return Object.fromEntries(fates)
}
