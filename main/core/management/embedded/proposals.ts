import type { ProposalOperations } from '../proposals.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'

export function embeddedProposals(
  { images, offerFile }: Pick<ManagedServices, 'images' | 'offerFile'>,
  find: FindProject,
): ProposalOperations {
  return {
    async offer(text, image, file) {
      const project = await find(text)
      if (!project.ok) return project
      const found = await images.find(project.value, image)
      return found.ok ? offerFile(project.value, found.value, file) : found
    },
  }
}
