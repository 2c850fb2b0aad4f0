import { sayEdit } from '#renderer/words/edits'
import { t } from '#renderer/words/words'
import { resumeDiscarded } from '../../editor/drafts/restore-draft.ts'
import type { Editor } from '../../editor/editor.ts'
import type { KeyContext } from '../context.ts'
import { leavePast } from '../history/past.ts'
import type { KeyCommand } from '../key-command.ts'
import { stepLint } from '../lint/lint.ts'
import { clearSelection, deleteSelected } from '../outlines/vertices.ts'
import {
  copySelected,
  duplicateSelected,
  pasteCopied,
  selectAll,
  selectNeighbour,
  toggleHidden,
} from '../shapes/shapes.ts'

const places = (c: KeyContext) => c.traits.setsPoints && c.isDrafting
const drafts = (c: KeyContext) => c.traits.takesBack && c.isDrafting
const hasSelected = (c: KeyContext) => c.hasSelection && c.isEditable

export const EDIT_KEYS: readonly KeyCommand[] = [
  {
    id: 'undo',
    label: t('Undo'),
    chords: ['Mod+Z'],
    group: 'Edit',
    when: (c) => (c.canUndo || c.canResume || c.hasLastAct) && c.isEditable && !drafts(c),
    run: undo,
  },
  {
    id: 'redo',
    label: t('Redo'),
    chords: ['Mod+Shift+Z', 'Mod+Y'],
    group: 'Edit',
    when: (c) => c.canRedo && c.isEditable && !places(c),
    run: redo,
  },
  {
    id: 'delete',
    label: t('Delete'),
    chords: ['Delete'],
    group: 'Edit',
    when: hasSelected,
    run: deleteSelected,
  },
  {
    id: 'delete-back',
    label: t('Delete'),
    chords: ['Backspace'],
    group: 'Edit',
    when: (c) => hasSelected(c) && !drafts(c),
    run: deleteSelected,
  },
  { id: 'copy', label: t('Copy'), chords: ['Mod+C'], group: 'Edit', when: (c) => c.hasSelection, run: copySelected },
  {
    id: 'paste',
    label: t('Paste'),
    chords: ['Mod+V'],
    group: 'Edit',
    when: (c) => c.isEditable && !c.isDrafting,
    run: pasteCopied,
  },
  {
    id: 'duplicate',
    label: t('Duplicate'),
    chords: ['Mod+D'],
    group: 'Edit',
    when: hasSelected,
    run: duplicateSelected,
  },
  {
    id: 'all',
    label: t('Select all'),
    chords: ['Mod+A'],
    group: 'Edit',
    when: (c) => c.hasShapes && !c.isDrafting,
    run: selectAll,
  },
  {
    id: 'next-shape',
    label: t('Next shape'),
    chords: ['Tab'],
    group: 'Edit',
    when: (c) => c.isFocused && c.hasShapes && !c.isDrafting,
    run: (editor) => selectNeighbour(editor, 1),
  },
  {
    id: 'previous-shape',
    label: t('Previous shape'),
    chords: ['Shift+Tab'],
    group: 'Edit',
    when: (c) => c.isFocused && c.hasShapes && !c.isDrafting,
    run: (editor) => selectNeighbour(editor, -1),
  },
  {
    id: 'hide',
    label: t('Hide or show the selection'),
    chords: ['J'],
    group: 'Edit',
    when: (c) => c.hasSelection,
    run: (editor) => toggleHidden(editor, editor.state.selection),
  },
  {
    id: 'deselect',
    label: t('Clear the selection'),
    chords: ['Escape'],
    group: 'Edit',
    when: (c) => c.hasSelection && !c.isDrafting && !c.isInPast && !c.traits.isForSelection,
    run: clearSelection,
  },
  {
    id: 'next-lint',
    label: t('Next thing to look at'),
    chords: ['F8'],
    group: 'Edit',
    when: (c) => c.hasLints && !c.isInPast && !c.isDrafting,
    run: (editor) => stepLint(editor, 1),
  },
  {
    id: 'previous-lint',
    label: t('Previous thing to look at'),
    chords: ['Shift+F8'],
    group: 'Edit',
    when: (c) => c.hasLints && !c.isInPast && !c.isDrafting,
    run: (editor) => stepLint(editor, -1),
  },
  {
    id: 'leave-past',
    label: t('Return to the current annotations'),
    chords: ['Escape'],
    group: 'Edit',
    when: (c) => c.isInPast,
    run: leavePast,
  },
]

/**
 * Takes back what was done last: to the image on screen, or to more than it. What was done before this window was opened nobody
 * remembers so well: that is told where it can be seen.
 */
export function undo(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  leavePast(editor)
  const { lastAct } = editor.state
  if (resumeDiscarded(editor)) return editor.announce(t('Drawing resumed'))
  if (lastAct) {
    editor.set({ lastAct: undefined })
    return lastAct.takeBack()
  }
  const { document } = editor
  const label = document?.undo.at(-1)
  const text = t('Undone: {{act}}', { act: label === undefined ? t('last change') : sayEdit(label) })
  if (image === undefined || !editor.documents.undo(image)) return
  if (document?.known.undo.length === 0) editor.say({ kind: 'undone', image, text })
  else editor.announce(text)
}

export function redo(editor: Editor): void {
  const { image } = editor.state
  editor.settle()
  leavePast(editor)
  const label = editor.document?.redo[0]
  const name = label === undefined ? t('next change') : sayEdit(label)
  if (image !== undefined && editor.documents.redo(image)) editor.announce(t('Redone: {{act}}', { act: name }))
}
