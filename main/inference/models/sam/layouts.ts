import type { SamLayout, SamNetworks } from './layout.ts'
import { meta, metaPixels } from './meta.ts'
import { samexporter } from './samexporter.ts'
import { transformers, transformersCorners, transformersFirst } from './transformers.ts'

/** Every layout of Segment Anything models that runs here. */
const LAYOUTS: readonly SamLayout[] = [
  samexporter,
  transformers,
  transformersFirst,
  transformersCorners,
  meta,
  metaPixels,
]

/** The layout of an encoder and a decoder, told by the names and shapes of their tensors; undefined when they are no such pair. */
export function samLayoutOf(networks: SamNetworks): SamLayout | undefined {
  return LAYOUTS.find(({ fits }) => fits(networks))
}

/** The layout that a manifest names, or else the one that the networks show. */
export function samLayout(id: string, networks: SamNetworks): SamLayout | undefined {
  return LAYOUTS.find((layout) => layout.id === id) ?? samLayoutOf(networks)
}
