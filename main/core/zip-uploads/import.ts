import type { TaskId } from '#common/ids'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import { type LabelMisfit, withShortNames } from '../annotations/read-annotation.ts'
import type { AnnotationService } from '../annotations/service.ts'
import { spellingWatch } from '../annotations/spellings.ts'
import type { ImportMemory } from '../datasets/import/memory.ts'
import { misfitTeller, onceReporter } from '../datasets/import/misfits.ts'
import { partsOf } from '../datasets/places.ts'
import type { ImportRepository } from '../images/import-ports.ts'
import { outcomeOf, refusedOutcome } from '../images/outcome.ts'
import type { ImageService } from '../images/service.ts'
import type { AddedPicture } from '../images/take-in.ts'
import type { AnnotatedPicture, AnnotationReader } from '../management/ports.ts'
import type { Project } from '../projects/ports.ts'
import type { Tagging } from '../tagging/rules.ts'
import { newLine } from '../tasks/line.ts'
import { namesFileOf, readClassNames } from './labels.ts'
import type { LaterReader } from './later-reader.ts'
import { type OpenedZip, type ZipEntry, ZipEntryError } from './ports.ts'
import { MAX_INLINE_BYTES, type PlannedPicture, type ZipPlan } from './rules.ts'

export interface ZipImportSources {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly readAnnotations: AnnotationReader
  /** The fault of a file of class names, as a sentence. */
  readonly namesFault: (path: string, text: string) => string | undefined
}

export interface ZipImport {
  readonly taskId: TaskId
  readonly project: Project
  readonly zip: OpenedZip
  readonly plan: ZipPlan
  /** Reads large files with labels. */
  readonly reading: LaterReader
  readonly batch: string
  readonly memory: ImportMemory
  /** Names of the classes that the project had before the upload. */
  readonly existing: readonly string[]
  /** Of pictures that lie in no folder with a split's name. */
  readonly split: Split
  readonly tagging: Tagging | undefined
}

/** Reads the objects of a picture; undefined where its file says nothing of it. */
type ReadObjectsOf = (about: AnnotatedPicture) => Promise<Awaited<ReturnType<AnnotationReader>> | undefined>

