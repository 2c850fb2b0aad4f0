import type { ModelFamily } from '#common/inference/manifest'
import type { FamilyDefinition } from '../host/family.ts'
import { docTr } from './doctr/doctr.ts'
import { tesseract } from './tesseract/tesseract.ts'
import { yolo } from './yolo/yolo.ts'

/** Every family of models that runs here. */
const FAMILIES: readonly FamilyDefinition[] = [docTr, tesseract, yolo]

export function familyOf(id: ModelFamily): FamilyDefinition {
  const family = FAMILIES.find((known) => known.id === id)
  if (family === undefined) throw new RangeError(`There is no family ${id}`)
  return family
}
