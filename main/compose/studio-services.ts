import { stat, statfs } from 'node:fs/promises'
import { Ability, type Session } from '#common/contract/session'
import type { BlobHash } from '#common/ids'
import { eventSender } from '#core/events/studio/to-project'
import type { StoredImage } from '#core/images/ports'
import { DamagedFileError } from '#decoding/image-file'
import { ABILITIES_ELSEWHERE } from '#servers/studio/elsewhere/router'
import type { StudioServices } from '#servers/studio/services'
import type { CutPicture } from '#storage/blobs/tiles/cut-picture'
import { inferenceAsker } from './ask-inference.ts'
import { eventFileOpener, eventFiles } from './events/event-files.ts'
import type { Foundation } from './foundation.ts'
import type { Parts, RunningServers } from './parts.ts'
import type { ShellPorts } from './ports.ts'
import { publishedFiles } from './published-files.ts'

/** This machine sends only where a flag leads; the screen looks for that itself. */
const ALL_ABILITIES = [...Ability.options]

/** What the studio's procedures and pages stand on, out of the services and the shell. */
export function studioServices(ports: ShellPorts, parts: Parts & { running: RunningServers }): StudioServices {
  const { services, foundation, workplace, events, stores } = parts
  const { pictures, blobs, previews, segmenter, notes, catalogFolders } = foundation
  return {
    ...services,
    frames: foundation.labelling,
    segmenter,
    notes,
    builtInModels: foundation.builtIns ?? [],
    askInference: inferenceAsker(parts.running),
    events: events.screen,
    eventSender: eventSender({
      ...{ reader: events.reader, openFile: eventFileOpener(events.media) },
      ...{ images: services.images, proposals: services.proposals, inFlight: foundation.cores },
    }),
    eventFiles: eventFiles({ ...events, pictures }),
    connections: workplace.connections,
    elsewhere: workplace.current,
    session: () => readSession(ports, parts),
    acceptStores: stores.accept,
    storeFiles: stores.files,
    chooseSecrets: (place) => ports.secrets.choose(place),
    files: {
      ...pixelFiles(foundation),
      blob: blobs.pathOf,
      publishedThumb: publishedFiles(catalogFolders, pictures).publishedThumb,
      preview: previews.find,
      segmentImage: ({ blob: hash, width, height }) => ({ hash, path: blobs.pathOf(hash), width, height }),
    },
  }
}

/** The pixels of pictures, in every form that screens ask for. */
function pixelFiles({ pictures, tiles, blobs }: Pick<Foundation, 'pictures' | 'tiles' | 'blobs'>) {
  const placed = ({ blob }: { readonly blob: BlobHash }) => ({ blob, path: blobs.pathOf(blob) })
  /** A file that no pixels can be made of is compared with its hash, so that a glance finds it damaged from then on. */
  const checked = async (image: StoredImage, failure: unknown) => {
    if (failure instanceof DamagedFileError) return undefined
    await blobs.check(image.blob, image.bytes)
    throw failure
  }
  const files: PixelFiles = {
    isFaulty: async ({ blob, bytes }) => (await blobs.glance(blob, bytes)) !== 'sound',
    async picture(image, size) {
      // Smaller copies are made of sound files alone; the file itself may have been damaged since.
      const isSound = async () => (await blobs.check(image.blob, image.bytes)) !== 'damaged'
      if (size === 'full' && !(await isSound())) return undefined
      return unlessGone(placed(image), (picture) =>
        pictures
          .sized({ ...picture, format: image.format, isSound }, size)
          .catch((failure: unknown) => checked(image, failure)),
      )
    },
    // Both sizes are made anew, whatever kind the file is.
    source: (blob, size) =>
      unlessGone(placed({ blob }), (picture) => pictures.sized({ ...picture, format: 'unknown' }, size)),
    deepScreen: async (image, window) =>
      DEEP_KINDS.has(image.format) ? unlessGone(placed(image), (picture) => tiles.screen(picture, window)) : undefined,
    pixelFacts: (image, prepare) => unlessGone(placed(image), (picture) => tiles.facts(picture, prepare)),
    tile: (image, place, window) => unlessGone(placed(image), (picture) => tiles.tile(picture, place, window)),
  }
  return files
}

/** Kinds that may have 16 bits a sample. */
const DEEP_KINDS = new Set(['png', 'tiff'])

type PixelFiles = Pick<
  StudioServices['files'],
  'isFaulty' | 'picture' | 'source' | 'deepScreen' | 'pixelFacts' | 'tile'
>

/** The result; undefined when making it failed because the image file is missing or not a file. */
async function unlessGone<Made>(
  picture: CutPicture,
  make: (picture: CutPicture) => Promise<Made>,
): Promise<Made | undefined> {
  try {
    return await make(picture)
  } catch (failure) {
    const isThere = await stat(picture.path).catch(() => undefined)
    if (isThere && !(failure instanceof DamagedFileError)) throw failure
    return undefined
  }
}

async function readSession(
  ports: ShellPorts,
  { foundation, services, workplace, stores, running }: Parts & { running: RunningServers },
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
    readOnly: [...stores.readOnly],
    remote: foundation.remote?.state() ?? null,
    place: workplace.place(),
    abilities: workplace.current() === undefined ? ALL_ABILITIES : [...ABILITIES_ELSEWHERE],
  }
}
