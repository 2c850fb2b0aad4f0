import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

/** A loose box around the cup, and one that overlaps it. */
export const OUTLINE_ROWS: readonly KeyRow[] = [
  { id: 'tighten', first: ({ press }) => press('v', 'Tab'), sees: { objects: ['cup 1, 120×100', 'cup 2, 140×110'] } },
  { id: 'unite', first: ({ press }) => press('Control+a'), sees: { objects: ['cup 1, 200×160'] } },
  { id: 'intersect', first: ({ press }) => press('Control+z', 'Control+a'), sees: { objects: ['cup 1, 60×50'] } },
  {
    id: 'subtract',
    first: ({ press }) => press('Control+z', 'Control+a'),
    sees: { facts: expect.stringContaining('polygon, 6 points') },
  },
  { id: 'slice', sees: { bar: expect.stringMatching(/^Reshape: Slice cup 1/) } },
  { id: 'finish-reshape', first: ({ click }) => click([420, 280], [420, 430]), sees: { objects: { length: 3 } } },
  { id: 'leave-reshape', sees: { bar: expect.stringMatching(/^Selection/) } },
  {
    id: 'insert-vertex',
    first: async ({ draw, press, click, point }) => {
      await press('Escape')
      await draw.polygon([200, 50], [300, 150], [300, 50], [200, 150])
      await press('v')
      await click([203, 90])
      await point([200, 100])
    },
    sees: { facts: expect.stringContaining('polygon, 5 points') },
  },
  { id: 'untangle', sees: { facts: expect.stringContaining('polygon, 7 points') } },
  { id: 'snapping', sees: { said: 'Vertices do not snap' } },
  { id: 'welding', sees: { said: 'Shared vertices move together' } },
]
