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
      async picture({ blob, format }, kind) {
        const path = blobs.pathOf(blob)
        return kind === 'original' ? { path, type: `image/${format}` } : pictures.sized({ blob, format, path }, kind)
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
