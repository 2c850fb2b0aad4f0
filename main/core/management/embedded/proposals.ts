import type { ProposalOperations } from '../proposals.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'

export function embeddedProposals(
  { proposals, images, readAnnotations }: Pick<ManagedServices, 'proposals' | 'images' | 'readAnnotations'>,
  find: FindProject,
): ProposalOperations {
  return {
    async offer(text, image, file) {
      const project = await find(text)
      if (!project.ok) return project
      const found = await images.find(project.value, image)
      if (!found.ok) return found
      const { id, name, width, height } = found.value
      const objects = await readAnnotations(file, { name, frame: { width, height }, type: project.value.type })
      if (!objects.ok) return objects
      const { source, overwrite } = file
      return proposals.offer(project.value, id, { objects: objects.value, source, overwrite })
    },
  }
}
