import type { Finding } from '#common/contract/playground'
import type { DetectedObject } from '#common/inference/prediction'
import type { OutputOf } from '../inference/operations.ts'

type Objects = OutputOf<'ground'>[number]

/** Surest first. */
export function toObjects({ size, objects }: Objects): Finding {
  return { kind: 'objects', size, objects: objects.map(toObject).toSorted((a, b) => b.confidence - a.confidence) }
}

function toObject({ className, classIndex, confidence, box, corners, mask, keypoints }: DetectedObject) {
  const outline = mask?.format === 'polygon' && mask.ring.length >= 6 ? mask.ring : undefined
  return {
    ...{ className, classIndex, confidence, box },
    ...(corners && { corners }),
    ...(outline && { outline }),
    ...(keypoints && { keypoints }),
  }
}

export function toText({ size, text, words, engine }: OutputOf<'read-text'>[number]): Finding {
  return { kind: 'text', size, text, words, engine }
}

/** The guesses at the one prompt. */
export function toMasks({ size, masks: [guesses = []] }: OutputOf<'segment'>): Finding {
  const outlined = guesses.flatMap(({ confidence, mask }) =>
    mask.format === 'polygon' ? [{ confidence, rings: mask.rings.filter((ring) => ring.length >= 6) }] : [],
  )
  return { kind: 'masks', size, masks: outlined }
}
