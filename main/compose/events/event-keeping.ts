import { join } from 'node:path'
import { sentenceOf } from '#common/messages/sentence'
import { readOnlyRefusal } from '#common/stores/faults'
import { capacityOf } from '#core/events/capacity'
import type { EventSchemaShelf } from '#core/events/ports'
import { eventService } from '#core/events/service'
import type { Notes } from '#core/ports'
import { ageClock } from '#core/time/age-clock'
import { type StoreClock, storeClock } from '#core/time/store-clock'
import { largeEventBodies } from '#servers/events/bodies/large'
import { askedThreads } from '#servers/kit/json/threads'
import { eventImages } from '#storage/blobs/event-images'
import type { OrphanTime } from '#storage/blobs/orphans'
import { EVENT_LAYOUT, openEventStore } from '#storage/events/event-store'
import { openEventMedia } from '#storage/events/media'
import { eventMediaReader } from '#storage/events/media-reader'
import { openSchemaFolder } from '#storage/events/schema-folder'
import type { SchemaEngine } from '#storage/events/schemas/engine'
import type { ShellPorts } from '../ports.ts'
import { type Access, refuser, refusing } from '../stores/read-only.ts'
import { soundness, watchDamage } from '../stores/soundness.ts'
import { eventScreens } from './event-screens.ts'
import { diskRoom, freeBytesOf, noUpkeep, type RunningUpkeep, runUpkeep } from './event-upkeep.ts'
import { type EventUpload, noUpload, type UploadOptions, uploadEvents } from './event-upload.ts'
import { schemaThreads } from './schema-threads.ts'

interface EventPorts
  extends Pick<ShellPorts, 'library' | 'adopt' | 'clock' | 'log' | 'events' | 'eventThread' | 'checkThread'> {
  /** The library's own time: nothing is old that is not old by it too; the machine's where it is not given. */
  readonly time?: OrphanTime
  readonly random: Pick<ShellPorts['random'], 'hex'>
  /** Open screens hear of changes; absent where there are none. */
  readonly notes?: Notes
  readonly upload?: UploadOptions | undefined
  /** Milliseconds since any moment, which nobody can set; the machine's own where it is not given. */
  readonly elapsedMs?: () => number
  /** The longest check of an event against its schema; the engine's own limit where it is absent. */
  readonly schemaCheckMs?: number | undefined
  /** Free bytes of the disk; looked up where it is not given. */
  readonly freeBytes?: () => Promise<number | undefined>
}

export type EventKeeping = Awaited<ReturnType<typeof keepEvents>>

/** The events of the library: opens their folder, puts together what works on them, and begins their upkeep and upload. */
export async function keepEvents(ports: EventPorts) {
  const { random, log, events: settings, elapsedMs = () => performance.now() } = ports
  let upkeep: RunningUpkeep | undefined
  const screens = eventScreens(ports.notes)
  const schemaWork = schemaThreads(ports.schemaCheckMs)
  const opened = await openFolder(ports, schemaWork, () => {
    upkeep?.changed()
    screens.changed()
  })
  const { store, media, disk, readOnly } = opened
  const clocks = clocksOf({ wallMs: () => ports.clock.now().getTime(), elapsedMs, time: ports.time }, store.youngest)
  const { clock } = clocks
  const sending = { store, media, settings, clock, random, log, options: ports.upload }
  const upload = (readOnly ? noUpload : uploadEvents)({ ...sending, onSent: () => upkeep?.changed() })
  const events = openService(ports, opened, { clock, elapsedMs, upload })
  const running = upkeepOf(ports, { store, media, disk, readOnly }, { ...clocks, elapsedMs })
  upkeep = running
  const service = screens.counted(events)
  const largeBodies = bodyThreads(join(ports.library, 'events', 'schemas'), settings.freeSchemas)
  return {
    service,
    settings,
    media,
    clock,
    upload,
    upkeep: running,
    readOnly,
    largeBodies,
    schemaWork,
    reader: store.reader,
    screen: screens.screen({ store, service, settings, clock }),
    async close() {
      disk.stop()
      screens.stop()
      await upload.stop()
      await running.stop()
      await largeBodies.close()
      await schemaWork.close()
      await store.close()
    },
  }
}

interface Serving {
  readonly clock: StoreClock
  readonly elapsedMs: () => number
  readonly upload: EventUpload
}

