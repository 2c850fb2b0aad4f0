import type { OpenedAnnotations } from '#common/contract/annotations'
import type { ImportOutcome } from '#common/contract/imports'
import type { BatchId, ImageId } from '#common/ids'
import { ok } from '#common/result'
import type { Draft, LabelMisfit } from '../../annotations/read-annotation.ts'
import type { AnnotationUpload } from '../../annotations/service.ts'
import type { StoredImage } from '../../images/ports.ts'
import type { AddedPicture } from '../../images/take-in.ts'
import { newLine } from '../../tasks/line.ts'
import type { PictureBytes } from '../declared-size.ts'
import { DatasetFileError, type DatasetProblem } from '../ports.ts'
import type { ReadPicture } from '../reader-ports.ts'
import {
  type imageNotes,
  isChanged,
  type LabelFault,
  type ReadLabels,
  readLabels,
  secondClassSentence,
  splitOf,
  twinSentence,
} from '../reading.ts'
import type { KnownPicture } from '../staging-ports.ts'
import { misfitTeller, onceTeller } from './misfits.ts'
import { otherLabels, sameLabels } from './same-labels.ts'
import { type DatasetImport, type ImportSources, MANY, type Recording, type RecordProblem } from './sources.ts'
import type { FileTarget, Target } from './targets.ts'

