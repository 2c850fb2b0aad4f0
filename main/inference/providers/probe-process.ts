import { env, InferenceSession, listSupportedBackends, Tensor } from 'onnxruntime-node'
import type { Provider } from '#common/inference/manifest'
import { literal, message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
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
    return { works: false, reason: message('provider-not-in-build') }
  }
  try {
    const expected = await run('cpu')
    const found = await run(provider)
    const isSame = found.length === expected.length && found.every((value, at) => isNear(value, expected[at] ?? 0))
    return isSame
      ? { works: true, reason: message('provider-works') }
      : { works: false, reason: message('provider-differs') }
  } catch (failure) {
    return { works: false, reason: reasonFor(failure) }
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

function reasonFor(failure: unknown): Message {
  const words = failure instanceof Error ? failure.message : String(failure)
  const missing = /(?:shared library|[Ff]ailed to load)[^\n]*?([\w.-]+\.(?:so(?:\.\d+)*|dll|dylib))[^\n]*/.exec(words)
  if (missing) return message('provider-needs-library', { library: missing[1] ?? '' })
  if (/adapter/i.test(words)) return message('provider-without-card')
  // In front stands the place in the runtime's own source.
  const told = words.replaceAll(/\s+/g, ' ').replace(/^.*\) /, '')
  return message('provider-not-started', {}, literal(shorten(told, 200)))
}
