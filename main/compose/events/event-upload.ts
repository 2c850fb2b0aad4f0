import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { EventMedia, EventStore } from '#core/events/ports'
import type { EventSettings } from '#core/events/settings'
import { UPLOAD_PACE, type UploadPace } from '#core/events/upload/pace'
import { eventSender } from '#core/events/upload/sender'
import type { Random } from '#core/ports'
import type { StoreClock } from '#core/time/store-clock'
import { cloudReceiver, type ReceiverLimits } from '#remote/events/receiver'

interface Dependencies {
  readonly store: EventStore
  readonly media: EventMedia
  readonly settings: EventSettings
  readonly clock: StoreClock
  readonly random: Pick<Random, 'hex'>
  readonly log: Logger
  /** Called after every event that was sent: it may go now. */
  readonly onSent: () => void
  readonly options?: UploadOptions | undefined
}

/** Settings that differ from the program as it is started. */
export type UploadOptions = Partial<UploadPace> & ReceiverLimits

export interface EventUpload {
  /** There may be something new to send. */
  wake(): void
  /** Why nothing is sent now; undefined while all is well. */
  trouble(): Message | undefined
  stop(): Promise<void>
}

const NO_UPLOAD: EventUpload = { wake: () => undefined, trouble: () => undefined, stop: async () => undefined }

/** Of a store that is read-only, nothing is sent. */
export function noUpload(): EventUpload {
  return NO_UPLOAD
}

/** Begins to send final events to where the settings say; does nothing where they name no place. */
export function uploadEvents({
  store,
  media,
  settings,
  clock,
  random,
  log,
  onSent,
  options,
}: Dependencies): EventUpload {
  if (settings.upload === undefined) return NO_UPLOAD
  const receiver = cloudReceiver(settings.upload, options)
  const sender = eventSender({
    store,
    media,
    receiver,
    clock,
    onSent,
    defaultSolution: settings.defaultSolution,
    pace: { ...UPLOAD_PACE, ...options },
    chance: () => Number.parseInt(random.hex(4), 16) / 2 ** 32,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
    tell: (trouble) => {
      if (trouble === undefined) log.info('Events are sent to the cloud again')
      else log.warn(`Events wait to be sent to the cloud: ${sentenceOf(trouble.reason)}`)
    },
  })
  return {
    wake: sender.wake,
    trouble: sender.trouble,
    async stop() {
      await sender.stop()
      receiver.close()
    },
  }
}
