import type { Template } from '../template.ts'

/** Faults that schemas find in requests; they stand inside refusals. */
export const ISSUES = {
  'issue-unknown-setting': '{{field}} is not a known setting',
  'issue-not-object': 'The settings must be an object',
  'issue-missing': '{{field}} is missing',
  'issue-empty': '{{field}} must not be empty',
  'issue-text-too-short': {
    one: '{{field}} must have at least {{count}} character',
    other: '{{field}} must have at least {{count}} characters',
  },
  'issue-text-too-long': {
    one: '{{field}} must have at most {{count}} character',
    other: '{{field}} must have at most {{count}} characters',
  },
  'issue-list-too-short': '{{field}} must hold at least {{most}}',
  'issue-list-too-long': '{{field}} must hold at most {{most}}',
  'issue-too-small': '{{field}} must be at least {{most}}',
  'issue-too-large': '{{field}} must be at most {{most}}',
  'issue-not-among': '{{field}} must be one of {{values}}',
  'issue-not-number': '{{field}} must be a number',
  'issue-not-whole-number': '{{field}} must be a whole number',
  'issue-not-boolean': '{{field}} must be true or false',
  'issue-no-object': '{{field}} must be an object',
  'issue-not-list': '{{field}} must be a list',
  'issue-not-string': '{{field}} must be a string',
  'issue-of-other-type': '{{field}} must be {{type}}',
  'issue-says': '{{field}} {{words}}',
  'issue-not-understood': '{{field}} is not understood',
} as const satisfies Record<string, Template>