/** Takes the pictures of one archive in, each with its labels. What became of it is written down last. */
export function zipImporter(
  { imports, images, annotations, readAnnotations, namesFault }: ZipImportSources,
  into: ZipImport,
) {
  const { taskId, project, zip, plan, reading, memory } = into
  const once = rememberedReads(zip, namesFault)
  const line = newLine()
  const tellMisfits = misfitTeller()
  const reportOnce = onceReporter()
  const spellings = spellingWatch(into.existing)

  async function takePicture(picture: PlannedPicture): Promise<void> {
    const { path } = picture.entry
    const added = await takeIn(picture)
    if (typeof added === 'string') return imports.record(taskId, refusedOutcome(path, added))
    const met = memory.recordImage(added)
    const isAnnotated = await annotate(added, picture)
    return imports.record(taskId, outcomeOf(path, added, { isAnnotated, ...met }), { isAnnotated })
  }

  /** The picture, or the sentence why it is refused. */
  async function takeIn({ entry, split }: PlannedPicture): Promise<AddedPicture | string> {
    const particulars = {
      ...{ path: entry.path, task: taskId },
      split: split ?? into.split,
      batch: () => images.batch(project, into.batch),
      ...(into.tagging && { tagging: into.tagging }),
    }
    try {
      const added = await images.addStreamed(project, { bytes: zip.read(entry), line, about: () => ok(particulars) })
      return added.ok ? added.value : added.error.message
    } catch (failure) {
      if (failure instanceof ZipEntryError) return failure.message
      throw failure
    }
  }

  /** Whether labels were put on. Those that a picture has already stay as they are. */
  async function annotate(added: AddedPicture, picture: PlannedPicture): Promise<boolean> {
    const label = picture.label ?? picture.coco
    if (label === undefined) return false
    try {
      return await putOn(added, label.path, (about) =>
        picture.label ? readLabel(picture.label, about) : readCoco(label, picture.entry, about),
      )
    } catch (failure) {
      if (!(failure instanceof ZipEntryError)) throw failure
      await refuseLabel(label.path, failure.message)
      return false
    }
  }

  async function putOn({ id }: AddedPicture, path: string, read: ReadObjectsOf): Promise<boolean> {
    const found = await images.find(project, id)
    // Somebody threw the picture away in this moment.
    if (!found.ok) return false
    const { name, width, height } = found.value
    const objects = await read({ name, frame: { width, height }, type: project.type })
    if (objects === undefined) return false
    if (!objects.ok) return refuseLabel(path, objects.error.message)
    const short = withShortNames(objects.value)
    for (const reason of [...short.told, ...spellings.objects(short.objects)])
      await reportOnce(reason, () => imports.record(taskId, refusedOutcome(path, reason)))
    const isFirst = await memory.labelling(id, path)
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, id, {
      objects: short.objects,
      overwrite: false,
      by: { kind: 'program', name: '' },
      onMisfit: (misfit) => misfits.push(misfit),
    })
    await tellMisfits(misfits, (reason) => imports.record(taskId, refusedOutcome(path, reason)))
    if (written.ok) return true
    if (isFirst) await memory.unlabelled(id)
    return written.error.code === 'annotation-exists'
      ? memory.hadLabelled(id)
      : refuseLabel(path, written.error.message)
  }

  /** A small file is read at once. */
  async function readLabel(entry: ZipEntry, about: AnnotatedPicture): ReturnType<ReadObjectsOf> {
    const names = namesFileOf(plan.files, entry.path)
    if (names && /\.txt$/i.test(entry.path)) await tellNames(names)
    if (Math.max(entry.bytes, names?.bytes ?? 0) > MAX_INLINE_BYTES) {
      const reader = await reading.reader()
      return reader.annotations({ path: placeIn(entry), ...(names && { namesPath: placeIn(names) }) }, about)
    }
    const labelmap = names ? (await once.names(names)).names : new Map<string, string>()
    return readAnnotations({ name: lastPart(entry.path), text: await zip.readText(entry), labelmap }, about)
  }

  /** Says once what is wrong with a file of class names; the annotations are read all the same. */
  async function tellNames(names: ZipEntry): Promise<void> {
    if (told.has(names.path)) return
    const isLarge = names.bytes > MAX_INLINE_BYTES
    const fault = isLarge ? await (await reading.reader()).namesFault(placeIn(names)) : (await once.names(names)).fault
    if (fault !== undefined) await refuseLabel(names.path, fault)
  }

  async function readCoco(entry: ZipEntry, picture: ZipEntry, about: AnnotatedPicture): ReturnType<ReadObjectsOf> {
    const reader = await reading.reader()
    return reader.annotations({ path: placeIn(entry), cocoName: lastPart(picture.path) }, about)
  }

  const told = new Set<string>()

  /** A file about many pictures is named once. */
  async function refuseLabel(path: string, reason: string): Promise<false> {
    if (!told.has(path)) {
      told.add(path)
      await imports.record(taskId, refusedOutcome(path, reason))
    }
    return false
  }

  return { takePicture, refuse: (path: string, reason: string) => imports.record(taskId, refusedOutcome(path, reason)) }
}

/** Files of names, each read once. */
function rememberedReads(zip: OpenedZip, namesFault: ZipImportSources['namesFault']) {
  const names = new Map<ZipEntry, Promise<ReadNames>>()

  async function read(entry: ZipEntry): Promise<ReadNames> {
    const text = await zip.readText(entry)
    return { names: readClassNames(entry, text), fault: namesFault(entry.path, text) }
  }

  return {
    names(entry: ZipEntry) {
      const known = names.get(entry) ?? read(entry)
      names.set(entry, known)
      return known
    },
  }
}

interface ReadNames {
  readonly names: ReadonlyMap<string, string>
  readonly fault: string | undefined
}

/** The path of an entry as a reader of the archive calls it. */
function placeIn({ path }: ZipEntry): string {
  return partsOf(path).join('/')
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path
}
