import { basename } from 'node:path'
import { slugOf } from '#core/dataset/projects/rules'
import { DESCRIPTOR_BYTES } from '#core/dataset/search/descriptor'
import {
  FOLDERS_WORKSPACE,
  type PublishedContents,
  type PublishedImage,
  type PublishedProject,
} from '#core/exchange/catalog/ports'
import { type CatalogManifest, toPublishedImage } from './manifest.ts'

/** The parts of a published project that are kept in memory until its manifest changes. */
export interface Shelf {
  readonly folder: string
  /** Size and time of the manifest. */
  readonly stamp: string
  readonly published: PublishedProject
  readonly thumbnail: string | undefined
  readonly cover: PublishedImage | undefined
  /** Descriptors of its images, as far as the maker provided them. */
  readonly described: readonly Uint8Array[]
  /** Files to be described where the maker described none. */
  readonly samples: readonly string[]
}

/** Images that are looked at where nobody described them. */
const SAMPLES = 24

export function toShelf(folder: string, stamp: string, manifest: CatalogManifest): Shelf {
  const { images, thumbnail } = manifest
  const first = images.find(({ annotations = [] }) => annotations.length > 0) ?? images[0]
  const step = Math.max(1, Math.ceil(images.length / SAMPLES))
  return {
    folder,
    stamp,
    thumbnail,
    published: toPublished(slugOf(basename(folder)), manifest, (first?.annotations?.length ?? 0) > 0),
    cover: first && toPublishedImage(first),
    described: images.flatMap(({ descriptor }) => readDescriptor(descriptor)),
    samples: images.filter((_image, at) => at % step === 0).map(({ file }) => file),
  }
}

/** The classes of a published project, each with a color. */
export function toClasses({ classes }: CatalogManifest): PublishedContents['classes'] {
  return classes.map(({ name, color, skeleton, attributes }, at) => ({
    name,
    color: color ?? at + 1,
    ...(skeleton && { skeleton }),
    ...(attributes && { attributes }),
  }))
}

/** The same project under another address. */
export function withAddress(shelf: Shelf, project: string): Shelf {
  const { published } = shelf
  if (published.project === project) return shelf
  const cover = published.cover && { kind: 'published' as const, project, isLabelled: published.cover.isLabelled }
  return { ...shelf, published: { ...published, project, cover } }
}

function toPublished(project: string, manifest: CatalogManifest, isLabelled: boolean): PublishedProject {
  const { name, type, license, description, annotationGroup, classes, images } = manifest
  const shapes = Map.groupBy(
    images.flatMap(({ annotations = [] }) => annotations),
    (annotation) => annotation.class,
  )
  return {
    workspace: FOLDERS_WORKSPACE,
    project,
    name,
    type,
    license,
    description,
    annotationGroup,
    images: images.length,
    classes: classes.map((known) => ({ name: known.name, shapes: shapes.get(known.name)?.length ?? 0 })),
    cover: images.length === 0 ? undefined : { kind: 'published', project, isLabelled },
  }
}

/** Descriptors only rank answers: one of another length is passed over. */
function readDescriptor(base64 = ''): Uint8Array[] {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === DESCRIPTOR_BYTES ? [bytes] : []
}
