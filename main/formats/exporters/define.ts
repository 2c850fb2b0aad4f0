import type { LeftOut } from '#common/contract/exports'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass, ExportVersion } from '#common/exports/model'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { type ClassList, classList, type Spelling } from '../kit/class-names.ts'
import type { ExportFile, ExportSource, NamedImage } from '../kit/files.ts'
import { boxObjects } from '../kit/objects.ts'
import { placed, withoutCrowds, withoutPlaceless } from '../kit/placeless.ts'
import { readmeFiles } from '../kit/readme.ts'

/**
 * What a format keeps of annotations: `all` keeps them, `boxes` writes their bounds, `points` drops the boxes around
 * keypoints, `pixels` keeps the topmost object of each pixel, `classes` keeps only the classes in the image.
 */
export type Fidelity = 'all' | 'boxes' | 'points' | 'pixels' | 'classes'

/** Input of an exporter: a frozen version, its classes under their written names, and its images. */
export interface Dataset {
  readonly version: ExportVersion
  readonly classes: ClassList
  images(split: Split): AsyncIterable<NamedImage>
}

export interface ExporterDefinition {
  /** The format's id in the API. */
  readonly id: string
  /** The format's display name. */
  readonly title: string
  /** Other ids that clients use. */
  readonly aliases?: readonly string[]
  /** One sentence about what the format keeps of a project. */
  readonly keeps: Message | ((type: ProjectType) => Message)
  /** The project types that it supports. */
  readonly tasks: Readonly<Partial<Record<ProjectType, Fidelity>>>
  /** Whether it can represent lines and points. */
  readonly hasLines?: boolean
  /** Whether it writes the corners of rotated boxes in place of boxes. */
  readonly hasCorners?: boolean
  /** Whether it cannot represent classes of objects. */
  readonly isClassless?: boolean
  /**
   * Properties of annotations, besides class and geometry, that it can represent. Groups only concern annotations with
   * a position.
   */
  readonly says?: readonly ('attributes' | 'groups' | 'crowds')[]
  /** Whether it also writes attributes of whole-image classes, if it writes any. */
  readonly saysOfImages?: boolean
  /** Whether it writes a file per object, so that an image without objects is missing. */
  readonly isOfObjects?: (type: ProjectType) => boolean
  /** Its rules for class names beyond printable ASCII. */
  readonly spelling?: Spelling
  /** The number of the first class in the files; 0 when absent, or where classes have no numbers. */
  readonly firstClass?: number
  /** Lines of the README about how other programs read the files of a project. */
  readonly reading?: (type: ProjectType) => readonly string[]
  /**
   * Yields all files except the READMEs in archive order: root files, then train, valid, test; within a folder by code
   * unit.
   */
  files(dataset: Dataset): AsyncIterable<ExportFile>
  /** Returns the first object of an image as the files spell it, as a sample for users; empty when there is none. */
  record(image: NamedImage, dataset: Omit<Dataset, 'images'>): string
}

/** Properties that an exporter presents in another form. */
type Told =
  | 'hasLines'
  | 'hasCorners'
  | 'isClassless'
  | 'says'
  | 'saysOfImages'
  | 'firstClass'
  | 'isOfObjects'
  | 'reading'

/** A dataset format, which turns a version into files. It knows nothing of archives, disks or tasks. */
export interface Exporter extends Omit<ExporterDefinition, Told | 'files' | 'keeps' | 'record' | 'spelling'> {
  keeps(type: ProjectType): Message
  /** Returns the properties of a project's annotations that the files cannot represent. */
  leavesOut(type: ProjectType): readonly Exclude<LeftOut['kind'], 'images'>[]
  /** Returns the classes under their names in the files. */
  classes(classes: readonly ExportClass[]): ClassList
  /** Yields all files in archive order. Holds at most one image's annotations at a time. */
  files(source: ExportSource): AsyncIterable<ExportFile>
  record(image: NamedImage, version: ExportVersion): string
}

/** Project types with lines and points. */
const DRAWN: ReadonlySet<ProjectType> = new Set(['object-detection', 'instance-segmentation', 'semantic-segmentation'])

/** Returns whether annotations of the project have a position in their images. */
function isPlaced(type: ProjectType): boolean {
  return DRAWN.has(type) || type === 'keypoint-detection'
}

/** Annotations that are reduced to upright boxes, in formats with and without corners. */
const CORNERED = ['outlines'] as const
const UPRIGHT = ['outlines', 'turned'] as const

export function defineExporter({
  spelling,
  keeps,
  hasLines = false,
  hasCorners = false,
  isClassless = false,
  says = [],
  saysOfImages = false,
  firstClass = 0,
  isOfObjects = () => false,
  reading = () => [],
  ...definition
}: ExporterDefinition): Exporter {
  const { tasks } = definition
  const saysAttributes = (type: ProjectType) =>
    says.includes('attributes') && (isPlaced(type) || (saysOfImages && type !== 'text-image-pairs'))
  const hasObjects = (type: ProjectType) => tasks[type] !== 'classes' || isOfObjects(type)
  const losesLines = (type: ProjectType) => DRAWN.has(type) && !hasLines && hasObjects(type)
  // A crowd is of its class too, but must not pass for a single object where objects are counted and outlined.
  const losesCrowds = (type: ProjectType) => isPlaced(type) && !says.includes('crowds') && hasObjects(type)
  const listOf = (classes: readonly ExportClass[]) => classList(classes, spelling)
  return {
    ...definition,
    keeps(type) {
      const kept = typeof keeps === 'function' ? keeps(type) : keeps
      return losesLines(type) ? message('keeps-without-lines', { kept }) : kept
    },
    leavesOut: (type) => [
      ...(tasks[type] !== 'boxes' ? [] : hasCorners ? CORNERED : UPRIGHT),
      ...(isClassless ? (['classes'] as const) : []),
      ...(saysAttributes(type) ? [] : (['attributes'] as const)),
      ...(says.includes('groups') && isPlaced(type) ? [] : (['groups'] as const)),
      ...(losesLines(type) ? (['lines'] as const) : []),
      ...(losesCrowds(type) ? (['crowds'] as const) : []),
      ...(isOfObjects(type) ? (['nulls'] as const) : []),
    ],
    classes: listOf,
    async *files(source) {
      const { projectType, crowds, lines } = source.version
      const isLost = losesCrowds(projectType)
      const classes = listOf(source.version.classes)
      const isNull = (image: NamedImage) => isOfObjects(projectType) && boxObjects(image, classes).length === 0
      // Shapes are not read when nothing can be lost.
      const ofShapes = { crowds: isLost && crowds !== 0, lines: losesLines(projectType) && lines !== 0 }
      const lost = { ...ofShapes, nulls: isOfObjects(projectType), isNull }
      const { version, imagesLeftOut, nullsLeftOut } = await withoutPlaceless(source, lost)
      const leftOut = { crowdsLeftOut: isLost ? (crowds ?? 0) : 0, imagesLeftOut, nullsLeftOut }
      const written = { format: definition.id, firstClass, ...leftOut, reading: reading(projectType) }
      yield* readmeFiles(written, version, classes)
      const images = (split: Split) => placed(source.images(split), lost)
      yield* definition.files({ version, classes, images })
    },
    record(image, version) {
      const shown = losesCrowds(version.projectType) ? withoutCrowds(image) : image
      return definition.record(shown, { version, classes: listOf(version.classes) })
    },
  }
}