/** The service, which counts its uptime from now. */
function openService(
  { events: settings, random }: EventPorts,
  { store, media, schemas, disk, readOnly }: Awaited<ReturnType<typeof openFolder>>,
  { clock, elapsedMs, upload }: Serving,
) {
  const openedMs = elapsedMs()
  return eventService({
    store,
    media,
    schemas,
    settings,
    random,
    clock,
    images: eventImages,
    capacity: capacityOf({ totals: store.totals, settings, freeBytes: disk.freeBytes }),
    running: {
      layout: EVENT_LAYOUT,
      freeBytes: disk.freeBytes,
      uptimeMs: () => elapsedMs() - openedMs,
      uploadTrouble: upload.trouble,
      readOnly: readOnly && sentenceOf(readOnlyRefusal(readOnly.faulty)),
    },
    changed: upload.wake,
  })
}

type OpenFolder = Pick<Awaited<ReturnType<typeof openFolder>>, 'store' | 'media' | 'disk' | 'readOnly'>

/** The upkeep, and a look through a database that may be damaged. */
function upkeepOf(
  ports: EventPorts,
  { store, media, disk, readOnly }: OpenFolder,
  clocks: ReturnType<typeof clocksOf> & { readonly elapsedMs: () => number },
): RunningUpkeep {
  const { log, events: settings } = ports
  const isSound = soundness(ports, store.database)
  const stopLooking = readOnly ? () => undefined : watchDamage(store, isSound)
  const running = (readOnly ? noUpkeep : runUpkeep)({
    store,
    media,
    settings,
    ...clocks,
    look: disk.look,
    isSound,
    logFailure: (message, failure) => log.error(failure, message),
    warn: (message) => log.warn(message),
  })
  return {
    ...running,
    async stop() {
      stopLooking()
      await running.stop()
    },
  }
}

/** The entry lies beside this file, as its source or beside the bundle. */
const BODY_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './body-thread.ts' : './event-body-thread.mjs',
  import.meta.url,
)

/** Two large bodies are made ready at once; more wait. */
function bodyThreads(schemaFolder: string, freeSchemas: boolean) {
  const workerData = { schemaFolder, freeSchemas }
  return largeEventBodies(askedThreads({ url: BODY_THREAD, workerData, most: 2, memoryMiB: 1024 }))
}

interface TimeSources {
  readonly wallMs: () => number
  readonly elapsedMs: () => number
  readonly time: OrphanTime | undefined
}

/**
 * The store's own time: it never goes back behind its youngest event. That may have come while the clock was wrong, so it alone says nothing
 * of how old the others are: the library knows what time was believed when the program ended.
 */
function clocksOf({ time, ...sources }: TimeSources, youngest: number | undefined) {
  const clock = storeClock({ ...sources, notBefore: youngest ?? 0 })
  const own = ageClock({ ...sources, clock, youngest })
  const before = (ageMs: number) =>
    Math.min(own.before(ageMs), (time?.before(ageMs).getTime() ?? Number.POSITIVE_INFINITY) * 1000)
  return { clock, ages: { before } }
}

const SCHEMAS: Access<EventSchemaShelf> = {
  has: 'read',
  misfit: 'read',
  list: 'read',
  read: 'read',
  put: 'write',
  remove: 'write',
}

/** Opens what lies on the disk. */
async function openFolder(ports: EventPorts, engine: SchemaEngine, changed: () => void) {
  const { library, log, clock, eventThread, adopt, time, freeBytes } = ports
  const folder = join(library, 'events')
  const store = await openEventStore(folder, clock.now(), { threadUrl: eventThread, changed, adopt: adopt === true })
  const { readOnly } = store
  const files = join(folder, 'media')
  const [media, schemas] = await Promise.all([
    readOnly ? eventMediaReader(files, refuser(readOnly.faulty)) : openEventMedia(files, time),
    openSchemaFolder(join(folder, 'schemas'), {
      engine,
      isReadOnly: readOnly !== undefined,
      warn: (sentence) => log.warn(sentence),
    }),
  ])
  // Warns of files that cannot be used. A failure of the threads is told to whoever needs a schema.
  void schemas.list().catch(() => undefined)
  const shelf = refusing(schemas, SCHEMAS, readOnly && refuser(readOnly.faulty))
  const disk = diskRoom(freeBytes ?? (() => freeBytesOf(folder)))
  await disk.look()
  return { store, media, schemas: shelf, disk, readOnly }
}
