import type { ManagementServices } from '#servers/management/services'
import type { Foundation, Services } from './services.ts'

/** What the management server stands on, out of the services and the library. */
export function managementServices({ blobs, pictures }: Foundation, services: Services): ManagementServices {
  return {
    ...services,
    files: {
      async picture({ blob, format }, kind) {
        const path = blobs.pathOf(blob)
        return kind === 'original' ? { path, type: `image/${format}` } : pictures.sized({ blob, format, path }, kind)
      },
    },
  }
}
