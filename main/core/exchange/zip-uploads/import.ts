import type { ImageId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { reasonOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import type { AnnotationReader } from '../../annotation/annotations/annotation-file.ts'
import { type LabelMisfit, withShortNames } from '../../annotation/annotations/read-annotation.ts'
import type { AnnotationService } from '../../annotation/annotations/service.ts'
import { spellingWatch } from '../../annotation/annotations/spellings.ts'
import type { ImportRepository } from '../../dataset/images/import-ports.ts'
import { outcomeOf, refusedOutcome } from '../../dataset/images/outcome.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Tagging } from '../../dataset/images/tagging.ts'
import type { AddedImage } from '../../dataset/images/take-in.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { newLine } from '../../tasks/line.ts'
import type { ImportMemory } from '../datasets/import/memory.ts'
import { misfitTeller, onceReporter } from '../datasets/import/misfits.ts'
import { type OpenedZip, ZipEntryError } from '../datasets/zip.ts'
import { type ImageObjects, imageObjects } from './image-objects.ts'
import type { LaterReader } from './later-reader.ts'
import type { MixedImage } from './mixed.ts'
import type { PlannedImage, ZipPlan } from './rules.ts'

export interface ZipImportSources {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly readAnnotations: AnnotationReader
  /** The fault of a file of class names. */
  readonly namesFault: (path: string, text: string) => Message | undefined
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
  /** Of images that lie in no folder with a split's name. */
  readonly split: Split
  readonly tagging: Tagging | undefined
}

/** Takes the images of one archive in, each with its labels. What became of it is written down last. */
export function zipImporter(
  { imports, images, annotations, readAnnotations, namesFault }: ZipImportSources,
  into: ZipImport,
) {
  const { taskId, project, zip, plan, reading, memory } = into
  const told = new Set<string>()
  const line = newLine()
  const tellMisfits = misfitTeller()
  const reportOnce = onceReporter()
  const spellings = spellingWatch(into.existing)
  const objects = imageObjects({
    zip,
    files: plan.files,
    reading,
    readAnnotations,
    namesFault,
    refuse: refuseLabel,
    note: async (path, reason) =>
      reportOnce(message('image-says', { image: path }, reason), () =>
        imports.record(taskId, { path, outcome: 'note', image: null, existing: null, reason }),
      ),
  })

  async function takeImage(image: MixedImage): Promise<void> {
    const { path } = image.entry
    const added = await takeIn(image)
    if ('code' in added) return imports.record(taskId, refusedOutcome(path, added))
    const met = memory.recordImage(added)
    const isAnnotated = await annotate(added, image)
    return imports.record(taskId, outcomeOf(path, added, { isAnnotated, ...met }), { isAnnotated })
  }

  /** The image, or why it is refused. */
  async function takeIn({ entry, split }: PlannedImage): Promise<AddedImage | Message> {
    const particulars = {
      path: entry.path,
      task: taskId,
      split: split ?? into.split,
      batch: () => images.batch(project, into.batch),
      ...(into.tagging && { tagging: into.tagging }),
    }
    try {
      const added = await images.addStreamed(project, { bytes: zip.read(entry), line, about: () => ok(particulars) })
      return added.ok ? added.value : added.error
    } catch (failure) {
      if (failure instanceof ZipEntryError) return failure.fault
      throw failure
    }
  }

  /** Whether labels were put on. Those that an image has already stay as they are. */
  async function annotate({ id }: AddedImage, image: MixedImage): Promise<boolean> {
    const found = await images.find(project, id)
    // Somebody threw the image away in this moment.
    if (!found.ok) return false
    const { name, width, height } = found.value
    const said = await objects.of(image, { name, frame: { width, height }, type: project.type })
    return said !== undefined && putOn(id, said)
  }

  async function putOn(id: ImageId, { path, objects: read }: ImageObjects): Promise<boolean> {
    const short = withShortNames(read)
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
    return reasonOf(written.error) === 'annotation-exists' ? memory.hadLabelled(id) : refuseLabel(path, written.error)
  }

  /** A file about many images is named once. */
  async function refuseLabel(path: string, reason: Message): Promise<false> {
    if (!told.has(path)) {
      told.add(path)
      await imports.record(taskId, refusedOutcome(path, reason))
    }
    return false
  }

  return {
    takeImage,
    refuse: (path: string, reason: Message) => imports.record(taskId, refusedOutcome(path, reason)),
    /** Names the files that had nothing to say of any image. */
    tellUnused: () => objects.tellSilent(),
  }
}
