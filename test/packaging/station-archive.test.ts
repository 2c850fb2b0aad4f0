import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { misfits } from '../../scripts/package/after-pack.mjs'
import { faultsOfBill } from '../kit/bill-of-materials.ts'
import { originalOf, packedStation, startInstalled, uploadImage } from '../kit/packed-station.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo } from '../kit/station-process.ts'

/** The notices and the SBOM of the station's software. */
const NOTES = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']
const Package = z.object({ name: z.string(), version: z.string() })
const Bill = z.object({ components: z.array(Package) })

const root = mkdtempSync(join(tmpdir(), 'tessera-archive-'))
const place = join(root, 'Größe & Maß 🐈')
let archive: string
let folder: string

beforeAll(async () => {
  archive = await packedStation('tar.gz', root)
  mkdirSync(place)
  execFileSync('tar', ['-xzf', archive, '-C', place])
  folder = join(place, basename(archive, '.tar.gz'))
})

afterAll(() => removeFolder(root))

test('an unpacked station does its job with no other Node and no PATH, and ends when it is told to', async () => {
  const station = await startInstalled(join(folder, 'bin/tessera-station'), join(place, 'library'))
  const image = await uploadImage(station)

  expect(await originalOf(station, image)).toEqual(await photo('coffee.jpg'))
  expect(await (await station.fetch('/')).text()).toContain('<title>Tessera</title>')
  expect(isHealthy(new URL(station.urls.management ?? '').port)).toBe(true)
  expect(await station.stop()).toBe(0)
  expect(isHealthy('1')).toBe(false)
})

test('a running station goes on when its link leads to another version', async () => {
  const current = join(place, 'current')
  symlinkSync(folder, current)
  const station = await startInstalled(join(current, 'bin/tessera-station'), join(place, 'switched'))
  rmSync(current)
  symlinkSync(root, current)

  expect(await originalOf(station, await uploadImage(station))).toEqual(await photo('coffee.jpg'))
  expect(await station.stop()).toBe(0)
})

test('everything that the container recipe copies is in the folder', () => {
  const recipe = readFileSync(join(folder, 'services/Dockerfile'), 'utf8')
  const sources = [...recipe.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))

  expect(sources).toEqual(['bin', 'app', 'README.txt', 'LICENSE-node.txt', ...NOTES])
  expect(sources.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})

test('its notices name every package in it, the terms of libvips, and where its sources are', () => {
  const [notices = '', bill = ''] = NOTES.map((name) => readFileSync(join(folder, name), 'utf8'))
  const beside = globSync('app/node_modules/{*,@*/*}/package.json', { cwd: folder })
  const packages = beside.map((path) => Package.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))))

  expect(packages.length).toBeGreaterThan(5)
  expect(packages.filter(({ name, version }) => !notices.includes(`\n${name} ${version}\n`))).toEqual([])
  expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  expect(notices).toContain('libvips is a shared library of its own in app/node_modules/@img.')
  const node = execFileSync(join(folder, 'bin/node'), ['--version'], { encoding: 'utf8' }).trim().slice(1)
  expect(notices).toContain(`\nNode.js ${node}\n`)
  expect(notices).not.toMatch(/^(?:Electron|Chromium|FFmpeg)/m)
  const listed = Bill.parse(JSON.parse(bill)).components.map(({ name, version }) => `${name}@${version}`)
  expect(listed).toContain(`Node.js@${node}`)
  expect(packages.filter(({ name, version }) => !listed.includes(`${name}@${version}`))).toEqual([])
  expect(faultsOfBill(JSON.parse(bill))).toEqual([])
})

test('its binaries fit this machine', () => {
  expect(misfits(folder, { system: process.platform, arch: process.arch })).toEqual([])
})

test('its files belong to root, can be read by all, and bear one time', () => {
  const listing = execFileSync('tar', ['--numeric-owner', '--utc', '-tvzf', archive], { encoding: 'utf8' })
  const facts = listing
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))

  expect(new Set(facts.map(([mode]) => mode))).toEqual(new Set(['-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x']))
  expect(new Set(facts.map(([, owner]) => owner))).toEqual(new Set(['0/0']))
  expect(new Set(facts.map(([, , , day, time]) => `${day} ${time}`)).size).toBe(1)
  expect(statSync(join(folder, 'bin/node')).mode & 0o777).toBe(0o755)
})

test('the same commit gives the same bytes', async () => {
  const again = await packedStation('tar.gz', join(root, 'again'))

  expect(digest(again)).toBe(digest(archive))
})

/** Whether the container's health check passes for a management API on this port. */
function isHealthy(port: string): boolean {
  const recipe = readFileSync(join(folder, 'services/Dockerfile'), 'utf8')
  const command = z.array(z.string()).parse(JSON.parse(/^ {2}CMD (.*)$/m.exec(recipe)?.[1] ?? ''))
  const { status } = spawnSync(join(folder, 'bin/node'), command.slice(1), { env: { TESSERA_MANAGEMENT_PORT: port } })
  return status === 0
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
