import type { Template } from '../template.ts'

/** Rows of a database, which begin the sentence that they are damaged. */
export const ROWS = {
  'row-annotation': 'An annotation',
  'row-annotation-of-search': 'An annotation in this search',
  'row-api-key': 'The API key {{name}}',
  'row-bulk-action': 'The bulk action',
  'row-class': 'The class {{name}}',
  'row-class-of-version': 'The class {{id}} of the version',
  'row-date': 'A date',
  'row-event': 'The event {{id}}',
  'row-export': 'The export {{name}}',
  'row-history': 'The history of {{name}}',
  'row-image': 'The image {{name}}',
  'row-image-of-version': 'The image {{name}} of version {{number}}',
  'row-project': 'The project {{name}}',
  'row-task': 'The task "{{title}}"',
  'row-this-task': 'The task',
  'row-value': 'A stored value ({{places}})',
  'row-version': 'Version {{number}}',
  'row-view': 'The view {{name}}',
} as const satisfies Record<string, Template>
