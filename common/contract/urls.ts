import type { TilePlace } from '../geometry/tiles.ts'
import type { BlobHash, ImageId, ProjectSlug, TaskId } from '../ids.ts'
import type { EventFilterView } from './events.ts'
import type { SampleWindow } from './pixels.ts'

/** Addresses of pixels and uploads, the same in a browser and in the desktop window (both resolve against the page). */
export type ImageSize = 'thumb' | 'screen' | 'full'

/** `thumb`: longer side 320, WebP. `screen`: longer side at most 2048. `full`: every pixel, in a kind a browser can show. Always upright. */
export function imageUrl(image: ImageId, size: ImageSize): string {
  return `/images/${image}/${size}`
}

/** Answers `PixelFacts`. With `prepare` a large image is cut into tiles, if it is not yet. */
export function pixelFactsUrl(image: ImageId, prepare: boolean): string {
  return `/images/${image}/facts${prepare ? '?prepare' : ''}`
}

/** The screen size of an image with 16 bits a sample, with these samples as black and white. */
export function windowedScreenUrl(image: ImageId, window: SampleWindow): string {
  return `${imageUrl(image, 'screen')}?${windowQuery(window)}`
}

/** A tile, upright. Images with 16 bits a sample need a window. */
export function tileUrl(image: ImageId, { level, column, row }: TilePlace, window?: SampleWindow): string {
  return `/images/${image}/tiles/${level}/${column}/${row}${window ? `?${windowQuery(window)}` : ''}`
}

function windowQuery({ from, to }: SampleWindow): string {
  return `window=${from}-${to}`
}

export function importFileUrl(taskId: TaskId, path: string): string {
  return `/imports/${taskId}/files?path=${encodeURIComponent(path)}`
}

export interface VersionSource {
  readonly project: ProjectSlug
  readonly version: number
  readonly position: number
  readonly blob: BlobHash
}

/** An image that a version was made from, even one that its project has no more; upright as `imageUrl`. */
export function versionSourceUrl(
  { project, version, position, blob }: VersionSource,
  size: 'thumb' | 'screen',
): string {
  return `/versions/${project}/${version}/sources/${position}/${blob}/${size}`
}

export function datasetFileUrl(dataset: TaskId, path: string): string {
  return `/datasets/${dataset}/files?path=${encodeURIComponent(path)}`
}

/** The small image of a project in a catalog folder. */
export function publishedThumbUrl(project: string): string {
  return `/catalog/${project}/thumb`
}

/** Takes the bytes of an image by `PUT`, and answers what it looks like. */
export const LOOKS_URL = '/catalog/looks'

/** Takes the bytes of an image by `PUT` to try models on it, and answers a `HeldImage`. */
export const HELD_IMAGES_URL = '/playground/images'

/** An image that was sent for trying models, at most 2048 pixels wide and high. */
export function heldImageUrl(key: string): string {
  return `${HELD_IMAGES_URL}/${key}`
}

/** Takes a `Question` by `POST`, and answers what the inference server answers to it, as it comes. */
export const PLAIN_ANSWERS_URL = '/playground/answers'

/** Takes a file of a model that is being imported by `PUT`. */
export function modelFileUrl(draft: string, path: string): string {
  return `/models/${draft}/files?path=${encodeURIComponent(path)}`
}

/** An image of an event, upright as `imageUrl`. */
export function eventImageUrl(fileId: string, size: ImageSize): string {
  return `/events/images/${encodeURIComponent(fileId)}/${size}`
}

/** A file of an event as it was sent: a video to be played, everything else to be saved. */
export function eventFileUrl(fileId: string): string {
  return `/events/files/${encodeURIComponent(fileId)}`
}

/** Which events are exported: those that are named, or all that fit. */
export type EventSelection = { readonly ids: readonly string[] } | { readonly filter: EventFilterView }

/** `jsonl`: one stored event a line, as the event store answers it. `images`: the same and all images, as a ZIP. */
export type EventExportKind = 'jsonl' | 'images'

/** A download of events, oldest first; of named ones at most `MOST_NAMED_EVENTS`, in their order. */
export function eventsExportUrl(selection: EventSelection, kind: EventExportKind): string {
  const query =
    'ids' in selection
      ? `ids=${selection.ids.map(encodeURIComponent).join(',')}`
      : `filter=${encodeURIComponent(JSON.stringify(selection.filter))}`
  return `/events/export/${kind}?${query}`
}

/** An address cannot name more. */
export const MOST_NAMED_EVENTS = 1000
