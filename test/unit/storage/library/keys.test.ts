import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WorkspaceSlug } from '#common/ids'
import { openLibrary } from '#storage/library/library'

const NOW = new Date('2026-03-01T12:00:00Z')
const LATER = new Date('2026-03-01T13:00:00Z')

async function libraryWithToken() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'))
  const library = openLibrary(folder, NOW)
  onTestFinished(() => {
    library.close()
    rmSync(folder, { recursive: true })
  })
  const workspace = await library.workspaces.create({ slug: WorkspaceSlug.parse('w'), name: 'W', createdAt: NOW })
  const rest = { workspace, name: 'Token', prefix: 'tk_', ending: '0000', customMetadata: {}, createdAt: NOW }
  const rights = { scopes: ['workflow:read'], folderIds: null, workflowId: null, isDefault: false, isProtected: false }
  await library.keys.add({ ...rest, ...rights, id: 'token1', secret: 'tk_token', expiresAt: LATER })
  return {
    library,
    add: (id: string, createdAt: Date) => ({ ...rest, ...rights, id, createdAt, secret: id, expiresAt: null }),
  }
}

test('a token opens what it may until its end, and is never listed', async () => {
  const { library } = await libraryWithToken()
  const justBefore = new Date(LATER.getTime() - 1)

  const before = await library.keys.findBySecret('tk_token', justBefore)
  const after = await library.keys.findBySecret('tk_token', LATER)

  expect(before).toMatchObject({ id: 'token1', expiresAt: LATER })
  expect(after).toBeUndefined()
  expect(before && (await library.keys.list(before.workspace))).toEqual([])
})

test('tokens that have ended go when the next key is made', async () => {
  const { library, add } = await libraryWithToken()
  const token = await library.keys.findBySecret('tk_token', NOW)
  if (token === undefined) throw new Error('The token was not stored')

  await library.keys.add(add('key1', NOW))
  const kept = await library.keys.find(token.workspace, 'token1')
  await library.keys.add(add('key2', LATER))

  expect(kept).toMatchObject({ id: 'token1' })
  expect(await library.keys.find(token.workspace, 'token1')).toBeUndefined()
})
