import type { Entry } from '../reasons.ts'

/** Refusals about searches. */
export const SEARCH = {
  'search-too-long': ['search-invalid', 'q has {{length}} characters; at most {{most}} are read'],
  'search-has-too-many-words': ['search-invalid', 'q has {{count}} words; at most {{most}} are allowed'],
  'search-number-missing': ['search-invalid', '{{word}}: write a number after {{kind}}, such as {{example}}>100'],
  'continuation-token-foreign': [
    'search-invalid',
    'continuationToken does not belong to this query; omit it to begin with the first page',
  ],
  'search-faulty': ['search-invalid', 'Search error at character {{place}} ("{{word}}"): {{cause}}'],
  'search-faulty-there': ['search-invalid', 'Search error at character {{place}}: {{cause}}'],
} as const satisfies Record<string, Entry>
