import type { Finding } from '#common/contract/models/playground'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import type { DetectedObject, PromptedMask } from '#common/inference/prediction'
import type { OutputOf } from '../inference/operations.ts'

type Objects = OutputOf<'ground'>[number]

/** Surest first. */
export function toObjects({ objects }: Objects): Finding {
  return { kind: 'objects', objects: objects.map(toObject).toSorted((a, b) => b.confidence - a.confidence) }
}

function toObject({ className, classIndex, confidence, box, corners, mask, keypoints }: DetectedObject) {
  const outline = mask?.format === 'polygon' && mask.ring.length >= 6 ? [mask.ring] : undefined
  return {
    className,
    classIndex,
    confidence,
    box,
    ...(corners && { corners }),
    ...(outline && { outlines: outline }),
    ...(keypoints && { keypoints }),
  }
}

export function toText({ text, words, engine }: OutputOf<'read-text'>[number]): Finding {
  return { kind: 'text', text, words, engine }
}

/** The guesses at the one prompt. */
export function toMasks({ masks: [guesses = []] }: OutputOf<'segment'>): Finding {
  return { kind: 'masks', masks: guesses.flatMap(outlined) }
}

/** Of each of the words everything that shows it, surest first. */
export function toConcepts(found: OutputOf<'segment-concepts'>, words: readonly string[]): Finding {
  const objects = found.flatMap((masks, classIndex) =>
    masks.flatMap(outlined).map(({ confidence, rings }) => ({
      className: words[classIndex] ?? '',
      classIndex,
      confidence,
      box: ringsBounds(rings),
      outlines: rings,
    })),
  )
  return { kind: 'objects', objects: objects.toSorted((a, b) => b.confidence - a.confidence) }
}

/** Nothing for a mask without a pixel. */
function outlined({ confidence, mask }: PromptedMask): { confidence: number; rings: Rings }[] {
  const rings = mask.format === 'polygon' ? mask.rings.filter((ring) => ring.length >= 6) : []
  return rings.length === 0 ? [] : [{ confidence, rings }]
}
