import type { Template } from '../template.ts'

/** A finished sentence, which nobody can take apart. */
export const LITERAL = {
  literal: '{{text}}',
} as const satisfies Record<string, Template>
