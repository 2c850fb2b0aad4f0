import { isPlaced } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass, ExportImage } from '#common/exports/model'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { SPLITS, totalOf } from '#common/split'
import type { BlobStore } from '#core/dataset/images/ports'
import type { ExportSource, ExportWriter, SampleRecord } from '#core/exchange/exports/ports'
import { cropsOf } from '#decoding/crops'
import { archiveOf } from '#formats/archive'
import type { Exporter } from '#formats/exporters/define'
import { EXPORTERS, exportersFor } from '#formats/exporters/registry'
import { describeExport } from '#formats/preview'
import { imageThreads, storedImages } from './stored-images.ts'

/** Lets the core export: its formats, and their archives written straight into the blob store. */
export function exportWriter(blobs: BlobStore): ExportWriter {
  const threads = imageThreads()
  return {
    formats: (type) => exportersFor(type).map((exporter) => toInfo(exporter, type)),
    async write(format, source, { signal, report }) {
      const { version } = source
      const total = totalOf(version.counts)
      const images = storedImages(threads, signal)
      const archive = archiveOf(exporterOf(format).files(source), {
        mtime: version.createdAt,
        signal,
        readImage: ({ blob, bytes }) => images.read({ path: blobs.pathOf(blob), bytes, hash: blob }),
        cutOut: (encoded, windows, isLossless) => cropsOf(encoded, windows, { isLossless, signal }),
        report: (current) => report({ current: Math.min(current, total), total }),
      })
      const received = await blobs.receive(archive, Number.MAX_SAFE_INTEGER)
      // The last bytes take a while to reach the disk, and someone may have canceled meanwhile.
      if (signal.aborted) await received.discard()
      signal.throwIfAborted()
      return received
    },
    async describe(format, source) {
      const sample = await firstLabelled(source)
      const { tree, record } = await describeExport(exporterOf(format), source.version, sample)
      const shown: SampleRecord | undefined =
        sample && record !== undefined
          ? {
              text: record,
              caption: captionOf(sample),
              image: sample,
            }
          : undefined
      return { tree: [...tree], record: shown }
    },
    asciiNames: (format, classes: readonly ExportClass[]) =>
      exporterOf(format)
        .classes(classes)
        .all.map(({ name, original }) => ({ from: original, to: name })),
  }
}

function captionOf({ originalName: image, shapes }: ExportImage): Message {
  return message(shapes.some(isPlaced) ? 'record-of-object' : 'record-of-image', { image })
}

function exporterOf(id: string): Exporter {
  const exporter = EXPORTERS.find((known) => known.id === id)
  if (exporter === undefined) throw new Error(`No exporter is called ${id}`)
  return exporter
}

function toInfo({ id, title, aliases = [], keeps, leavesOut, tasks }: Exporter, type: ProjectType) {
  const about = { keeps: keeps(type), leavesOut: leavesOut(type) }
  return { id, title, aliases, ...about, fidelity: tasks[type] ?? 'all' }
}

/** Labels are looked for in the first images of each split only; a version may hold a hundred thousand. */
const LOOKED_AT = 200

async function firstLabelled(source: ExportSource) {
  for (const split of SPLITS) {
    let seen = 0
    for await (const image of source.images(split)) {
      if (image.shapes.length > 0) return image
      seen += 1
      if (seen >= LOOKED_AT) break
    }
  }
  return undefined
}
