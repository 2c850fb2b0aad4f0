import type { Shape } from '#common/annotation/shape'
import type { StoredImage } from '#core/images/ports'
import type { ManagedServices } from '#core/management/services'

/** Everything the management server stands on. */
export interface ManagementServices extends Omit<ManagedServices, 'readAnnotations' | 'openFile'> {
  readonly files: {
    /** Path and media type of a picture's own bytes or of its thumbnail. */
    picture(image: StoredImage, kind: 'original' | 'thumb'): Promise<{ path: string; type: string }>
    /** Its labels in drawing order, each with the colour of its class as `#RRGGBB`. */
    labels(image: StoredImage): Promise<readonly { readonly shape: Shape; readonly color: string }[]>
  }
}
