import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

const at = (place: string) => ({ facts: expect.stringContaining(`Position ${place}`) })
const turned = (angle: string) => ({ facts: expect.stringContaining(`rotated box, ${angle} `) })
const sized = (size: string) => ({ objects: expect.arrayContaining([`cup 1, ${size}`]) })

/** The first box, 100 × 80 pixels at 100, 100, is moved and resized. */
const NUDGE_ROWS: readonly KeyRow[] = [
  { id: 'next-shape', first: ({ press }) => press('v'), sees: { selected: ['cup 1'] } },
  { id: 'previous-shape', sees: { selected: ['cup 3'] } },
  { id: 'move-right-1', first: ({ press }) => press('Tab'), sees: at('101, 100') },
  { id: 'move-down-1', sees: at('101, 101') },
  { id: 'move-left-1', sees: at('100, 101') },
  { id: 'move-up-1', sees: at('100, 100') },
  { id: 'move-right-10', sees: at('110, 100') },
  { id: 'move-down-10', sees: at('110, 110') },
  { id: 'move-left-10', sees: at('100, 110') },
  { id: 'move-up-10', sees: at('100, 100') },
  { id: 'grow-right-1', sees: sized('101×80') },
  { id: 'grow-down-1', sees: sized('101×81') },
  { id: 'grow-left-1', sees: sized('100×81') },
  { id: 'grow-up-1', sees: sized('100×80') },
  { id: 'grow-right-10', sees: sized('110×80') },
  { id: 'grow-down-10', sees: sized('110×90') },
  { id: 'grow-left-10', sees: sized('100×90') },
  { id: 'grow-up-10', sees: sized('100×80') },
  { id: 'turn-right', sees: turned('1°') },
  { id: 'turn-left', sees: turned('0°') },
  { id: 'turn-right-fine', sees: turned('0.1°') },
  { id: 'turn-left-fine', sees: turned('0°') },
]

export const EDITING_ROWS: readonly KeyRow[] = [
  ...NUDGE_ROWS,
  { id: 'undo', sees: turned('0.1°') },
  { id: 'redo', sees: turned('0°') },
  { id: 'redo', chord: 'Mod+Y', first: ({ press }) => press('Control+z'), sees: turned('0°') },
  { id: 'copy', sees: { said: '1 shape copied' } },
  { id: 'paste', sees: { selected: ['cup 4'] } },
  { id: 'duplicate', sees: { selected: ['cup 5'] } },
  { id: 'delete', sees: { objects: { length: 4 } } },
  { id: 'delete-back', first: ({ press }) => press('Shift+Tab'), sees: { objects: { length: 3 } } },
  { id: 'all', sees: { selected: ['cup 1', 'cup 2', 'cup 3'] } },
  { id: 'deselect', sees: { selected: [] } },
  {
    id: 'leave-past',
    first: async ({ page }) => {
      await page.getByRole('tab', { name: 'History' }).click()
      await page.getByRole('option', { name: /^Turn/ }).last().click()
      await page.getByRole('button', { name: 'Go back to here' }).waitFor()
    },
    sees: { inspector: expect.stringMatching(/^(?!.*Go back to here)/) },
  },
]
