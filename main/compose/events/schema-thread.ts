import { parentPort, threadId, workerData } from 'node:worker_threads'
import { schemaEngine } from '#storage/events/schemas/engine'
import { SchemaOpening, SchemaQuestion, type SchemaReply } from './schema-border.ts'

/** A thread that compiles JSON Schemas, and checks `event_data` against them: either may take seconds. */

const engine = schemaEngine(SchemaOpening.parse(workerData).checkMs)

parentPort?.on('message', (message: unknown) => void serve(message))

async function serve(message: unknown): Promise<void> {
  try {
    const { schema, data } = SchemaQuestion.parse(message)
    const found =
      data === undefined ? await engine.fault(schema) : await engine.misfit(schema, Object(JSON.parse(data)))
    parentPort?.postMessage({ answer: { ranIn: threadId, found } satisfies SchemaReply })
  } catch (failure) {
    parentPort?.postMessage({ failure: failure instanceof Error ? failure.message : String(failure) })
  }
}
