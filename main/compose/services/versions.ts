import { setImmediate as breathe } from 'node:timers/promises'
import { versionDiffService } from '#core/versions/diff/service'
import { previewService } from '#core/versions/preview'
import { DEFAULT_COPIES_CAP } from '#core/versions/rules'
import { versionService } from '#core/versions/service'
import { exportFileName } from '#formats/kit/file-names'
import type { Adapters } from '../adapters/adapters.ts'

/** Frozen versions: how they are made, previewed and compared. */
export function versionServices(adapters: Adapters) {
  const { library, renderer, blobs, runner, notes, previews, workspace, clock, cores } = adapters
  const rendering = { versions: library.versions, renderer, blobs, inFlight: cores, breathe }
  const versions = versionService({
    ...rendering,
    projects: library.projects,
    runner,
    clock,
    notes,
    copiesCap: DEFAULT_COPIES_CAP,
    imageName: ({ project, version, source, part, variant, extension }) => {
      const id = `${workspace.slug}/${project}/${version}`
      return exportFileName({ id }, { originalName: source.name, imageId: source.imageId, variant, part, extension })
    },
  })
  runner.register(versions.work)
  return {
    versions,
    versionPreviews: previewService({ ...rendering, projects: library.projects, clock, show: previews.show }),
    versionDiffs: versionDiffService({ diffs: library.versionDiffs, breathe }),
  }
}
