import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import type { KeyCommand } from '../key-command.ts'
import { cycleTriage, finish, goBy, goToEnd, goToUnfinished, toggleNothing } from '../queue/queue.ts'
import { resetTone } from './tone.ts'
import { fitSelection, zoomByKey, zoomToActualSize } from './view.ts'

const always = () => true

export const MOVE_KEYS: readonly KeyCommand[] = [
  {
    id: 'previous',
    label: t('Previous image'),
    chords: ['A'],
    group: 'Images',
    when: always,
    run: (editor) => goBy(editor, -1),
  },
  {
    id: 'next',
    label: t('Next image'),
    chords: ['D'],
    group: 'Images',
    when: always,
    run: (editor) => goBy(editor, 1),
  },
  {
    id: 'previous-unfinished',
    label: t('Previous unfinished image'),
    chords: ['Shift+A'],
    group: 'Images',
    when: always,
    run: (editor) => goToUnfinished(editor, -1),
  },
  {
    id: 'next-unfinished',
    label: t('Next unfinished image'),
    chords: ['Shift+D'],
    group: 'Images',
    when: always,
    run: (editor) => goToUnfinished(editor, 1),
  },
  {
    id: 'first',
    label: t('First image'),
    chords: ['Home'],
    group: 'Images',
    when: always,
    run: (editor) => goToEnd(editor, 'first'),
  },
  {
    id: 'last',
    label: t('Last image'),
    chords: ['End'],
    group: 'Images',
    when: always,
    run: (editor) => goToEnd(editor, 'last'),
  },
  {
    id: 'triage',
    label: t('Next triage order'),
    chords: ['Shift+T'],
    group: 'Images',
    when: always,
    run: cycleTriage,
  },
  {
    id: 'done',
    label: t('Done, next unfinished'),
    chords: ['Mod+Enter'],
    group: 'Images',
    when: (c) => c.isEditable,
    run: finish,
  },
  {
    id: 'nothing',
    label: t('Mark as background'),
    chords: ['/'],
    group: 'Images',
    when: (c) => c.isEditable,
    run: toggleNothing,
  },
]

export const VIEW_KEYS: readonly KeyCommand[] = [
  { id: 'fit', label: t('Fit the image'), chords: ['F'], group: 'View', when: always, run: (editor) => editor.fit() },
  {
    id: 'fit-selection',
    label: t('Fit the selection'),
    chords: ['Shift+F'],
    group: 'View',
    when: (c) => c.hasSelection,
    run: fitSelection,
  },
  {
    id: 'actual-size',
    label: t('Zoom to 100 %'),
    chords: ['Mod+0'],
    group: 'View',
    when: always,
    run: zoomToActualSize,
  },
  {
    id: 'zoom-in',
    label: t('Zoom in'),
    chords: ['+', '='],
    group: 'View',
    when: always,
    run: (editor) => zoomByKey(editor, 1),
  },
  {
    id: 'zoom-out',
    label: t('Zoom out'),
    chords: ['-', '_'],
    group: 'View',
    when: always,
    run: (editor) => zoomByKey(editor, -1),
  },
  {
    id: 'view-strip',
    label: t('Brightness and contrast'),
    chords: ['W'],
    group: 'View',
    when: always,
    run: (editor) => editor.setOptions({ hasViewStrip: !editor.state.options.hasViewStrip }),
  },
  {
    id: 'view-reset',
    label: t('Reset brightness and contrast'),
    chords: ['Shift+W'],
    group: 'View',
    when: always,
    run: resetTone,
  },
  {
    id: 'crosshair',
    label: t('Crosshair on or off'),
    chords: ["'"],
    group: 'View',
    when: (c) => c.traits.isDrawing,
    run: (editor) => editor.setOptions({ hasCrosshair: !editor.state.options.hasCrosshair }),
  },
  {
    id: 'labels',
    label: t('Class names on or off'),
    chords: [';'],
    group: 'View',
    when: (c) => labellingOf(c.projectType) === 'places',
    run: (editor) => editor.setOptions({ hasLabels: !editor.state.options.hasLabels }),
  },
  {
    id: 'peek',
    label: t('Hold to see the image alone'),
    chords: ['\\'],
    group: 'View',
    when: always,
    run: (editor) => editor.set({ isPeeking: true }),
  },
  {
    id: 'inspector',
    label: t('Inspector open or closed'),
    chords: ['Mod+\\'],
    group: 'View',
    when: always,
    run: toggleInspector,
  },
  {
    id: 'keys',
    label: t('All keys available now'),
    chords: ['?', 'F1'],
    group: 'View',
    when: always,
    run: (editor) => editor.set({ isShowingKeys: true }),
  },
]

export function toggleInspector(editor: Editor): void {
  editor.setOptions({ hasInspector: !editor.state.options.hasInspector })
}
