import { annotationsElsewhere } from './annotations.ts'
import { imagesElsewhere } from './images.ts'
import type { Elsewhere } from './ports.ts'
import { projectsElsewhere } from './projects.ts'

export type StudioElsewhere = ReturnType<typeof studioElsewhere>

/** What the screens show and do while the studio works on another machine: all of it over that machine's management API. */
export function studioElsewhere(elsewhere: Elsewhere) {
  const projects = projectsElsewhere(elsewhere)
  const annotations = annotationsElsewhere({ ...elsewhere, projects })
  const images = imagesElsewhere({ ...elsewhere, projects, shapesOf: annotations.shapes })
  return { projects, annotations, images }
}
