import { type AttributesByClass, byIdentifiers, type NamedAttribute } from '#common/annotation/named/attribute'
import { brand } from '#common/border'
import type { OpenedAnnotations } from '#common/contract/annotations'
import type { DatasetWish } from '#common/contract/datasets'
import type { ImportOutcome } from '#common/contract/imports'
import type { AttributeId, BatchId, ClassId, ImageId, TaskId } from '#common/ids'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import type { Draft, LabelMisfit, ReadAnnotation } from '../../annotations/read-annotation.ts'
import type { AnnotationService } from '../../annotations/service.ts'
import { type SpellingWatch, spellingWatch } from '../../annotations/spellings.ts'
import type { ImportRepository } from '../../images/import-ports.ts'
import type { ImageService } from '../../images/service.ts'
import type { AddedPicture } from '../../images/take-in.ts'
import type { Random } from '../../ports.ts'
import type { NewClass, Project, ProjectRepository } from '../../projects/ports.ts'
import type { Tagging } from '../../tagging/rules.ts'
import { inLanes, inLanesOf } from '../../tasks/lanes.ts'
import type { TaskContext } from '../../tasks/ports.ts'
import { type Trailing, trailing } from '../../tasks/trailing.ts'
import { type PictureMatcher, pictureMatcher } from '../match.ts'
import {
  type DatasetFile,
  DatasetFileError,
  type DatasetFiles,
  type DatasetProblem,
  type ListedClasses,
} from '../ports.ts'
import type { ReadFinding, ReadPicture } from '../reader-ports.ts'
import { isListing, isProblem, listedClasses, placeOf, readLabels, splitOf } from '../reading.ts'
import type { KnownPicture } from '../staging-ports.ts'
import { misfitTeller, onceTeller } from './misfits.ts'
import { sameLabels } from './same-labels.ts'

export interface ImportSources {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly projects: ProjectRepository
  readonly random: Random
  /** Pictures taken in at the same time. */
  readonly inFlight: number
}

export interface DatasetImport {
  readonly project: Project
  readonly files: DatasetFiles
  readonly pictures: readonly DatasetFile[]
  /** Undefined: no labels are read. */
  readonly described: AsyncIterable<ReadFinding> | undefined
  readonly known: readonly KnownPicture[]
  /** Pictures that the check found. */
  readonly expected: number
  readonly wish: DatasetWish
  /** Of pictures of which nothing says it; train when absent. */
  readonly split?: Split
  readonly tagging?: Tagging | undefined
  /** What objects are asked that their classes do not ask yet, where somebody read all of the data set to know. */
  readonly attributes?: AttributesByClass
}

/** Writes of an import come from many files at once. */
const MANY = { canWait: true } as const

/** Most problems that are written down. */
const MAX_PROBLEMS = 10_000

/**
 * Takes a data set in: each picture, then its labels, and last what became of it. What was written down by an earlier run of the same
 * task is passed over; what that run did without writing it down is met again and stays as it is.
 */
export async function importDataset(
  sources: ImportSources,
  into: DatasetImport,
  { taskId, signal, report }: TaskContext,
): Promise<void> {
  const { files, pictures, described, known } = into
  const { imports, inFlight } = sources
  const done = await imports.paths(taskId)
  const match = pictureMatcher(
    pictures.map(({ path }) => path),
    known,
  )
  // What became of a file may be written after its import: a later run that finds no word of it meets it again and leaves it as it is.
  const writes = trailing()
  const spellings = spellingWatch()
  const recording = { imports, taskId, writes, spellings }
  const importer = pictureImporter(sources, into, recording)
  const problems = problemRecorder(recording, done)
  const spokenOf = new Set<string>()
  let current = 0
  const step = () => report({ current: (current += 1), total: Math.max(current, into.expected) })

  async function take(item: ReadFinding): Promise<void> {
    signal.throwIfAborted()
    if (isProblem(item)) return problems(item)
    if (isListing(item)) return addListed(item)
    await takePicture(item).finally(() => item.release?.())
  }

  async function addListed(listing: ListedClasses): Promise<void> {
    await addClasses(sources, into, listing)
    const { path, names } = listing.spelled ?? { path: '', names: [] }
    for (const reason of spellings.listed(names)) await problems({ path, reason })
  }

  async function takePicture(item: ReadPicture): Promise<void> {
    const target = targetOf(match, item, into)
    if (typeof target === 'string') return problems({ ...item.source, reason: target })
    const { path } = target
    if (spokenOf.has(path)) return problems({ ...item.source, reason: `The labels of ${path} were read already` })
    spokenOf.add(path)
    if (!done.has(path)) await importer.take(target, item, problems)
    step()
  }

  try {
    report({ current, total: into.expected })
    for (const refused of files.refused) await problems(refused)
    if (described) await inLanesOf(described, inFlight, take)
    const silent = pictures.filter(({ path }) => !spokenOf.has(path))
    await inLanes(silent, inFlight, async (file) => {
      signal.throwIfAborted()
      if (!done.has(file.path)) await importer.take(fileTarget(file, into), undefined, problems)
      step()
    })
  } finally {
    await writes.settled()
  }
}

