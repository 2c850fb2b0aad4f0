import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { getContractRouter, isContractProcedure } from '@orpc/contract'
import { studioContract } from '#common/contract/contract'
import { refuse } from '#common/errors'
import { previewShelf } from '#compose/adapters/preview-shelf'
import { machinePorts } from '#compose/machine-ports'
import { noteHub } from '#compose/note-hub'
import { openTarget, type StudioTarget } from '#compose/remote/target'
import { sessionSecrets } from '#compose/secrets/session'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import type { Management } from '#core/management/ports'
import { remoteActs } from '#core/remote/acts'
import { type RemoteStudio, remoteStudio } from '#core/remote/service'
import { exportersFor } from '#formats/exporters/registry'
import { diverted } from '#servers/studio/divert'
import { imageFiles } from '#storage/blobs/images'
import { versionRenderer } from '#transforms/pipeline'
import type { StudioClient } from './station-process.ts'

export type StudioOfRemote = StudioClient

/** Returns the studio of a remote. Only previews are missing, because they need downloaded files. */
export function studioOfRemote(management: Management): RemoteStudio {
  const { clock, random } = machinePorts()
  return remoteStudio({
    management,
    clock,
    random,
    renderer: versionRenderer,
    show: previewShelf().show,
    host: 'nas:9000',
    notes: { publish: () => undefined },
    wait: (ms) => wait(Math.min(ms, 20)),
    formats: (type) =>
      exportersFor(type).map(({ id, aliases, title, keeps, leavesOut, tasks }) => {
        const about = { keeps: keeps(type), leavesOut: leavesOut(type) }
        return { id, aliases: aliases ?? [], title, ...about, fidelity: tasks[type] ?? 'all' }
      }),
    shrink: imageFiles(join(tmpdir(), 'tessera-test-shrunk'), MAX_IMAGE_PIXELS).shrink,
    original: async () => refuse('remote-image-without-link', { host: 'nas' }),
  })
}

/** Returns its procedures, called like a page calls them. */
export function remoteProcedures(studio: RemoteStudio): StudioClient {
  const divert = () => ({ acts: remoteActs(studio), host: 'nas:9000', forwarded: async () => undefined })
  return createORPCClient({
    async call(path, input) {
      const own = getContractRouter(studioContract, path)
      const answering = isContractProcedure(own) ? diverted(divert, path, own) : undefined
      return answering?.(input, undefined)
    },
  })
}

/** Opens the connections of an installation like a shell at its start. */
export async function openPlace(library: string): Promise<StudioTarget> {
  const { clock, random } = machinePorts()
  return openTarget({
    library,
    clock,
    random,
    renderer: versionRenderer,
    show: previewShelf().show,
    notes: noteHub(),
    remote: undefined,
    formats: () => [],
    shrink: imageFiles(join(library, 'cache'), MAX_IMAGE_PIXELS).shrink,
    secrets: sessionSecrets(),
    logFailure: (message, failure) => {
      throw new Error(message, { cause: failure })
    },
  })
}
