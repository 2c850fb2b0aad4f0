import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { refuse } from '#common/errors'
import { machinePorts } from '#compose/machine-ports'
import { noteHub } from '#compose/note-hub'
import { openWorkplace, type Workplace } from '#compose/places/elsewhere'
import { previewShelf } from '#compose/preview-shelf'
import { sessionSecrets } from '#compose/secrets/session'
import { type StudioElsewhere, studioElsewhere } from '#core/elsewhere/service'
import { MAX_IMAGE_PIXELS } from '#core/images/rules'
import type { Management } from '#core/management/ports'
import { exportersFor } from '#formats/exporters/registry'
import { elsewhereRouter } from '#servers/studio/elsewhere/router'
import { pictureFiles } from '#storage/blobs/pictures'
import { versionRenderer } from '#transforms/pipeline'

export type StudioThere = ReturnType<typeof proceduresThere>

/** The studio as it works on another machine. Previews alone are not drawn: they need files that were fetched. */
export function studioThere(management: Management): StudioElsewhere {
  const { clock, random } = machinePorts()
  return studioElsewhere({
    ...{ management, clock, random, renderer: versionRenderer, show: previewShelf().show },
    host: 'nas:9000',
    notes: { publish: () => undefined },
    wait: (ms) => wait(Math.min(ms, 20)),
    formats: (type) =>
      exportersFor(type).map(({ id, aliases, title, keeps, leavesOut, tasks }) => {
        const about = { keeps: keeps(type), leavesOut: leavesOut(type) }
        return { id, aliases: aliases ?? [], title, ...about, fidelity: tasks[type] ?? 'all' }
      }),
    shrink: pictureFiles(join(tmpdir(), 'tessera-test-shrunk'), MAX_IMAGE_PIXELS).shrink,
    original: async () => refuse('remote-cannot', 'No pictures are fetched here'),
  })
}

/** Its procedures, called as a page calls them. */
export function proceduresThere(studio: StudioElsewhere) {
  return createRouterClient(elsewhereRouter(studio))
}

/** The connections of an installation, as a shell opens them at its start. */
export async function openPlace(library: string): Promise<Workplace> {
  const { clock, random } = machinePorts()
  return openWorkplace({
    ...{ library, clock, random, renderer: versionRenderer, show: previewShelf().show },
    ...{ notes: noteHub(), remote: undefined, formats: () => [] },
    shrink: pictureFiles(join(library, 'cache'), MAX_IMAGE_PIXELS).shrink,
    secrets: sessionSecrets('In memory'),
    logFailure: (message, failure) => {
      throw new Error(message, { cause: failure })
    },
  })
}