/** Takes one image in after the other, each with its annotations. */
export function imageImporter(
  { images, annotations, projects }: ImportSources,
  into: DatasetImport,
  recording: ImageRecording,
) {
  const { project, wish, attributes } = into
  const { imports, taskId, writes, spellings, notes } = recording
  const tellMisfits = misfitTeller()
  const tellOnce = onceTeller()
  const line = newLine()
  const annotating = new Map<ImageId, Promise<Kept | undefined>>()
  /** The images of the files that came so far. */
  const met = new Set<ImageId>()
  /** Those that this run has added. */
  const added = new Set<ImageId>()
  /** Those that an earlier run of this import added. */
  const fresh = new Set(into.known.flatMap(({ id, isNew }) => (isNew ? [id] : [])))
  /** All images go to one batch, which is made with the first that is sound. */
  let batchMade: Promise<BatchId> | undefined

  async function batch(): Promise<BatchId> {
    batchMade ??= images.batch(project, wish.batchName)
    return batchMade
  }

  /** Answers the image; undefined where it is refused. */
  async function take(target: Target, said: Said | undefined, isRecorded = false): Promise<ImageId | undefined> {
    const { path } = target
    const image = 'image' in target ? there(target.image) : await takeIn(target, said?.described)
    if (typeof image === 'string') {
      const refusal = { path, outcome: 'refused', image: null, reason: image } as const
      if (!isRecorded) await writes.add(imports.record(taskId, refusal, MANY))
      return undefined
    }
    const isRepeated = met.has(image.id)
    met.add(image.id)
    if (image.duplicateOf === undefined) added.add(image.id)
    const isAnnotated = said !== undefined && (await annotate(image, path, said))
    if (isRecorded) return image.id
    const outcome = outcomeOf(path, image, { isAnnotated, isRepeated })
    await writes.add(imports.record(taskId, outcome, { isAnnotated, ...MANY }))
    return image.id
  }

  /** Further annotations of an image that was taken in before. */
  async function takeFurther(id: ImageId, path: string, said: Said): Promise<void> {
    await annotate({ id, duplicateOf: undefined }, path, said)
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
        line,
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
    const now = earlier.then((kept) => put(image, said, { path, kept }))
    annotating.set(
      image.id,
      now.then(({ kept }) => kept),
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

  /** Puts labels on. Those that are the same already make no new step of the history. */
  async function put(image: AddedPicture, said: Said, { path, kept }: Putting): Promise<Put> {
    const standing = await stand(image, kept !== undefined)
    if (standing === undefined) return { kept, isPut: false }
    const { name, width, height } = standing
    const about = { name, frame: { width, height }, type: project.type, bytes: said.bytes }
    const labels = await readLabels(said.described, about)
    const own = ownOf(kept, { path, said, standing })
    if (!labels.ok) return putNothing(image.id, { said, own, kept, path }, labels.error)
    const labelling = { image: image.id, path, standing, said, labels: labels.value }
    // A file that lists an image and says nothing of it takes nothing from what others say.
    if (own && labels.value.drafts.length === 0) return { kept: own, isPut: false }
    if (own && own.state !== 'unread') return join(labelling, own)
    return putFirst(labelling, kept?.path === path || kept?.state === 'unread' ? undefined : kept)
  }

  async function putNothing(image: ImageId, { said, own, kept, path }: Refusing, fault: LabelFault): Promise<Put> {
    await refused(said.described, fault, said.problem)
    if (own?.state === 'empty') await annotations.clearNull(project, image, { by: BY, ...MANY })
    const isUnread = kept === undefined || own?.state === 'empty'
    return { kept: isUnread ? keptAs('unread', path, said) : kept, isPut: false }
  }

  async function putFirst(about: Labelling, twin: Kept | undefined): Promise<Put> {
    const { image, path, standing, said, labels } = about
    const state = labels.drafts.length > 0 ? 'put' : 'empty'
    if (twin === undefined && (await isThere(about))) {
      const isOurs = wish.labelled === 'replace' || fresh.has(image)
      return { kept: isOurs ? keptAs(state, path, said) : undefined, isPut: false }
    }
    const isOther = twin !== undefined && !(await isSaidBy(twin, about))
    if (isOther ? await isSecond(twin, path, said) : await staysAsItIs(standing, labels.drafts, said))
      return { kept: twin, isPut: false }
    await tell(said, labels)
    const isPut = await write(image, said, {
      objects: labels.objects,
      overwrite: isOther || wish.labelled === 'replace',
    })
    return { kept: isPut ? keptAs(state, path, said) : twin, isPut }
  }

  async function tell({ described, problem }: Said, { told, objects, fit }: ReadLabels): Promise<void> {
    if (objects.length > 0 && isChanged(fit)) notes.add(fit, described.source)
    for (const reason of [...told, ...spellings.objects(objects)])
      await tellOnce(reason, () => problem({ ...described.source, reason }))
  }

  /** Puts what another label file says of an image beside what this import has put on it. */
  async function join({ image, standing: { name, shapes }, said, labels }: Labelling, own: Kept): Promise<Put> {
    const classes = await projects.classes(project.id)
    const [first] = otherLabels(shapes, labels.drafts, classes)
    if (first === undefined) return { kept: own, isPut: false }
    if (project.type === 'single-label-classification' && shapes.length > 0) {
      await said.problem({ ...said.described.source, reason: secondClassSentence(name, first.className) })
      return { kept: own, isPut: false }
    }
    await tell(said, labels)
    const isPut = await write(image, said, { objects: labels.objects, overwrite: true, besides: otherLabels })
    if (!isPut) return { kept: own, isPut }
    if (own.state === 'empty') await moveTo(image, said)
    else if (own.isJoined !== true) notes.add('joined', said.described.source)
    return { kept: { ...own, state: 'put', isJoined: own.state === 'put' }, isPut }
  }

  /** An image that another file only listed goes to the split of the file that says what is on it. */
  async function moveTo(image: ImageId, { described: { split } }: Said): Promise<void> {
    if (split !== undefined && wish.splits !== 'train' && added.has(image))
      await images.setSplit(project, [image], split)
  }

  async function write(
    image: ImageId,
    { described, problem }: Said,
    wanted: Pick<AnnotationUpload, 'objects' | 'overwrite' | 'besides'>,
  ): Promise<boolean> {
    const misfits: LabelMisfit[] = []
    const written = await annotations.replace(project, image, {
      ...wanted,
      ...{ by: BY, ...MANY },
      ...(attributes && { attributes }),
      onMisfit: (misfit) => misfits.push(misfit),
    })
    if (written.ok) await tellMisfits(misfits, (reason) => problem({ ...described.source, reason }))
    if (written.ok) return true
    return written.error.code === 'annotation-exists' ? false : refused(described, written.error, problem)
  }

  /** Whether the image has just these labels, or those that an earlier run of this import put there among others. */
  async function isThere({ image, standing, labels: { drafts } }: Labelling): Promise<boolean> {
    if (standing.shapes.length === 0 && !standing.isNull) return false
    if (await isSame(standing, drafts)) return true
    return drafts.length > 0 && fresh.has(image) && isAmong(standing, drafts)
  }

  async function isSaidBy(twin: Kept, { standing, labels: { drafts } }: Labelling): Promise<boolean> {
    return (await isSame(standing, drafts)) || (twin.isJoined === true && isAmong(standing, drafts))
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
    if (drafts.length > 0 && (await isAmong({ shapes }, drafts))) return true
    await said.problem({ ...said.described.source, reason: keptSentence(name), isNote: true })
    return true
  }

  async function isAmong({ shapes }: Pick<Standing, 'shapes'>, drafts: readonly Draft[]): Promise<boolean> {
    return otherLabels(shapes, drafts, await projects.classes(project.id)).length === 0
  }

  async function isSame({ shapes }: Pick<Standing, 'shapes'>, drafts: readonly Draft[]): Promise<boolean> {
    return sameLabels(shapes, drafts, await projects.classes(project.id))
  }

  return { take, takeFurther }
}

type Standing = Pick<OpenedAnnotations, 'shapes' | 'isNull'> & Pick<StoredImage, 'name' | 'width' | 'height'>

const BY = { kind: 'import', name: '' } as const

interface ImageRecording extends Recording {
  readonly notes: Pick<ReturnType<typeof imageNotes>, 'add'>
}

/** What annotations say of a file. */
interface Said {
  readonly described: ReadPicture
  /** Its place among all that they speak of. */
  readonly order: number
  /** Of the image, where its file is at hand. */
  readonly bytes?: PictureBytes | undefined
  /** An earlier run of this import put on the image what it has. */
  readonly isResumed?: boolean
  readonly problem: RecordProblem
}

/** An image file, and the file with its annotations. */
interface Twin extends Pick<ReadPicture, 'source'> {
  readonly path: string
}

/** The file whose annotations an image has. */
interface Kept extends Twin {
  readonly order: number
  /** `empty`: it has nothing to label; `unread`: what it says could not be put on. */
  readonly state: 'put' | 'empty' | 'unread'
  /** Several label files speak of it. */
  readonly isJoined?: boolean
}

function keptAs(state: Kept['state'], path: string, { order, described: { source } }: Said): Kept {
  return { path, order, state, source }
}

/** What this import has put on the image for this very file. */
function ownOf(
  kept: Kept | undefined,
  { path, said, standing }: Pick<Labelling, 'path' | 'said' | 'standing'>,
): Kept | undefined {
  if (kept) return kept.path === path ? kept : undefined
  return said.isResumed === true ? keptAs(standing.isNull ? 'empty' : 'put', path, said) : undefined
}

interface Putting {
  readonly path: string
  /** The file, this one or another with the same bytes, that was annotated before. */
  readonly kept: Kept | undefined
}

interface Refusing extends Putting {
  readonly said: Said
  readonly own: Kept | undefined
}

interface Put {
  readonly kept: Kept | undefined
  readonly isPut: boolean
}

/** Labels on their way to an image. */
interface Labelling {
  readonly image: ImageId
  readonly path: string
  readonly standing: Standing
  readonly said: Said
  readonly labels: ReadLabels
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
