import { brand } from '#common/border'
import type { BlobHash, ClassId, ShapeId } from '#common/ids'
import { draftsInFrame, toShapes } from '#core/annotation/annotations/read-annotation'
import { classColor } from '#core/management/embedded/views'
import type { ImageFiles } from '#storage/blobs/images'
import type { CatalogFolderFiles } from '#storage/catalog/catalog-folders'
import { hashOf } from '#storage/catalog/inside'

/** Small images and drawings of annotations that represent projects in catalog folders. */
export function publishedFiles(folders: CatalogFolderFiles, imageFiles: ImageFiles) {
  /** Images that were found sound: their smaller copies may be made again without another look. */
  const sound = new Map<BlobHash, string>()

  return {
    /** The thumbnail, or undefined where there is no image, or none that can be read. */
    async publishedThumb(project: string): Promise<{ path: string; type: string } | undefined> {
      const cover = await folders.cover(project)
      if (cover === undefined) return undefined
      // Copies are kept under what the bytes are, never under what a manifest says they are.
      const blob = brand<BlobHash>(await hashOf(cover.path))
      const format = sound.get(blob) ?? (await probe(cover.path, blob))
      return format === undefined ? undefined : imageFiles.sized({ blob, format, path: cover.path }, 'thumb')
    },

    async publishedLabels(project: string) {
      const cover = await folders.cover(project)
      if (cover?.image?.objects === undefined) return undefined
      const { width, height, objects } = cover.image
      const classes = cover.classes.map((name, at) => ({ name, id: brand<ClassId>(String(at + 1)) }))
      const shapes = toShapes(draftsInFrame(objects, { width, height }), classes, () => brand<ShapeId>('drawn'))
      return {
        frame: { width, height },
        labels: shapes.map((shape) => ({ shape, color: classColor({ color: Number(shape.classId) }) })),
      }
    },
  }

  async function probe(path: string, blob: BlobHash): Promise<string | undefined> {
    const probed = await imageFiles.probe(path, blob)
    if (!probed.ok) return undefined
    sound.set(blob, probed.value.format)
    return probed.value.format
  }
}
