import { stat, statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ability, type Session } from '#common/contract/session'
import type { BlobHash } from '#common/ids'
import { STUDIO } from '#core/access/keys/service'
import type { StoredImage } from '#core/dataset/images/ports'
import { eventSender } from '#core/events/studio/to-project'
import { REMOTE_ABILITIES } from '#core/remote/acts'
import { DamagedFileError } from '#decoding/image-file'
import type { StudioServices } from '#servers/studio/services'
import type { CutImage } from '#storage/blobs/tiles/cut-image'
import type { Adapters } from '../adapters/adapters.ts'
import { inferenceAsker } from '../ask-inference.ts'
import { eventFileOpener, eventFiles } from '../events/event-files.ts'
import type { ShellPorts } from '../ports.ts'
import type { Program, RunningServers } from '../program.ts'
import { publishedFiles } from '../published-files.ts'
import type { OpenPlace } from '../remote/target.ts'

/** This machine sends only where a flag leads; the screen looks for that itself. */
const ALL_ABILITIES = [...Ability.options]

/** The base of the studio's procedures and pages, put together from the services and the shell. */
export function studioServices(ports: ShellPorts, program: Program & { running: RunningServers }): StudioServices {
  const { services, adapters, target, events, stores } = program
  const { imageFiles, blobs, previews, segmenter, notes, catalogFolders } = adapters
  return {
    ...services,
    frames: adapters.labelling,
    segmenter,
    notes,
    grantor: () => STUDIO,
    builtInModels: adapters.builtIns ?? [],
    askInference: inferenceAsker(program.running),
    events: events.screen,
    eventSender: eventSender({
      reader: events.reader,
      openFile: eventFileOpener(events.media),
      images: services.images,
      proposals: services.proposals,
      inFlight: adapters.cores,
    }),
    eventFiles: eventFiles({ ...events, images: imageFiles }),
    connections: target.connections,
    remote: target.current,
    session: () => readSession(ports, program),
    acceptStores: stores.accept,
    storeFiles: stores.files,
    chooseSecrets: (place) => ports.secrets.choose(place),
    files: {
      ...pixelFiles(adapters),
      blob: blobs.pathOf,
      publishedThumb: publishedFiles(catalogFolders, imageFiles).publishedThumb,
      preview: previews.find,
      segmentImage: ({ blob: hash, width, height }) => ({ hash, path: blobs.pathOf(hash), width, height }),
    },
  }
}

/** Abilities that need more than the remote's projects: this machine's events, and the remote of its flag. */
const OF_THIS_MACHINE: readonly Ability[] = ['send', 'events-to-project']
/** Pages do not wait longer for a machine that may be away: they are told again once it is known. */
const ABILITIES_MS = 1500

/** Abilities that screens may offer: all on this machine, all but this machine's own on a remote Tessera, fewer over a management API. */
async function abilitiesAt(remote: OpenPlace | undefined): Promise<Ability[]> {
  if (remote === undefined) return ALL_ABILITIES
  const forwarded = await Promise.race([remote.forwarded(), sleep(ABILITIES_MS, undefined, { ref: false })])
  if (forwarded === undefined) return [...REMOTE_ABILITIES]
  return ALL_ABILITIES.filter((ability) => !OF_THIS_MACHINE.includes(ability))
}

/** The pixels of images, in every form that screens ask for. */
function pixelFiles({ imageFiles, tiles, blobs }: Pick<Adapters, 'imageFiles' | 'tiles' | 'blobs'>) {
  const placed = ({ blob }: { readonly blob: BlobHash }) => ({ blob, path: blobs.pathOf(blob) })
  /** A file that no pixels can be made of is compared with its hash, so that a glance finds it damaged from then on. */
  const checked = async (image: StoredImage, failure: unknown) => {
    if (failure instanceof DamagedFileError) return undefined
    await blobs.check(image.blob, image.bytes)
    throw failure
  }
  const files: PixelFiles = {
    isFaulty: async ({ blob, bytes }) => (await blobs.glance(blob, bytes)) !== 'sound',
    async image(image, size) {
      // Smaller copies are made of sound files alone; the file itself may have been damaged since.
      const isSound = async () => (await blobs.check(image.blob, image.bytes)) !== 'damaged'
      if (size === 'full' && !(await isSound())) return undefined
      return unlessGone(placed(image), (stored) =>
        imageFiles
          .sized({ ...stored, format: image.format, isSound }, size)
          .catch((failure: unknown) => checked(image, failure)),
      )
    },
    // Both sizes are made again, whatever kind the file is.
    source: (blob, size) =>
      unlessGone(placed({ blob }), (image) => imageFiles.sized({ ...image, format: 'unknown' }, size)),
    deepScreen: async (image, window) =>
      DEEP_KINDS.has(image.format) ? unlessGone(placed(image), (image) => tiles.screen(image, window)) : undefined,
    pixelFacts: (image, prepare) => unlessGone(placed(image), (image) => tiles.facts(image, prepare)),
    tile: (image, place, window) => unlessGone(placed(image), (image) => tiles.tile(image, place, window)),
  }
  return files
}

/** Kinds that may have 16 bits a sample. */
const DEEP_KINDS = new Set(['png', 'tiff'])

type PixelFiles = Pick<StudioServices['files'], 'isFaulty' | 'image' | 'source' | 'deepScreen' | 'pixelFacts' | 'tile'>

/** The result; undefined when making it failed because the image file is missing or not a file. */
async function unlessGone<Made>(image: CutImage, make: (image: CutImage) => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make(image)
  } catch (failure) {
    const isThere = await stat(image.path).catch(() => undefined)
    if (isThere && !(failure instanceof DamagedFileError)) throw failure
    return undefined
  }
}

async function readSession(
  ports: ShellPorts,
  { adapters, services, target, stores, running }: Program & { running: RunningServers },
): Promise<Session> {
  const { bavail, bsize } = await statfs(ports.library)
  const { slug, name } = services.workspace
  // The place is asked afterwards: it tells what was found out meanwhile.
  const abilities = await abilitiesAt(target.current())
  return {
    workspace: { slug, name },
    appVersion: ports.appVersion,
    shell: ports.shell,
    library: { path: ports.library, freeBytes: bavail * bsize, usedBytes: adapters.library.usedBytes() },
    cores: adapters.cores,
    servers: {
      management: running.management ?? null,
      inference: running.inference ?? null,
      events: running.events ?? null,
    },
    secrets: await ports.secrets.place(),
    segmenter: adapters.segmenter.name,
    trustedHosts: [...(ports.trustedHosts ?? [])],
    readOnly: [...stores.readOnly],
    remote: adapters.remote?.state() ?? null,
    place: target.place(),
    abilities,
  }
}
