import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readDesktopOptions } from '#desktop/options'
import { OptionsError, readOptions } from '#station/options'

const read = (args: string[], environment = {}) => readDesktopOptions({ args, environment })

test('without flags the core runs inside, with the same library as a station and the usual ports', () => {
  expect(read(['--no-sandbox', '--inspect=0', '.'])).toEqual({
    mode: 'embedded',
    isLibraryNamed: false,
    core: {
      library: readOptions([], {}).library,
      only: ['management', 'inference', 'events', 'studio'],
      ports: { management: 9000, inference: 9001, events: 8001, studio: 0 },
      remote: undefined,
      trustedHosts: [],
      catalogFolders: [],
      trashDays: 30,
    },
  })
})

test.skipIf(process.platform !== 'linux')(
  'a data folder that the environment names counts where it is a whole path',
  () => {
    const libraryWith = (folder: string) => readOptions([], { XDG_DATA_HOME: folder }).library
    expect(libraryWith('/data')).toBe('/data/tessera/library')
    expect(libraryWith('data')).toBe(readOptions([], {}).library)
    expect(libraryWith('')).toBe(readOptions([], {}).library)
  },
)

test('a flag goes before the environment, and both before the default', () => {
  const environment = { TESSERA_LIBRARY: '/env', TESSERA_EVENTS_PORT: '7' }

  expect(read(['--library', '/flag', '--management-port=0'], environment)).toMatchObject({
    core: { library: resolve('/flag'), ports: { management: 0, events: 7 } },
  })
})

test('the studio’s own server always runs, since the window stands on it', () => {
  expect(read(['--only', 'management'])).toMatchObject({ core: { only: ['management', 'studio'] } })
})

test('the window’s core takes the flags that a station has', () => {
  const environment = { TESSERA_TRASH_DAYS: '7', TESSERA_TRUSTED_HOSTS: 'nas' }

  const flags = ['--remote', 'http://nas:9000/', '--trusted-hosts=camera:8080']

  expect(read(flags, environment)).toMatchObject({
    core: { remote: 'http://nas:9000', trustedHosts: ['camera:8080'], trashDays: 7 },
  })
  expect(read(['--remote', 'http://me:secret@nas/'])).toMatchObject({
    mode: 'wrong',
    reason: expect.stringContaining('--remote'),
  })
})

test('a station to attach to needs no core', () => {
  expect(read(['--attach', '127.0.0.1:9002'])).toEqual({ mode: 'attach', station: '127.0.0.1:9002' })
})

test('a flag that cannot be used is named', () => {
  expect([read(['--management-port', 'many']), read(['--attach'])]).toEqual([
    { mode: 'wrong', reason: '--management-port must be a number from 0 to 65535.' },
    { mode: 'wrong', reason: '--attach needs a value.' },
  ])
})

test.each([
  [['--management-port', 'many'], '--management-port must be a number from 0 to 65535.'],
  [['--management-port', '65536'], '--management-port must be a number from 0 to 65535.'],
  [['--events-port', '1.5'], '--events-port must be a whole number from 0 to 65535.'],
  [['--only', 'images'], '--only accepts management, inference, events and studio, separated by commas.'],
  [['--model-seconds', '0'], '--model-seconds must be at least 1.'],
  [['--model-seconds', 'soon'], '--model-seconds must be a number.'],
  [['--secrets', 'paper'], '--secrets must be file or keychain.'],
  [['--library', ''], '--library must not be empty.'],
  [['--library', '/home/l\uFFFDb'], '--library must be a path in UTF-8; rename the folder, or choose another one.'],
  [['--cuda', '/no/such/folder'], '--cuda must be an existing folder.'],
  [['models', 'instal', 'x'], 'Unknown command "models instal". Run with --help to see the commands.'],
  [['serve'], 'Unknown command "serve". Run with --help to see the commands.'],
  [['--json', 'models', 'install', 'x'], 'Put "models install" before the options.'],
  [['models'], 'Usage: models install FILE [options]'],
  [['models', '--library', 'x'], 'Usage: models install FILE [options]'],
  [['--bogus'], 'Unknown option --bogus. Run with --help to see the options.'],
  [['--bogus=1', 'serve'], 'Unknown option --bogus. Run with --help to see the options.'],
  [['-x'], 'Unknown option -x. Run with --help to see the options.'],
  [['--library'], '--library needs a value.'],
  [['--library', '--json'], '--library needs a value. If the value starts with a dash, write --library=--json.'],
  [['--json=yes'], '--json takes no value.'],
])('a station refuses %j in one sentence', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(new OptionsError(sentence))
})

test('a value that starts with a dash is taken after an equals sign, and the last of two values counts', () => {
  expect(readOptions(['--library=-x', '--only=studio', '--json', '--only', 'events'], {})).toMatchObject({
    library: resolve('-x'),
    only: ['events'],
    json: true,
  })
})

test('the desktop trusts the hosts that are named as for a station', () => {
  expect(read(['--trusted-hosts', 'NAS,camera:8080'])).toMatchObject({ core: { trustedHosts: ['nas', 'camera:8080'] } })
  expect(read([], { TESSERA_TRUSTED_HOSTS: 'nas' })).toMatchObject({ core: { trustedHosts: ['nas'] } })
})

test('a station trusts the hosts that its flag or the environment names', () => {
  const environment = { TESSERA_TRUSTED_HOSTS: 'NAS, camera:8080,[fd00::1]:80' }

  expect(readOptions([], {}).trustedHosts).toEqual([])
  expect(readOptions([], environment).trustedHosts).toEqual(['nas', 'camera:8080', '[fd00::1]:80'])
  expect(readOptions(['--trusted-hosts', 'nas'], environment).trustedHosts).toEqual(['nas'])
  expect(() => readOptions(['--trusted-hosts', 'http://nas/'], {})).toThrow('--trusted-hosts')
})

test('both shells show the catalog folders that the flag or the environment names', () => {
  const environment = { TESSERA_CATALOG: '/shared/boats, /shared/cups,' }
  const folders = [resolve('/shared/boats'), resolve('/shared/cups')]

  expect(readOptions([], {}).catalogFolders).toEqual([])
  expect(readOptions([], environment).catalogFolders).toEqual(folders)
  expect(readOptions(['--catalog', 'here'], environment).catalogFolders).toEqual([resolve('here')])
  expect(read([], environment)).toMatchObject({ core: { catalogFolders: folders } })
})
