import type { BatchId, ImageId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import { outcomeOf, refusedOutcome } from '../../../dataset/images/outcome.ts'
import type { AddedImage } from '../../../dataset/images/take-in.ts'
import { newLine } from '../../../tasks/line.ts'
import { DatasetFileError } from '../ports.ts'
import type { ReadImage } from '../reader-ports.ts'
import { splitOf } from '../reading.ts'
import type { KnownImage } from '../staging-ports.ts'
import { ZipEntryError } from '../zip.ts'
import { imageAnnotator } from './annotate.ts'
import type { Said } from './said.ts'
import { type DatasetImport, type ImageRecording, type ImportSources, MANY } from './sources.ts'
import type { FileTarget, Target } from './targets.ts'

/** Takes one image in after the other, each with its annotations. */
export function imageImporter(sources: ImportSources, into: DatasetImport, recording: ImageRecording) {
  const { images } = sources
  const { project, wish } = into
  const { imports, taskId, writes, memory } = recording
  const line = newLine()
  const annotate = imageAnnotator(sources, into, recording)
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
    if ('code' in image) {
      const refusal = refusedOutcome(path, image)
      if (!isRecorded) await writes.add(imports.record(taskId, refusal, MANY))
      return undefined
    }
    const seen = memory.recordImage(image)
    const isAnnotated = said !== undefined && (await annotate(image, path, said))
    if (isRecorded) return image.id
    const outcome = outcomeOf(path, image, { isAnnotated, ...seen })
    await writes.add(imports.record(taskId, outcome, { isAnnotated, ...MANY }))
    return image.id
  }

  /** Further annotations of an image that was taken in before. */
  async function takeFurther(id: ImageId, path: string, said: Said): Promise<void> {
    await annotate({ id, duplicateOf: undefined }, path, said)
  }

  /** The image, or why it is refused. */
  async function takeIn(file: FileTarget, described: ReadImage | undefined): Promise<AddedImage | Message> {
    const said = file.split ?? splitOf(file.path, described, into.split)
    const split = wish.splits === 'train' ? 'train' : said
    const particulars = {
      path: file.path,
      split,
      batch,
      task: taskId,
      ...MANY,
      ...(into.tagging && { tagging: into.tagging }),
    }
    try {
      const added = await images.addStreamed(project, {
        bytes: file.bytes(),
        place: file.place,
        line,
        about: () => ok(particulars),
      })
      return added.ok ? added.value : added.error
    } catch (failure) {
      if (!(failure instanceof DatasetFileError)) throw failure
      // The row names the file already.
      return failure.cause instanceof ZipEntryError ? failure.cause.fault : failure.refusal
    }
  }

  return { take, takeFurther }
}

function there({ id, name }: KnownImage): AddedImage {
  return { id, duplicateOf: name }
}
