import { expect } from 'vitest'
import type { Hands } from '../../../kit/hands.ts'
import type { KeyRow } from './row.ts'

export const TOOL_ROWS: readonly KeyRow[] = [
  { id: 'tool-hand', sees: { tool: 'Hand' } },
  { id: 'tool-box', sees: { tool: 'Box' } },
  { id: 'tool-rotated-box', sees: { tool: 'Rotated box' } },
  { id: 'tool-polygon', sees: { tool: 'Polygon' } },
  { id: 'tool-polyline', sees: { tool: 'Line' } },
  { id: 'tool-point', sees: { tool: 'Point' } },
  { id: 'tool-brush', sees: { tool: 'Mask brush' } },
  { id: 'tool-eraser', sees: { tool: 'Mask eraser' } },
  { id: 'tool-smart', sees: { tool: 'Smart select' } },
  { id: 'tool-select', sees: { tool: 'Select and edit' } },
  { id: 'draw-again', sees: { tool: 'Smart select' } },
]

/** Keys of the view, which save nothing. */
export const VIEW_ROWS: readonly KeyRow[] = [
  { id: 'actual-size', sees: { zoom: '100 %' } },
  { id: 'zoom-in', sees: { zoom: '125 %' } },
  { id: 'zoom-in', chord: '=', sees: { zoom: '156 %' } },
  { id: 'zoom-out', sees: { zoom: '125 %' } },
  { id: 'zoom-out', chord: '_', sees: { zoom: '100 %' } },
  { id: 'fit', sees: { zoom: expect.stringMatching(/^1[1-9]\d %$/) } },
  {
    id: 'fit-selection',
    first: ({ press }) => press('v', 'Tab'),
    sees: { zoom: expect.stringMatching(/^[2-9]\d\d %$/) },
  },
  { id: 'view-strip', sees: { open: expect.arrayContaining(['View']) } },
  {
    id: 'view-reset',
    first: ({ page }) => page.getByRole('button', { name: 'Invert' }).click(),
    sees: { said: 'The image is shown as it is' },
  },
  { id: 'crosshair', first: ({ press }) => press('w', 'b'), sees: { on: ['Class names on shapes'] } },
  { id: 'labels', sees: { on: [] } },
  { id: 'inspector', sees: { inspector: '' } },
  { id: 'peek', first: bringInspectorBack, sees: 'another image', isHeld: true },
  { id: 'keys', sees: { open: expect.arrayContaining(['Keys available now']) } },
  {
    id: 'keys',
    chord: 'F1',
    first: ({ press }) => press('Escape'),
    sees: { open: expect.arrayContaining(['Keys available now']) },
  },
]

async function bringInspectorBack({ page, press }: Hands): Promise<void> {
  await press('Control+\\')
  await page.locator('[data-panel=inspector]').waitFor()
}
