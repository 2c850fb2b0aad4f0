import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImportOutcome } from '#common/contract/imports'
import type { BatchId, ImageId } from '#common/ids'
import { ok } from '#common/result'
import type { Draft, LabelMisfit, ReadAnnotation } from '../../annotations/read-annotation.ts'
import type { StoredImage } from '../../images/ports.ts'
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
    const isAnnotated = described !== undefined && (await annotate(added, described, problem))
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
  async function annotate(image: AddedPicture, described: ReadPicture, problem: RecordProblem): Promise<boolean> {
    const earlier = annotating.get(image.id) ?? Promise.resolve(false)
    const now = earlier.then((isTwin) => put(image, described, { problem, isTwin }))
    annotating.set(image.id, now)
    return now
  }

  /** The image and its annotations; undefined where it was deleted in this moment. */
  async function stand({ id, added }: AddedPicture, isTwin: boolean): Promise<Standing | undefined> {
    // One that has just come has none.
    if (added !== undefined && !isTwin) return { ...added, shapes: [], isNull: false }
    const [found, opened] = await Promise.all([images.find(project, id), annotations.open(project, id)])
    return found.ok && opened.ok ? { ...found.value, ...opened.value } : undefined
  }

  /** Whether labels were put on. Those that are the same already make no new step of the history. */
  async function put(image: AddedPicture, described: ReadPicture, { problem, isTwin }: Putting): Promise<boolean> {
    const standing = await stand(image, isTwin)
    if (standing === undefined) return false
    const { name, width, height } = standing
    const labels = await readLabels(described, { name, frame: { width, height }, type: project.type })
    if (!labels.ok) return refused(described, labels.error.message, problem)
    const { drafts, objects, told } = labels.value
    if (isTwin && !(await isSame(standing, drafts))) return refused(described, `${name}: ${TWIN}`, problem)
    if (await isToStay(standing, drafts)) return false
    for (const reason of [...told, ...spellings.objects(objects)])
      await tellOnce(reason, () => problem({ ...described.source, reason }))
    return write(image.id, described, { objects, problem })
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

  async function isToStay({ shapes, isNull }: Standing, drafts: readonly Draft[]): Promise<boolean> {
    if (shapes.length === 0 && !isNull) return false
    return wish.labelled === 'keep' || isSame({ shapes }, drafts)
  }

  async function isSame({ shapes }: Pick<Standing, 'shapes'>, drafts: readonly Draft[]): Promise<boolean> {
    return sameLabels(shapes, drafts, await projects.classes(project.id))
  }

  return { take }
}

type Standing = Pick<OpenedAnnotations, 'shapes' | 'isNull'> & Pick<StoredImage, 'name' | 'width' | 'height'>

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
