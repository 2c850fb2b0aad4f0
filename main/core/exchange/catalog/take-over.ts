import { byIdentifiers } from '#common/annotation/named/attribute'
import { brand } from '#common/border'

import type { AttributeId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { reasonOf, said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import { type LabelMisfit, misfitMessage } from '../../annotation/annotations/read-annotation.ts'
import type { AnnotationService } from '../../annotation/annotations/service.ts'
import type { ImportRepository, ReportedFile } from '../../dataset/images/import-ports.ts'
import { refusedOutcome } from '../../dataset/images/outcome.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { AddedImage } from '../../dataset/images/take-in.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { isIdle, readTagging } from '../../dataset/tagging/rules.ts'
import type { Random } from '../../ports.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { newLine } from '../../tasks/line.ts'
import { Refused, type TaskContext } from '../../tasks/ports.ts'
import {
  type CatalogFolders,
  type CopiedClass,
  type CopyRepository,
  type PublishedClass,
  PublishedFileError,
  type PublishedImage,
} from './ports.ts'

export interface TakeOverSources {
  readonly folders: CatalogFolders
  readonly copies: CopyRepository
  readonly imports: ImportRepository
  /** Services whose changes are told to nobody: the project is not to be seen yet. */
  readonly images: ImageService
  readonly annotations: AnnotationService
  readonly random: Random
  /** Images taken in at the same time. */
  readonly inFlight: number
}

export interface TakeOver {
  /** The address of the published project. */
  readonly from: string
  readonly name: string
  readonly into: Project
}

/** A file that was not copied, with the sentence why. */
export interface LeftOut {
  readonly path: string
  readonly reason: Message
}

const LISTED = 1000

/**
 * Copies a published project into one of this library. What became of each file is written down, so that the work goes on with
 * the next one after a crash.
 */
export async function takeOver(
  { folders, copies, imports, images, annotations, random, inFlight }: TakeOverSources,
  { from, name, into }: TakeOver,
  { taskId, signal, report }: TaskContext,
): Promise<void> {
  const contents = await folders.contents(from)
  if (!contents.ok) throw new Refused(contents.error)
  const { classes, images: published, open } = contents.value
  await copies.addClasses(into.id, classes.map(withIdentifiers))
  const seen = await imports.paths(taskId)
  const line = newLine()
  let current = 0
  report({ current, total: published.length })

  await inLanes(published, inFlight, async (image) => {
    signal.throwIfAborted()
    if (!seen.has(image.file)) await imports.record(taskId, await take(image))
    report({ current: (current += 1), total: published.length })
  })
  await refuseNone(imports, taskId, published.length)

  function withIdentifiers({ attributes, ...rest }: PublishedClass): CopiedClass {
    const fresh = () => brand<AttributeId>(random.id())
    return { ...rest, ...(attributes && { attributes: attributes.map((named) => byIdentifiers(named, fresh)) }) }
  }

  async function take(image: PublishedImage): Promise<ReportedFile> {
    const { file: path } = image
    try {
      const added = await add(image)
      if ('code' in added) return refusedOutcome(path, added)
      const fault = await label(added, image)
      if (fault !== undefined) return refusedOutcome(path, fault, added.id)
      return { path, outcome: 'added', image: added.id, existing: null, reason: null }
    } catch (failure) {
      if (!(failure instanceof PublishedFileError)) throw failure
      return refusedOutcome(path, failure.fault)
    }
  }

  /** The image, or why it is refused. */
  async function add(image: PublishedImage): Promise<AddedImage | Message> {
    const tagging = readTagging({ addTags: image.tags, metadata: image.metadata })
    if (!tagging.ok) return tagging.error
    const particulars = {
      path: image.name,
      split: image.split,
      batch: () => images.batch(into, `Copied from ${name}`),
      ...(!isIdle(tagging.value) && { tagging: tagging.value }),
    }
    const added = await images.addStreamed(into, { bytes: open(image), line, about: () => ok(particulars) })
    return added.ok ? added.value : added.error
  }

  /** Annotates an image, and answers the fault: the image stays without annotations, or they without some values. */
  async function label({ id }: AddedImage, { objects, width, height }: PublishedImage): Promise<Message | undefined> {
    if (objects === undefined) return undefined
    const found = await images.find(into, id)
    if (!found.ok) return found.error
    const { width: imageWidth, height: imageHeight } = found.value
    if (imageWidth !== width || imageHeight !== height)
      return message('annotations-for-other-size', { width, height, imageWidth, imageHeight })
    const misfits: LabelMisfit[] = []
    const by = { kind: 'import', name: '' } as const
    const onMisfit = (misfit: LabelMisfit) => misfits.push(misfit)
    const written = await annotations.replace(into, id, { objects, overwrite: false, by, onMisfit })
    if (written.ok) return misfits.slice(0, 1).map((misfit) => misfitMessage(misfit))[0]
    return reasonOf(written.error) === 'annotation-exists' ? undefined : written.error
  }
}

/** The files of a copy that were left out, at most a thousand of them. */
export async function leftOutOf(imports: ImportRepository, taskId: TaskId): Promise<readonly LeftOut[]> {
  const { rows } = await imports.report(taskId, 'refused', { offset: 0, limit: LISTED })
  return rows.map(({ path, reason }) => ({ path, reason: reason ?? message('reason-unknown') }))
}

/** The same in the result of a task. */
export function toSaidFiles(leftOut: readonly LeftOut[]) {
  return leftOut.map(({ path, reason }) => ({ path, reason: said(reason) }))
}

/** A copy without a single image of the many that it should have is none. */
async function refuseNone(imports: ImportRepository, taskId: TaskId, total: number): Promise<void> {
  const { added } = await imports.counts(taskId)
  const { rows } = await imports.report(taskId, 'refused', { offset: 0, limit: LISTED })
  const [first] = rows
  if (added > 0 || first === undefined || rows.some(({ image }) => image !== null)) return
  const reason = first.reason ?? message('reason-unknown')
  throw new Refused(message('copy-without-image', { total, path: first.path }, reason))
}
