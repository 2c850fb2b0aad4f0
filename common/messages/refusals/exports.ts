import type { Entry } from '../reasons.ts'

/** Refusals about exports. */
export const EXPORTS = {
  'link-leads-to-no-archive': ['export-not-found', 'This link leads to no archive'],
  'format-export-cancelled': ['export-cancelled', 'The export to {{format}} was canceled. Request it again'],
  'no-project-has-group': [
    'nothing-to-export',
    'No project has the annotation group "{{group}}", so there is nothing to export',
  ],
  'search-export-cancelled': ['export-cancelled', 'The export "{{export}}" was canceled. Request another one'],
  'search-export-not-found': [
    'export-not-found',
    'There is no search export "{{export}}". Exports are kept for {{days}} days; request another one',
  ],
  'archive-damaged': ['export-damaged', '{{file}} is damaged on disk and was not sent. Request the export again'],
  'format-for-other-types': [
    'format-unknown',
    '"{{format}}" is an export format for projects of another type: {{types}}. Use one of: {{allowed}}',
  ],
  'format-holds-tracks': [
    'format-unknown',
    '"{{format}}" contains tracks through videos, which versions do not have. Use one of: {{allowed}}',
  ],
  'format-not-written': [
    'format-unknown',
    '"{{format}}" is a known format that Tessera does not write. Use one of: {{allowed}}',
  ],
  'format-not-of-project': [
    'format-unknown',
    '"{{format}}" is not an export format for this project. Use one of: {{allowed}}',
  ],
  'archive-not-ready': ['export-not-found', 'This archive is not ready yet'],
  'no-image-to-export': ['nothing-to-export', 'There is no image, so there is nothing to export'],
  'no-image-found-to-export': ['nothing-to-export', 'No image fits "{{search}}", so there is nothing to export'],
  'export-of-different-types': [
    'export-types-differ',
    'The images belong to projects of different types: {{first}} is {{firstType}}, {{second}} is {{secondType}}. Name one with dataset, or with project: in the query',
  ],
  'export-failed': ['export-failed', 'The export to {{format}} failed: {{cause}}'],
  'search-export-failed': ['export-failed', 'The export "{{export}}" failed: {{cause}}'],
} as const satisfies Record<string, Entry>
