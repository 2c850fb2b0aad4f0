import { createHash, webcrypto } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isPlaced } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass, ExportImage } from '#common/exports/model'
import type { BlobHash } from '#common/ids'
import { SPLITS, totalOf } from '#common/split'
import type { ExportSource, ExportWriter, SampleRecord } from '#core/exports/ports'
import type { BlobStore } from '#core/images/ports'
import { cropsOf } from '#decoding/crops'
import { archiveOf } from '#formats/archive'
import type { Exporter } from '#formats/exporters/define'
import { EXPORTERS, exportersFor } from '#formats/exporters/registry'
import { describeExport } from '#formats/preview'

/** Lets the core export: its formats, and their archives written straight into the blob store. */
export function exportWriter(blobs: BlobStore): ExportWriter {
  return {
    formats: (type) => exportersFor(type).map((exporter) => toInfo(exporter, type)),
    async write(format, source, { signal, report }) {
      const { version } = source
      const total = totalOf(version.counts)
      const archive = archiveOf(exporterOf(format).files(source), {
        mtime: version.createdAt,
        signal,
        readImage: (blob) => readStored(blobs, blob, signal),
        cutOut: (encoded, windows, isLossless) => cropsOf(encoded, windows, { isLossless, signal }),
        report: (current) => report({ current: Math.min(current, total), total }),
      })
      const received = await blobs.receive(archive, Number.MAX_SAFE_INTEGER)
      // The last bytes take a while to reach the disk, and someone may have cancelled meanwhile.
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

/** Larger images are hashed on another thread. */
const LARGE_BYTES = 512 * 1024

/** The bytes of a stored image, which are those that were stored. */
async function readStored(blobs: BlobStore, blob: BlobHash, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(blobs.pathOf(blob), { signal })
  if ((await hashOf(bytes)) !== blob) throw new Error('Its bytes are not those that were stored')
  return bytes
}

/** SHA-256 in hexadecimal digits. */
async function hashOf(bytes: Buffer<ArrayBuffer>): Promise<string> {
  if (bytes.byteLength < LARGE_BYTES) return createHash('sha256').update(bytes).digest('hex')
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

function captionOf({ originalName, shapes }: ExportImage): string {
  const what = shapes.some(isPlaced) ? 'The first object of' : 'What is said of'
  return `${what} ${originalName}, as it will be written`
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

/** Labels are looked for in the first pictures of each split only; a version may hold a hundred thousand. */
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
