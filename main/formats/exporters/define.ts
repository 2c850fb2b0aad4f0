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
 * The treatment of annotations: `all` keeps them, `boxes` writes the boxes around them, `points` leaves out the boxes around keypoints,
 * `pixels` keeps the topmost object of each pixel, `classes` keeps only the classes in the image.
 */
export type Fidelity = 'all' | 'boxes' | 'points' | 'pixels' | 'classes'

/** The input of an exporter: a frozen version, its classes under their written names, and its images. */
export interface Dataset {
  readonly version: ExportVersion
  readonly classes: ClassList
  images(split: Split): AsyncIterable<NamedImage>
}

export interface ExporterDefinition {
  /** The format identifier of the API. */
  readonly id: string
  /** The format's name for people. */
  readonly title: string
  /** Other identifiers that clients use for it. */
  readonly aliases?: readonly string[]
  /** One sentence on what the format keeps of a project. */
  readonly keeps: Message | ((type: ProjectType) => Message)
  /** The project types it serves. */
  readonly tasks: Readonly<Partial<Record<ProjectType, Fidelity>>>
  /** Whether it has a place for lines and points, which enclose nothing. */
  readonly hasLines?: boolean
  /** Whether it writes the corners of rotated boxes where it writes boxes. */
  readonly hasCorners?: boolean
  /** Whether it has no place for the classes of objects. */
  readonly isClassless?: boolean
  /** Properties of annotations beside class and place that it can hold. Groups are of annotations that lie somewhere. */
  readonly says?: readonly ('attributes' | 'groups' | 'crowds')[]
  /** Whether it says attributes of the classes of whole images as well, where it says any. */
  readonly saysOfImages?: boolean
  /** Whether a project is written object by object, each by itself: an image without one is not in the files. */
  readonly isOfObjects?: (type: ProjectType) => boolean
  /** Its rules for names of classes beyond printable ASCII. */
  readonly spelling?: Spelling
  /** The number that the files have for the first class; 0 where it is absent, or where they have none. */
  readonly firstClass?: number
  /** Lines of the README about how other programs read the files of a project. */
  readonly reading?: (type: ProjectType) => readonly string[]
  /** All files but the READMEs, in archive order: root files, then train, valid, test; in a folder by code unit. */
  files(dataset: Dataset): AsyncIterable<ExportFile>
  /** The first object of an image as the files will spell it, for people to look at; empty when there is none. */
  record(image: NamedImage, dataset: Omit<Dataset, 'images'>): string
}

/** Properties that an exporter presents in other words. */
type Told =
  | 'hasLines'
  | 'hasCorners'
  | 'isClassless'
  | 'says'
  | 'saysOfImages'
  | 'firstClass'
  | 'isOfObjects'
  | 'reading'

/** A dataset format: a value that turns a version into files. It knows nothing of archives, disks or tasks. */
export interface Exporter extends Omit<ExporterDefinition, Told | 'files' | 'keeps' | 'record' | 'spelling'> {
  keeps(type: ProjectType): Message
  /** Properties of a project's annotations that the files have no place for. */
  leavesOut(type: ProjectType): readonly Exclude<LeftOut['kind'], 'images'>[]
  /** The classes under the names that the files have for them. */
  classes(classes: readonly ExportClass[]): ClassList
  /** All files in archive order. Holds no more than one image's labels at a time. */
  files(source: ExportSource): AsyncIterable<ExportFile>
  record(image: NamedImage, version: ExportVersion): string
}

/** Projects in which lines and points are drawn. */
const DRAWN: ReadonlySet<ProjectType> = new Set(['object-detection', 'instance-segmentation', 'semantic-segmentation'])

/** Whether labels of the project lie somewhere in their images. */
function isPlaced(type: ProjectType): boolean {
  return DRAWN.has(type) || type === 'keypoint-detection'
}

/** Labels that are drawn in another way where boxes are written: with the corners of rotated ones, or upright. */
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
  // A crowd is of its class all the same; where objects are counted and outlined, it must not pass for one of them.
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
      // Where nothing can be lost, shapes are not read for it.
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
