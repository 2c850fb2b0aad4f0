import type { AddedImage } from '../../../dataset/images/take-in.ts'
import type { Project } from '../../../dataset/projects/ports.ts'
import type { Labelling, Standing } from './said.ts'
import { otherLabels, sameLabels } from './same-labels.ts'
import type { ImportSources } from './sources.ts'

type Compared = Pick<Labelling, 'standing' | 'labels'>

/** Reads what is on images of a project, and compares it with what label files say. */
export function standingLabels(
  { images, annotations, projects }: Pick<ImportSources, 'images' | 'annotations' | 'projects'>,
  project: Project,
) {
  const classes = async () => projects.classes(project.id)

  return {
    /** The image and its annotations; undefined where it was deleted in this moment. */
    async of({ id, added }: AddedImage, isTwin: boolean): Promise<Standing | undefined> {
      // One that has just come has none.
      if (added !== undefined && !isTwin) return { ...added, shapes: [], isNull: false }
      const [found, opened] = await Promise.all([images.find(project, id), annotations.open(project, id)])
      return found.ok && opened.ok ? { ...found.value, ...opened.value } : undefined
    },

    /** The first label that the image does not have. */
    async missing({ standing, labels }: Compared) {
      return otherLabels(standing.shapes, labels.drafts, await classes())[0]
    },

    /** Whether the image has just these labels. */
    async isSame({ standing, labels }: Compared): Promise<boolean> {
      return sameLabels(standing.shapes, labels.drafts, await classes())
    },

    /** Whether the image has these labels, and maybe others. */
    async isAmong({ standing, labels }: Compared): Promise<boolean> {
      return otherLabels(standing.shapes, labels.drafts, await classes()).length === 0
    },
  }
}
