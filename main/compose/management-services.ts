import { refuse } from '#common/errors'
import { ok } from '#common/result'
import { classColor } from '#core/management/embedded/views'
import type { ManagementServices } from '#servers/management/services'
import type { Foundation } from './foundation.ts'
import { publishedFiles } from './published-files.ts'
import type { Services } from './services.ts'

/** What the management server stands on, out of the services and the library. */
export function managementServices(
  { library, blobs, pictures, catalogFolders }: Foundation,
  services: Services,
): ManagementServices {
  return {
    ...services,
    files: {
      ...publishedFiles(catalogFolders, pictures),
      async picture({ blob, bytes, format, name }, kind) {
        const path = blobs.pathOf(blob)
        if (kind !== 'original') return ok(await pictures.sized({ blob, format, path }, kind))
        // One that is gone is told by whoever sends it.
        if ((await blobs.check(blob, bytes)) !== 'damaged') return ok({ path, type: `image/${format}` })
        return refuse('image-damaged', `The stored file of ${name} is damaged. Upload the image again`)
      },
      async labels({ projectId, id }) {
        const [labelled] = await library.images.outlines(projectId, [id])
        const classes = await library.projects.classes(projectId)
        const colors = new Map(classes.map((known) => [known.id, classColor(known)]))
        const shapes = labelled?.shapes ?? []
        return shapes.map((shape) => ({ shape, color: colors.get(shape.classId) ?? classColor({ color: 1 }) }))
      },
    },
  }
}
