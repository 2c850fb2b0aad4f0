import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

/** The keyboard cursor, starting at 100, 100. */
const CURSOR_ROWS: readonly KeyRow[] = [
  {
    id: 'cursor-right-1',
    first: async ({ press, point }) => {
      await press('b')
      await point([100, 100])
    },
    sees: { said: '101, 100' },
  },
  { id: 'cursor-down-1', sees: { said: '101, 101' } },
  { id: 'cursor-left-1', sees: { said: '100, 101' } },
  { id: 'cursor-up-1', sees: { said: '100, 100' } },
  { id: 'cursor-right-10', sees: { said: '110, 100' } },
  { id: 'cursor-down-10', sees: { said: '110, 110' } },
  { id: 'cursor-left-10', sees: { said: '100, 110' } },
  { id: 'cursor-up-10', sees: { said: '100, 100' } },
  { id: 'cursor-right-100', sees: { said: '200, 100' } },
  { id: 'cursor-down-100', sees: { said: '200, 200' } },
  { id: 'cursor-left-100', sees: { said: '100, 200' } },
  { id: 'cursor-up-100', sees: { said: '100, 100' } },
  {
    id: 'press',
    first: ({ press }) => press('Enter', 'Shift+ArrowRight', 'Control+ArrowDown'),
    sees: { objects: ['cup 1, 10×100'] },
  },
  { id: 'discard', first: ({ press }) => press('Enter', 'Control+ArrowRight'), sees: 'another image' },
]

/** Unfinished outlines and lines. The second one follows a border of the first, either way around. */
const PATH_ROWS: readonly KeyRow[] = [
  {
    id: 'back',
    first: async ({ press, click }) => {
      await press('p')
      await click([200, 100], [300, 100], [300, 200], [200, 200])
    },
    sees: { bar: expect.stringContaining('3 points') },
  },
  { id: 'again', sees: { bar: expect.stringContaining('4 points') } },
  { id: 'back', chord: 'Mod+Z', sees: { bar: expect.stringContaining('3 points') } },
  { id: 'again', chord: 'Mod+Y', sees: { bar: expect.stringContaining('4 points') } },
  { id: 'close', sees: { objects: ['cup 1, 10×100', 'cup 2, 100×100'] } },
  {
    id: 'follow-neighbour',
    first: async ({ click, point }) => {
      await click([400, 120], [300, 100])
      await point([202, 198])
    },
    sees: 'another image',
  },
  { id: 'flip-way', sees: 'another image' },
  {
    id: 'end-line',
    first: async ({ press, click }) => {
      await press('Escape', 'y')
      await click([400, 100], [480, 160])
    },
    sees: { objects: expect.arrayContaining(['cup 3, 100 px']) },
  },
  {
    id: 'finish-rotated-box',
    first: async ({ press, drag, point }) => {
      await press('o')
      await drag([100, 300], [180, 300])
      await point([140, 340])
    },
    sees: { objects: expect.arrayContaining(['cup 4, 80×40']) },
  },
]

export const DRAWING_ROWS: readonly KeyRow[] = [...CURSOR_ROWS, ...PATH_ROWS]
