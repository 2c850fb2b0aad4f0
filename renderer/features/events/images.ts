import type { EventView } from '#common/contract/events'
import type { Detection } from '#common/events/stored-event'
import type { Ring } from '#common/geometry/polygon'
import type { Found } from '#renderer/features/playground/entrance/findings'
import { colorsOf } from './class-colors.ts'

export type EventImage = EventView['images'][number]

/** The image that stands for an event. */
export function shownImage({ images, displayImagePosition }: EventView): EventImage | undefined {
  return images[displayImagePosition ?? 0] ?? images[0]
}

/** Everything that was found in one image: where it lies, and what is said of the image as a whole. */
export function foundIn(image: EventImage): readonly Found[] {
  const { objectDetections, instanceSegmentations, keypoints, classifications } = image
  const objects = [...objectDetections, ...instanceSegmentations, ...keypoints]
  const colors = colorsOf([...objects, ...classifications].map((each) => each.class))
  const row = (name: string, confidence: number) => ({ label: name, color: colors.get(name), confidence, note: '' })
  return [
    ...objectDetections.map((each, index) => ({
      key: `box-${index}`,
      ...row(each.class, each.confidence),
      place: { box: boxOf(each), rings: undefined, keypoints: [] },
    })),
    ...instanceSegmentations.map((each, index) => ({
      key: `outline-${index}`,
      ...row(each.class, each.confidence),
      place: { box: boxOf(each), rings: ringsOf(each.points), keypoints: [] },
    })),
    ...keypoints.map((each, index) => ({
      key: `points-${index}`,
      ...row(each.class, each.confidence),
      place: { box: boxOf(each), rings: undefined, keypoints: each.keypoints.map(pointOf) },
    })),
    ...classifications.map((each, index) => ({
      key: `class-${index}`,
      ...row(each.class, each.confidence),
      place: undefined,
    })),
  ]
}

/** Producers place a box by its middle. */
function boxOf({ x, y, width, height }: Detection) {
  return { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 }
}

/** An outline that is none leaves the box. */
function ringsOf(points: readonly (readonly number[])[]): readonly Ring[] | undefined {
  const flat = points.flatMap(([x, y]) => (x === undefined || y === undefined ? [] : [x, y]))
  return flat.length < 6 ? undefined : [flat]
}

function pointOf({ x, y, id }: EventImage['keypoints'][number]['keypoints'][number], index: number) {
  return { x, y, confidence: 1, index, name: String(id) }
}
