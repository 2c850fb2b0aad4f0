import { setsPoints } from '#renderer/tools/armed'
import { leavePast } from '../history/past.ts'
import { stepLint } from '../lint/lint-acts.ts'
import { isPainting } from '../mask/brush-keys.ts'
import { clearSelection, deleteSelected } from '../outline-acts/vertex-acts.ts'
import {
  copySelected,
  duplicateSelected,
  pasteCopied,
  selectAll,
  selectNeighbour,
  toggleHidden,
} from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyContext } from './context.ts'
import type { KeyCommand } from './key-command.ts'

const places = (c: KeyContext) => setsPoints(c.tool) && c.isDrafting
const drafts = (c: KeyContext) =>
  places(c) || isPainting(c) || ((c.tool === 'smart' || c.tool === 'rotated-box') && c.isDrafting)
const hasSelected = (c: KeyContext) => c.hasSelection && c.isEditable

export const EDIT_KEYS: readonly KeyCommand[] = [
  {
    id: 'undo',
    label: 'Undo',
    chords: ['Mod+Z'],
    group: 'Edit',
    when: (c) => (c.canUndo || c.canResume) && c.isEditable && !drafts(c),
    run: undo,
  },
  {
    id: 'redo',
    label: 'Redo',
    chords: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Edit',
    when: (c) => c.canRedo && c.isEditable && !places(c),
    run: redo,
  },
  {
    id: 'delete',
    label: 'Delete',
    chords: ['Delete'],
    group: 'Edit',
    when: hasSelected,
    run: deleteSelected,
  },
  {
    id: 'delete-back',
    label: 'Delete',
    chords: ['Backspace'],
    group: 'Edit',
    when: (c) => hasSelected(c) && !drafts(c),
    run: deleteSelected,
  },
  { id: 'copy', label: 'Copy', chords: ['Mod+C'], group: 'Edit', when: (c) => c.hasSelection, run: copySelected },
  {
    id: 'paste',
    label: 'Paste',
    chords: ['Mod+V'],
    group: 'Edit',
    when: (c) => c.isEditable && !c.isDrafting,
    run: pasteCopied,
  },
  { id: 'duplicate', label: 'Duplicate', chords: ['Mod+D'], group: 'Edit', when: hasSelected, run: duplicateSelected },
  {
    id: 'all',
    label: 'Select all',
    chords: ['Mod+A'],
    group: 'Edit',
    when: (c) => c.hasShapes && !c.isDrafting,
    run: selectAll,
  },
  {
    id: 'next-shape',
    label: 'Next shape',
    chords: ['Tab'],
    group: 'Edit',
    when: (c) => c.isFocused && c.hasShapes && !c.isDrafting,
    run: (bench) => selectNeighbour(bench, 1),
  },
  {
    id: 'previous-shape',
    label: 'Previous shape',
    chords: ['Shift+Tab'],
    group: 'Edit',
    when: (c) => c.isFocused && c.hasShapes && !c.isDrafting,
    run: (bench) => selectNeighbour(bench, -1),
  },
  {
    id: 'hide',
    label: 'Hide or show the selection',
    chords: ['J'],
    group: 'Edit',
    when: (c) => c.hasSelection,
    run: (bench) => toggleHidden(bench, bench.bench.selection),
  },
  {
    id: 'deselect',
    label: 'Clear the selection',
    chords: ['Escape'],
    group: 'Edit',
    when: (c) => c.hasSelection && !c.isDrafting && !c.isInPast && c.tool !== 'reshape',
    run: clearSelection,
  },
  {
    id: 'next-lint',
    label: 'Next thing to look at',
    chords: ['F8'],
    group: 'Edit',
    when: (c) => c.hasLints && !c.isInPast && !c.isDrafting,
    run: (bench) => stepLint(bench, 1),
  },
  {
    id: 'previous-lint',
    label: 'Previous thing to look at',
    chords: ['Shift+F8'],
    group: 'Edit',
    when: (c) => c.hasLints && !c.isInPast && !c.isDrafting,
    run: (bench) => stepLint(bench, -1),
  },
  {
    id: 'leave-past',
    label: 'Return to the labels as they are now',
    chords: ['Escape'],
    group: 'Edit',
    when: (c) => c.isInPast,
    run: leavePast,
  },
]

/** The picture on screen stays; only its own gestures are taken back. */
export function undo(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  leavePast(bench)
  if (bench.resume()) return bench.announce('Drawing taken up again')
  const label = bench.document?.undo.at(-1)
  if (image !== undefined && bench.documents.undo(image)) bench.announce(`Undone: ${label ?? 'last change'}`)
}

export function redo(bench: Workbench): void {
  const { image } = bench.bench
  bench.settle()
  leavePast(bench)
  const label = bench.document?.redo[0]
  if (image !== undefined && bench.documents.redo(image)) bench.announce(`Done again: ${label ?? 'next change'}`)
}
