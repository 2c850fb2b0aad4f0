import { env, InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node'
import type { Provider } from '#common/inference/manifest'
import { shorten } from '#common/text'
import { parent } from '#processes/parent'
import { readProbeRequest } from '../border.ts'
import type { ProbeReply, ProbeRequest } from './messages.ts'
import { PROBE_SHAPE, probeImage, probeNetwork } from './probe-network.ts'

/** A process that tries one execution provider and ends: one that is missing or broken may take its process with it. */

const asker = parent()
asker.onMessage((request) => void answer(readProbeRequest(request)))

async function answer({ provider }: ProbeRequest): Promise<void> {
  const reply: ProbeReply = { version: env.versions.node ?? env.versions.common, ...(await probe(provider)) }
  asker.sendLast(reply)
}

type Outcome = Pick<ProbeReply, 'works' | 'reason'>

async function probe(provider: Provider): Promise<Outcome> {
  if (!listSupportedBackends().some(({ name }) => name === provider)) {
    return { works: false, reason: 'It does not belong to this build of the program.' }
  }
  try {
    const expected = await run('cpu')
    const found = await run(provider)
    const isSame = found.length === expected.length && found.every((value, at) => isNear(value, expected[at] ?? 0))
    return isSame
      ? { works: true, reason: 'It works.' }
      : { works: false, reason: 'It starts, but its results differ from those of the processor.' }
  } catch (failure) {
    return { works: false, reason: sentenceFor(failure) }
  }
}

async function run(provider: Provider): Promise<readonly number[]> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [provider],
    executionMode: 'sequential',
    enableMemPattern: provider !== 'dml',
    logSeverityLevel: 4,
  }
  const session = await InferenceSession.create(probeNetwork(), options)
  const { scores } = await session.run({ image: new Tensor('float32', probeImage(), [...PROBE_SHAPE]) })
  await session.release()
  return scores?.data instanceof Float32Array ? [...scores.data] : []
}

/** Half floats, in which some providers count, are this exact. */
function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= 0.01
}

function sentenceFor(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure)
  const missing = /(?:shared library|[Ff]ailed to load)[^\n]*?([\w.-]+\.(?:so(?:\.\d+)*|dll|dylib))[^\n]*/.exec(message)
  if (missing) return `It cannot be started, because ${missing[1]} or what that needs is not installed.`
  if (/adapter/i.test(message)) return 'It finds no graphics card that it can use.'
  // In front stands the place in the runtime's own source.
  const told = message.replaceAll(/\s+/g, ' ').replace(/^.*\) /, '')
  return `It cannot be started: ${shorten(told, 200)}`
}
