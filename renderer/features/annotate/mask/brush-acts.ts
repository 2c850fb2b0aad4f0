import type { Brush } from '#common/geometry/painting/sweep'
import { t } from '#renderer/kit/words/words'
import type { Workbench } from '../workbench/workbench.ts'
import { SIZES } from './brush-options.ts'

export function setBrush(bench: Workbench, part: Partial<Brush>): void {
  bench.setOptions({ brush: { ...bench.bench.options.brush, ...part } })
}

export function setBrushSize(bench: Workbench, size: number): void {
  setBrush(bench, { size: Math.round(Math.min(SIZES.most, Math.max(SIZES.least, size))) })
}

/** One press of a key or one notch of the wheel; small brushes change by a whole pixel at least. */
const STEP = 1.15

export function stepBrushSize(bench: Workbench, steps: number): void {
  const { size } = bench.bench.options.brush
  const next = Math.round(size * STEP ** steps)
  setBrushSize(bench, next === size ? size + Math.sign(steps) : next)
  bench.announce(t('Brush {{px}} px', { px: bench.bench.options.brush.size }))
}
