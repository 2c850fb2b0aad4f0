import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImportOutcome } from '#common/contract/imports'
import type { BatchId, ImageId } from '#common/ids'
import { ok } from '#common/result'
import type { Draft, LabelMisfit, ReadAnnotation } from '../../annotations/read-annotation.ts'
import type { StoredImage } from '../../images/ports.ts'
import type { AddedPicture } from '../../images/take-in.ts'
import { DatasetFileError, type DatasetProblem } from '../ports.ts'
import type { ReadPicture } from '../reader-ports.ts'
import { readLabels, splitOf, twinSentence } from '../reading.ts'
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
  const annotating = new Map<ImageId, Promise<Kept | undefined>>()
  /** The images of the files that came so far. */
  const met = new Set<ImageId>()
  /** All images go to one batch, which is made with the first that is sound. */
  let batchMade: Promise<BatchId> | undefined

  async function batch(): Promise<BatchId> {
    batchMade ??= images.batch(project, wish.batchName)
    return batchMade
  }

  async function take(target: Target, said: Said | undefined): Promise<void> {
    const { path } = target
    const added = 'image' in target ? there(target.image) : await takeIn(target, said?.described)
    if (typeof added === 'string') {
      return writes.add(imports.record(taskId, { path, outcome: 'refused', image: null, reason: added }, MANY))
    }
    const isRepeated = met.has(added.id)
    met.add(added.id)
    const isAnnotated = said !== undefined && (await annotate(added, path, said))
    const outcome = outcomeOf(path, added, { isAnnotated, isRepeated })
    await writes.add(imports.record(taskId, outcome, { isAnnotated, ...MANY }))
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
      // The row names the file already.
      if (failure instanceof DatasetFileError) return (failure.cause instanceof Error ? failure.cause : failure).message
      throw failure
    }
  }

  /** Files with the same bytes are one image: they wait for one another, and the one that annotations name first counts. */
  async function annotate(image: AddedPicture, path: string, said: Said): Promise<boolean> {
    const earlier = annotating.get(image.id) ?? Promise.resolve(undefined)
    const now = earlier.then(async (kept) => ({ kept, isPut: await put(image, said, { path, kept }) }))
    const own = { path, order: said.order, source: said.described.source }
    annotating.set(
      image.id,
      now.then(({ kept, isPut }) => (isPut ? own : kept)),
    )
    return (await now).isPut
  }

  /** The image and its annotations; undefined where it was deleted in this moment. */
  async function stand({ id, added }: AddedPicture, isTwin: boolean): Promise<Standing | undefined> {
    // One that has just come has none.
    if (added !== undefined && !isTwin) return { ...added, shapes: [], isNull: false }
    const [found, opened] = await Promise.all([images.find(project, id), annotations.open(project, id)])
    return found.ok && opened.ok ? { ...found.value, ...opened.value } : undefined
  }

  /** Whether labels were put on. Those that are the same already make no new step of the history. */
  async function put(image: AddedPicture, said: Said, { path, kept }: Putting): Promise<boolean> {
    const { described, problem } = said
    const standing = await stand(image, kept !== undefined)
    if (standing === undefined) return false
    const { name, width, height } = standing
    const labels = await readLabels(described, { name, frame: { width, height }, type: project.type })
    if (!labels.ok) return refused(described, labels.error, problem)
    const { drafts, objects, told } = labels.value
    const isOther = kept !== undefined && !(await isSame(standing, drafts))
    if (isOther ? await isSecond(kept, path, said) : await staysAsItIs(standing, drafts, said)) return false
    for (const reason of [...told, ...spellings.objects(objects)])
      await tellOnce(reason, () => problem({ ...described.source, reason }))
    return write(image.id, said, { objects, isOver: isOther })
  }

  async function write(
    image: ImageId,
    { described, problem }: Said,
    { objects, isOver }: { readonly objects: readonly ReadAnnotation[]; readonly isOver: boolean },
  ): Promise<boolean> {
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, image, {
      objects,
      overwrite: isOver || wish.labelled === 'replace',
      by: { kind: 'import', name: '' },
      ...MANY,
      ...(attributes && { attributes }),
      onMisfit: (misfit) => misfits.push(misfit),
    })
    if (written.ok) await tellMisfits(misfits, (reason) => problem({ ...described.source, reason }))
    if (written.ok) return true
    return written.error.code === 'annotation-exists' ? false : refused(described, written.error, problem)
  }

  /** Whether the image keeps the annotations that it has; where those of the file are others, that is told. */
  async function staysAsItIs(
    { name, shapes, isNull }: Standing,
    drafts: readonly Draft[],
    said: Said,
  ): Promise<boolean> {
    if (shapes.length === 0 && !isNull) return false
    if (await isSame({ shapes }, drafts)) return true
    if (wish.labelled !== 'keep') return false
    await said.problem({ ...said.described.source, reason: keptSentence(name), isNote: true })
    return true
  }

  async function isSame({ shapes }: Pick<Standing, 'shapes'>, drafts: readonly Draft[]): Promise<boolean> {
    return sameLabels(shapes, drafts, await projects.classes(project.id))
  }

  return { take }
}

type Standing = Pick<OpenedAnnotations, 'shapes' | 'isNull'> & Pick<StoredImage, 'name' | 'width' | 'height'>

/** What annotations say of a file. */
interface Said {
  readonly described: ReadPicture
  /** Its place among all that they speak of. */
  readonly order: number
  readonly problem: RecordProblem
}

/** An image file, and the file with its annotations. */
interface Twin extends Pick<ReadPicture, 'source'> {
  readonly path: string
}

/** The file whose annotations an image has. */
interface Kept extends Twin {
  readonly order: number
}

interface Putting {
  readonly path: string
  /** Another file with the same bytes, which was annotated before. */
  readonly kept: Kept | undefined
}

/** Names the one of two files whose annotations are not kept, and says whether it is this one. */
async function isSecond(kept: Kept, path: string, { described, order, problem }: Said): Promise<boolean> {
  const isFirst = order < kept.order
  await problem(twinProblem(kept, { path, source: described.source }, isFirst))
  return !isFirst
}

/** The file whose annotations are not kept is at fault. */
function twinProblem(kept: Twin, other: Twin, isOtherFirst: boolean): DatasetProblem {
  const [first, second] = isOtherFirst ? [other, kept] : [kept, other]
  return { ...second.source, reason: twinSentence(first.path, second.path) }
}

async function refused(
  { source }: ReadPicture,
  { message: reason, isNote }: { readonly message: string; readonly isNote?: boolean },
  problem: RecordProblem,
): Promise<false> {
  await problem({ ...source, reason, ...(isNote && { isNote }) })
  return false
}

function keptSentence(name: string): string {
  return `${name} is already annotated. Annotations from this file were skipped`
}

function there({ id, name }: KnownPicture): AddedPicture {
  return { id, duplicateOf: name }
}

function outcomeOf(
  path: string,
  { id: image, duplicateOf }: AddedPicture,
  { isAnnotated, isRepeated }: { readonly isAnnotated: boolean; readonly isRepeated: boolean },
): ImportOutcome {
  if (duplicateOf === undefined) return { path, outcome: 'added', image, reason: null }
  if (isRepeated) return { path, outcome: 'repeated', image, reason: duplicateOf }
  return { path, outcome: isAnnotated ? 'labelled' : 'duplicate', image, reason: duplicateOf }
}
