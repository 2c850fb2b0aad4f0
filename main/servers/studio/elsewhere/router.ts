import type { Ability } from '#common/contract/session'
import type { StudioElsewhere } from '#core/elsewhere/service'
import { annotationsThere } from './annotations.ts'
import { imagesThere } from './images.ts'
import { projectsThere } from './projects.ts'

/** What a screen may offer while the studio works on another machine: no more than the procedures below can do and undo. */
export const ABILITIES_ELSEWHERE: readonly Ability[] = []

/** The studio's procedures over another machine's management API, as far as it has words for them. */
export function elsewhereRouter(studio: StudioElsewhere) {
  return {
    projects: projectsThere(studio),
    images: imagesThere(studio),
    annotations: annotationsThere(studio),
  }
}
