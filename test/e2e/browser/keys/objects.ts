import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

/** Four boxes, in two pairs of duplicates, which are lints. */
export const OBJECT_ROWS: readonly KeyRow[] = [
  {
    id: 'next-lint',
    first: async ({ page, press }) => {
      await page.getByRole('tab', { name: 'Objects' }).click()
      await page.getByRole('application').focus()
      await press('v')
      await page.getByText('2 things to look at').waitFor()
    },
    sees: { inspector: expect.stringContaining('cup 2 lies on cup 1 1 of 2') },
  },
  { id: 'previous-lint', sees: { inspector: expect.stringContaining('cup 4 lies on cup 3 2 of 2') } },
  { id: 'lock', sees: { objects: ['cup 1, 100×80', 'cup 2, 100×80', 'cup 3, 40×100', 'cup 4, locked'] } },
  { id: 'hide', first: ({ press }) => press('l'), sees: { objects: expect.arrayContaining(['cup 4, hidden']) } },
  { id: 'show-all', sees: { objects: expect.arrayContaining(['cup 4, 40×100']) } },
  { id: 'hide-others', sees: { objects: ['cup 1, hidden', 'cup 2, hidden', 'cup 3, hidden', 'cup 4, 40×100'] } },
  { id: 'order-backward', first: ({ press }) => press('Control+j'), sees: { selected: ['cup 3'] } },
  { id: 'order-forward', sees: { selected: ['cup 4'] } },
  { id: 'order-back', sees: { selected: ['cup 1'] } },
  { id: 'order-front', sees: { selected: ['cup 4'] } },
  { id: 'order-back', chord: 'Mod+{', sees: { selected: ['cup 1'] } },
  { id: 'order-front', chord: 'Mod+}', sees: { selected: ['cup 4'] } },
  {
    id: 'group',
    first: ({ press }) => press('Control+a'),
    sees: { objects: expect.arrayContaining(['cup 1, grouped, 100×80']) },
  },
  { id: 'find-object', sees: { typing: 'Find objects' } },
]
