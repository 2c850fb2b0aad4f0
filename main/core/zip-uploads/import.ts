import type { ImportOutcome } from '#common/contract/imports'
import type { TaskId } from '#common/ids'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import type { LabelMisfit } from '../annotations/read-annotation.ts'
import type { AnnotationService } from '../annotations/service.ts'
import { misfitTeller } from '../datasets/import/misfits.ts'
import type { ImportRepository } from '../images/import-ports.ts'
import type { ImageService } from '../images/service.ts'
import type { AddedPicture } from '../images/take-in.ts'
import type { AnnotationReader } from '../management/ports.ts'
import type { Project } from '../projects/ports.ts'
import type { Tagging } from '../tagging/rules.ts'
import { namesFileOf, readClassNames, splitCoco } from './labels.ts'
import { type OpenedZip, type ZipEntry, ZipEntryError } from './ports.ts'
import type { PlannedPicture, ZipPlan } from './rules.ts'

export interface ZipImportSources {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly readAnnotations: AnnotationReader
}

export interface ZipImport {
  readonly taskId: TaskId
  readonly project: Project
  readonly zip: OpenedZip
  readonly plan: ZipPlan
  readonly batch: string
  /** Of pictures that lie in no folder with a split's name. */
  readonly split: Split
  readonly tagging: Tagging | undefined
}

interface LabelText {
  readonly path: string
  readonly text: string
  readonly labelmap: Readonly<Record<string, string>>
}

/** Takes the pictures of one archive in, each with its labels. What became of it is written down last. */
export function zipImporter({ imports, images, annotations, readAnnotations }: ZipImportSources, into: ZipImport) {
  const { taskId, project, zip, plan } = into
  const once = rememberedReads(zip)
  const tellMisfits = misfitTeller()

  async function takePicture(picture: PlannedPicture): Promise<void> {
    const { path } = picture.entry
    const added = await takeIn(picture)
    if (typeof added === 'string') return imports.record(taskId, refused(path, added))
    const isAnnotated = await annotate(added, picture)
    const { id: image, duplicateOf } = added
    const outcome: ImportOutcome =
      duplicateOf === undefined
        ? { path, outcome: 'added', image, reason: null }
        : { path, outcome: 'duplicate', image, reason: duplicateOf }
    return imports.record(taskId, outcome, { isAnnotated })
  }

  /** The picture, or the sentence why it is refused. */
  async function takeIn({ entry, split }: PlannedPicture): Promise<AddedPicture | string> {
    const particulars = {
      path: entry.path,
      split: split ?? into.split,
      batch: () => images.batch(project, into.batch),
      ...(into.tagging && { tagging: into.tagging }),
    }
    try {
      const added = await images.addStreamed(project, { bytes: zip.read(entry), about: () => ok(particulars) })
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
      const file = picture.label ? await readLabel(picture.label) : await readCoco(label, picture.entry)
      return file !== undefined && (await putOn(added, file))
    } catch (failure) {
      if (!(failure instanceof ZipEntryError)) throw failure
      await refuseLabel(label.path, failure.message)
      return false
    }
  }

  async function putOn({ id }: AddedPicture, { path, text, labelmap }: LabelText): Promise<boolean> {
    const found = await images.find(project, id)
    // Somebody threw the picture away in this moment.
    if (!found.ok) return false
    const { name, width, height } = found.value
    const file = { name: lastPart(path), text, labelmap }
    const objects = readAnnotations(file, { name, frame: { width, height }, type: project.type })
    if (!objects.ok) return refuseLabel(path, objects.error.message)
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, id, {
      objects: objects.value,
      overwrite: false,
      by: { kind: 'program', name: '' },
      onMisfit: (misfit) => misfits.push(misfit),
    })
    await tellMisfits(misfits, (reason) => imports.record(taskId, refused(path, reason)))
    if (written.ok) return true
    return written.error.code === 'annotation-exists' ? false : refuseLabel(path, written.error.message)
  }

  async function readLabel(entry: ZipEntry): Promise<LabelText> {
    const names = namesFileOf(plan.files, entry.path)
    const labelmap = names ? await once.names(names) : {}
    return { path: entry.path, text: await zip.readText(entry), labelmap }
  }

  async function readCoco(entry: ZipEntry, picture: ZipEntry): Promise<LabelText | undefined> {
    const textFor = await once.coco(entry)
    const text = textFor(lastPart(picture.path))
    return text === undefined ? undefined : { path: entry.path, text, labelmap: {} }
  }

  const told = new Set<string>()

  /** A file about many pictures is named once. */
  async function refuseLabel(path: string, reason: string): Promise<false> {
    if (!told.has(path)) {
      told.add(path)
      await imports.record(taskId, refused(path, reason))
    }
    return false
  }

  return { takePicture, refuse: (path: string, reason: string) => imports.record(taskId, refused(path, reason)) }
}

/** Files about many pictures, taken apart once: all files of names, and the COCO file of the folder that is being read. */
function rememberedReads(zip: OpenedZip) {
  const names = new Map<ZipEntry, Promise<Readonly<Record<string, string>>>>()
  let latest: { entry: ZipEntry; coco: Promise<(fileName: string) => string | undefined> } | undefined

  async function openCoco(entry: ZipEntry) {
    const textFor = splitCoco(await zip.readText(entry))
    if (textFor === undefined) throw new ZipEntryError('It is not a COCO file with images and annotations')
    return textFor
  }

  return {
    names(entry: ZipEntry) {
      const known = names.get(entry) ?? zip.readText(entry).then((text) => readClassNames(entry, text))
      names.set(entry, known)
      return known
    },
    coco(entry: ZipEntry) {
      if (latest?.entry !== entry) latest = { entry, coco: openCoco(entry) }
      return latest.coco
    },
  }
}

function refused(path: string, reason: string): ImportOutcome {
  return { path, outcome: 'refused', image: null, reason }
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path
}
