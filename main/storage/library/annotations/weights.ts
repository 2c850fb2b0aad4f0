import type { ImageId } from '#common/ids'
import type { ReadDb } from '../../kit/db.ts'

export interface AnnotationWeights {
  /** Number of annotations and pending predictions of an image; 0 if the image does not exist. */
  objects(image: ImageId): number
  /** Bytes that the log keeps of the gestures that an undo or a redo would be about. */
  nextGesture(image: ImageId): number
  /** Bytes that the places of its annotations have in the library. */
  outlines(image: ImageId): number
}

/** Estimates the work that an image causes, without reading its annotations. */
export function weightsOf(db: ReadDb): AnnotationWeights {
  const objects = db.prepare<[string], number>('SELECT shapes + proposals FROM image WHERE id = ?').pluck()
  const gesture = db
    .prepare<[string], number>(
      `SELECT coalesce(max(octet_length(o.content)), 0)
         FROM image i JOIN operation o ON o.image_seq = i.seq AND o.position IN (i.undo_depth, i.undo_depth + 1)
        WHERE i.id = ?`,
    )
    .pluck()
  const outlines = db
    .prepare<[string], number>(
      `SELECT coalesce(sum(octet_length(s.geometry)), 0)
         FROM image i JOIN shape s ON s.image_seq = i.seq
        WHERE i.id = ?`,
    )
    .pluck()
  return {
    objects: (image) => objects.get(image) ?? 0,
    nextGesture: (image) => gesture.get(image) ?? 0,
    outlines: (image) => outlines.get(image) ?? 0,
  }
}
