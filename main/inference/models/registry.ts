import type { ModelFamily } from '#common/inference/manifest'
import type { FamilyDefinition } from '../host/family.ts'
import { sam } from './sam/sam.ts'
import { yolo } from './yolo/yolo.ts'

/** Every family of models that runs here. */
const FAMILIES: readonly FamilyDefinition[] = [yolo, sam]

export function familyOf(id: ModelFamily): FamilyDefinition {
  const family = FAMILIES.find((known) => known.id === id)
  if (family === undefined) throw new RangeError(`There is no family ${id}`)
  return family
}