async function addClasses(
  { projects, random }: Pick<ImportSources, 'projects' | 'random'>,
  { project: { id, type }, attributes }: DatasetImport,
  listing: ListedClasses,
): Promise<void> {
  const asked = attributes ?? listing.attributes
  const wanted = listedClasses(listing, type).map((name) => newClass({ name, asked: asked?.get(name) }, random))
  if (wanted.length > 0) await projects.ensureClasses(id, wanted)
}

export function newClass(
  { name, asked = [] }: { readonly name: string; readonly asked: readonly NamedAttribute[] | undefined },
  random: Random,
): NewClass {
  const attributes = asked.map((named) => byIdentifiers(named, () => brand<AttributeId>(random.id())))
  return { id: brand<ClassId>(random.id()), name, ...(attributes.length > 0 && { attributes }) }
}

interface FileTarget {
  readonly path: string
  readonly place?: string | undefined
  bytes(): AsyncIterable<Uint8Array>
}

/** A picture of the data set, or one of the project that labels came for. */
type Target = FileTarget | { readonly path: string; readonly image: KnownPicture }

function targetOf(match: PictureMatcher, described: ReadPicture, into: DatasetImport): Target | string {
  const found = match(described)
  if (found.kind === 'none') return found.reason
  if (found.kind === 'known') return { path: found.picture.name, image: found.picture }
  if (found.kind === 'inside') return { path: found.path, bytes: () => laterChunk(found.bytes) }
  const file = into.pictures[found.index]
  if (file === undefined) throw new Error(`There is no picture ${found.index}`)
  return fileTarget(file, into)
}

function fileTarget(file: DatasetFile, { files }: DatasetImport): FileTarget {
  return { path: file.path, place: files.place?.(file), bytes: () => files.read(file) }
}

/** Bytes that another process is asked for when they are needed. */
async function* laterChunk(bytes: NonNullable<ReadPicture['bytes']>): AsyncGenerator<Uint8Array> {
  yield await bytes()
}

interface Recording {
  readonly imports: ImportRepository
  readonly taskId: TaskId
  readonly writes: Trailing
  readonly spellings: SpellingWatch
}

type RecordProblem = (problem: DatasetProblem) => Promise<void>

/** Writes problems down as refused files, each once whatever number of runs the import takes. */
function problemRecorder({ imports, taskId, writes }: Recording, done: ReadonlySet<string>): RecordProblem {
  let left = MAX_PROBLEMS
  return async ({ reason, ...place }) => {
    const path = placeOf(place)
    if (left === 0 || done.has(path)) return
    left -= 1
    await writes.add(imports.record(taskId, { path, outcome: 'refused', image: null, reason }, MANY))
  }
}

