import sharp from 'sharp'
import type { ExportVersion } from '#common/exports/model'
import { cropsOf } from '#decoding/crops'
import { archiveOf } from '#formats/archive'
import type { Exporter } from '#formats/exporters/define'
import type { ExportSource } from '#formats/kit/files'
import { collect, harbor, sourceOf } from '#test/unit/formats/exporters/kit'

/** Returns the golden dataset with valid images in a format, as a ZIP file. */
export async function exportedArchive(exporter: Exporter, version: Partial<ExportVersion>) {
  const { source, images } = await withImages(harbor(version))
  const { signal } = new AbortController()
  const archive = archiveOf(exporter.files(source), {
    mtime: source.version.createdAt,
    signal,
    readImage: async ({ blob }) => images.get(blob) ?? Buffer.alloc(0),
    cutOut: (encoded, windows, isLossless) => cropsOf(encoded, windows, { isLossless, signal }),
  })
  return { source, content: Buffer.concat(await collect(archive)) }
}

async function withImages({ version, images }: ExportSource) {
  const [bay, quay] = await collect(images('train'))
  if (bay === undefined || quay === undefined) throw new Error('The dataset has other images')
  const [first, second] = [await jpeg('#204060'), await jpeg('#806040')]
  const source = sourceOf(version, [
    { ...bay, bytes: first.length },
    { ...quay, bytes: second.length },
  ])
  return {
    source,
    images: new Map([
      [bay.blob, first],
      [quay.blob, second],
    ]),
  }
}

async function jpeg(background: string): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 100, channels: 3, background } })
    .jpeg()
    .toBuffer()
}
