import { expect } from 'vitest'
import type { KeyRow } from './row.ts'

const armed = (name: string) => ({ bar: expect.stringMatching(new RegExp(`^Class: ${name} \\d`)) })

export const CLASS_ROWS: readonly KeyRow[] = [
  { id: 'class-2', first: ({ press }) => press('b'), sees: armed('saucer') },
  { id: 'class-3', sees: armed('spoon') },
  { id: 'class-4', sees: armed('fork') },
  { id: 'class-5', sees: armed('knife') },
  { id: 'class-6', sees: armed('plate') },
  { id: 'class-7', sees: armed('bowl') },
  { id: 'class-8', sees: armed('jug') },
  { id: 'class-9', sees: armed('glass') },
  { id: 'class-0', sees: armed('napkin') },
  { id: 'class-1', sees: armed('cup') },
  { id: 'swap-classes', sees: armed('napkin') },
  { id: 'swap-classes', chord: 'Backquote', sees: armed('cup') },
  { id: 'class-picker', sees: { open: ['Pick a class'], typing: 'Class' } },
  { id: 'rename-class', first: ({ press }) => press('Escape'), sees: { open: ['Rename cup'] } },
  {
    id: 'attributes',
    first: ({ press }) => press('Escape', 'v', 'Tab'),
    sees: { open: ['Attributes of the selection'] },
  },
]
