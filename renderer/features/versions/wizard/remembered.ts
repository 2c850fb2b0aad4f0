import type { ProjectSlug } from '#common/ids'
import { Draft, FIRST_DRAFT } from './draft.ts'

/** The settings of the last version of a project, kept by the browser. */
export function recallDraft(project: ProjectSlug): Draft {
  const stored = Draft.safeParse(parsed(localStorage.getItem(keyOf(project))))
  return stored.success ? stored.data : FIRST_DRAFT
}

export function rememberDraft(project: ProjectSlug, draft: Draft): void {
  localStorage.setItem(keyOf(project), JSON.stringify(draft))
}

function keyOf(project: ProjectSlug): string {
  return `tessera.version-settings.${project}`
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
