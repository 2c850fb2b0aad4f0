import type { ConceptLayout, ConceptRole, NetworkShapes } from './layout.ts'
import { samexporterConcept } from './samexporter.ts'
import { transformersSplit } from './transformers.ts'
import { usls, uslsGeometry } from './usls.ts'

/** Every way in which SAM 3 is cut into networks that runs here. */
const LAYOUTS: readonly ConceptLayout[] = [usls, uslsGeometry, transformersSplit, samexporterConcept]

/** The layout of these networks together, and the name of the network for each role; undefined when they are something else. */
export function conceptLayoutOf(
  networks: NetworkShapes,
): { readonly layout: ConceptLayout; readonly files: Partial<Record<ConceptRole, string>> } | undefined {
  for (const layout of LAYOUTS) {
    const files = layout.rolesIn(networks)
    if (files !== undefined) return { layout, files }
  }
  return undefined
}
