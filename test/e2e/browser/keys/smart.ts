import { expect } from 'vitest'
import { CUP, TABLE } from '../../../kit/cups.ts'
import type { Hands } from '../../../kit/hands.ts'
import type { KeyRow } from './row.ts'

/** Clicks the cup, and waits until it is cut out. */
async function cut({ click, page }: Hands): Promise<void> {
  await click(CUP)
  await page.getByRole('group', { name: 'Cut' }).getByText('Whole').waitFor()
}

export const SMART_ROWS: readonly KeyRow[] = [
  {
    id: 'accept-each',
    first: ({ press }) => press('s'),
    sees: { on: expect.arrayContaining(['Accept on every click']) },
  },
  {
    id: 'less-detail',
    first: async (hands) => {
      await hands.press('x')
      await cut(hands)
    },
    sees: { said: 'Detail 6 of 10' },
  },
  { id: 'more-detail', sees: { said: 'Detail 7 of 10' } },
  { id: 'cycle', sees: 'another image' },
  {
    id: 'press-exclude',
    first: async ({ point, press }) => {
      await point(TABLE)
      await press('ArrowRight')
    },
    sees: { inspector: expect.stringContaining('1 include, 1 exclude') },
  },
  { id: 'accept', first: ({ point }) => point(TABLE), sees: { objects: ['cup 1, 120×100'] } },
  { id: 'accept', chord: 'Shift+Enter', first: cut, sees: { objects: ['cup 1, 120×100', expect.any(String)] } },
]
