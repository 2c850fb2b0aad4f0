import type { Shape } from '#common/annotation/shape'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { StoredImage } from '#core/images/ports'
import type { ManagedServices } from '#core/management/services'
import type { ModelStoreService } from '#core/model-store/service'

type Labels = readonly { readonly shape: Shape; readonly color: string }[]

/** Everything the management server stands on. */
export interface ManagementServices extends Omit<ManagedServices, 'openFile'> {
  readonly modelStore: Pick<ModelStoreService, 'openDraft' | 'takeFile' | 'recognise' | 'install' | 'discard'>
  readonly files: {
    /** Path and media type of a picture's own bytes, unless they are damaged, or of its thumbnail. */
    picture(image: StoredImage, kind: 'original' | 'thumb'): Promise<Result<{ path: string; type: string }, Refusal>>
    /** A JPEG of the size of a thumbnail. */
    thumbJpeg(image: StoredImage): Promise<Uint8Array>
    /** Its annotations alone; undefined where it has none, or where its project's group of annotations is another. */
    annotationPng(image: StoredImage, group: string): Promise<Uint8Array | undefined>
    /** What stands for a project in a catalog folder: a small picture, and its labels where there are any. */
    publishedThumb(project: string): Promise<{ path: string; type: string } | undefined>
    publishedLabels(project: string): Promise<{ readonly frame: Size; readonly labels: Labels } | undefined>
    /** Its annotations alone, in the size of the image. */
    annotationSvg(image: StoredImage): Promise<Uint8Array>
  }
}
