import { MAX_KEYPOINTS, numberedSkeleton } from '#common/annotation/skeleton'
import type { Detection, KeypointDetection, Segmentation, StoredEvent } from '#common/events/stored-event'
import type { Box } from '#common/geometry/box'
import { importedClassName, type PlacedAnnotation } from '../../annotation/annotations/read-annotation.ts'

type Entry = StoredEvent['images'][number]

/** The entry that an event shows: the one that it names, else the first that has an image. */
export function shownEntry({ images, display_image_position: position }: StoredEvent): Entry | undefined {
  const named = position === null ? undefined : images[position]
  return named !== undefined && hasImage(named) ? named : images.find(hasImage)
}

function hasImage({ file_id, input_file_id }: Entry): boolean {
  return file_id !== null || input_file_id !== null
}

export interface Findings {
  /** Findings with a place in the image, each in its most exact form. */
  readonly objects: readonly PlacedAnnotation[]
  /** How many say something about the image as a whole, or nothing that can be drawn. */
  readonly others: number
}

/**
 * Findings in the image of an entry. Producers that send outlines or keypoints often send the boxes around them as detections, too; those
 * are not counted twice.
 */
export function findingsOf(entry: Entry): Findings {
  const outlined = [...entry.instance_segmentations, ...entry.keypoints]
  const known = new Set(outlined.map(identityOf))
  const boxes = entry.object_detections.filter((detection) => !known.has(identityOf(detection)))
  const objects = [
    ...boxes.map(toBox),
    ...entry.instance_segmentations.map(toPolygon),
    ...entry.keypoints.map(toKeypoints),
  ]
  return { objects, others: entry.classifications.length }
}

function identityOf({ class: name, x, y, width, height }: Detection): string {
  return JSON.stringify([name, x, y, width, height])
}

function toBox(detection: Detection): PlacedAnnotation {
  return { ...namedBy(detection), kind: 'box', box: boxOf(detection) }
}

/** An outline that spans no area is the box around it. */
function toPolygon(detection: Segmentation): PlacedAnnotation {
  const ring = detection.points.flatMap(([x, y]) => (x === undefined || y === undefined ? [] : [x, y]))
  if (ring.length < 6) return toBox(detection)
  return { ...namedBy(detection), kind: 'polygon', rings: [ring] }
}

/** Points in the order in which they came; their ids are their names where no two are the same. */
function toKeypoints(detection: KeypointDetection): PlacedAnnotation {
  const keypoints = detection.keypoints.slice(0, MAX_KEYPOINTS)
  if (keypoints.length === 0) return toBox(detection)
  const points = keypoints.map(({ x, y, occluded }) => ({ x, y, visibility: occluded ? (1 as const) : (2 as const) }))
  const names = keypoints.map(({ id }) => (typeof id === 'string' ? id.trim() : ''))
  const areNames = names.every((name) => name !== '' && name.length <= 100) && new Set(names).size === names.length
  const skeleton = areNames ? { points: names, edges: [] } : numberedSkeleton(points.length)
  return { ...namedBy(detection), kind: 'keypoints', box: boxOf(detection), points, skeleton }
}

/** A confidence that is none is not told. */
function namedBy({ class: name, confidence }: Detection) {
  const className = importedClassName(name)
  return confidence >= 0 && confidence <= 1 ? { className, score: confidence } : { className }
}

/** x and y are the middle of the box. */
function boxOf({ x, y, width, height }: Detection): Box {
  return { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 }
}
