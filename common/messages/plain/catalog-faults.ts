import type { Template } from '../template.ts'

/** Faults of manifests of catalogs, which stand inside refusals. */
export const CATALOG_FAULTS = {
  'manifest-cannot-open': '{{path}} cannot be opened: {{message}}',
  'manifest-too-large': '{{path}} is larger than {{most}} bytes',
  'manifest-takes-too-much-memory': '{{path}} takes more memory than one manifest may',
  'manifest-misfit': '{{path}}: {{fault}}',
  'manifest-not-one': 'It is not a manifest',
  'manifest-not-one-saying': 'It is not a manifest: {{cause}}',
  'manifest-fault-at': '{{place}}: {{cause}}',
} as const satisfies Record<string, Template>
