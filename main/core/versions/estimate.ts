import { NO_PICTURES, type SplitCounts } from '#common/split'
import type { Preprocessing } from '#common/versions/preprocessing'
import { isOn } from '#common/versions/settings'
import { cropSpans } from '#common/versions/static-crop'
import { tileSpans } from '#common/versions/tiles'
import type { SizeCount } from './store-ports.ts'

/** How many pictures the sources are cut into, before any is left out for having no labels. */
export function countParts(sizes: readonly SizeCount[], preprocessing: Preprocessing): SplitCounts {
  const counts = { ...NO_PICTURES }
  for (const { split, ...size } of sizes) counts[split] += partsOf(size, preprocessing)
  return counts
}

function partsOf({ images, shapes, width, height }: Omit<SizeCount, 'split'>, preprocessing: Preprocessing): number {
  if (isOn(preprocessing.isolate)) return shapes
  if (!isOn(preprocessing.tile)) return images
  const crop = preprocessing['static-crop'] ?? { x_min: 0, x_max: 100, y_min: 0, y_max: 100 }
  const { across, down } = cropSpans(crop, { width, height })
  const frame = { width: across.end - across.start, height: down.end - down.start }
  const { rows, columns } = tileSpans(preprocessing.tile, frame)
  return images * rows.length * columns.length
}
