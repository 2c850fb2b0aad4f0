import { z } from 'zod'
import { MAX_REASON } from '#common/annotation/review'
import type { ProjectSlug } from '#common/ids'

const Reasons = z.array(z.string().max(MAX_REASON)).catch([])

/** Number of recent reasons to offer. */
const MOST = 8

function keyOf(project: ProjectSlug): string {
  return `tessera.reasons.${project}`
}

/** Returns the reasons with which this window rejected images of the project, latest first. */
export function recentReasons(project: ProjectSlug): readonly string[] {
  try {
    return Reasons.parse(JSON.parse(localStorage.getItem(keyOf(project)) ?? '[]'))
  } catch {
    return []
  }
}

export function keepReason(project: ProjectSlug, reason: string): void {
  const others = recentReasons(project).filter((each) => each !== reason)
  localStorage.setItem(keyOf(project), JSON.stringify([reason, ...others].slice(0, MOST)))
}
