import { numberedSkeleton } from '#common/annotation/skeleton'
import type { PlacedAnnotation } from '../../annotation/annotations/read-annotation.ts'
import type { ManagedImage, ManagedPrediction } from '../model.ts'
import type { ProposalFile } from '../proposals.ts'
import { toGeometry, toPoints } from './labels.ts'

type Image = Pick<ManagedImage, 'name' | 'width' | 'height'>

interface Said {
  /** Of all of them; empty when the model is not known. */
  readonly source: string
  readonly predictions: readonly ManagedPrediction[]
}

/** Predictions of one source for an image, to replace its former ones; COCO keeps scores, outlines and points. */
export function toProposalFile({ name, width, height }: Image, { source, predictions }: Said): ProposalFile {
  const categories = new Map<string, object & { readonly id: number }>()
  const annotations = predictions.map(({ object, score }, index) => ({
    id: index + 1,
    image_id: 1,
    category_id: categoryOf(object, categories),
    iscrowd: 0,
    ...toGeometry(object, { width, height }),
    ...(score !== null && { score }),
  }))
  const images = [{ id: 1, file_name: name, width, height }]
  const text = JSON.stringify({ images, categories: [...categories.values()], annotations })
  return { name: 'predictions.coco.json', text, labelmap: new Map<string, string>(), overwrite: false, source }
}

/** Two models of objects of one name may set other points on them: these are two categories. */
function categoryOf(object: PlacedAnnotation, categories: Map<string, object & { readonly id: number }>): number {
  const points =
    object.kind === 'keypoints' ? toPoints(object.skeleton ?? numberedSkeleton(object.points.length)) : undefined
  const key = JSON.stringify([object.className, points])
  const known = categories.get(key) ?? { id: categories.size + 1, name: object.className, ...points }
  categories.set(key, known)
  return known.id
}
