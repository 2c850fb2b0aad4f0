import type { Template } from '../template.ts'

/** Faults of a search, which stand inside its refusal. */
export const SEARCH_FAULTS = {
  'minus-alone':
    'A minus must stand directly before the word that it excludes; to search for a minus, put it in quotes',
  'query-too-long': 'A query can have at most {{most}} characters',
  'query-too-many-words': 'A query can have at most {{most}} words',
  'word-missing-at-end': 'A word is missing after it',
  'word-missing-after': 'A word is missing after {{word}}',
  'word-missing-before-parenthesis': 'A word is missing before this parenthesis',
  'query-too-deep': 'Parentheses and exclusions can be nested at most {{most}} deep',
  'quotes-not-closed': 'The quotes are not closed; write " at the end',
  'quotes-empty': 'The quotes are empty',
  'parenthesis-closes-nothing': 'This parenthesis closes nothing; remove it',
  'parenthesis-not-closed': 'This parenthesis is not closed; write ) at its end',
  'selector-unknown':
    'Unknown selector "{{selector}}:". Use one of {{names}}. To search for the text itself, put it in quotes',
  'selector-without-value': '{{selector}}: needs a value, as in {{example}}',
  'selector-value-unsuitable': '{{selector}}: {{demand}}, as in {{example}}',
  'operator-alone': '{{word}} must stand between two words; to search for the text itself, put it in quotes',
  'demands-state': 'must be done, started or todo',
  'demands-open-or-none': 'must be open or none',
  'demands-split': 'must be train, valid or test',
  'demands-boolean': 'must be true or false',
  'demands-review': 'must be waiting, approved or rejected',
  'demands-day': 'needs a day as YYYY-MM-DD, alone or after >, >=, < or <=',
  'demands-key-and-value': 'needs a key and a value',
  'demands-name': 'needs a name',
  'demands-name-and-value': 'needs a name and a value',
  'demands-part-of-name': 'needs part of a name',
  'demands-project': 'needs a project, or false',
  'demands-whole-number': 'needs a whole number',
} as const satisfies Record<string, Template>
