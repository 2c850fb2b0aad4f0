/** Of a key of an image's metadata. */
export type MetadataValue = string | number | boolean

/** A checked change of the tags and metadata of one image. Nothing in it is both given and taken away. */
export interface Tagging {
  /** Take away every tag that is not among `addTags`. */
  readonly replaceTags: boolean
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
  readonly metadata: Readonly<Record<string, MetadataValue>>
  readonly removeMetadata: readonly string[]
}
