import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import { byCodeUnit } from '#formats/kit/files'
import electronPackage from '../../node_modules/electron/package.json' with { type: 'json' }
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { misfits } from '../../scripts/package/after-pack.mjs'
import { candidates } from '../../scripts/package/licences.mjs'
import { noticesInShort } from '../../scripts/package/notices.mjs'
import { payloadFiles } from '../../scripts/package/payload.mjs'
import { sbom } from '../../scripts/package/sbom.mjs'
import { WORKERS } from '../../scripts/vite/core-bundle.ts'
import { Bill, faultsOfBill } from '../kit/bill-of-materials.ts'
import { bundledIn, FUSE_MARK, type PackedApp, packApp, packedIn, shippedIds } from '../kit/packed-app.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../kit/station-process.ts'
import { addImages } from '../kit/studio-page.ts'
import { untilEnded } from '../kit/tasks.ts'
import { drawnPage } from '../kit/toy-models/text/ocr-page.ts'

/** Tessera's own part of an installed program for Linux on x64: 80 MiB. */
const MOST_BYTES = 80 * 1024 * 1024

let app: PackedApp
let extracted: string
let station: StationProcess
const library = mkdtempSync(join(tmpdir(), 'tessera-packed-library-'))

beforeAll(async () => {
  app = await packApp()
  extracted = app.extract()
  station = await startStation(library, [], join(extracted, 'dist/desktop/station.mjs'))
})

afterAll(async () => {
  await station?.kill()
  await app?.remove()
  await removeFolder(library)
})

test('the archive holds the built program and the packages outside of it, and nothing that it was made of', () => {
  const paths = app.files.map(({ path }) => path)
  const folders = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))

  expect([...folders].filter((folder) => !folder.startsWith('node_modules/')).toSorted()).toEqual([
    'dist/desktop',
    'dist/preload',
    'dist/renderer',
    'package.json',
  ])
  expect(paths.filter((path) => /\.(?:map|tsx?|mts|cts|md|gyp|cc?|h)$/.test(path))).toEqual([])
  expect(paths.filter((path) => /(?:^|\/)(?:tests?|__tests__|bench|examples?|src)\//.test(path))).toEqual([])
})

test('it has binaries for this system and processor alone', () => {
  const binaries = app.files.map(({ path }) => path).filter((path) => /\.(?:node|so|dll|dylib|exe)(?:\.|$)/.test(path))

  expect(misfits(app.folder, { system: 'linux', arch: 'x64' })).toEqual([])
  expect(binaries.filter((path) => /win32|darwin|arm|musl/.test(path))).toEqual([])
  const names = binaries.map((path) => basename(path).replace(/\.so.*/, '.so'))
  expect(names.toSorted(byCodeUnit)).toEqual([
    'keytar.node',
    'libonnxruntime.so',
    'libvips-cpp.so',
    'linux-x64.node',
    'onnxruntime_binding.node',
    expect.stringMatching(/^sharp-linux-x64.*\.node$/),
  ])
})

test('the packages beside the bundles are those that a station is packed with', () => {
  const paths = app.files.map(({ path }) => path).filter((path) => path.startsWith('node_modules/'))

  expect(payloadFiles(['node_modules'], { system: 'linux', arch: 'x64' })).toEqual(paths.toSorted(byCodeUnit))
})

test('a binary for another processor or a newer system is named before anything is signed', () => {
  const found = misfits(app.folder, { system: 'darwin', arch: 'arm64' })

  expect(found).toContainEqual(
    expect.stringMatching(/better-sqlite3\/prebuilds\/linux-x64\.node: is for linux on x64, not for darwin on arm64$/),
  )
})

test('it cannot be made to do what its fuses forbid', () => {
  const program = readFileSync(join(app.folder, 'tessera'))
  const fuses = program.toString('latin1', program.indexOf(FUSE_MARK) + FUSE_MARK.length + 2).slice(0, 8)

  // In the order of Electron: run as Node, encrypt cookies, NODE_OPTIONS, inspector, check the archive, archive alone, snapshot, file pages.
  expect(fuses).toMatch(/^010011[0r]0$/)
})

test('what is ours beside Electron, notices included, is at most 80 MB', () => {
  const resources = join(app.folder, 'resources')
  const files = readdirSync(resources, { recursive: true, encoding: 'utf8' }).map((name) =>
    statSync(join(resources, name)),
  )

  expect(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)).toBeLessThanOrEqual(MOST_BYTES)
})

const isTheOneNoted = process.platform === 'linux' && process.arch === 'x64'

test.skipIf(!isTheOneNoted)('the notices of the repository name what ships now', () => {
  expect(readFileSync(fromRoot('THIRD_PARTY_NOTICES.md'), 'utf8')).toBe(noticesInShort())
})

test('the notices name all that ships, and say how the libraries under the LGPL are replaced and where their sources are', () => {
  const notices = readFileSync(join(app.folder, 'resources/THIRD-PARTY-NOTICES.txt'), 'utf8')
  const texts = ['GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 3', 'Version 2.1, February 1999']
  const programs = [
    /^Electron \d/m,
    /^Chromium, /m,
    /^Node\.js, /m,
    /^FFmpeg, /m,
    /^libvips \d/m,
    /^SQLite 3/m,
    /^Tesseract, /m,
  ]

  expect(shippedIds(app).filter((id) => !notices.includes(`\n${id.replace(/@(?=[^@]*$)/, ' ')}\n`))).toEqual([])
  expect(texts.filter((text) => !notices.includes(text))).toEqual([])
  expect(programs.filter((program) => !program.test(notices))).toEqual([])
  expect(notices.match(/put that file in its place\.\nSource: https:/g)).toHaveLength(2)
  expect(notices.match(/For three years from the day/g)).toHaveLength(2)
})

