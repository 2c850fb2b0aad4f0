import type { Shape } from '#common/annotation/shape'
import type { ImageDetails } from '#common/contract/images'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { Result } from '#common/result'
import type { StoredImage } from '#core/dataset/images/ports'
import type { Project } from '#core/dataset/projects/ports'
import type { ManagedServices } from '#core/management/services'
import type { ModelStoreService } from '#core/models/store/service'
import type { ImageKind } from './wire/links.ts'

type Labels = readonly { readonly shape: Shape; readonly color: string }[]

/** An image of a project, with the links that its answer has. */
export interface DenseImage {
  readonly project: Project
  readonly details: ImageDetails
  readonly links: Readonly<Record<ImageKind, string>>
  readonly marks: boolean
}

/** Images with very many annotations: their answers are read and written in another thread than the one that answers. */
export interface DenseImages {
  holds(image: ImageId): boolean
  /** The body of the answer, as JSON. */
  body(image: DenseImage): Promise<Result<Uint8Array, Refusal>>
}

/** Everything the management server stands on. */
export interface ManagementServices extends Omit<ManagedServices, 'openFile'> {
  readonly modelStore: Pick<ModelStoreService, 'openDraft' | 'takeFile' | 'recognise' | 'install' | 'discard'>
  readonly denseImages: DenseImages
  readonly files: {
    /** Path and media type of an image's own bytes, unless they are damaged, or of its thumbnail. */
    image(image: StoredImage, kind: 'original' | 'thumb'): Promise<Result<{ path: string; type: string }, Refusal>>
    /** A JPEG of the size of a thumbnail. */
    thumbJpeg(image: StoredImage): Promise<Result<Uint8Array, Refusal>>
    /** Its annotations alone; undefined where it has none, or where its project's group of annotations is another. */
    annotationPng(image: StoredImage, group: string): Promise<Uint8Array | undefined>
    /** Preview of a project in a catalog folder: a small image, and its annotations where there are any. */
    publishedThumb(project: string): Promise<{ path: string; type: string } | undefined>
    publishedLabels(project: string): Promise<{ readonly frame: Size; readonly labels: Labels } | undefined>
    /** Its annotations alone, in the size of the image. */
    annotationSvg(image: StoredImage): Promise<Uint8Array>
  }
}
