import { labellingOf } from '#renderer/kit/display/project-type'
import { cycleTriage, finish, goBy, goToEnd, goToUnfinished, toggleNothing } from '../queue/queue-acts.ts'
import { resetTone } from '../view/tone-acts.ts'
import { fitSelection, zoomByKey, zoomToActualSize } from '../workbench/view-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { KeyCommand } from './key-command.ts'

const always = () => true

export const MOVE_KEYS: readonly KeyCommand[] = [
  {
    id: 'previous',
    label: 'Previous picture',
    chords: ['A'],
    group: 'Pictures',
    when: always,
    run: (bench) => goBy(bench, -1),
  },
  { id: 'next', label: 'Next picture', chords: ['D'], group: 'Pictures', when: always, run: (bench) => goBy(bench, 1) },
  {
    id: 'previous-unfinished',
    label: 'Previous unfinished picture',
    chords: ['Shift+A'],
    group: 'Pictures',
    when: always,
    run: (bench) => goToUnfinished(bench, -1),
  },
  {
    id: 'next-unfinished',
    label: 'Next unfinished picture',
    chords: ['Shift+D'],
    group: 'Pictures',
    when: always,
    run: (bench) => goToUnfinished(bench, 1),
  },
  {
    id: 'first',
    label: 'First picture',
    chords: ['Home'],
    group: 'Pictures',
    when: always,
    run: (bench) => goToEnd(bench, 'first'),
  },
  {
    id: 'last',
    label: 'Last picture',
    chords: ['End'],
    group: 'Pictures',
    when: always,
    run: (bench) => goToEnd(bench, 'last'),
  },
  {
    id: 'triage',
    label: 'Next triage order',
    chords: ['Shift+T'],
    group: 'Pictures',
    when: always,
    run: cycleTriage,
  },
  {
    id: 'done',
    label: 'Done, next unfinished',
    chords: ['Mod+Enter'],
    group: 'Pictures',
    when: (c) => c.isEditable,
    run: finish,
  },
  {
    id: 'nothing',
    label: 'Nothing to label',
    chords: ['/'],
    group: 'Pictures',
    when: (c) => c.isEditable,
    run: toggleNothing,
  },
]

export const VIEW_KEYS: readonly KeyCommand[] = [
  { id: 'fit', label: 'Fit the picture', chords: ['F'], group: 'View', when: always, run: (bench) => bench.fit() },
  {
    id: 'fit-selection',
    label: 'Fit the selection',
    chords: ['Shift+F'],
    group: 'View',
    when: (c) => c.hasSelection,
    run: fitSelection,
  },
  { id: 'actual-size', label: 'Zoom to 100 %', chords: ['Mod+0'], group: 'View', when: always, run: zoomToActualSize },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    chords: ['+', '='],
    group: 'View',
    when: always,
    run: (bench) => zoomByKey(bench, 1),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    chords: ['-', '_'],
    group: 'View',
    when: always,
    run: (bench) => zoomByKey(bench, -1),
  },
  {
    id: 'view-strip',
    label: 'Brightness and contrast',
    chords: ['W'],
    group: 'View',
    when: always,
    run: (bench) => bench.setOptions({ hasViewStrip: !bench.bench.options.hasViewStrip }),
  },
  {
    id: 'view-reset',
    label: 'Reset brightness and contrast',
    chords: ['Shift+W'],
    group: 'View',
    when: always,
    run: resetTone,
  },
  {
    id: 'crosshair',
    label: 'Crosshair on or off',
    chords: ["'"],
    group: 'View',
    when: (c) => c.isDrawing,
    run: (bench) => bench.setOptions({ hasCrosshair: !bench.bench.options.hasCrosshair }),
  },
  {
    id: 'labels',
    label: 'Labels on or off',
    chords: [';'],
    group: 'View',
    when: (c) => labellingOf(c.projectType) === 'places',
    run: (bench) => bench.setOptions({ hasLabels: !bench.bench.options.hasLabels }),
  },
  {
    id: 'peek',
    label: 'Hold to see the picture alone',
    chords: ['\\'],
    group: 'View',
    when: always,
    run: (bench) => bench.set({ isPeeking: true }),
  },
  {
    id: 'inspector',
    label: 'Inspector open or closed',
    chords: ['Mod+\\'],
    group: 'View',
    when: always,
    run: toggleInspector,
  },
  {
    id: 'keys',
    label: 'All keys that are valid now',
    chords: ['?', 'F1'],
    group: 'View',
    when: always,
    run: (bench) => bench.set({ isShowingKeys: true }),
  },
]

export function toggleInspector(bench: Workbench): void {
  bench.setOptions({ hasInspector: !bench.bench.options.hasInspector })
}
