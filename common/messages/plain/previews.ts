import type { Template } from '../template.ts'

/** Parts of an export before it is made, and why images are not rendered. */
export const PREVIEWS = {
  'tree-images': { one: '{{count, number}} image', other: '{{count, number}} images' },
  'tree-labels': { one: '{{count, number}} annotation file', other: '{{count, number}} annotation files' },
  'tree-masks': { one: '{{count, number}} mask', other: '{{count, number}} masks' },
  'tree-records': { one: '{{count, number}} record', other: '{{count, number}} records' },
  'tree-folders': { one: '{{count, number}} folder', other: '{{count, number}} folders' },
  'tree-crops': 'one image for each object',
  'tree-each-class': 'each class',
  'record-of-object': 'The first object of {{image}}, as it will be written',
  'record-of-image': 'The annotations of {{image}}, as they will be written',
  'rendering-stopped': 'Rendering stopped: {{cause}}. Generate the version again',
  'rendering-thread-ended': 'the thread ended',
} as const satisfies Record<string, Template>
