import type { StoredImage } from '#core/images/ports'
import type { ManagedServices } from '#core/management/services'

/** Everything the management server stands on. */
export interface ManagementServices extends Omit<ManagedServices, 'readAnnotations' | 'openFile'> {
  readonly files: {
    /** Path and media type of a picture's own bytes or of its thumbnail. */
    picture(image: StoredImage, kind: 'original' | 'thumb'): Promise<{ path: string; type: string }>
  }
}
