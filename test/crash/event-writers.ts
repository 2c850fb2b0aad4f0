import { z } from 'zod'
import { type KeptLine, keptLine, writeRequest } from '../kit/kept-line.ts'
import { isDraft, type Sampler } from './event-samples.ts'

/** Answers to the writers. After a crash all of it must still be so. */
export interface EventWitness {
  readonly sample: Sampler
  /** The event that is sent next; every number is sent once. */
  nextSerial: number
  /** Answered events by their serial. */
  readonly acknowledged: Map<number, Acknowledged>
  /** How far drafts have come, by their serial: as was asked for, and as was answered. */
  readonly asked: Map<number, Step>
  readonly answered: Map<number, Step>
  /** Answers that are neither a success nor a cut connection. */
  readonly surprises: string[]
}

/** The life of a draft: it has what it came with, has another image, is final. */
export const STEPS = ['created', 'attached', 'final'] as const
export type Step = 0 | 1 | 2

type Acknowledged = z.infer<typeof Acknowledged>
const Acknowledged = z.object({ id: z.string(), image_ids: z.array(z.string()), created_at: z.string() })

export function newEventWitness(sample: Sampler): EventWitness {
  return {
    sample,
    nextSerial: 1,
    acknowledged: new Map(),
    asked: new Map(),
    answered: new Map(),
    surprises: [],
  }
}

/** Sends events over so many kept connections, each as fast as it is answered, until the connections are cut. */
export async function writeEvents(url: string, witness: EventWitness, writers: number): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const line = await keptLine(url)
      for (let last = await writeOne(line, witness, ''); last !== undefined; )
        last = await writeOne(line, witness, last)
      line.close()
    }),
  )
}

/** Answers the moment of the event, undefined when the connection is cut. */
async function writeOne(line: KeptLine, witness: EventWitness, last: string): Promise<string | undefined> {
  const serial = witness.nextSerial
  witness.nextSerial += 1
  const { body } = witness.sample(serial)
  const heard = await line.ask(writeRequest('POST', '/v2/events', JSON.stringify(body)))
  if (heard === undefined) return undefined
  if (heard.status !== 201) {
    surprised(witness, heard)
    return undefined
  }
  const answer = Acknowledged.parse(JSON.parse(heard.body))
  if (answer.created_at <= last) witness.surprises.push(`${answer.id} is not after ${last}`)
  witness.acknowledged.set(serial, answer)
  // Every other draft stays as it came.
  if (isDraft(serial) && serial % 4 === 0 && !(await endDraft(line, witness, serial))) return undefined
  return answer.created_at
}

const Attached = z.object({ file_id: z.string().nullable(), input_file_id: z.string().nullable() })

/** Answers whether the connection is still there. */
async function endDraft(line: KeptLine, witness: EventWitness, serial: number): Promise<boolean> {
  const { id = '', image_ids: ids = [] } = witness.acknowledged.get(serial) ?? {}
  const image = JSON.stringify(witness.sample(serial).attachment)
  witness.asked.set(serial, 1)
  const attached = await line.ask(writeRequest('POST', `/v2/events/${id}/images`, image))
  if (attached?.status !== 201) return attached !== undefined && surprised(witness, attached)
  const files = Object.values(Attached.parse(JSON.parse(attached.body)))
  ids.push(...files.filter((file) => file !== null))
  witness.answered.set(serial, 1)
  witness.asked.set(serial, 2)
  const final = await line.ask(writeRequest('POST', `/v2/events/${id}/finalize`, '{}'))
  if (final?.status !== 200) return final !== undefined && surprised(witness, final)
  witness.answered.set(serial, 2)
  return true
}

function surprised({ surprises }: EventWitness, { status, body }: { status: number; body: string }): false {
  surprises.push(`${status}: ${body.slice(0, 200)}`)
  return false
}
