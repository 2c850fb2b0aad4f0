import { annotationService } from '#core/annotation/annotations/service'
import { commentService } from '#core/annotation/comments/service'
import { annotationJobService } from '#core/annotation/jobs/service'
import { proposalService } from '#core/annotation/proposals/service'
import { sortingService } from '#core/annotation/sorting/service'
import type { Adapters } from '../adapters/adapters.ts'
import { fileAnnotator, predictionOfferer } from '../labelling/labelling.ts'
import type { CurationServices } from './curation.ts'
import type { DatasetServices } from './dataset.ts'

export type AnnotationServices = ReturnType<typeof annotationServices>

/** Annotating images, by hand and from files of programs and models; and talking about it. */
export function annotationServices(
  { library, labelling, foreign, clock, random, notes }: Adapters,
  { images, bulk }: Pick<DatasetServices, 'images'> & Pick<CurationServices, 'bulk'>,
) {
  const annotations = annotationService({ annotations: library.annotations, images, clock, random, notes })
  const proposals = proposalService({ proposals: library.proposals, images, random, notes })
  const jobs = library.annotationJobs
  return {
    annotations,
    proposals,
    comments: commentService({ comments: library.comments, images, clock, random, notes }),
    sorting: sortingService({
      annotations: library.annotations,
      projects: library.projects,
      clock,
      random,
      notes,
    }),
    annotationJobs: annotationJobService({ jobs, review: bulk.review, clock, random, notes }),
    annotateFile: fileAnnotator(labelling, { annotations, projects: library.projects, foreign }),
    offerFile: predictionOfferer(labelling, { proposals, foreign }),
  }
}
