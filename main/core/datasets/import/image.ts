import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImportOutcome } from '#common/contract/imports'
import type { BatchId, ImageId } from '#common/ids'
import { ok } from '#common/result'
import type { Draft, LabelMisfit, ReadAnnotation } from '../../annotations/read-annotation.ts'
import type { AddedPicture } from '../../images/take-in.ts'
import { DatasetFileError } from '../ports.ts'
import type { ReadPicture } from '../reader-ports.ts'
import { readLabels, splitOf } from '../reading.ts'
import type { KnownPicture } from '../staging-ports.ts'
import { misfitTeller, onceTeller } from './misfits.ts'
import { sameLabels } from './same-labels.ts'
import { type DatasetImport, type ImportSources, MANY, type Recording, type RecordProblem } from './sources.ts'
import type { FileTarget, Target } from './targets.ts'

/** Takes one image in after the other, each with its annotations. */
export function imageImporter(
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

  /** The image, or the sentence why it is refused. */
  async function takeIn(file: FileTarget, described: ReadPicture | undefined): Promise<AddedPicture | string> {
    const said = file.split ?? splitOf(file.path, described, into.split)
    const split = wish.splits === 'train' ? 'train' : said
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
    // The image was deleted in this moment.
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
