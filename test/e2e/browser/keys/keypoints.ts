import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

/** In a project of faces with a nose and two eyes. */
export const KEYPOINT_ROWS: readonly KeyRow[] = [
  { id: 'tool-keypoints', first: ({ press }) => press('v'), sees: { tool: 'Keypoints' } },
  {
    id: 'press-hidden',
    first: async ({ point, press }) => {
      await point([100, 100])
      await press('ArrowRight')
    },
    sees: { bar: expect.stringContaining('left eye 2 of 3') },
  },
  { id: 'skip-point', sees: { bar: expect.stringContaining('right eye 3 of 3') } },
  { id: 'finish-object', first: ({ point }) => point([200, 200]), sees: { objects: { length: 1 } } },
]

/** In a project of whole-image classes. */
export const SORTING_ROWS: readonly KeyRow[] = [{ id: 'sort', sees: { address: expect.stringContaining('/sort') } }]
