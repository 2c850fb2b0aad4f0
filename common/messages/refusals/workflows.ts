import type { Entry } from '../reasons.ts'

/** Refusals about workflows. */
export const WORKFLOWS = {
  'workflow-version-malformed': ['request-invalid', 'workflow_version must be a number from 1, not "{{text}}"'],
  'workflow-not-open-to-workspace': [
    'workflow-not-found',
    'There is no workflow "{{workflow}}" that is open to {{workspace}}',
  ],
  'workflow-version-not-found': ['workflow-not-found', 'The workflow "{{workflow}}" has no version {{version}}'],
  'workflow-name-missing': ['workflow-invalid', 'name: the workflow needs a name'],
  'workflow-name-too-long': ['workflow-invalid', 'name has {{length}} characters; {{most}} are kept'],
  'workflow-config-too-long': ['workflow-invalid', 'config is longer than {{most}} characters'],
  'workflow-config-malformed': [
    'workflow-invalid',
    'config must be JSON text of the form {"specification": {…}}, or {}, with at most 100 levels',
  ],
  'workflow-not-in-trash': ['trash-item-not-found', 'There is no workflow "{{workflow}}" in the trash'],
  'workflow-not-in-workspace': ['workflow-not-found', 'There is no workflow "{{workflow}}" in {{workspace}}'],
  'workflow-address-taken': ['workflow-taken', 'A workflow with the address "{{slug}}" exists already'],
  'workflow-name-not-plain': ['workflow-invalid', 'A name cannot hold line breaks or control characters'],
  'several-workflows-in-trash': [
    'trash-item-ambiguous',
    'The trash contains several workflows with the address "{{slug}}". Use the id instead',
  ],
  'workflow-missing': [
    'request-invalid',
    'workflow is required: the URL or id of the workflow that the token can read',
  ],
} as const satisfies Record<string, Entry>
