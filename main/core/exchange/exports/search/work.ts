import { z } from 'zod'
import type { ExportVersion } from '#common/exports/model'
import type { ImageId, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { type Split, type SplitCounts, totalOf } from '#common/split'
import type { ImportRepository } from '../../../dataset/images/import-ports.ts'
import { refusedOutcome } from '../../../dataset/images/outcome.ts'
import type { BlobStore } from '../../../dataset/images/ports.ts'
import { Refused, type TaskContext, type TaskWork } from '../../../tasks/ports.ts'
import { leftOutOf, toSaidFiles } from '../../catalog/take-over.ts'
import { type ExportSource, type ExportWriter, isStoredImageError } from '../ports.ts'
import type { ImageTurner, PickedImage, ReadyImage, SearchExportRecord, SearchExportRepository } from './ports.ts'
import { mergeClasses, toExportVersion } from './rules.ts'

export interface WorkDependencies {
  readonly searchExports: SearchExportRepository
  readonly writer: ExportWriter
  readonly turner: ImageTurner
  readonly blobs: BlobStore
  /** Keeps the names of what is left out over a crash. */
  readonly imports: ImportRepository
  /** Name of an image in the archive. */
  readonly imageName: (exportId: string, image: Pick<PickedImage, 'imageId' | 'originalName'>) => string
}

interface Damaged {
  readonly taskId: TaskId
  readonly told: ReadonlySet<ImageId>
}

const Input = z.object({ workspace: z.string() })

/** Images that are made ready before they are stored together. */
const SLICE = 16
/** Images are read in windows of this many. */
const WINDOW = 256

/** Makes the archive of images that were noted down. Run again after a crash it goes on with those that are not ready. */
export function searchExportWork({
  searchExports,
  writer,
  turner,
  blobs,
  imports,
  imageName,
}: WorkDependencies): TaskWork {
  const work: TaskWork = {
    kind: 'search-export',
    afterCrash: 'resume',
    isAllOrNothing: true,
    async run(input, { taskId, signal, report }) {
      Input.parse(input)
      const record = await searchExports.find(taskId)
      if (record === undefined) throw new Refused(message('search-export-cut-off'))
      const total = totalOf(await searchExports.counts(taskId))
      await makeReady(record, total, { taskId, signal, report })
      const leftOut = await leftOutOf(imports, taskId)
      const counts = await searchExports.counts(taskId)
      const images = totalOf(counts)
      if (images === 0) throw new Refused(nothingLeft(leftOut))
      const damaged = leftOut.map(({ path }) => path)
      const told = { damaged, crowds: await searchExports.crowds(taskId), lines: await searchExports.lines(taskId) }
      const source = sourceOf(record, counts, told)
      const written = writer.write(record.format, source, {
        signal,
        report: ({ current }) => report({ current: total + current, total: 2 * total }),
      })
      const archive = await written.catch((failure: unknown) => {
        if (!isStoredImageError(failure)) throw failure
        throw new Refused(message('export-file-damaged', { path: failure.path }))
      })
      await archive.keep()
      await searchExports.finish(taskId, { blob: archive.hash, bytes: archive.bytes })
      const { fileName } = record
      const made = { format: record.format, images, fileName, bytes: archive.bytes, url: downloadUrl(taskId) }
      return { ...made, ...(leftOut.length > 0 && { leftOut: toSaidFiles(leftOut) }) }
    },
    abandon: (_input, taskId) => searchExports.dropImages(taskId),
    settle: (_input, taskId) => searchExports.dropImages(taskId),
  }

  /** The first half of the work: names, and upright copies of what is not displayed as it is stored. */
  async function makeReady(record: SearchExportRecord, total: number, context: TaskContext): Promise<void> {
    const { taskId, signal, report } = context
    const told = await toldBefore(taskId, total)
    for (let after = -1; ; ) {
      signal.throwIfAborted()
      const slice = await searchExports.unready(taskId, after, SLICE)
      const last = slice.at(-1)
      if (last === undefined) return
      const sound = await soundOf(slice, { taskId, told })
      const ready = await Promise.all(sound.map((image) => makeImage(record, image)))
      await searchExports.setReady(taskId, ready)
      after = last.position
      report({ current: after + 1, total: 2 * total })
    }
  }

  /** Images that an earlier run told as damaged before it ended and, perhaps, before it left them out. */
  async function toldBefore(taskId: TaskId, total: number): Promise<ReadonlySet<ImageId>> {
    const { rows } = await imports.report(taskId, 'refused', { offset: 0, limit: total })
    return new Set(rows.flatMap(({ image }) => image ?? []))
  }

  /** The images whose stored files are undamaged. The others are left out by their names, so that no damage is passed on. */
  async function soundOf(slice: readonly PickedImage[], { taskId, told }: Damaged): Promise<readonly PickedImage[]> {
    const states = await Promise.all(slice.map(({ blob, bytes }) => blobs.check(blob, bytes)))
    const damaged = slice.filter((_, place) => states[place] !== 'sound')
    for (const { originalName: path, imageId: image } of damaged) {
      if (told.has(image)) continue
      await imports.record(taskId, refusedOutcome(path, message('stored-file-lost', { image: path }), image))
    }
    if (damaged.length > 0) {
      await searchExports.leaveOut(
        taskId,
        damaged.map(({ position }) => position),
      )
    }
    return slice.filter((_, place) => states[place] === 'sound')
  }

  async function makeImage({ facts }: SearchExportRecord, image: PickedImage): Promise<ReadyImage> {
    const { position, blob, bytes, originalName } = image
    const fileName = imageName(facts.id, image)
    const turned = await turner.upright(blobs.pathOf(blob)).catch(() => {
      throw new Refused(message('image-cannot-be-read', { name: originalName }))
    })
    if (turned === undefined) return { position, fileName, blob, bytes }
    const stored = await blobs.store(turned)
    return { position, fileName, blob: stored.hash, bytes: stored.bytes }
  }

  function sourceOf(
    record: SearchExportRecord,
    counts: SplitCounts,
    told: Pick<ExportVersion, 'crowds' | 'lines' | 'damaged'>,
  ): ExportSource {
    const { merged, idOf } = mergeClasses(record.classes)
    return {
      version: { ...toExportVersion(record, merged, counts), ...told },
      async *images(split: Split) {
        for (let after = ''; ; ) {
          const window = await searchExports.images(record.taskId, { split, after, limit: WINDOW })
          for (const { shapes, ...image } of window) {
            yield { ...image, variant: 0, shapes: shapes.map((shape) => ({ ...shape, classId: idOf(shape.classId) })) }
          }
          const last = window.at(-1)
          if (last === undefined || window.length < WINDOW) return
          after = last.fileName
        }
      },
    }
  }

  return work
}

function nothingLeft([first]: Awaited<ReturnType<typeof leftOutOf>>): Message {
  if (first === undefined) return message('export-images-deleted')
  return message('export-without-image', {}, first.reason)
}

function downloadUrl(taskId: TaskId): string {
  return `/search-exports/${taskId}`
}
