import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import { FetchBrokenError } from '#core/dataset/images/fetch-ports'
import { type FetcherOptions, imageFetcher } from '#remote/images/fetcher'
import { type ImageHost, imageHost, type PathAnswer, redirectsTo, sends } from '../../../kit/image-host.ts'

const hosts: ImageHost[] = []

afterEach(async () => void (await Promise.all(hosts.splice(0).map((host) => host.close()))))

async function newHost(paths: Readonly<Record<string, PathAnswer>> = { '/a.png': sends('pixels') }) {
  const host = await imageHost(paths)
  hosts.push(host)
  return host
}

const to = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]

/** The fetched text, or the code and sentence of the refusal. */
async function fetched(url: string, options: FetcherOptions = {}): Promise<string> {
  const opened = await imageFetcher(options).open(url)
  if (!opened.ok) return `${reasonOf(opened.error)}: ${sentenceOf(opened.error)}`
  const chunks = []
  for await (const chunk of opened.value) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const REFUSED = /^image-url-refused: Could not fetch image URL: /
const FAILED = /^image-url-failed: Could not fetch image URL: /

test('a trusted host is asked without cookies, credentials or packing', async () => {
  const host = await newHost()

  const text = await fetched(`http://${host.host}/a.png#part`, { trustedHosts: [host.host] })

  expect(text).toBe('pixels')
  const [request] = host.asked
  expect(request?.url).toBe('/a.png')
  expect(request?.headers).toEqual({
    accept: 'image/*, */*;q=0.1',
    'accept-encoding': 'identity',
    connection: 'close',
    host: host.host,
    'user-agent': 'Tessera',
  })
})

test('a name is connected to at the address that it was checked by, and asked for under its name', async () => {
  const host = await newHost()
  const names: string[] = []
  const resolve = async (name: string) => {
    names.push(name)
    return [{ address: '127.0.0.1', family: 4 }]
  }

  const text = await fetched(`http://images.test:${host.port}/a.png`, { trustedHosts: ['images.test'], resolve })

  expect({ text, names }).toEqual({ text: 'pixels', names: ['images.test'] })
  expect(host.asked[0]?.headers.host).toBe(`images.test:${host.port}`)
})

test.each([
  'http://127.0.0.1:PORT/a.png',
  'http://localhost:PORT/a.png',
  'http://0.0.0.0:PORT/a.png',
  'http://[::1]:PORT/a.png',
  'http://[::]:PORT/a.png',
  'http://[::ffff:127.0.0.1]:PORT/a.png',
  'http://[::ffff:7f00:1]:PORT/a.png',
  'http://2130706433:PORT/a.png',
  'http://0x7f000001:PORT/a.png',
  'http://0177.0.0.1:PORT/a.png',
  'http://127.1:PORT/a.png',
  'http://%31%32%37.0.0.1:PORT/a.png',
  'http://127。0。0。1:PORT/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/a.png',
  'http://8.8.8.8@127.0.0.1:PORT/a.png',
  'http://name:word@127.0.0.1:PORT/a.png',
  'http:\\\\127.0.0.1:PORT/a.png',
  'file:///etc/passwd',
  'ftp://127.0.0.1/a.png',
  'data:image/png;base64,AAAA',
  '/a.png',
  'not an address',
  '',
  `http://images.test/${'a'.repeat(5000)}`,
])('%s is refused and nobody is asked', async (url) => {
  const host = await newHost()

  const answer = await fetched(url.replace('PORT', String(host.port)))

  expect(answer).toMatch(REFUSED)
  expect(host.asked).toEqual([])
})

test.each(['http://2130706433:PORT/a.png', 'http://0177.0.0.1:PORT/a.png'])(
  'a host in a disguise is refused even where it is trusted: %s',
  async (url) => {
    const host = await newHost()

    const answer = await fetched(url.replace('PORT', String(host.port)), { trustedHosts: [host.host] })

    expect(answer).toMatch(/write the host as 127\.0\.0\.1, not in another spelling$/)
  },
)

test.each(['127.0.0.1', '10.1.2.3', '100.64.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1', 'fd00::1'])(
  'a name that leads to %s is refused and nobody is asked',
  async (address) => {
    const host = await newHost()

    const answer = await fetched(`http://images.test:${host.port}/a.png`, { resolve: to(address) })

    expect(answer).toMatch(/images\.test:\d+ is not on the open internet.*--trusted-hosts images\.test$/)
    expect(host.asked).toEqual([])
  },
)

test('one inner address among outer ones is refused', async () => {
  const resolve = async () => [...(await to('93.184.216.34')()), ...(await to('127.0.0.1')())]

  expect(await fetched('http://images.test/a.png', { resolve })).toMatch(REFUSED)
})

test('trust in one port is not trust in another', async () => {
  const [open, closed] = [await newHost(), await newHost()]

  const answer = await fetched(`http://${closed.host}/a.png`, { trustedHosts: [open.host] })

  expect(answer).toMatch(REFUSED)
  expect(closed.asked).toEqual([])
})

test.each([
  ['its address', (inner: ImageHost) => `http://${inner.host}/a.png`],
  ['an address without a scheme', (inner: ImageHost) => `//${inner.host}/a.png`],
  ['localhost', (inner: ImageHost) => `http://localhost:${inner.port}/a.png`],
  ['a number', (inner: ImageHost) => `http://2130706433:${inner.port}/a.png`],
  ['a name that leads there', (inner: ImageHost) => `http://inner.test:${inner.port}/a.png`],
  ['a user name before it', (inner: ImageHost) => `http://a@${inner.host}/a.png`],
  ['a file', () => 'file:///etc/passwd'],
])('a redirect into this machine by %s is refused', async (_how, locate) => {
  const inner = await newHost()
  const outer = await newHost({ '/a.png': redirectsTo(locate(inner)) })
  const resolve = to('127.0.0.1')

  const answer = await fetched(`http://${outer.host}/a.png`, { trustedHosts: [outer.host], resolve })

  expect(answer).toMatch(REFUSED)
  expect(inner.asked).toEqual([])
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with the status %d is followed, without the cookie',
  async (status) => {
    const host = await newHost({ '/a.png': redirectsTo('/b.png', status), '/b.png': sends('pixels') })

    const text = await fetched(`http://${host.host}/a.png`, { trustedHosts: [host.host] })

    expect(text).toBe('pixels')
    expect(host.asked[1]?.headers.cookie).toBeUndefined()
  },
)

test('five redirects are followed, a sixth is not', async () => {
  const steps = Object.fromEntries([1, 2, 3, 4, 5, 6].map((i) => [`/${i}`, redirectsTo(`/${i - 1}`)]))
  const host = await newHost({ ...steps, '/0': sends('pixels') })
  const options = { trustedHosts: [host.host] }

  const answers = [await fetched(`http://${host.host}/5`, options), await fetched(`http://${host.host}/6`, options)]

  expect(answers).toEqual(['pixels', expect.stringMatching(/^image-url-refused: .* more than 5 times$/)])
})

test('packed bytes come as they lie there', async () => {
  const packed = gzipSync('pixels')
  const host = await newHost({ '/a.png': sends(packed, { 'content-encoding': 'gzip' }) })

  const opened = await imageFetcher({ trustedHosts: [host.host] }).open(`http://${host.host}/a.png`)

  const chunks = []
  if (opened.ok) for await (const chunk of opened.value) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(packed)).toBe(true)
})

test.each([
  ['answers 404', '/gone.png', 'answered with the status 404'],
  ['answers 500', '/broken.png', 'answered with the status 500'],
  ['answers with a part', '/part.png', 'answered with the status 206'],
  ['redirects to nowhere', '/lost.png', 'answered with the status 302'],
  ['hangs up', '/cut.png', 'broke off'],
  ['says nothing', '/silent.png', 'gives no answer in time'],
])('a host that %s has failed', async (_what, path, reason) => {
  const host = await newHost({
    '/broken.png': (response) => void response.writeHead(500).end(),
    '/part.png': (response) => void response.writeHead(206).end('part'),
    '/lost.png': (response) => void response.writeHead(302).end(),
    '/cut.png': (response) => void response.destroy(),
    '/silent.png': () => undefined,
  })

  const answer = await fetched(`http://${host.host}${path}`, { trustedHosts: [host.host], answerMs: 100 })

  expect(answer).toMatch(FAILED)
  expect(answer).toContain(`${host.host} ${reason}`)
})

test('a host that nobody answers at, and a name that nobody knows, have failed', async () => {
  const unknown = async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))

  const answers = [
    await fetched('http://127.0.0.1:1/a.png', { trustedHosts: ['127.0.0.1'] }),
    await fetched('http://images.test/a.png', { resolve: unknown }),
    await fetched('http://images.test/a.png', { resolve: async () => [] }),
    await fetched('http://images.test/a.png', { resolve: () => new Promise(() => undefined), answerMs: 50 }),
  ]

  expect(answers).toEqual([
    'image-url-failed: Could not fetch image URL: 127.0.0.1:1 refuses the connection',
    'image-url-failed: Could not fetch image URL: images.test is not known',
    'image-url-failed: Could not fetch image URL: images.test is not known',
    'image-url-failed: Could not fetch image URL: images.test gives no answer in time',
  ])
})

test.each([
  ['breaks off', (response: Parameters<PathAnswer>[0]) => void setImmediate(() => response.destroy()), 'broke off'],
  ['never ends', () => undefined, 'gives no answer in time'],
])('an image that %s in its middle is broken', async (_what, goOn, reason) => {
  const host = await newHost({
    '/a.png': (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('pixels', () => goOn(response))
    },
  })

  const reading = fetched(`http://${host.host}/a.png`, { trustedHosts: [host.host], totalMs: 300 })

  await expect(reading).rejects.toThrow(FetchBrokenError)
  await expect(reading).rejects.toThrow(reason)
})
