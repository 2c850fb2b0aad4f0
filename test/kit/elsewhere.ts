import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { refuse } from '#common/errors'
import { machinePorts } from '#compose/machine-ports'
import { previewShelf } from '#compose/preview-shelf'
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
      exportersFor(type).map(({ id, aliases, title, keeps, tasks }) => {
        return { id, aliases: aliases ?? [], title, keeps: keeps(type), fidelity: tasks[type] ?? 'all' }
      }),
    shrink: pictureFiles(join(tmpdir(), 'tessera-test-shrunk'), MAX_IMAGE_PIXELS).shrink,
    original: async () => refuse('remote-cannot', 'No pictures are fetched here'),
  })
}

/** Its procedures, called as a page calls them. */
export function proceduresThere(studio: StudioElsewhere) {
  return createRouterClient(elsewhereRouter(studio))
}