test('the bill of materials lists what ships and nothing else, as CycloneDX has it', () => {
  const [text = ''] = globSync(join(app.folder, '../tessera-*.cdx.json')).map((path) => readFileSync(path, 'utf8'))
  const bill = Bill.parse(JSON.parse(text))

  expect(faultsOfBill(JSON.parse(text))).toEqual([])
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted(byCodeUnit)).toEqual(
    [...shippedIds(app), `electron@${electronPackage.version}`].toSorted(byCodeUnit),
  )
  const listed = new Set(bill.components.map((component) => component['bom-ref']))
  const needed = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(needed.filter((ref) => !listed.has(ref))).toEqual([])
  expect(bill.dependencies.map(({ ref }) => ref)).toEqual([
    'tessera',
    ...[...listed].filter((ref) => !/electron/.test(ref)),
  ])
  expect(text).toMatch(/"cpe": "cpe:2\.3:a:sqlite:sqlite:3\.\d+\.\d+:/)
  expect(JSON.stringify(sbom('desktop', {}), undefined, 2)).toBe(text.trimEnd())
  expect(sbom('desktop', { SOURCE_DATE_EPOCH: '1700000000' }).metadata).toMatchObject({
    timestamp: '2023-11-14T22:13:20.000Z',
  })
})

test('the licences of all that ships are among those that `npm run check` reads', () => {
  const checked = new Set(candidates())

  expect(['desktop', 'renderer', 'station'].flatMap(bundledIn).filter((path) => !checked.has(path))).toEqual([])
  expect(packedIn(app).filter((path) => !checked.has(path))).toEqual([])
})

test('every script that its scripts start or import is in the archive, and so is every worker', () => {
  const scripts = new Map(
    globSync('dist/desktop/*.mjs', { cwd: extracted }).map((path) => [
      basename(path),
      readFileSync(join(extracted, path), 'utf8'),
    ]),
  )
  const named = [...scripts].flatMap(([script, text]) =>
    [...text.matchAll(/["'`]\.\/([\w-]+\.mjs)["'`]/g)].map(([, name = '']) => ({ script, name })),
  )

  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !scripts.has(name))).toEqual([])
  expect(Object.keys(WORKERS).filter((name) => !scripts.has(`${name}.mjs`))).toEqual([])
})

test('every addon loads from the packed program', async () => {
  const names = ['better-sqlite3', 'keytar', 'onnxruntime-node', 'sharp']
  const program = `const loaded = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)))
    const [{ default: Database }, , { InferenceSession }, { default: sharp }] = loaded
    new Database(':memory:').exec('SELECT 1')
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).png().toBuffer()
    console.log(JSON.stringify(loaded.length), typeof InferenceSession.create)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: extracted,
  })

  expect(stdout.trim()).toBe('4 function')
})

test('the station of the packed program does the main job', async () => {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Table', type: 'object-detection' })
  const images = await Promise.all(
    ['coffee.jpg', 'coins.png'].map(async (name) => ({ name, bytes: await photo(name) })),
  )
  await addImages(station, { project, batch: 'Monday' }, images)
  const { id: classId } = await studio.projects.classes.create({ project, name: 'cup' })
  for (const image of await studio.images.ids({ project, filter: {}, sort: 'added' })) {
    const box = { kind: 'box', box: { x0: 10, y0: 10, x1: 90, y1: 90 } }
    const after = Shape.parse({ id: image.slice(0, 10), classId, z: 0, origin: 'hand', ...box })
    await studio.annotations.commit({
      project,
      image,
      revision: 0,
      edit: { label: 'Draw', changes: [{ before: null, after }] },
    })
  }
  const settings = {
    preprocessing: { resize: { width: 64, height: 64, format: 'Stretch to' } },
    augmentation: {},
  } as const
  const version = await studio.versions.start({ project, name: '', settings, seed: '7'.repeat(32) })
  const generated = await untilEnded(studio, version.taskId)
  const exported = await studio.exports.start({ project, version: 1, format: 'coco' })
  const archive = await untilEnded(studio, exported.taskId)

  expect(generated).toMatchObject({ status: 'completed' })
  expect(archive).toMatchObject({ status: 'completed', result: { bytes: expect.any(Number) } })
})

test('its pages come with their fonts, languages and viewers of the APIs', async () => {
  const page = await (await station.fetch('/')).text()
  const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const style = /href="\.?(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? ''
  const [code, rules] = await Promise.all([script, style].map(async (path) => (await station.fetch(path)).text()))
  const fonts = [...(rules ?? '').matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, url = '']) => url.split('/').at(-1) ?? '')
  const languages = [...new Set((code ?? '').match(/german-[\w-]+\.js/g) ?? [])]
  const viewers = ['/docs/', '/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css', '/redoc/redoc.js']

  const files = [...fonts, ...languages].map(async (name) => (await station.fetch(`/assets/${name}`)).status)
  const answers = viewers.map(async (path) => (await fetch(`${station.urls.management}${path}`)).status)

  expect(fonts.length).toBeGreaterThan(4)
  expect(languages.length).toBeGreaterThan(0)
  expect(new Set(await Promise.all([...files, ...answers]))).toEqual(new Set([200]))
})

test('text is read by the program that comes with it', async () => {
  const words = [{ stripes: '-r-g-b-y--', left: 280, top: 100, stripe: 10 }]
  const image = await drawnPage({ width: 512, height: 384, words }).png().toBuffer()
  const answer = await fetch(`${station.urls.inference}/doctr/ocr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.urls.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ image: { type: 'base64', value: image.toString('base64') } }),
  })

  expect(await answer.json()).toMatchObject({ engine: 'tesseract' })
})

test('it ends when it is told to', async () => {
  expect(await station.stop()).toBe(0)
})
