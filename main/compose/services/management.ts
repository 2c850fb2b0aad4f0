import { readFile } from 'node:fs/promises'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { StoredImage } from '#core/dataset/images/ports'
import { classColor } from '#core/management/embedded/views'
import type { ManagementServices } from '#servers/management/services'
import type { Adapters } from '../adapters/adapters.ts'
import { drawnAnnotations } from '../labelling/drawing.ts'
import { denseImages, LARGE_OUTLINES } from '../labelling/labelling.ts'
import { publishedFiles } from '../published-files.ts'
import type { Services } from '../services.ts'

/** The base of the management server, put together from the services and the library. */
export function managementServices(
  { library, blobs, imageFiles, catalogFolders, labelling }: Adapters,
  services: Services,
): ManagementServices {
  /** In this thread where it is little work. */
  async function draw(image: StoredImage, as: 'png' | 'svg'): Promise<Uint8Array> {
    const { id, projectId, width, height } = image
    const classes = await library.projects.classes(projectId)
    const colors = new Map(classes.map((known) => [known.id, classColor(known)]))
    if (library.weights.outlines(id) > LARGE_OUTLINES) {
      return labelling.draw({ image: { id, projectId, width, height }, colors, as })
    }
    const [labelled] = await library.images.outlines(projectId, [id])
    return drawnAnnotations(image, { shapes: labelled?.shapes ?? [], colors, as })
  }

  async function sized({ blob, bytes, format, name }: StoredImage, size: 'thumb') {
    try {
      return ok(await imageFiles.sized({ blob, format, path: blobs.pathOf(blob) }, size))
    } catch (failure) {
      const state = await blobs.check(blob, bytes)
      if (state === 'damaged') return damaged(name)
      if (state === 'missing') return refuse('stored-file-missing', { image: name })
      throw failure
    }
  }

  async function thumbJpeg(image: StoredImage): Promise<Result<Uint8Array, Refusal>> {
    const thumb = await sized(image, 'thumb')
    if (!thumb.ok) return thumb
    const { path } = thumb.value
    const jpeg = await imageFiles.shrink(await readFile(path))
    if (jpeg === undefined) throw new Error('A thumbnail cannot be read')
    return ok(jpeg)
  }

  async function drawn(image: StoredImage, group: string): Promise<Uint8Array | undefined> {
    const project = await library.projects.byId(image.projectId)
    const isDrawn = project?.annotationGroup === group && library.weights.objects(image.id) > 0
    return isDrawn ? draw(image, 'png') : undefined
  }

  return {
    ...services,
    denseImages: denseImages(labelling),
    files: {
      ...publishedFiles(catalogFolders, imageFiles),
      async image(image, kind) {
        const { blob, bytes, format, name } = image
        if (kind !== 'original') return sized(image, kind)
        const path = blobs.pathOf(blob)
        // The sender reports a missing file.
        if ((await blobs.check(blob, bytes)) !== 'damaged') return ok({ path, type: `image/${format}` })
        return damaged(name)
      },
      annotationSvg: (image) => draw(image, 'svg'),
      thumbJpeg,
      annotationPng: drawn,
    },
  }
}

function damaged(name: string) {
  return refuse('stored-file-damaged', { image: name })
}
