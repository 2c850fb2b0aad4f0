import type { Attribute } from '../annotation/attribute.ts'
import type { Shape } from '../annotation/shape.ts'
import type { Skeleton } from '../annotation/skeleton.ts'
import type { ProjectType } from '../contract/projects.ts'
import type { BlobHash, ClassId, ImageId } from '../ids.ts'
import type { Split } from '../split.ts'

/** A class of a frozen version, in the order in which people see it. */
export interface ExportClass {
  readonly id: ClassId
  readonly name: string
  /** The points of its objects, where it has any. */
  readonly skeleton?: Skeleton | null
  /** Attributes of its objects, where there are any. */
  readonly attributes?: readonly Attribute[] | undefined
}

/** One image of a frozen version: its stored JPEG and its labels in its own pixels. */
export interface ExportImage {
  readonly imageId: ImageId
  readonly variant: number
  /** The name the image was brought in under. */
  readonly originalName: string
  readonly split: Split
  readonly width: number
  readonly height: number
  readonly blob: BlobHash
  /** Size of the stored JPEG in bytes. */
  readonly bytes: number
  readonly shapes: readonly Shape[]
}

/** Everything about a version that an export file can mention. */
export interface ExportVersion {
  /** The search, where the images are those of no version. */
  readonly search?: string
  /** `<workspace>/<project>/<number>`. */
  readonly id: string
  readonly projectName: string
  readonly projectType: ProjectType
  /** The annotation group: what the objects are called together. */
  readonly group: string
  readonly license: string
  readonly name: string
  /** 0 for images that were searched for. */
  readonly number: number
  readonly createdAt: Date
  readonly classes: readonly ExportClass[]
  readonly counts: Readonly<Record<Split, number>>
  /** How many of its objects are crowd or ignore regions; none where it is absent. */
  readonly crowds?: number
  /** How many of them are lines and points; none where it is absent. */
  readonly lines?: number
  /** Names of images that are left out because their stored files are damaged. */
  readonly damaged?: readonly string[]
  /** Stored form of the recipe: step key to its parameters. */
  readonly preprocessing: Readonly<Record<string, unknown>>
  readonly augmentation: Readonly<Record<string, unknown>>
}