function pictureImporter(
  { images, annotations, projects }: ImportSources,
  into: DatasetImport,
  { imports, taskId, writes, spellings }: Recording,
) {
  const { project, wish, attributes } = into
  const tellMisfits = misfitTeller()
  const tellOnce = onceTeller()
  const annotating = new Map<ImageId, Promise<boolean>>()
  /** All images go to one batch, which is made with the first that is sound. */
  let batchMade: Promise<BatchId> | undefined

  async function batch(): Promise<BatchId> {
    batchMade ??= images.batch(project, wish.batchName)
    return batchMade
  }

  async function take(target: Target, described: ReadPicture | undefined, problem: RecordProblem): Promise<void> {
    const { path } = target
    const added = 'image' in target ? there(target.image) : await takeIn(target, described)
    if (typeof added === 'string') {
      return writes.add(imports.record(taskId, { path, outcome: 'refused', image: null, reason: added }, MANY))
    }
    const isAnnotated = described !== undefined && (await annotate(added.id, described, problem))
    await writes.add(imports.record(taskId, outcomeOf(path, added, isAnnotated), { isAnnotated, ...MANY }))
  }

  /** The picture, or the sentence why it is refused. */
  async function takeIn(file: FileTarget, described: ReadPicture | undefined): Promise<AddedPicture | string> {
    const split = wish.splits === 'train' ? 'train' : splitOf(file.path, described, into.split)
    const particulars = { path: file.path, split, batch, ...MANY, ...(into.tagging && { tagging: into.tagging }) }
    try {
      const added = await images.addStreamed(project, {
        bytes: file.bytes(),
        place: file.place,
        about: () => ok(particulars),
      })
      return added.ok ? added.value : added.error.message
    } catch (failure) {
      if (failure instanceof DatasetFileError) return failure.message
      throw failure
    }
  }

  /** Files with the same bytes are one image: they wait for one another, and the first is the one that counts. */
  async function annotate(image: ImageId, described: ReadPicture, problem: RecordProblem): Promise<boolean> {
    const earlier = annotating.get(image) ?? Promise.resolve(false)
    const now = earlier.then((isTwin) => put(image, described, { problem, isTwin }))
    annotating.set(image, now)
    return now
  }

  /** Whether labels were put on. Those that are the same already make no new step of the history. */
  async function put(image: ImageId, described: ReadPicture, { problem, isTwin }: Putting): Promise<boolean> {
    const [found, opened] = await Promise.all([images.find(project, image), annotations.open(project, image)])
    // Somebody threw the picture away in this moment.
    if (!found.ok || !opened.ok) return false
    const { name, width, height } = found.value
    const labels = await readLabels(described, { name, frame: { width, height }, type: project.type })
    if (!labels.ok) return refused(described, labels.error.message, problem)
    const { drafts, objects, told } = labels.value
    if (isTwin && !(await isSame(opened.value, drafts))) return refused(described, `${name}: ${TWIN}`, problem)
    if (await isToStay(opened.value, drafts)) return false
    for (const reason of [...told, ...spellings.objects(objects)])
      await tellOnce(reason, () => problem({ ...described.source, reason }))
    return write(image, described, { objects, problem })
  }

  async function write(
    image: ImageId,
    described: ReadPicture,
    { objects, problem }: { readonly objects: readonly ReadAnnotation[]; readonly problem: RecordProblem },
  ): Promise<boolean> {
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, image, {
      objects,
      overwrite: wish.labelled === 'replace',
      by: { kind: 'import', name: '' },
      ...MANY,
      ...(attributes && { attributes }),
      onMisfit: (misfit) => misfits.push(misfit),
    })
    if (written.ok) await tellMisfits(misfits, (reason) => problem({ ...described.source, reason }))
    if (written.ok) return true
    return written.error.code === 'annotation-exists' ? false : refused(described, written.error.message, problem)
  }

  async function isToStay({ shapes, isNull }: OpenedAnnotations, drafts: readonly Draft[]): Promise<boolean> {
    if (shapes.length === 0 && !isNull) return false
    return wish.labelled === 'keep' || isSame({ shapes }, drafts)
  }

  async function isSame({ shapes }: Pick<OpenedAnnotations, 'shapes'>, drafts: readonly Draft[]): Promise<boolean> {
    return sameLabels(shapes, drafts, await projects.classes(project.id))
  }

  return { take }
}

interface Putting {
  readonly problem: RecordProblem
  /** Another file with the same bytes was annotated before. */
  readonly isTwin: boolean
}

const TWIN = 'a file with the same bytes has different annotations, and those are kept'

async function refused({ source }: ReadPicture, reason: string, problem: RecordProblem): Promise<false> {
  await problem({ ...source, reason })
  return false
}

function there({ id, name }: KnownPicture): AddedPicture {
  return { id, duplicateOf: name }
}

function outcomeOf(path: string, { id: image, duplicateOf }: AddedPicture, isAnnotated: boolean): ImportOutcome {
  if (duplicateOf === undefined) return { path, outcome: 'added', image, reason: null }
  return { path, outcome: isAnnotated ? 'labelled' : 'duplicate', image, reason: duplicateOf }
}
