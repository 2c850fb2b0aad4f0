import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { ImageId, ProposalId } from '#common/ids'
import type { Result } from '#common/result'
import type { StoredImage } from '../../dataset/images/ports.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Notes, Random } from '../../ports.ts'
import type { AnnotationFile } from '../annotations/annotation-file.ts'
import { draftsInFrame, type ReadAnnotation } from '../annotations/read-annotation.ts'
import type { ProposalRepository } from './ports.ts'
import { checkCount, readSource, toProposals } from './rules.ts'

export type ProposalService = ReturnType<typeof proposalService>

interface Dependencies {
  readonly proposals: ProposalRepository
  readonly images: Pick<ImageService, 'find'>
  readonly random: Random
  readonly notes: Notes
}

/** Offers an annotation file of a model for an image. */
export type PredictionOfferer = (
  project: Project,
  image: StoredImage,
  file: AnnotationFile & { readonly source: string },
) => Promise<Result<undefined, Refusal>>

/** Predictions of a model for an image. */
export interface ProposalUpload {
  readonly objects: readonly ReadAnnotation[]
  /** Name of the model; empty when it is not told. */
  readonly source: string
  /** Put away what other models proposed, too. */
  readonly overwrite: boolean
}

/** Proposals of models: they wait on their image until a person accepts or rejects them, and change nothing before. */
export function proposalService({ proposals, images, random, notes }: Dependencies) {
  /**
   * Replaces what the same source proposed for the image before, or, with `overwrite`, everything that was proposed. No object
   * at all takes the former ones away. Labels, state, and membership of the dataset stay as they are.
   */
  async function offer(
    project: Project,
    image: ImageId,
    { objects, source, overwrite }: ProposalUpload,
  ): Promise<Result<undefined, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const { name, width, height } = found.value
    const named = readSource(source)
    if (!named.ok) return named
    const drafts = draftsInFrame(objects, found.value)
    if (drafts.length === 0 && objects.length > 0) {
      return refuse('object-outside-image', { image: name, width, height })
    }
    const made = toProposals(drafts, { source: named.value, fresh: () => brand<ProposalId>(random.id()) })
    if (!made.ok) return made
    const replaced = await proposals.replace(
      { projectId: project.id, image },
      {
        of: overwrite ? null : named.value,
        proposals: made.value,
        accept: (kept) => checkCount(kept + made.value.length, name),
      },
    )
    if (replaced.ok) notes.publish({ kind: 'images', project: project.slug, image })
    return replaced
  }

  return { offer }
}
