import type { ReadDb } from '../../kit/db.ts'
import { type MergeStatements, mergeStatements } from '../classes/merge.sql.ts'
import { type ReviewStatements, reviewStatements } from '../review/reviews.ts'
import { type AnnotationStatements, annotationStatements } from '../sql/annotations.sql.ts'
import { projectStatements } from '../sql/projects.sql.ts'
import { type ProposalStatements, proposalStatements } from '../sql/proposals.sql.ts'

/** Labels, the classes they need, the predictions they may come from, and what reviewers say of them. */
export interface LabelStatements extends AnnotationStatements {
  readonly classes: ReturnType<typeof projectStatements>
  readonly proposals: ProposalStatements
  readonly reviews: ReviewStatements
  readonly becameOf: MergeStatements['becameOf']
}

export function labelStatements(db: ReadDb): LabelStatements {
  return {
    ...annotationStatements(db),
    classes: projectStatements(db),
    proposals: proposalStatements(db),
    reviews: reviewStatements(db),
    becameOf: mergeStatements(db).becameOf,
  }
}
