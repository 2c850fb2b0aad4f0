import type { ModelFamily } from '#common/inference/manifest'
import type { FamilyDefinition } from '../host/family.ts'
import { classifier } from './classifier/classifier.ts'
import { clip } from './clip/clip.ts'
import { detr } from './detr/detr.ts'
import { docTr } from './doctr/doctr.ts'
import { groundingDino } from './grounding-dino/grounding-dino.ts'
import { perceptionEncoder } from './perception-encoder/perception-encoder.ts'
import { ppOcr } from './pp-ocr/pp-ocr.ts'
import { sam } from './sam/sam.ts'
import { sam3Concept } from './sam3-concept/sam3-concept.ts'
import { semantic } from './semantic/semantic.ts'
import { tesseract } from './tesseract/tesseract.ts'
import { yolo } from './yolo/yolo.ts'

/** Every family of models that runs here. */
const FAMILIES: readonly FamilyDefinition[] = [
  yolo,
  detr,
  classifier,
  semantic,
  clip,
  perceptionEncoder,
  groundingDino,
  docTr,
  ppOcr,
  tesseract,
  sam,
  sam3Concept,
]

export function familyOf(id: ModelFamily): FamilyDefinition {
  const family = FAMILIES.find((known) => known.id === id)
  if (family === undefined) throw new RangeError(`There is no family ${id}`)
  return family
}
