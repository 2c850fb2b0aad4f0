import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

/** The last but one of twelve images; the one before it has a box, this one and the last have none. */
export const IMAGE_ROWS: readonly KeyRow[] = [
  { id: 'next', sees: { place: '12 of 12' } },
  { id: 'previous', sees: { place: '11 of 12' } },
  { id: 'first', sees: { place: '1 of 12' } },
  { id: 'last', sees: { place: '12 of 12' } },
  { id: 'visited-back', sees: { place: '1 of 12' } },
  { id: 'visited-forward', sees: { place: '12 of 12' } },
  { id: 'next-unfinished', sees: { place: '1 of 12' } },
  { id: 'previous-unfinished', sees: { place: '12 of 12' } },
  { id: 'nothing', sees: { on: expect.arrayContaining([expect.stringContaining('Mark as background')]) } },
  { id: 'go-to', sees: { open: ['Go to an image'], typing: 'Number or name' } },
  {
    id: 'repeat',
    first: async ({ page, saved }) => {
      await page.keyboard.type('11')
      await page.keyboard.press('Enter')
      await page.getByRole('application', { name: '11 images.png' }).waitFor()
      await saved()
    },
    sees: { objects: ['cup 1, carried over, 130×110'] },
  },
  { id: 'repeat-refit', first: ({ press }) => press('Control+z'), sees: { objects: ['cup 1, carried over, 120×100'] } },
  { id: 'carry-forward', sees: { open: [expect.stringMatching(/^Carry/)] } },
  { id: 'done', first: ({ press }) => press('Escape'), sees: { place: '1 of 12' } },
  {
    id: 'reject',
    first: ({ press }) => press('Alt+ArrowLeft'),
    sees: { open: ['Request changes to this image'], typing: 'Reason' },
  },
  {
    id: 'next-rejected',
    first: async ({ page, press }) => {
      await page.keyboard.type('Handle cut off')
      await press('Enter')
      await page.getByRole('application', { name: '12 last.png' }).waitFor()
      await press('Home')
    },
    sees: { place: '11 of 12', review: 'Review. Changes requested: Handle cut off' },
  },
  { id: 'previous-rejected', first: ({ press }) => press('Home'), sees: { place: '11 of 12' } },
  { id: 'approve', first: ({ press }) => press('End'), sees: { review: 'Review. Approved' } },
  { id: 'comment', sees: { open: ['New comment'] } },
  {
    id: 'triage',
    first: ({ press }) => press('Escape'),
    sees: { address: expect.stringContaining('sort=disagreement') },
  },
]
