import { dirname, sep } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { InferenceSession } from 'onnxruntime-node'
import type { Provider } from '#common/inference/manifest'
import { fromOrt, isKnownType, toOrt } from './ort-tensors.ts'
import type { TensorInfo, Tensors } from './session.ts'
import type { OpenedNetwork, OpenOptions, SessionReply, SessionRequest } from './session-messages.ts'

/**
 * The thread in which the networks of one model run. `InferenceSession.run` blocks the thread that calls it, so it has one to itself:
 * what prepares and reads tensors goes on meanwhile.
 */

// The runtime takes halves as their bits as long as there is no array type for them; with one it fails every such input.
Reflect.deleteProperty(globalThis, 'Float16Array')

const networks = new Map<string, InferenceSession>()
const kept = new Map<string, Tensors>()

parentPort?.on('message', (request: SessionRequest) => {
  switch (request.kind) {
    case 'open':
      return void open(request.options)
    case 'run':
      return void run(request)
    case 'keep':
      return void kept.set(request.name, request.tensors)
    case 'drop':
      return void kept.delete(request.name)
    case 'close':
      return void close()
  }
})

async function open(options: OpenOptions): Promise<void> {
  const passedOver: string[] = []
  for (const provider of options.providers) {
    try {
      const opened = await openAll(options, provider)
      reply({ kind: 'opened', provider, networks: opened, passedOver })
      return
    } catch (failure) {
      await release()
      passedOver.push(`${provider}: ${messageOf(failure)}`)
    }
  }
  reply({ kind: 'failed', run: undefined, message: passedOver.at(-1) })
}

async function openAll({ files, threads }: OpenOptions, provider: Provider): Promise<Record<string, OpenedNetwork>> {
  const opened: Record<string, OpenedNetwork> = {}
  for (const [role, path] of Object.entries(files)) {
    const session = await InferenceSession.create(path, optionsFor(provider, threads)).catch((failure: unknown) => {
      throw new Error(withoutFolder(messageOf(failure), path), { cause: failure })
    })
    networks.set(role, session)
    opened[role] = { inputs: infosOf(session.inputMetadata), outputs: infosOf(session.outputMetadata) }
  }
  return opened
}

/** Idle threads of the runtime sleep instead of spinning: other programs share this machine. */
function optionsFor(provider: Provider, threads: number): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    executionMode: 'sequential',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // DirectML asks for both.
    ...(provider === 'dml' && { enableMemPattern: false }),
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}

function infosOf(metadata: readonly InferenceSession.ValueMetadata[]): TensorInfo[] {
  return metadata.map((value) => {
    if (!value.isTensor) throw new TypeError(`"${value.name}" is no tensor`)
    if (!isKnownType(value.type)) throw new TypeError(`"${value.name}" holds ${value.type}, which is not read here`)
    return { name: value.name, type: value.type, dims: value.shape }
  })
}

async function run(request: Extract<SessionRequest, { kind: 'run' }>): Promise<void> {
  const { run: number, role } = request
  try {
    const session = networks.get(role)
    if (session === undefined) throw new RangeError(`There is no network "${role}"`)
    const inputs = { ...(request.kept !== undefined && kept.get(request.kept)), ...request.inputs }
    const outputs = fromOrt(await session.run(toOrt(inputs)))
    reply({ kind: 'ran', run: number, outputs }, buffersOf(outputs))
  } catch (failure) {
    reply({ kind: 'failed', run: number, message: messageOf(failure) })
  }
}

async function close(): Promise<void> {
  await release()
  parentPort?.close()
}

async function release(): Promise<void> {
  for (const session of networks.values()) await session.release()
  networks.clear()
}

function buffersOf(tensors: Tensors): ArrayBuffer[] {
  return Object.values(tensors).flatMap(({ data: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}

function reply(message: SessionReply, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...new Set(transfer)])
}

/** The runtime names files by their places on this machine; whoever asks knows them by their names. */
function withoutFolder(message: string, path: string): string {
  return message.replaceAll(`${dirname(path)}${sep}`, '')
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
