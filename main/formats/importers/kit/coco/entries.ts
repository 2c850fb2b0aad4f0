import { z } from 'zod'
import { MAX_TEXT } from '#common/annotation/shape'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { CocoAnnotation, CocoKey } from '../../../labels/json/coco-objects.ts'
import { readShape } from '../../../labels/kit/json.ts'

const CocoImage = z.object({
  id: CocoKey,
  file_name: z.string().nullish(),
  coco_url: z.string().nullish(),
  width: z.unknown().optional(),
  height: z.unknown().optional(),
})
type CocoImage = z.infer<typeof CocoImage>

export function readImage(value: unknown): Result<CocoImage, Refusal> {
  return isPlainImage(value) ? ok(value) : readShape(CocoImage, value)
}

export function readAnnotation(value: unknown): Result<CocoAnnotation, Refusal> {
  return isPlainAnnotation(value) ? ok(value) : readShape(CocoAnnotation, value)
}

/** The type that reads the most of what an annotation says without its category and its image. */
export const ALONE = { type: 'instance-segmentation', frame: { width: 0, height: 0 } } as const

export function isMask(segmentation: unknown): boolean {
  return typeof segmentation === 'object' && segmentation !== null && !Array.isArray(segmentation)
}

const ODD_MEMBERS = ['score', 'keypoints', 'tessera'] as const

/** Whether this is the common form of an annotation; a schema would take longer than parsing does. */
function isPlainAnnotation(value: unknown): value is CocoAnnotation {
  if (typeof value !== 'object' || value === null || ODD_MEMBERS.some((name) => name in value)) return false
  if (!('image_id' in value && 'category_id' in value && 'bbox' in value)) return false
  return isKey(value.image_id) && isKey(value.category_id) && isNumbers(value.bbox)
}

function isPlainImage(value: unknown): value is CocoImage {
  if (typeof value !== 'object' || value === null || !('id' in value && 'file_name' in value)) return false
  return isKey(value.id) && typeof value.file_name === 'string' && !('coco_url' in value)
}

function isKey(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isFinite)
}

/** Annotations that say nothing of a place in the image. */
export type StrangeKind = 'captions' | 'segments'

export function strangeKindOf(value: unknown): StrangeKind | undefined {
  if (typeof value !== 'object' || value === null || 'category_id' in value) return undefined
  if ('segments_info' in value) return 'segments'
  return captionOf(value) === undefined ? undefined : 'captions'
}

export function captionOf(value: unknown): string | undefined {
  const caption = typeof value === 'object' && value !== null && 'caption' in value ? value.caption : undefined
  return typeof caption === 'string' && caption.trim() !== '' ? caption.trim().slice(0, MAX_TEXT) : undefined
}

/** The image of an annotation that is perhaps not understood. */
export function imageOf(value: unknown): CocoKey | undefined {
  const id = typeof value === 'object' && value !== null && 'image_id' in value ? value.image_id : undefined
  return typeof id === 'number' || typeof id === 'string' ? id : undefined
}
