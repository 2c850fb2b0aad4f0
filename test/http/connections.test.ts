import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConnectionWish } from '#common/contract/workspace/connections'
import { ImageId } from '#common/ids'
import { schemaSentence } from '#common/messages/schema-fault'
import { sentenceOf } from '#common/messages/sentence'
import { previewShelf } from '#compose/adapters/preview-shelf'
import { machinePorts } from '#compose/machine-ports'
import { noteHub } from '#compose/note-hub'
import { openTarget, type StudioTarget } from '#compose/remote/target'
import { fileSecrets } from '#compose/secrets/file'
import { MAX_IMAGE_PIXELS } from '#core/dataset/images/rules'
import { imageFiles } from '#storage/blobs/images'
import { versionRenderer } from '#transforms/pipeline'
import { newProject, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let there: TestStation
let management: string
let folder: string
const open: StudioTarget[] = []
const servers: Server[] = []

beforeAll(async () => {
  there = await testStation()
  management = await there.listen()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-connections-'))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((target) => target.stop()))
  for (const server of servers.splice(0)) server.close()
  await removeFolder(folder)
})
afterAll(async () => there.close())

/** The connections of an installation, as a shell opens them at its start. */
async function start(): Promise<StudioTarget> {
  const { clock, random } = machinePorts()
  const target = await openTarget({
    library: folder,
    clock,
    random,
    renderer: versionRenderer,
    show: previewShelf().show,
    notes: noteHub(),
    remote: undefined,
    formats: () => [],
    shrink: imageFiles(join(folder, 'cache'), MAX_IMAGE_PIXELS).shrink,
    secrets: fileSecrets(join(folder, 'secrets.json')),
    logFailure: (message, failure) => {
      throw new Error(message, { cause: failure })
    },
  })
  open.push(target)
  return target
}

function wish(address = management) {
  return { name: 'Workshop', management: address, inference: null, source: null, deployments: null }
}

async function added({ connections }: StudioTarget): Promise<string> {
  const made = await connections.add({ ...wish(), key: there.key })
  if (!made.ok) throw new Error(sentenceOf(made.error))
  return made.value.id
}

/** Another server that answers everything alike. */
async function strangeServer(status: number, body: string, type = 'application/json'): Promise<string> {
  const server = createServer(
    (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body),
  )
  servers.push(server)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each([
  ['http://NAS:9000/', 'http://nas:9000'],
  [' https://data.example.org:443 ', 'https://data.example.org'],
  ['http://[::1]:9000', 'http://[::1]:9000'],
])('the address %s is kept as %s', (text, address) => {
  expect(ConnectionWish.parse(wish(text)).management).toBe(address)
})

test.each([
  'nas:9000',
  'ftp://nas',
  'http://me:secret@nas',
  'http://nas/path',
  'http://nas?api_key=1',
  'http://',
  'http://nas:port',
])('the address %s is refused with a sentence', (text) => {
  const parsed = ConnectionWish.safeParse(wish(text))

  const [issue] = parsed.error?.issues ?? []
  expect(issue && schemaSentence(issue)).toMatch(/^(It must|The key goes)/)
})

test('the key lies among the secrets and in no other file', async () => {
  const target = await start()

  await added(target)

  expect(await readFile(join(folder, 'connections.json'), 'utf8')).not.toContain(there.key)
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toContain(`${management} ${there.key}`)
  expect(JSON.stringify(await target.connections.list())).not.toContain(there.key)
})

test('a key is for the address that it was given with', async () => {
  const { connections } = await start()
  const made = await connections.add({ ...wish(), key: there.key })
  const id = made.ok ? made.value.id : ''
  const remote = await strangeServer(200, '{}')

  const moved = await connections.change(id, { ...wish(remote), key: '' })
  const tested = await connections.test({ ...wish(remote), id, key: '' })
  const renamed = await connections.change(id, { ...wish(), name: 'Attic', key: '' })

  expect([moved, tested].map(inWords)).toMatchObject([
    { error: { reason: 'connection-invalid' } },
    { error: { reason: 'connection-invalid' } },
  ])
  expect(renamed).toMatchObject({ ok: true, value: { name: 'Attic', hasKey: true } })
})

test('a test tells what answers, and in words what does not', async () => {
  const { connections } = await start()
  await newProject(there)
  const says = async (address: string, key = there.key) => {
    const tested = await connections.test({ ...wish(address), id: null, key })
    return tested.ok ? tested.value.answers.map((answer) => answer.says.english) : []
  }

  expect(await says(management)).toEqual([expect.stringMatching(/^Connected to workspace Acme, \d+ projects?$/)])
  expect(await says(management, 'tk_wrong')).toEqual([expect.stringContaining('This API key is not known here')])
  const closed = await strangeServer(200, '{}')
  await new Promise((ended) => servers.pop()?.close(ended))
  expect(await says(closed)).toEqual([`${new URL(closed).host} cannot be reached: no server answers at that address`])
  expect(await says('http://nowhere.invalid')).toEqual([
    expect.stringMatching(/no host of that name|name cannot be looked up/),
  ])
  expect(await says(management.replace('http:', 'https:'))).toEqual([expect.stringContaining('does not use https')])
  expect(await says(await strangeServer(200, '<html>', 'text/html'))).toEqual([
    expect.stringContaining('not understood'),
  ])
})

test('the other servers are asked only when they are named', async () => {
  const { connections } = await start()
  const source = await strangeServer(404, '{}')

  const tested = await connections.test({
    ...wish(),
    source,
    deployments: 'http://127.0.0.1:1',
    id: null,
    key: there.key,
  })

  expect(tested).toMatchObject({
    value: {
      answers: [
        { server: 'management', isGood: true },
        { server: 'source', isGood: true, says: { code: 'server-answers' } },
        { server: 'deployments', isGood: false },
      ],
    },
  })
})

test('the place in use is the same after a start, and this machine when its connection is gone', async () => {
  const first = await start()
  const id = await added(first)
  await first.connections.use(id)
  await first.stop()

  const next = await start()
  expect(next.place()).toMatchObject({ connection: id, name: 'Workshop', host: new URL(management).host })
  expect(inWords(await next.connections.remove(id))).toMatchObject({ error: { reason: 'connection-in-use' } })
  await next.connections.use('here')
  expect(next.place()).toMatchObject({ connection: 'here', host: null })
})

test('what is removed comes back, and is forgotten with its key at the next start', async () => {
  const first = await start()
  const id = await added(first)

  await first.connections.remove(id)
  expect(await first.connections.restore(id)).toMatchObject({ ok: true, value: { hasKey: true } })
  await first.connections.remove(id)
  await first.stop()
  const next = await start()

  expect((await next.connections.list()).map(({ kind }) => kind)).toEqual(['here'])
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toContain(there.key)
  expect(inWords(await next.connections.restore(id))).toMatchObject({ error: { reason: 'connection-not-found' } })
})

test('settings that cannot be read are put aside', async () => {
  await writeFile(join(folder, 'connections.json'), '{"profiles": 7')

  const { connections } = await start()

  expect((await connections.list()).map(({ kind, isUsed }) => [kind, isUsed])).toEqual([['here', true]])
  expect(await readdir(folder)).toContain('connections.json.unreadable')
})

test('an image is fetched once, in every size', async () => {
  const target = await start()
  await target.connections.use(await added(target))
  const project = await newProject(there)
  const image = await uploadLabelled(there, project)
  const images = target.current()?.images

  const small = await images?.sized(image, 'thumb')
  const full = await images?.sized(image, 'full')
  const again = await images?.original(project, image)

  expect(small).toMatchObject({ ok: true, value: { type: 'image/webp' } })
  expect(full).toMatchObject({ ok: true, value: { type: 'image/png' } })
  expect(again?.ok === true && again.value.path).toBe(full?.ok === true && full.value.path)
  expect(inWords(await images?.sized('noimage00', 'thumb'))).toMatchObject({ error: { reason: 'image-not-found' } })
})

test('what is no image is not kept', async () => {
  const link = await strangeServer(200, '<script>alert(1)</script>', 'image/png')
  const liar = await strangeServer(
    200,
    JSON.stringify({
      workspace: 'acme',
      id: 'acme/bay',
      type: 'object-detection',
      name: 'Bay',
      created: 1,
      updated: 1,
      image: { id: 'image0001', name: 'a.png', split: 'train', created: 1, urls: { original: link, thumb: link } },
    }),
  )
  const target = await start()
  const made = await target.connections.add({ ...wish(liar), name: 'Liar', source: link, key: 'any' })
  await target.connections.use(made.ok ? made.value.id : '')
  const place = target.current()
  await place?.studio.images.details('bay', ImageId.parse('image0001'))

  const answer = await place?.images.sized('image0001', 'full')

  expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'image-unreadable' } })
  expect(await readdir(join(folder, 'elsewhere', 'files'))).toEqual([])
})
