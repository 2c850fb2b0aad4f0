import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnPng } from '../../kit/drawn-images.ts'
import { type ImageHost, imageHost, redirectsTo, sends } from '../../kit/image-host.ts'
import { openInference, type TestInference } from '../../kit/inference-server.ts'
import { ZOO } from '../../kit/inference-zoo.ts'

let host: ImageHost
let inference: TestInference

beforeAll(async () => {
  const red = await drawnPng(64, 64, [{ colour: '#f00', left: 16, top: 40, width: 24, height: 16 }])
  host = await imageHost({
    '/red.png': sends(red),
    '/there': redirectsTo('/red.png'),
    '/inside': redirectsTo('http://169.254.169.254/latest/meta-data'),
    '/empty': sends(''),
    '/page': sends('<html>no image</html>'),
  })
  inference = await openInference({ fetching: { trustedHosts: [host.host] } })
  await inference.install(...ZOO.detector())
})

afterAll(async () => {
  await inference.close()
  await host.close()
})

const at = (path: string) => `http://${host.host}${path}`

function ask(image: unknown) {
  return inference.post('/infer/object_detection', { json: { model_id: 'toys/1', image } })
}

test('images are fetched from their addresses, also behind a redirect, in the order of the list', async () => {
  const one = await inference.get(`/toys/1?image=${encodeURIComponent(at('/red.png'))}`)
  const list = await ask([
    { type: 'url', value: at('/there') },
    { type: 'URL', value: at('/red.png') },
  ])

  expect(one).toMatchObject({ status: 200, body: { predictions: [{ class: 'red', x: 28, y: 48 }] } })
  expect(list.body).toMatchObject([{ predictions: [{ class: 'red' }] }, { predictions: [{ class: 'red' }] }])
})

test.each([
  ['that is not there', '/gone.png', 'status 404'],
  ['that leads into this network', '/inside', 'not on the open internet'],
  ['with nothing behind it', '/empty', 'it is empty'],
  ['of a page', '/page', 'it is not a readable image'],
])('an address %s is refused with the reason', async (_name, path, words) => {
  const answer = await ask({ type: 'url', value: at(path) })

  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(`^Could not load input image\\. Cause: .*${words}`) },
  })
})

test('an address that is no text is refused', async () => {
  expect(await ask({ type: 'url', value: 7 })).toMatchObject({ status: 400 })
})
