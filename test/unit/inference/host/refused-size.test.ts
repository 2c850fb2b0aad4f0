import { expect, test } from 'vitest'
import { ModelRunError } from '#inference/host/errors'
import { refusalOf } from '#inference/host/host'
import { installedDetector } from '../../../kit/toy-models/installed.ts'

const SOURCES = '/onnxruntime_src/include/onnxruntime/core/framework/op_node_proto_helper.h:17'

test('a size that a network does not take is told as such, without paths of the runtime', async () => {
  const model = await installedDetector()
  const failure = new ModelRunError(
    `Non-zero status code returned while running Concat node. Name:'' Status Message: ${SOURCES} axis 3 has mismatched dimensions of 79 and 80`,
  )

  expect(refusalOf(failure, model)).toMatchObject({
    code: 'model-cannot',
    message: expect.stringMatching(/^The network of .+ does not take an input of \d+ × \d+\. Set another width/),
  })
})

test('other failures of the runtime name no path of the machine that built it', async () => {
  const failure = new ModelRunError(`Non-zero status code returned. ${SOURCES} Out of room`)

  const refusal = refusalOf(failure, await installedDetector())

  expect(refusal?.message).toContain('Out of room')
  expect(refusal?.message).not.toContain('onnxruntime_src')
})
