import type { Template } from '../template.ts'

/** Faults of databases and the files beside them. */
export const STORES = {
  'store-missing': '{{database}} is missing',
  'store-empty': '{{database}} is empty',
  'store-unreadable': '{{database}} is damaged or is not a Tessera database',
  'store-damaged': '{{database}} is damaged',
  'store-foreign': '{{database}} belongs to another library',
  'store-older': '{{database}} is an older copy, or its latest changes are damaged',
  'store-identity-lost': '{{identity}} is missing or damaged',
  'store-files-foreign': '{{database}} and the files in {{folder}} belong to different libraries',
  'store-files-missing': 'the folder {{folder}} is missing or empty, but {{database}} refers to files in it',
} as const satisfies Record<string, Template>
