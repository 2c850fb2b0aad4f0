import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

const told = (name: string) => ({ proposals: expect.stringContaining(name) })

/** Four suggestions, most confident first: cup, spoon, plate and fork. */
export const PROPOSAL_ROWS: readonly KeyRow[] = [
  {
    id: 'next-proposal',
    first: async ({ press, page }) => {
      await press('v')
      await page.getByText('4 suggestions').first().waitFor()
    },
    sees: told('spoon'),
  },
  { id: 'previous-proposal', sees: told('cup') },
  { id: 'accept-proposal', sees: { objects: ['cup 1, 80×60'] } },
  { id: 'reject-proposal', first: ({ press }) => press('Escape'), sees: told('2 suggestions') },
  { id: 'accept-proposals', sees: { objects: ['cup 1, 80×60', 'plate 1, 80×60', 'fork 1, 80×60'], proposals: '' } },
]
