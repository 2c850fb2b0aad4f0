import { z } from 'zod'
import { ProjectType } from '#common/contract/projects'

/** Facts that an archive states about its images. */
export const SearchFacts = z.object({
  /** `<workspace>/<project>/<export>`; of several projects `search`. */
  id: z.string(),
  /** The archive's own name. */
  name: z.string(),
  /** The search, in words. */
  search: z.string(),
  projectName: z.string(),
  projectType: ProjectType,
  group: z.string(),
  license: z.string(),
})
export type SearchFacts = z.infer<typeof SearchFacts>
