import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { privateFolder } from '#compose/shells/compile-cache'

let place: string
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-compiled-')))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('where compiled code is kept', () => {
  test('is a folder that only its owner opens', () => {
    const folder = join(place, 'cache', 'compiled')

    expect(privateFolder(folder)).toBe(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test.skipIf(process.platform !== 'linux')('is nowhere in a file system that takes no folders', () => {
    expect(privateFolder('/proc/tessera/compiled')).toBeUndefined()
  })

  test('is nowhere when others can write into the folder', () => {
    mkdirSync(join(place, 'compiled'))
    chmodSync(join(place, 'compiled'), 0o777)

    expect(privateFolder(join(place, 'compiled'))).toBeUndefined()
  })

  test('is nowhere when others can put another folder in its place', () => {
    mkdirSync(join(place, 'open'))
    chmodSync(join(place, 'open'), 0o777)

    expect(privateFolder(join(place, 'open', 'compiled'))).toBeUndefined()
  })

  test('is in a folder of everybody only where nobody renames what is not theirs', () => {
    mkdirSync(join(place, 'sticky'))
    chmodSync(join(place, 'sticky'), 0o1777)

    expect(privateFolder(join(place, 'sticky', 'compiled'))).toBe(join(place, 'sticky', 'compiled'))
  })

  test('is where a link leads, by the rules of that place', () => {
    mkdirSync(join(place, 'open'))
    chmodSync(join(place, 'open'), 0o777)
    symlinkSync(join(place, 'open'), join(place, 'link'))

    expect(privateFolder(join(place, 'link'))).toBeUndefined()
  })

  test.skipIf(process.getuid?.() !== 0)('is nowhere when the folder belongs to another user', async () => {
    const { chownSync } = await import('node:fs')
    mkdirSync(join(place, 'foreign'), { mode: 0o700 })
    chownSync(join(place, 'foreign'), 65_534, 65_534)

    expect(privateFolder(join(place, 'foreign'))).toBeUndefined()
  })
})
