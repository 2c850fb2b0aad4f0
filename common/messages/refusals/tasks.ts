import type { Entry } from '../reasons.ts'

/** Refusals about tasks and the trash. */
export const TASKS = {
  'task-unknown': ['task-not-found', 'There is no task "{{task}}"'],
  'task-has-ended': ['task-ended', '"{{title}}" has already ended'],
  'item-not-in-trash': ['trash-item-not-found', 'There is no {{type}} "{{id}}" in the trash'],
  'trash-parent-missing': ['request-invalid', 'parentId is missing: the parentId of the version in the trash list'],
  'version-not-in-trash': ['trash-item-not-found', 'There is no version "{{version}}" in the trash'],
  'training-not-in-trash': ['trash-item-not-found', 'There is no training in the trash'],
  'trash-type-unknown': ['request-invalid', 'type must be project, version, workflow or model'],
  'task-ended': ['task-ended', 'This task has ended'],
  'project-in-trash-already': ['project-not-found', 'The project "{{slug}}" is in the trash already'],
  'version-in-trash-already': ['version-not-found', 'Version {{number}} of {{project}} is in the trash already'],
  'project-not-in-trash': ['trash-item-not-found', 'There is no project "{{id}}" in the trash'],
  'version-of-project-not-in-trash': [
    'trash-item-not-found',
    'There is no version {{number}} of a project "{{id}}" in the trash',
  ],
  'images-of-project-not-in-trash': [
    'trash-item-not-found',
    'There is no image of a project "{{project}}" in the trash',
  ],
  'version-in-the-making': [
    'version-generating',
    'Version {{number}} is still being generated. Wait for it, or cancel the task; a canceled task leaves nothing behind',
  ],
  'project-of-trashed-version-trashed': [
    'trash-parent-trashed',
    'Version {{number}} belongs to {{project}}, which is in the trash. Restore the project first',
  ],
  'task-not-started': [
    'task-not-started',
    'Tessera could not start the task. Its log says why. Restart Tessera if it happens again',
  ],
  'task-refused': ['task-not-started', '{{cause}}'],
} as const satisfies Record<string, Entry>
