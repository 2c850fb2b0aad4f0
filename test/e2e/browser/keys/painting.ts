import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

const telling = (words: string) => ({ facts: expect.stringContaining(words) })

export const PAINTING_ROWS: readonly KeyRow[] = [
  { id: 'brush-larger', first: ({ press }) => press('m'), sees: { said: 'Brush 37 px' } },
  { id: 'brush-smaller', sees: { said: 'Brush 32 px' } },
  { id: 'brush-tip', sees: { said: 'Square brush' } },
  {
    id: 'press-line',
    first: async ({ point, press }) => {
      await point([100, 100])
      await press('ArrowRight', 'Enter', 'Control+ArrowRight')
    },
    sees: { objects: ['cup 1, 132×32'] },
  },
  { id: 'finish-mask', first: ({ point }) => point([300, 300]), sees: { selected: [] } },
  { id: 'paint-way', sees: { said: 'Outline around pixels' } },
  {
    id: 'close-outline',
    first: ({ click }) => click([300, 100], [400, 100], [400, 200], [300, 200]),
    sees: { objects: ['cup 1, 132×32', 'cup 2, 100×100'] },
  },
  {
    id: 'fill-holes',
    first: async ({ press, click }) => {
      await press('e')
      await click([340, 140], [360, 140], [360, 160], [340, 160])
      await press('Enter')
    },
    sees: telling('Area 10,000 px²'),
  },
  { id: 'grow-mask', sees: { objects: ['cup 1, 132×32', 'cup 2, 102×102'] } },
  { id: 'shrink-mask', sees: { objects: ['cup 1, 132×32', 'cup 2, 100×100'] } },
  { id: 'make-polygons', sees: telling('cup 2 polygon, 4 points') },
  { id: 'make-masks', sees: telling('cup 2 mask') },
]
