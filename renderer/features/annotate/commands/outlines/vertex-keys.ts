import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../context.ts'
import type { KeyCommand } from '../key-command.ts'
import { insertVertex, toggleSnapping, toggleWelding, untangle } from './vertices.ts'

const edits = (c: KeyContext) => c.traits.takesHold && c.hasSelection && c.isEditable && !c.isDrafting
const hasOutlines = (c: KeyContext) => labellingOf(c.projectType) === 'places'

/** Keys for the vertices of the selected outline, and for how vertices snap. */
export const VERTEX_KEYS: readonly KeyCommand[] = [
  {
    id: 'insert-vertex',
    label: t('Insert vertex at the pointer'),
    chords: ['I'],
    group: 'Edit',
    when: edits,
    run: insertVertex,
  },
  {
    id: 'untangle',
    label: t('Untangle crossing outline'),
    chords: ['Alt+I'],
    group: 'Edit',
    when: edits,
    run: (editor) => {
      for (const id of editor.state.selection) untangle(editor, id)
    },
  },
  {
    id: 'snapping',
    label: t('Snapping on or off'),
    chords: ['Alt+S'],
    group: 'Edit',
    when: hasOutlines,
    run: toggleSnapping,
  },
  {
    id: 'welding',
    label: t('Shared vertices together or alone'),
    chords: ['Alt+W'],
    group: 'Edit',
    when: hasOutlines,
    run: toggleWelding,
  },
]
