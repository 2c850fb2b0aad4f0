import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the keys of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('a key is made, listed without its secret, changed and revoked', async () => {
    const { keys } = management
    const made = await keys.create({ name: 'Conveyor', scopes: ['project:read'], customMetadata: { line: 4 } })
    if (!made.ok) throw new Error(sentenceOf(made.error))
    const { key, secret, publishable } = made.value

    const listed = await keys.list()
    const read = await keys.read(key.id)
    const changed = await keys.change(key.id, { name: 'Belt', isDisabled: true })
    const revoked = await keys.revoke(key.id)

    const told = { name: 'Conveyor', scopes: ['project:read'], customMetadata: { line: 4 }, isDisabled: false }
    expect(secret).toMatch(/^tk_[0-9a-f]{40}$/)
    expect(key).toMatchObject({ ...told, prefix: secret.slice(0, 8) })
    expect(listed).toMatchObject({ ok: true, value: { publishable, keys: [{ isDefault: true }, { id: key.id }] } })
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(read).toMatchObject({ ok: true, value: told })
    expect(changed).toMatchObject({ ok: true, value: { name: 'Belt', isDisabled: true, scopes: ['project:read'] } })
    expect(revoked).toMatchObject({ ok: true })
    expect((await keys.read(key.id)).ok).toBe(false)
  })

  test('the publishable key is always the same', async () => {
    const [first, second] = [await management.keys.publishable(), await management.keys.publishable()]

    expect(first).toEqual(second)
    expect(first).toMatchObject({ ok: true, value: expect.stringMatching(/^tp_[0-9a-f]{20}$/) })
  })

  test('a protected key is neither disabled nor revoked', async () => {
    const made = await management.keys.create({ name: 'Gate', isProtected: true })
    if (!made.ok) throw new Error(sentenceOf(made.error))
    const { id } = made.value.key

    const refused = [await management.keys.change(id, { isDisabled: true }), await management.keys.revoke(id)]

    for (const each of refused) {
      expect(inWords(each)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('"Gate" is protected') },
      })
    }
  })

  test('a key is limited to folders that are there', async () => {
    const { keys, folders } = management
    const folder = await folders.create({ name: 'Line' })
    const id = folder.ok ? folder.value.id : ''

    const made = await keys.create({ name: 'Line', folderIds: [id] })
    const wrong = await keys.create({ name: 'Line', folderIds: ['nowhere'] })
    const listed = await keys.list()

    expect(made).toMatchObject({ ok: true, value: { key: { folderIds: [id] } } })
    expect(inWords(wrong)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('no folder "nowhere"') },
    })
    const limits = listed.ok ? listed.value.keys.map(({ folderIds }) => folderIds) : []
    expect(limits.at(-1)).toEqual([id])
  })
})
