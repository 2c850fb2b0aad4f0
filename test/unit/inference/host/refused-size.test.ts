import { expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { literal } from '#common/messages/message'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import { ModelRunError } from '#inference/host/errors'
import { refusalOf } from '#inference/host/host'
import { installedDetector } from '../../../kit/toy-models/installed.ts'

const SOURCES = '/onnxruntime_src/include/onnxruntime/core/framework/op_node_proto_helper.h:17'

test('a size that a network does not take is told as such, without paths of the runtime', async () => {
  const model = await installedDetector()
  const failure = new ModelRunError(
    literal(
      `Non-zero status code returned while running Concat node. Name:'' Status Message: ${SOURCES} axis 3 has mismatched dimensions of 79 and 80`,
    ),
  )

  const [reason, sentence] = told(refusalOf(failure, model))

  expect(reason).toBe('model-cannot')
  expect(sentence).toMatch(/^The network of .+ does not accept an input of \d+ × \d+\. Set another width/)
})

test('other failures of the runtime name no path of the machine that built it', async () => {
  const failure = new ModelRunError(literal(`Non-zero status code returned. ${SOURCES} Out of room`))

  const [, sentence] = told(refusalOf(failure, await installedDetector()))

  expect(sentence).toContain('Out of room')
  expect(sentence).not.toContain('onnxruntime_src')
})

function told(refusal: Refusal | undefined): readonly [string, string] {
  return refusal ? [reasonOf(refusal), sentenceOf(refusal)] : ['not refused', '']
}
