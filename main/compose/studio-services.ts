import { statfs } from 'node:fs/promises'
import type { Session } from '#common/contract/session'
import type { StudioServices } from '#servers/studio/services'
import type { Parts, RunningServers } from './parts.ts'
import type { ShellPorts } from './ports.ts'

/** What the studio's procedures and pages stand on, out of the services and the shell. */
export function studioServices(ports: ShellPorts, parts: Parts & { running: RunningServers }): StudioServices {
  const { services, foundation } = parts
  const { pictures, blobs, previews, segmenter, notes } = foundation
  return {
    ...services,
    segmenter,
    notes,
    session: () => readSession(ports, parts),
    chooseSecrets: (place) => ports.secrets.choose(place),
    files: {
      picture: ({ blob, format }, size) => pictures.sized({ blob, format, path: blobs.pathOf(blob) }, size),
      blob: blobs.pathOf,
      preview: previews.find,
      segmentImage: ({ blob: hash, width, height }) => ({ hash, path: blobs.pathOf(hash), width, height }),
    },
  }
}

async function readSession(
  ports: ShellPorts,
  { foundation, services, running }: Parts & { running: RunningServers },
): Promise<Session> {
  const { bavail, bsize } = await statfs(ports.library)
  const { slug, name } = services.workspace
  return {
    workspace: { slug, name },
    appVersion: ports.appVersion,
    shell: ports.shell,
    library: { path: ports.library, freeBytes: bavail * bsize, usedBytes: foundation.library.usedBytes() },
    cores: foundation.cores,
    servers: {
      management: running.management ?? null,
      inference: running.inference ?? null,
      events: running.events ?? null,
    },
    secrets: await ports.secrets.place(),
    segmenter: foundation.segmenter.name,
    trustedHosts: [...(ports.trustedHosts ?? [])],
    remote: foundation.remote?.state() ?? null,
  }
}
