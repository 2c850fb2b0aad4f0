import { z } from 'zod'
import { ProjectType } from '#common/contract/projects'

/** What an archive tells of its images. */
export const SearchFacts = z.object({
  /** `<workspace>/<project>/<export>`; of several projects `search`. */
  id: z.string(),
  /** The archive's own name. */
  name: z.string(),
  /** What was searched for, in words. */
  search: z.string(),
  projectName: z.string(),
  projectType: ProjectType,
  group: z.string(),
  license: z.string(),
})
export type SearchFacts = z.infer<typeof SearchFacts>
