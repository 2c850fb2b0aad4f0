import { isOn } from '#common/versions/settings'
import { type Span, tileSpans } from '#common/versions/tiles'
import { cutOut, type Edges } from '../plan.ts'
import type { Part, PartingStep } from './definition.ts'

/** Cuts an image into tiles, row by row. Each tile keeps the visible parts of objects as annotations. */
export const tile: PartingStep = {
  key: 'tile',
  parts(preprocessing, frame) {
    const settings = preprocessing.tile
    if (!isOn(settings)) return undefined
    const { rows, columns } = tileSpans(settings, frame)
    const edges = edgesOf('padding' in settings ? settings.padding : 'none')
    const part = (row: number, column: number, [down, across]: readonly [Span, Span]): Part => ({
      part: row * columns.length + column,
      cut: cutOut(frame, { x0: across.start, x1: across.end, y0: down.start, y1: down.end }, edges),
    })
    return rows.flatMap((down, row) => columns.map((across, column) => part(row, column, [down, across])))
  },
}

function edgesOf(padding: 'black' | 'white' | 'reflect' | 'none'): Edges {
  return padding === 'none' ? 'black' : padding
}
